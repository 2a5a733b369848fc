import { bytesToHex } from '../core/bytes.js';
import { contentOf } from '../signer/messages.js';
import type { RawSigner, SigningMessage, SigningRecord } from '../signer/raw-signer.js';
import type { Attempt } from './attempt.js';
import { AlreadyRequestedError } from './errors.js';
import { rootOf } from './request-id.js';

interface TwinStage {
  readonly signer: RawSigner;
}

/** Another key's request for any of these messages, as far as the signer shows it. */
async function findTwin<I>(
  { signer }: TwinStage,
  { job, requestId }: Attempt<I>,
  contents: readonly Uint8Array[],
): Promise<SigningRecord | undefined> {
  const asked = new Set(contents.map(bytesToHex));
  const records = await signer.list?.(job.account.key, { signal: job.options.signal });
  return records?.find(
    ({ idempotencyKey, messages, state }) =>
      state !== 'rejected' &&
      rootOf(idempotencyKey) !== rootOf(requestId) &&
      messages.some((message) => asked.has(bytesToHex(message))),
  );
}

/**
 * What has nothing of its key in it is another key's as well if that one has it signed, too. From here on
 * the attempt says so.
 *
 * @throws AlreadyRequestedError when that one has been faster.
 */
export async function share<I>(
  stage: TwinStage,
  attempt: Attempt<I>,
  messages: readonly SigningMessage[],
): Promise<void> {
  const twin = await findTwin(stage, attempt, messages.map(contentOf));
  if (twin) throw new AlreadyRequestedError(twin);
  attempt.isShared = true;
}

/** Has an attempt that was found, whose making nobody here knows of, say whether it is another key's as well. */
export async function recognise<I>(
  stage: TwinStage,
  attempt: Attempt<I>,
  { messages }: SigningRecord,
): Promise<void> {
  // What can't be told now may be so.
  attempt.isShared ||= await findTwin(stage, attempt, messages).then(Boolean, () => true);
}
