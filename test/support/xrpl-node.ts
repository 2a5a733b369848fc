import { type Clock, systemClock } from '../../src/core/clock.js';
import { Nodes } from '../../src/core/nodes.js';
import type { XrplTransport } from '../../src/xrpl/index.js';
import { jsonRpc } from '../../src/xrpl/node/json-rpc.js';
import { LedgerIndexes } from '../../src/xrpl/node/ledger-index.js';
import { XrplNode } from '../../src/xrpl/node/node.js';

/** A node that is asked once, whatever it answers. */
export function nodeOver(
  transport: XrplTransport,
  networkId = 1,
  clock: Clock = systemClock,
): XrplNode {
  return new XrplNode(transport, {
    patiently: (question) => question(),
    known: { network: undefined, lacksDryRun: false },
    networkId,
    clock,
    indexes: new LedgerIndexes(clock, networkId),
  });
}

/** The requests that a gateway makes of the node at a URL, without the gateway. */
export function transportTo(url: string, fetch?: typeof globalThis.fetch): XrplTransport {
  const nodes = new Nodes({
    peer: 'xrpl',
    endpoints: [{ url, operator: 'a test', headers: {} }],
    retry: undefined,
    timeoutMs: undefined,
    fetch,
    clock: systemClock,
    random: undefined,
  });
  return {
    request: (...call) => nodes.once((channel) => jsonRpc(channel, systemClock)(...call)),
  };
}
