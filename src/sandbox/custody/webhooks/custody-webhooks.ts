import type { SandboxClock } from '../../clock.js';
import type { Derive } from '../../seed.js';
import type { Outbox } from '../outbox.js';
import { type TransactionEvent, type WebhookVersion, WebhookWording } from './webhook-events.js';
import type { WebhookKeys } from './webhook-keys.js';

/**
 * Where webhooks go, and how.
 *
 * @example
 * ```ts
 * import { startSandbox, type WebhookOptions } from 'custody-gateways/sandbox';
 *
 * const options: WebhookOptions = { versions: ['v2'], retryAfterMs: [50, 50] };
 * const sandbox = await startSandbox();
 * sandbox.custody.webhooksTo('http://127.0.0.1:9/hooks', options);
 * await sandbox.stop();
 * ```
 */
export interface WebhookOptions {
  /** Each event is sent once in each of these forms. Default `['v2']`. */
  readonly versions?: readonly WebhookVersion[];
  /** Whether version 2 carries the signature of version 1 too, as during a migration. Default `false`. */
  readonly bothSignatures?: boolean;
  /**
   * Milliseconds of the sandbox's time before each repetition; after the last one an event is given
   * up. Default: the vendor's 10 s to 4 h for version 2, 5 s to 43 minutes for version 1.
   */
  readonly retryAfterMs?: readonly number[];
  /** Milliseconds that an answer may take. Default 15,000. */
  readonly timeoutMs?: number;
}

/**
 * A webhook as it leaves.
 *
 * @example
 * ```ts
 * import { startSandbox, type WebhookRequest } from 'custody-gateways/sandbox';
 *
 * const forged = ({ headers, body }: WebhookRequest): WebhookRequest => ({
 *   headers,
 *   body: body.replace('REJECTED', 'COMPLETED'), // what was signed before is signed no more
 * });
 * const sandbox = await startSandbox();
 * sandbox.custody.webhooks.edit(forged);
 * await sandbox.stop();
 * ```
 */
export interface WebhookRequest {
  /**
   * With names in lower case: `content-type`, and `fireblocks-webhook-signature` (version 2), `fireblocks-signature`
   * (version 1) or both.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, of which every byte is signed. */
  readonly body: string;
}

interface Target {
  readonly url: string;
  readonly options: WebhookOptions;
}

interface Delivery {
  readonly target: Target;
  readonly version: WebhookVersion;
  readonly body: Record<string, unknown>;
}

const SECOND = 1_000;
const RETRY_AFTER_MS: Readonly<Record<WebhookVersion, readonly number[]>> = {
  v1: [5, 15, 35, 75, 155, 315, 635, 1_275, 2_555].map((seconds) => seconds * SECOND),
  v2: [10, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400].map((seconds) => seconds * SECOND),
};
const TIMEOUT_MS = 15_000;
/** What can be sent once more; beyond it the oldest are forgotten. */
const MAX_EVENTS = 10_000;
/** Besides 5xx and no answer at all. Every other refusal is final. */
const REPEATED = new Set([408, 429]);

/**
 * The webhooks of a custody platform: one for every status that a transaction gets, signed, and repeated
 * until they are taken. They are sent at once, none waits for another, and so they may arrive in any
 * order, as from the real thing.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { webhooks } = sandbox.custody;
 * const pem = await webhooks.publicKey(); // for signatures of version 1
 * const { jwksUrl } = webhooks; // for those of version 2
 * webhooks.lose(2); // the next two never arrive
 * await sandbox.stop();
 * ```
 */
export class CustodyWebhooks {
  readonly #clock: SandboxClock;
  readonly #outbox: Outbox;
  readonly #keys: WebhookKeys;
  readonly #wording: WebhookWording;
  readonly #baseUrl: () => string;
  readonly #events: TransactionEvent[] = [];
  #target: Target | undefined;
  #held: Delivery[] | undefined;
  #toLose = 0;
  #toDouble = 0;
  #edit: ((request: WebhookRequest) => WebhookRequest) | undefined;

  /** @internal */
  constructor(options: {
    readonly clock: SandboxClock;
    readonly outbox: Outbox;
    readonly keys: WebhookKeys;
    readonly derive: Derive;
    readonly baseUrl: () => string;
  }) {
    this.#clock = options.clock;
    this.#outbox = options.outbox;
    this.#keys = options.keys;
    this.#wording = new WebhookWording(options.derive);
    this.#baseUrl = options.baseUrl;
  }

  /** Where the public keys of version 2 are. */
  get jwksUrl(): string {
    return `${this.#baseUrl()}/.well-known/jwks.json`;
  }

