import type { Fetch } from '../../core/http.js';

/** Paths of a POST that only asks, at nodes and indexers. */
const ASKING = /\/(?:view|simulate|graphql|call-read|map_entry|fees)(?:\/|$)/;

/**
 * A `fetch` that makes no transaction: a request for a signature, or a submission to a node, fails before it is sent.
 * A command that only reads has it, since the outcome of a signed transaction is otherwise found by sending it again.
 */
export function readOnly(fetch: Fetch): Fetch {
  return async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET' && !isQuestion(url, init)) {
      throw new TypeError('this command only reads');
    }
    return fetch(url, init);
  };
}

function isQuestion(url: string, { body }: RequestInit): boolean {
  if (ASKING.test(new URL(url).pathname)) return true;
  // The ledger's nodes have one path for everything, and a method in each body.
  const [, method] = (typeof body === 'string' && /^\{"method":"(\w+)"/.exec(body)) || [];
  return method !== undefined && !method.startsWith('submit');
}
