import type { SigningMessage } from '../../signer/raw-signer.js';
import { loadVerifier, type VerifiedSignature, verifyAll } from '../../signer/verify.js';
import { whileSigning } from '../answer-time.js';
import type { Account, Chain } from '../chain.js';
import type { ResolvedOptions } from '../options.js';
import { fingerprintOf, requestIdOf } from '../records/request-id.js';
import type { Stage } from './job.js';
import { contentsOf, noteOf } from './orders.js';
import { explained, saidOfRequest } from './reference.js';
import { summaryFor } from './summary.js';

export interface ApartRequest {
  readonly account: Account;
  readonly messages: readonly SigningMessage[];
  readonly payload: unknown;
  readonly idempotencyKey: string;
  readonly options: ResolvedOptions;
}

interface ApartStage extends Pick<Stage, 'signer' | 'keys' | 'clock' | 'summaryLength'> {
  readonly chain: Pick<Chain, 'id' | 'explain'>;
}

/** Signs messages that spend no number of the account, with the idempotency of any other request. */
export async function signApart(
  stage: ApartStage,
  request: ApartRequest,
): Promise<readonly VerifiedSignature[]> {
  const { account, messages, payload, idempotencyKey, options } = request;
  const { signal, cancelOnAbort, signatureTimeoutMs: timeoutMs } = options;
  // A separate chain id: a key for a signature is not a key for a transaction.
  const apart = `${stage.chain.id}#sign`;
  const requestId = requestIdOf(apart, account.address, idempotencyKey, 1);
  const fingerprint = fingerprintOf(apart, account.address, contentsOf(messages));
  const payloads = [payload].flat();
  const summary = await summaryFor(
    stage.chain,
    messages.map((message, index) => ({ message, payload: payloads[index] })),
    { now: stage.clock.now(), idempotencyKey },
    stage.summaryLength,
  );
  await loadVerifier(account.key);
  try {
    const request = {
      idempotencyKey: requestId,
      messages,
      unhashedPayload: payload,
      note: noteOf({ fingerprint, idempotencyKey, options }, 1, { terms: undefined }, summary),
      ...(stage.signer.capabilities.mayPend
        ? { expiresAfterSeconds: options.approvalWindowSeconds }
        : {}),
    };
    const signatures = await whileSigning(stage.clock, timeoutMs, () =>
      stage.signer.sign(request, { signal, timeoutMs, cancelOnAbort }),
    );
    return await verifyAll(stage.keys, messages, signatures, { signal });
  } catch (thrown) {
    const { error, custodyId } = saidOfRequest(thrown, requestId);
    throw explained(error, { idempotencyKey, requestId, ...(custodyId ? { custodyId } : {}) });
  }
}
