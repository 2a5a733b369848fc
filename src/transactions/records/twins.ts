import { bytesToHex } from '../../core/bytes.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import { rootOf } from './request-id.js';

/** Another key's request for any of these messages, among those that the signer shows. */
export function twinIn(
  records: readonly SigningRecord[],
  requestId: string,
  contents: readonly string[],
): SigningRecord | undefined {
  return records.find(
    ({ idempotencyKey, messages, state }) =>
      state !== 'rejected' &&
      rootOf(idempotencyKey) !== rootOf(requestId) &&
      messages.some((message) => contents.includes(bytesToHex(message))),
  );
}
