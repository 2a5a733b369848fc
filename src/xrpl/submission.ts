import type { CallOptions } from '../core/clock.js';
import type { Submission } from '../transactions/index.js';
import type { XrplNode } from './node.js';
import { XrplNodeError } from './transport.js';

/** Sends a blob and says what the node made of it. */
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
    // rippled's own words for a transaction that fails its local checks; it keeps nothing of it.
    if (error instanceof XrplNodeError && error.error === 'invalidTransaction') {
      return { state: 'refused', code: error.error, message: error.message };
    }
    throw error;
  }
}

/** What the other codes mean is a long list, and of no use to what goes well. */
async function leftOpenBy(code: string): Promise<Submission | undefined> {
  if (code === 'tesSUCCESS') return { state: 'accepted', code };
  const results = await import('./engine-results.js');
  return results.leftOpenBy(code);
}
