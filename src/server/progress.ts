import type { GatewayError, TransactionReference } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { HttpError } from '../http/errors.js';
import { SignaturePendingError } from '../signer/errors.js';
import { type TransactionEvent, TransactionUnconfirmedError } from '../transactions/index.js';

/** How far one transaction has come, as its events tell. */
export class Progress {
  #reference: TransactionReference | undefined;
  #status: string | undefined;
  #isSigned = false;
  #begin: () => void = () => undefined;
  /** Resolves as soon as there is a key to ask with. */
  readonly begun: Promise<void>;

  constructor(idempotencyKey: string | undefined) {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    if (idempotencyKey === undefined) return;
    this.#reference = { idempotencyKey };
    this.#begin();
  }

  /** What is known of the transaction; nothing before it has a key. */
  get reference(): TransactionReference | undefined {
    return this.#reference;
  }

  readonly listener: Listener<TransactionEvent> = (event) => {
    const { idempotencyKey, attempt } = event;
    // Another attempt is another request, with another hash.
    const known = this.#reference?.attempt === attempt ? this.#reference : undefined;
    if (!known) this.#isSigned = false;
    this.#reference = { ...known, idempotencyKey, attempt, ...knownFrom(event) };
    if (event.type === 'custody-status') this.#status = event.status;
    if (event.type === 'signed') this.#isSigned = true;
    this.#begin();
  };

  /** The answer to whoever doesn't wait any longer: neither success nor failure. */
  pending(): GatewayError {
    const reference = this.#reference;
    const error = this.#pending(reference);
    return reference ? error.about(reference) : error;
  }

  #pending({ requestId, custodyId }: Partial<TransactionReference> = {}): GatewayError {
    if (this.#isSigned) {
      const reason = 'it is signed, and being sent and confirmed';
      return new TransactionUnconfirmedError('pending', reason);
    }
    if (requestId) return new SignaturePendingError({ requestId, custodyId, status: this.#status });
    return new HttpError('TRANSACTION_WAITING', 'It waits for its turn; ask again.', {
      retryable: true,
    });
  }
}

function knownFrom(event: TransactionEvent): Partial<TransactionReference> {
  switch (event.type) {
    case 'prepared':
      return { requestId: event.requestId };
    case 'custody-status':
      return { requestId: event.requestId, custodyId: event.custodyId };
    case 'signed':
    case 'submitted':
      return event.hash === undefined ? {} : { hash: event.hash };
    default:
      return {};
  }
}
