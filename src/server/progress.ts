import { GatewayError, type TransactionReference } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { canonicalJson } from '../core/json.js';
import { HttpError } from '../http/errors.js';
import { statusOf } from '../http/statuses.js';
import { SignaturePendingError } from '../signer/errors.js';
import { type TransactionEvent, TransactionUnconfirmedError } from '../transactions/index.js';

/** What errors tell as the end of a transaction that is signed; and another input's. */
const ENDS = /^(?:TRANSACTION|SIGNATURE|BATCH|IDEMPOTENCY)_/;

/** The progress of one transaction, from its events. */
export class Progress {
  #reference: TransactionReference | undefined;
  #status: string | undefined;
  #isSigned = false;
  #hasEntered = false;
  #wasAsked = false;
  #begin: () => void = () => undefined;
  /** Resolves as soon as there is a key to ask with. */
  readonly begun: Promise<void>;

  readonly #asked: readonly [operation: string, body: unknown];

  constructor(idempotencyKey: string | undefined, operation: string, body: unknown) {
    this.#asked = [operation, body];
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    if (idempotencyKey === undefined) return;
    this.#reference = { idempotencyKey };
    this.#begin();
  }

  /** Whether both requests ask for the same, in any order of their fields. */
  isOfSame(other: Progress): boolean {
    try {
      return canonicalJson(this.#asked) === canonicalJson(other.#asked);
    } catch {
      // Too deep to be written; the first request's input was not.
      return false;
    }
  }

  /** The transaction's reference; there is none before its first event with a key. */
  get reference(): TransactionReference | undefined {
    return this.#reference;
  }

  readonly listener: Listener<TransactionEvent> = (event) => {
    const { idempotencyKey, attempt } = event;
    let known: Partial<TransactionReference> = this.#reference ?? {};
    if (known.attempt !== attempt) {
      // Another attempt is another request. The hash of the one before, which may land, stays until it has its own.
      known = known.hash ? { hash: known.hash } : {};
      this.#status = undefined;
      this.#isSigned = false;
    }
    this.#reference = { ...known, idempotencyKey, attempt, ...knownFrom(event) };
    if (event.type === 'lane-entered') this.#hasEntered = true;
    if (event.type === 'prepared' || event.type === 'custody-status') this.#wasAsked = true;
    if (event.type === 'custody-status') this.#status = event.status;
    // Only a signed transaction has one. A call that finds it signed gets no other event that says so.
    if ('hash' in event) this.#isSigned = true;
    this.#begin();
  };

  /** Whether the call neither entered the lane nor asked the signer: then there is nothing to come back for. */
  get beganNothing(): boolean {
    return !this.#hasEntered && !this.#wasAsked;
  }

  /**
   * The error that may be shown for a failure. Once the custody platform was asked, the error that ended the call
   * need not have ended the transaction. If the answer said failure, a client without a key of its own would pay
   * again.
   */
  settled(error: unknown): unknown {
    const known = error instanceof GatewayError ? error : undefined;
    if (!this.#mayBeAsked(known) || this.#isCertain(known)) return error;
    const reason = known?.message.replace(/\.$/, '') ?? 'the server failed';
    const details = { cause: known?.code ?? 'INTERNAL' };
    const unknown = new TransactionUnconfirmedError('unknown', reason, { details, cause: error });
    unknown.about(known?.transaction);
    return unknown.about(this.#reference);
  }

  /** A transfer that the custody platform makes by itself has no event before the platform has answered. */
  #mayBeAsked(error: GatewayError | undefined): boolean {
    if (this.#wasAsked) return true;
    const { code = '', details = {} } = error ?? {};
    return this.#hasEntered && (code.startsWith('CUSTODY_') || details.peer === 'custody');
  }

  /**
   * Whether an error is certain: the transaction is over, or the custody platform checked the request and refused it.
   */
  #isCertain(error: GatewayError | undefined): boolean {
    const { status } = statusOf(error);
    if (!error) return false;
    if (status < 400 || error.code === 'SIGNATURE_NOT_SENDABLE') return true;
    const { custodyId = this.#reference?.custodyId, hash } = error.transaction ?? {};
    const isTaken = custodyId !== undefined || hash !== undefined;
    // A signed transaction may only be waiting for the ones before it; and an error that is no end of its own says
    // nothing of an earlier attempt, whose hash it names.
    const isOpen = error.retryable || (hash !== undefined && !ENDS.test(error.code));
    if (status < 500 && status !== 429) return !(isTaken && isOpen);
    return !isTaken && !error.retryable && error.code !== 'UNEXPECTED_ANSWER';
  }

  /** The answer to a client that waits no longer: neither success nor failure. */
  pending(): GatewayError {
    const reference = this.#reference;
    const error = this.#pending(reference);
    return error.about(reference);
  }

  #pending({ requestId, custodyId }: Partial<TransactionReference> = {}): GatewayError {
    if (this.#isSigned) {
      const reason = 'it is on its way';
      return new TransactionUnconfirmedError('pending', reason);
    }
    if (requestId) return new SignaturePendingError({ requestId, custodyId, status: this.#status });
    return new HttpError('TRANSACTION_WAITING', 'It waits for its turn.', {
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
    default:
      return 'hash' in event && event.hash ? { hash: event.hash } : {};
  }
}
