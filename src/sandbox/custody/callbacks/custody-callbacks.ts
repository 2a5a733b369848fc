import { createPublicKey, type KeyObject } from 'node:crypto';
import type { SandboxClock } from '../../clock.js';
import type { RsaKeys } from '../../rsa-keys.js';
import { type Derive, derivedUuid } from '../../seed.js';
import { signJws } from '../jws.js';
import type { NativeTransfers } from '../native-transfer.js';
import type { Outbox } from '../outbox.js';
import type { CustodyTransaction } from '../transactions.js';
import { type CallbackOutcome, readAnswer } from './callback-answer.js';
import { type CallbackPhase, transactionClaims } from './callback-claims.js';

/**
 * Where the co-signer asks before it signs, and how.
 *
 * @example
 * ```ts
 * import { type CallbackOptions, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const options: CallbackOptions = {
 *   handlerPublicKey: await sandbox.custody.callbacks.publicKey(), // the handler's own, in earnest
 *   timeoutMs: 500,
 *   retryEveryMs: 100,
 * };
 * sandbox.custody.callbacksTo('http://127.0.0.1:9/callback', options);
 * await sandbox.stop();
 * ```
 */
export interface CallbackOptions {
  /** The public key that the handler's answers are verified with: RSA, PEM or a KeyObject. */
  readonly handlerPublicKey: string | KeyObject;
  /** Milliseconds that an answer may take. Default 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds of the sandbox's time after a `RETRY`. Default 180,000 (three minutes). */
  readonly retryEveryMs?: number;
  /** How often a `RETRY` is followed. Default 20; then the request has failed. */
  readonly maxRetries?: number;
  /**
   * Whether the co-signer is an approver too, and so is asked twice: to authorise, where `IGNORE`
   * leaves the decision to `approvals`, and to sign. Default `false`: to sign only.
   */
  readonly approves?: boolean;
}

/**
 * Changes the claims of a callback's token before they are signed.
 *
 * @example
 * ```ts
 * import { type ClaimsEdit, startSandbox } from 'custody-gateways/sandbox';
 *
 * const withoutPayload: ClaimsEdit = ({ extraParameters, ...claims }) => claims;
 * const sandbox = await startSandbox();
 * sandbox.custody.callbacks.editClaims(withoutPayload);
 * await sandbox.stop();
 * ```
 */
