import type { CallOptions } from '../core/clock.js';
import type { Submission } from '../transactions/index.js';
import type { XrplNode } from './node.js';
import { XrplNodeError } from './transport.js';

/** Codes that may mean that it is in, or past: only looking it up tells. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'tefPAST_SEQ',
  'tefALREADY',
  'tefMAX_LEDGER',
  'tefNO_TICKET',
]);

/** Codes of a node that has no room, or asks for more, at the moment. */
const BUSY: ReadonlySet<string> = new Set([
  'telCAN_NOT_QUEUE',
  'telCAN_NOT_QUEUE_BALANCE',
  'telCAN_NOT_QUEUE_BLOCKS',
  'telCAN_NOT_QUEUE_BLOCKED',
  'telCAN_NOT_QUEUE_FEE',
  'telCAN_NOT_QUEUE_FULL',
  'telINSUF_FEE_P',
  'telFAILED_PROCESSING',
  'terPRE_SEQ',
  'terPRE_TICKET',
  'terRETRY',
  'terLAST',
  'terQUEUED',
]);

/** Sends a blob and says what the node made of it (rippled, "Transaction Results"). */
export async function submitBlob(
  node: XrplNode,
  blob: string,
  options: CallOptions,
): Promise<Submission> {
  try {
    const answer = await node.submit(blob, options);
    const code = answer.engine_result;
    const { applied, broadcast, queued, kept } = answer;
    if (UNCLEAR.has(code)) return { state: 'unclear', code };
    if (code.startsWith('tes') || code.startsWith('tec')) return { state: 'accepted', code };
    // A code that may turn into success later, for a transaction that the node holds until then.
    if (code.startsWith('ter') && (applied || broadcast || queued || kept)) {
      return { state: 'accepted', code };
    }
    if (BUSY.has(code)) return { state: 'busy', code };
    return { state: 'refused', code, message: answer.engine_result_message ?? 'no reason given' };
  } catch (error) {
    // rippled's own words for a transaction that fails its local checks.
    if (error instanceof XrplNodeError && error.error === 'invalidTransaction') {
      return { state: 'refused', code: error.error, message: error.message };
    }
    throw error;
  }
}
