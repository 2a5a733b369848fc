import { fromHex } from '../../core/bytes.js';
import type { CallOptions } from '../../core/clock.js';
import { InvalidInputError } from '../../core/errors.js';
import type { Submission } from '../../transactions/index.js';
import { AptosNodeError } from '../errors.js';
import type { Ledger } from './fullnode.js';
import { parseVmStatus } from './vm-status.js';

/** Another transaction with this number is in the mempool (aptos-core, `TransactionStore::insert`). */
const RIVAL = 'invalid_transaction_update';

/** Codes that may mean that it is in the mempool or on the ledger already: only looking it up can say. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'SEQUENCE_NUMBER_TOO_OLD',
  'sequence_number_too_old',
  'TRANSACTION_EXPIRED',
  'NONCE_ALREADY_USED',
  RIVAL,
]);

/** Codes of a node that has not taken it, but will if it is sent again later. */
const BUSY: ReadonlySet<string> = new Set([
  'mempool_is_full',
  // Its memory is full, so it reads no request: its answer says nothing about its ledger either.
  'overloaded',
  // Earlier transactions have to come first.
  'SEQUENCE_NUMBER_TOO_NEW',
  // For an orderless one, judged by the time of a ledger that is behind: it passes with time.
  'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE',
]);

/** Sends a signed transaction and returns what the node's answer means. */
export async function submitBlob(
  ledger: Ledger,
  blob: string,
  options: CallOptions,
): Promise<Submission> {
  const bytes = fromHex(blob);
  if (!bytes) throw new InvalidInputError('blob', 'must be hexadecimal');
  try {
    // Not repeated here: the caller, which knows the transaction, decides what a failure means.
    await ledger.once(options, (node) => node.submit(bytes));
    return { state: 'accepted', code: 'accepted' };
  } catch (error) {
    if (!(error instanceof AptosNodeError)) throw error;
    return submissionOf(error);
  }
}

function submissionOf(error: AptosNodeError): Submission {
  const { errorCode, message } = error;
  const code = errorCode === 'vm_error' ? parseVmStatus(message).code : errorCode;
  if (UNCLEAR.has(code)) return { state: 'unclear', code, hasRival: code === RIVAL };
  if (BUSY.has(code)) return { state: 'busy', code };
  // The server failed, or something in front of it: how far the bytes came is unknown. The same applies to a code
  // that is not known here.
  if (error.retryable || errorCode.startsWith('http_')) throw error;
  return { state: 'refused', code, message };
}
