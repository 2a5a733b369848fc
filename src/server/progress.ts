import { GatewayError, type TransactionReference } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { canonicalJson } from '../core/json.js';
import { HttpError } from '../http/errors.js';
import { statusOf } from '../http/statuses.js';
import { SignaturePendingError } from '../signer/errors.js';
import { type TransactionEvent, TransactionUnconfirmedError } from '../transactions/index.js';

/** What errors tell as the end of a transaction that is signed; and another input's. */
const ENDS = /^(?:TRANSACTION|SIGNATURE|BATCH|IDEMPOTENCY)_/;

/** What events have in common, where they have it. */
interface Told extends Pick<TransactionEvent, 'type' | 'idempotencyKey' | 'attempt'> {
  readonly requestId?: string | undefined;
  readonly custodyId?: string;
  readonly hash?: string | undefined;
  readonly status?: string;
  readonly state?: string;
}

/** The progress of one transaction, from its events. */
export class Progress {
  #reference: TransactionReference | undefined;
  /** The custody platform's latest word. */
  #said: Told | undefined;
  #isSigned = false;
  /** Whether a node has it, or the custody platform has sent it. */
  #isSent = false;
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

  readonly listener: Listener<TransactionEvent> = (event: Told) => {
    const { type, idempotencyKey, attempt, requestId, custodyId, hash, state } = event;
    let known: Partial<TransactionReference> = this.#reference ?? {};
    const { attempt: latest = attempt, requestId: asked = requestId } = known;
    // Of two requests with the key, one may be further.
    if (attempt < latest) return;
    if (attempt > latest || (requestId ?? asked) !== asked) {
      // Another attempt, or the rest of a batch, is another request. The hash of the one before, which may land, stays
      // until it has its own.
      known = known.hash ? { hash: known.hash } : {};
      this.#said = undefined;
      this.#isSigned = false;
      this.#isSent = false;
    }
    this.#reference = {
      ...known,
      idempotencyKey,
      attempt,
      ...(requestId && { requestId }),
      ...(custodyId && { custodyId }),
      ...(hash && { hash }),
    };
    if (type === 'lane-entered') this.#hasEntered = true;
    if (requestId) this.#wasAsked = true;
    if (state) this.#said = event;
    // Only a signed transaction has a hash. A batch has none before one of its members is sent.
    if (hash || state === 'signed' || type === 'signed') this.#isSigned = true;
    if ((hash && state) || /submitted|sent/.test(type)) this.#isSent = true;
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
    if (!this.#wasAsked || this.#isCertain(known)) return error;
    const reason = known?.message.replace(/\.$/, '') ?? 'the server failed';
    const details = { cause: known?.code ?? 'INTERNAL' };
    return new TransactionUnconfirmedError('unknown', reason, { details, cause: error })
      .about(known?.transaction)
      .about(this.#reference);
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
    return this.#waiting().about(this.#reference);
  }

  #waiting(): GatewayError {
    const { requestId, custodyId } = this.#reference ?? {};
    // The custody platform may give up what it has sent.
    const isOnItsWay = this.#isSent && this.#said?.state !== 'rejected';
    if (isOnItsWay) return new TransactionUnconfirmedError('pending', 'it is on its way');
    if (this.#isSigned) return new TransactionUnconfirmedError('unknown', 'it is signed');
    if (requestId)
      return new SignaturePendingError({ requestId, custodyId, status: this.#said?.status });
    return new HttpError('TRANSACTION_WAITING', 'It waits for its turn.', { retryable: true });
  }
}
