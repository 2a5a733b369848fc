import { systemClock } from '../../src/core/clock.js';
import { Nodes } from '../../src/core/nodes.js';

type Answering = (url: URL, request: RequestInit) => Response | Promise<Response>;

/** The one node of a chain, which answers as a test has it. */
export function answeringNodes(peer: string, answer: Answering): Nodes {
  return new Nodes({
    peer,
    endpoints: [{ url: 'https://node.invalid', operator: 'one', headers: {} }],
    retry: {},
    timeoutMs: 1_000,
    fetch: async (url, init) => answer(new URL(url), init),
    clock: systemClock,
    random: undefined,
  });
}
