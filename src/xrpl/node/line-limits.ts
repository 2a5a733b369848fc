import type { CallOptions } from '../../core/clock.js';
import { fewAtOnce } from '../../core/few-at-once.js';
import type { NeededLine } from '../operations/operation.js';
import { funded } from './funded.js';
import type { XrplNode } from './node.js';
import { type TrustLine, trustLinesOf } from './trust-lines.js';

/** The limit of our side of each line, `0` where there is none. */
export async function readLineLimits(
  node: XrplNode,
  address: string,
  wanted: readonly (NeededLine | undefined)[],
  options: CallOptions,
): Promise<readonly string[]> {
  const peers = [...new Set(wanted.flatMap((line) => (line ? [line.peer] : [])))];
  const lines = new Map<string, readonly TrustLine[]>();
  await fewAtOnce(peers, async (peer) => {
    lines.set(peer, await funded(address, trustLinesOf(node, address, peer, options)));
  });
  return wanted.map((line) => {
    const own = line && lines.get(line.peer)?.find(({ currency }) => currency === line.currency);
    return own?.limit ?? '0';
  });
}