  /**
   * The public key of version 1.
   *
   * @returns SPKI PEM.
   */
  publicKey(): Promise<string> {
    return this.#keys.legacyPublicKey();
  }

  /**
   * Signs with another key from now on: version 2 only.
   *
   * @param options - `retire` takes the earlier keys out of the published set; by default they stay.
   * @returns Its `kid`.
   */
  rotateKey({ retire = false }: { readonly retire?: boolean } = {}): string {
    return this.#keys.rotate(retire);
  }

  /**
   * The next webhooks never arrive, and nobody notices.
   *
   * @param times - How many, from now on. Default 1; 0 for none.
   */
  lose(times = 1): void {
    this.#toLose = times;
  }

  /**
   * The next webhooks arrive twice.
   *
   * @param times - How many, from now on. Default 1; 0 for none.
   */
  duplicate(times = 1): void {
    this.#toDouble = times;
  }

  /** Keeps webhooks back, until {@link CustodyWebhooks.release}. */
  hold(): void {
    this.#held ??= [];
  }

  /**
   * Sends what was kept back, each one after the answer to the one before.
   *
   * @param order - `as-happened` (the default), or `reversed`: the latest first.
   */
  async release(order: 'as-happened' | 'reversed' = 'as-happened'): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const delivery of order === 'reversed' ? held.reverse() : held) await this.#send(delivery);
  }

  /**
   * Changes every webhook after it was signed.
   *
   * @param edit - Gets headers and body, and gives those that are sent. Without one, nothing is changed any more.
   */
  edit(edit?: (request: WebhookRequest) => WebhookRequest): void {
    this.#edit = edit;
  }

  /**
   * Sends everything about a transaction once more.
   *
   * @param transactionId - The custody platform's own id, not the `externalTxId`.
   */
  resend(transactionId: string): void {
    for (const event of this.#events) if (event.transactionId === transactionId) this.#post(event);
  }

  /**
   * @param url - The URL that webhooks are posted to; `undefined` for nowhere.
   * @param options - Their versions, and when they are repeated.
   * @internal
   */
  to(url: string | undefined, options: WebhookOptions): void {
    this.#target = url === undefined ? undefined : { url, options };
  }

  /**
   * @param event - What happened to a transaction, and how the transaction is then.
   * @internal
   */
  announce(event: TransactionEvent): void {
    this.#events.push(event);
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    this.#post(event);
  }

  #post(event: TransactionEvent): void {
    const target = this.#target;
    if (target === undefined) return;
    for (const version of target.options.versions ?? ['v2']) {
      const delivery = { target, version, body: this.#wording.bodyOf(event, version) };
      if (this.#held === undefined) void this.#send(delivery);
      else this.#held.push(delivery);
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    if (this.#toLose > 0) {
      this.#toLose -= 1;
      return;
    }
    const twice = this.#toDouble > 0;
    if (twice) this.#toDouble -= 1;
    await Promise.all([this.#attempt(delivery, 1), ...(twice ? [this.#attempt(delivery, 1)] : [])]);
  }

  async #attempt(delivery: Delivery, attempt: number): Promise<void> {
    const { target, version, body } = delivery;
    const { timeoutMs = TIMEOUT_MS, retryAfterMs = RETRY_AFTER_MS[version] } = target.options;
    const signed = await this.#signed(delivery);
    const request = this.#edit?.(signed) ?? signed;
    const answer = await this.#outbox.post({
      kind: 'webhook',
      url: target.url,
      body,
      attempt,
      at: this.#clock.now(),
      text: request.body,
      headers: request.headers,
      timeoutMs,
    });
    const repeated = answer === undefined || answer.status >= 500 || REPEATED.has(answer.status);
    const pauseMs = retryAfterMs[attempt - 1];
    if (!repeated || pauseMs === undefined || this.#outbox.isStopped) return;
    this.#clock.after(pauseMs, () => void this.#attempt(delivery, attempt + 1));
  }

  async #signed({ version, body, target }: Delivery): Promise<WebhookRequest> {
    const text = JSON.stringify(body);
    const bytes = Buffer.from(text);
    const withLegacy = version === 'v1' || target.options.bothSignatures === true;
    return {
      body: text,
      headers: {
        'content-type': 'application/json',
        ...(withLegacy ? { 'fireblocks-signature': await this.#keys.legacySignature(bytes) } : {}),
        ...(version === 'v2'
          ? { 'fireblocks-webhook-signature': await this.#keys.detachedSignature(bytes) }
          : {}),
      },
    };
  }
}
