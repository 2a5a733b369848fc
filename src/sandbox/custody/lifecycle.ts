import type { SandboxClock } from '../clock.js';
import { badRequest } from './api-error.js';
import {
  type ApprovalPolicy,
  type ApprovalRequest,
  type DetailedDecision,
  decide,
  type Refusal,
  refusalOf,
} from './approvals.js';
import type { CallbackOutcome } from './callbacks/callback-answer.js';
import type { CustodyCallbacks } from './callbacks/custody-callbacks.js';
import type { NativeTransfers, TransferReport } from './native-transfer.js';
import type { RawSigning } from './raw-signing.js';
import type { CustodyTransaction, SignedMessage } from './transactions.js';

/**
 * Changes signatures on their way out: a custody platform that misbehaves.
 *
 * @example
 * ```ts
 * import { type SignatureEdit, startSandbox } from 'custody-gateways/sandbox';
 *
 * const forged: SignatureEdit = (messages) =>
 *   messages.map((message) => ({ ...message, signature: { fullSig: '11'.repeat(64) } }));
 * const sandbox = await startSandbox();
 * sandbox.custody.editSignatures(forged);
 * await sandbox.stop();
 * ```
 */
export type SignatureEdit = (messages: readonly SignedMessage[]) => readonly SignedMessage[];

export interface LifecycleOptions {
  readonly clock: SandboxClock;
  readonly policy: ApprovalPolicy;
  readonly signing: RawSigning;
  readonly transfers: NativeTransfers;
  readonly callbacks: CustodyCallbacks;
  /** Called when a transaction was taken, and whenever its status changes. */
  readonly onChange: (transaction: CustodyTransaction) => void;
}

/** Until here a transaction can be cancelled. */
const CANCELLABLE = new Set(['SUBMITTED', 'PENDING_AUTHORIZATION', 'PENDING_SIGNATURE', 'QUEUED']);