export type ClaimsEdit = (
  claims: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

interface Target {
  readonly url: string;
  readonly handlerKey: KeyObject;
  readonly options: CallbackOptions;
}

const TIMEOUT_MS = 30_000;
const RETRY_EVERY_MS = 180_000;
const MAX_RETRIES = 20;

/**
 * The co-signer of a custody platform, as far as its callback handler sees it. Before it signs a RAW request
 * or a TRANSFER it posts a token, RS256 with its own key, to `<url>/v2/tx_sign_request`, and does
 * what the signed answer says.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { callbacks } = sandbox.custody;
 * const pem = await callbacks.publicKey(); // what a callback handler verifies requests with
 * callbacks.editClaims((claims) => ({ ...claims, sourceId: '7' })); // an attack
 * await sandbox.stop();
 * ```
 */
export class CustodyCallbacks {
  readonly #clock: SandboxClock;
  readonly #outbox: Outbox;
  readonly #derive: Derive;
  readonly #transfers: NativeTransfers;
  readonly #rsaKeys: RsaKeys;
  readonly #outcomes: CallbackOutcome[] = [];
  #target: Target | undefined;
  #editClaims: ClaimsEdit | undefined;
  #editToken: ((token: string) => string) | undefined;
  #configChanges = 0;

  /** @internal */
  constructor(options: {
    readonly clock: SandboxClock;
    readonly outbox: Outbox;
    readonly derive: Derive;
    readonly transfers: NativeTransfers;
    readonly rsaKeys: RsaKeys;
  }) {
    this.#clock = options.clock;
    this.#outbox = options.outbox;
    this.#derive = options.derive;
    this.#transfers = options.transfers;
    this.#rsaKeys = options.rsaKeys;
  }

  /**
   * The co-signer's public key.
   *
   * @returns SPKI PEM.
   */
  async publicKey(): Promise<string> {
    const key = createPublicKey(await this.#rsaKeys('co-signer'));
    return key.export({ type: 'spki', format: 'pem' }).toString();
  }

  /** What the handler's answers came to, oldest first. */
  get outcomes(): readonly CallbackOutcome[] {
    return [...this.#outcomes];
  }

  /**
   * Changes the claims of every request before they are signed.
   *
   * @param edit - Gets the claims and gives those that are sent. Without one, nothing is changed any more.
   */
  editClaims(edit?: ClaimsEdit): void {
    this.#editClaims = edit;
  }

  /**
   * Changes every request's signed token.
   *
   * @param edit - Gets the token, a compact JWS, and gives what is sent. Without one, nothing is changed any more.
   */
  editToken(edit?: (token: string) => string): void {
    this.#editToken = edit;
  }

  /**
   * Asks the handler about a change of the workspace's configuration.
   *
   * @param type - What changes, such as `ADD_USER`.
   * @param extraInfo - The claim `extraInfo`, as JSON. Default `{}`.
   * @returns The handler's decision, or `FAILED` with the reason.
   * @throws Error when no callbacks were configured.
   */
  async changeConfig(type: string, extraInfo: unknown = {}): Promise<CallbackOutcome> {
    const target = this.#target;
    if (target === undefined) throw new Error('no callbacks are configured: see callbacksTo');
    this.#configChanges += 1;
    const requestId = derivedUuid(this.#derive, `config change ${this.#configChanges}`);
    const claims = { requestId, type, extraInfo };
    return this.#ask(target, '/v2/config_change_sign_request', claims, requestId);
  }

  /**
   * @param url - The handler's URL, without `/v2/...`; `undefined` for none.
   * @param options - How it is asked; `undefined` only without a URL.
   * @internal
   */
  to(url: string | undefined, options: CallbackOptions | undefined): void {
    this.#target =
      url === undefined || options === undefined
        ? undefined
        : {
            url: url.replace(/(?<!\/)\/+$/, ''),
            handlerKey: keyOf(options.handlerPublicKey),
            options,
          };
  }

  /**
   * Whether the handler is asked in this phase.
   *
   * @param phase - `approval`, to authorise, or `signing`.
   * @returns `false` without a handler, and for `approval` if the co-signer is no approver.
   * @internal
   */
  asksFor(phase: CallbackPhase): boolean {
    return (
      this.#target !== undefined && (phase === 'signing' || this.#target.options.approves === true)
    );
  }

  /**
   * Asks about a transaction.
   *
   * @param transaction - The transaction that is to be authorised or signed.
   * @param phase - `approval`, to authorise, or `signing`.
   * @returns The handler's decision, or `FAILED` with the reason. `APPROVE` when there is nobody to
   * ask, as with the real co-signer.
   * @internal
   */
  about(transaction: CustodyTransaction, phase: CallbackPhase): Promise<CallbackOutcome> {
    const target = this.#target;
    if (target === undefined) return Promise.resolve({ action: 'APPROVE' });
    const requestId = derivedUuid(this.#derive, `callback ${phase} ${transaction.id}`);
    const claims = transactionClaims(transaction, phase, requestId, this.#transfers);
    return this.#ask(target, '/v2/tx_sign_request', claims, requestId);
  }

  /** Asks until there is an answer other than `RETRY`. Every time the claims are the same. */
  async #ask(
    target: Target,
    path: string,
    claims: Readonly<Record<string, unknown>>,
    requestId: string,
  ): Promise<CallbackOutcome> {
    const { handlerKey, options } = target;
    const { retryEveryMs = RETRY_EVERY_MS, maxRetries = MAX_RETRIES } = options;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#post(target, path, claims, attempt);
      const outcome = readAnswer(answer, requestId, handlerKey);
      this.#outcomes.push(outcome);
      if (outcome.action !== 'RETRY') return outcome;
      if (attempt > maxRetries) return { action: 'FAILED', reason: 'undecided for too long' };
      await this.#clock.sleep(retryEveryMs);
    }
  }

  async #post(
    { url, options }: Target,
    path: string,
    claims: Readonly<Record<string, unknown>>,
    attempt: number,
  ) {
    const body = this.#editClaims?.(claims) ?? claims;
    const payload = Buffer.from(JSON.stringify(body));
    const token = signJws({ alg: 'RS256', typ: 'JWT' }, payload, await this.#rsaKeys('co-signer'));
    return this.#outbox.post({
      kind: 'callback',
      url: `${url}${path}`,
      body,
      attempt,
      at: this.#clock.now(),
      text: this.#editToken?.(token) ?? token,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    });
  }
}

function keyOf(key: string | KeyObject): KeyObject {
  return typeof key === 'string' ? createPublicKey(key) : key;
}
