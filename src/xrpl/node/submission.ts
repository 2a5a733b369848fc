import type { CallOptions } from '../../core/clock.js';
import type { Submission } from '../../transactions/index.js';
import type { XrplNode } from './node.js';
import { XrplNodeError } from './transport.js';

/** Sends a blob and returns what the node's answer means. */
export async function submitBlob(
  node: XrplNode,
  blob: string,
  options: CallOptions,
): Promise<Submission> {
  try {
    const answer = await node.submit(blob, options);
    const { engine_result: code, engine_result_message: message = 'no reason given' } = answer;
    const left = (await leftOpenBy(code)) ?? { state: 'refused', code, message };
    const { open_ledger_cost: asks } = answer;
    return asks === undefined ? left : { ...left, asks: BigInt(asks) };
  } catch (error) {
    // rippled's own text for a transaction that fails its local checks; it does not keep such a transaction.
    if (error instanceof XrplNodeError && error.error === 'invalidTransaction') {
      return { state: 'refused', code: error.error, message: error.message };
    }
    throw error;
  }
}

/** Loaded on use: the meanings of the other codes are a long list, which a success doesn't need. */
async function leftOpenBy(code: string): Promise<Submission | undefined> {
  if (code === 'tesSUCCESS') return { state: 'accepted', code };
  const results = await import('./engine-results.js');
  return results.leftOpenBy(code);
}