/** Walks every transaction through its statuses, from SUBMITTED to its end. */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  /** How to keep the windows of open transactions from closing. */
  readonly #windows = new Map<string, () => void>();
  /** Transactions that the co-signer was asked to sign. */
  readonly #cosigned = new Set<string>();
  #signaturesThatWin = 0;
  #edit: SignatureEdit | undefined;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  begin(transaction: CustodyTransaction): void {
    this.#options.onChange(transaction);
    this.#options.clock.after(0, () => {
      // A cancellation may have been faster.
      if (transaction.status !== 'SUBMITTED') return;
      const { failure } = transaction.request;
      const signatures = this.#cached(transaction);
      if (failure !== undefined) this.#move(transaction, 'FAILED', failure);
      else if (signatures !== undefined) this.#complete(transaction, signatures);
      else this.#ask(transaction);
    });
  }

  /** Authorises and signs, whatever the policy said. */
  approve(transaction: CustodyTransaction): void {
    this.#requireOpen(transaction);
    this.authorize(transaction);
    if (!this.#options.callbacks.asksFor('signing')) this.#sign(transaction);
    else void this.#cosign(transaction);
  }

  /** Authorises, and leaves the signature to come, or not. */
  authorize(transaction: CustodyTransaction): void {
    this.#requireOpen(transaction);
    if (transaction.status !== 'PENDING_SIGNATURE') this.#move(transaction, 'PENDING_SIGNATURE');
  }

  refuse(transaction: CustodyTransaction, { status, ...progress }: Refusal): void {
    this.#requireOpen(transaction);
    this.#move(transaction, status, progress);
  }

  /** @throws ApiError 400 when it is too late. */
  cancel(transaction: CustodyTransaction): void {
    if (!CANCELLABLE.has(transaction.status)) {
      throw badRequest(`A transaction in status ${transaction.status} cannot be cancelled`);
    }
    this.#move(transaction, 'CANCELLING');
    const signatureWins = this.#signaturesThatWin > 0 && transaction.request.operation === 'RAW';
    if (signatureWins) this.#signaturesThatWin -= 1;
    this.#options.clock.after(0, () => {
      const { messages } = transaction.request;
      if (signatureWins) this.#complete(transaction, this.#options.signing.sign(messages));
      else this.#move(transaction, 'CANCELLED', { subStatus: 'CANCELLED_BY_USER' });
    });
  }

  /** The next `times` cancellations come too late: the signature is there first. */
  letSignaturesWin(times: number): void {
    this.#signaturesThatWin = times;
  }

  editSignatures(edit: SignatureEdit | undefined): void {
    this.#edit = edit;
  }

  #requireOpen(transaction: CustodyTransaction): void {
    if (CANCELLABLE.has(transaction.status)) return;
    throw new Error(`transaction ${transaction.id} is ${transaction.status} already`);
  }

  #ask(transaction: CustodyTransaction): void {
    const { clock, policy, callbacks } = this.#options;
    if (policy !== 'auto' || callbacks.asksFor('approval')) {
      this.#move(transaction, 'PENDING_AUTHORIZATION');
    }
    const cancel = clock.after(transaction.expiresAt - clock.now(), () =>
      this.#expire(transaction),
    );
    this.#windows.set(transaction.id, cancel);
    void this.#decide(transaction);
  }

  async #decide(transaction: CustodyTransaction): Promise<void> {
    if (this.#options.callbacks.asksFor('approval')) {
      const outcome = await this.#options.callbacks.about(transaction, 'approval');
      // A cancellation, or the test itself, may have been faster.
      if (transaction.status !== 'PENDING_AUTHORIZATION') return;
      if (outcome.action === 'APPROVE') return this.approve(transaction);
      if (outcome.action !== 'IGNORE') return this.#refuseFor(transaction, outcome, 'REJECTED');
    }
    let decision: DetailedDecision;
    try {
      decision = await decide(this.#options.policy, approvalRequest(transaction));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      decision = { decision: 'fail', reason: `the approval policy failed: ${reason}` };
    }
    if (decision.decision === 'wait') return;
    const act = () => this.#act(transaction, decision);
    if (decision.afterMs !== undefined) this.#options.clock.after(decision.afterMs, act);
    else if (decision.decision !== 'expire') act();
  }

  #act(transaction: CustodyTransaction, { decision, ...details }: DetailedDecision): void {
    // A cancellation, or the test itself, may have been faster.
    if (!CANCELLABLE.has(transaction.status) || decision === 'wait') return;
    if (decision === 'approve') this.approve(transaction);
    else if (decision === 'authorize') this.authorize(transaction);
    else this.refuse(transaction, refusalOf(decision, details));
  }

  /** The co-signer signs only what its callback handler approves. */
  async #cosign(transaction: CustodyTransaction): Promise<void> {
    if (this.#cosigned.has(transaction.id)) return;
    this.#cosigned.add(transaction.id);
    const outcome = await this.#options.callbacks.about(transaction, 'signing');
    if (transaction.status !== 'PENDING_SIGNATURE') return;
    if (outcome.action === 'APPROVE') this.#sign(transaction);
    else this.#refuseFor(transaction, outcome, 'CANCELLED');
  }

  /** A `REJECT` is a decision; everything else here is a failure, `IGNORE` of a signature too. */
  #refuseFor(
    transaction: CustodyTransaction,
    { action, reason }: CallbackOutcome,
    status: string,
  ): void {
    const details = { reason: reason ?? action };
    const refusal =
      action === 'REJECT'
        ? refusalOf('reject', { ...details, status })
        : refusalOf('fail', { ...details, subStatus: 'SIGNING_ERROR' });
    this.refuse(transaction, refusal);
  }

  #sign(transaction: CustodyTransaction): void {
    const { operation, messages } = transaction.request;
    if (operation === 'TRANSFER') this.#transfer(transaction);
    else this.#complete(transaction, this.#options.signing.sign(messages));
  }

  /** The window has closed: nobody authorised it, or nobody signed it. */
  #expire(transaction: CustodyTransaction): void {
    if (!CANCELLABLE.has(transaction.status)) return;
    const unsigned = transaction.status === 'PENDING_SIGNATURE';
    this.#move(transaction, unsigned ? 'CANCELLED' : 'FAILED', { subStatus: 'TIMEOUT' });
  }

  #cached({ request }: CustodyTransaction): readonly SignedMessage[] | undefined {
    return request.operation === 'RAW' ? this.#options.signing.cached(request.messages) : undefined;
  }

  #complete(transaction: CustodyTransaction, signed: readonly SignedMessage[]): void {
    const signedMessages = this.#edit?.(signed) ?? signed;
    this.#move(transaction, 'COMPLETED', { signedMessages });
  }

  #transfer(transaction: CustodyTransaction): void {
    const report: TransferReport = {
      broadcast: (progress) => this.#move(transaction, 'BROADCASTING', progress),
      confirming: (progress) => this.#move(transaction, 'CONFIRMING', progress),
      completed: (progress) => this.#move(transaction, 'COMPLETED', progress),
      failed: (subStatus, errorDescription, progress) =>
        this.#move(transaction, 'FAILED', { ...progress, subStatus, errorDescription }),
    };
    this.#options.transfers.send(transaction.request, report);
  }

  #move(
    transaction: CustodyTransaction,
    status: string,
    progress: Parameters<CustodyTransaction['move']>[2] = {},
  ): void {
    if (transaction.isFinal) return;
    transaction.move(status, this.#options.clock.now(), progress);
    this.#options.onChange(transaction);
    if (!CANCELLABLE.has(status)) {
      this.#windows.get(transaction.id)?.();
      this.#windows.delete(transaction.id);
    }
  }
}

function approvalRequest({ id, request, expiresAt }: CustodyTransaction): ApprovalRequest {
  const { operation, messages, externalTxId, assetId, sourceId, note, transfer } = request;
  const address = transfer?.destination.address;
  return {
    id,
    operation,
    messages,
    expiresAt,
    ...(externalTxId === undefined ? {} : { externalTxId }),
    ...(assetId === undefined ? {} : { assetId }),
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(note === undefined ? {} : { note }),
    ...(request.extraParameters === undefined ? {} : { extraParameters: request.extraParameters }),
    ...(transfer === undefined ? {} : { amount: transfer.amount }),
    ...(address === undefined ? {} : { destinationAddress: address }),
  };
}
