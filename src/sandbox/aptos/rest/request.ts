import type { LoopbackAnswer, LoopbackRequest } from '../../loopback/peer.js';
import { type Address, parseAddress } from '../address.js';
import type { Block } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import type { State } from '../state/world.js';
import { ApiError, badRequest, notFound } from './answer-error.js';

/** A request, and the ledger as the node that answers it sees it. */
export interface RestRequest {
  readonly node: AptosNode;
  readonly http: LoopbackRequest;
  /** What the path's parameters are, in their order. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** The newest block that this node knows. */
  readonly block: Block;
  /** The version that is asked about: the newest, or an older one by `ledger_version`. */
  readonly version: number;
  readonly state: State;
  /** Loses this submission after it is accepted. */
  readonly losing: boolean;
  /** Waits on the sandbox's clock. */
  sleep(ms: number): Promise<void>;
}

export type RestHandler = (request: RestRequest) => LoopbackAnswer | Promise<LoopbackAnswer>;

/** The version that `ledger_version` names, or the newest. */
export function versionOf(query: URLSearchParams, block: Block): number {
  const text = query.get('ledger_version');
  if (text === null) return block.lastVersion;
  const version = integerOf(text, 'ledger_version');
  if (version > block.lastVersion) {
    throw notFound('version_not_found', 'Ledger version', `Ledger version(${version})`);
  }
  return version;
}

export function addressPart({ parts }: RestRequest): Address {
  const text = parts[0] ?? '';
  const address = parseAddress(text);
  if (address === undefined) {
    const reason = `invalid account address ${JSON.stringify(text)}`;
    throw badRequest(`failed to parse path \`address\`: ${reason}`);
  }
  return address;
}

const DEFAULT_PAGE = 25;
const MAX_PAGE = 100;

/** `start` and `limit` of a list. */
export function pageOf(query: URLSearchParams): {
  readonly start: number | undefined;
  readonly limit: number;
} {
  const [start, limit] = [query.get('start'), query.get('limit')];
  const size = limit === null ? DEFAULT_PAGE : integerOf(limit, 'limit');
  if (size === 0) {
    throw new ApiError(400, 'invalid_input', 'Given limit value (0) must not be zero');
  }
  return {
    start: start === null ? undefined : integerOf(start, 'start'),
    limit: Math.min(size, MAX_PAGE),
  };
}

export function integerOf(text: string, name: string): number {
  if (!/^\d{1,16}$/.test(text)) {
    throw badRequest(`failed to parse path \`${name}\`: invalid digit found in string`);
  }
  return Number(text);
}
