import {
  LocalRawSigner,
  type RawSigner,
  type RawSigningRequest,
} from '../../../src/signer/index.js';
import type { CustodyEvidence } from '../oracle/evidence.js';
import type { Scheduler } from '../schedule/scheduler.js';

/** What their keys follow from. */
export const LOCAL_SEED = 'simulation';

/** Keys on one machine, whose holder forgets what it signed; the simulation does not. */
export class LocalSigners {
  readonly evidence: CustodyEvidence[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  newSigner(): RawSigner {
    const signer = new LocalRawSigner({ seed: LOCAL_SEED, quiet: true });
    return {
      capabilities: signer.capabilities,
      getPublicKey: (key, options) => signer.getPublicKey(key, options),
      sign: (request, options) => {
        this.#note(request);
        return signer.sign(request, options);
      },
    };
  }

  #note({ idempotencyKey, messages, unhashedPayload }: RawSigningRequest): void {
    const digests = messages.map((message) =>
      Buffer.from(message.kind === 'digest' ? message.digest : message.bytes).toString('hex'),
    );
    this.evidence.push({
      at: this.#scheduler.nowMs,
      externalTxId: idempotencyKey,
      id: `local-${this.evidence.length}`,
      digests,
      status: 'SIGNED',
      signed: true,
      payload: unhashedPayload,
    });
  }
}
