import { isObject } from '../../core/json.js';
import { type Random, uuidOf } from '../../core/random.js';
import type { TimeSource } from '../clock.js';
import { platformHeaders, type SigningCredentials } from '../signatures/request-signing.js';
import { PlatformRefusal } from './platform-refusal.js';

/** The provider that the platform works with. */
export interface PlatformTarget {
  /** Its base URL. */
  readonly url: string;
  /** What the platform signs its requests with: the API key that the provider issued, and the platform's own key. */
  readonly credentials: SigningCredentials;
  /** Where it takes settlements that are forced. Default: as the kit has it. */
  readonly forcedSettlementPath?: string;
  /** Where it takes notifications. Default: as the kit has it. */
  readonly notificationsPath?: string;
}

/** What the platform's requests are dated and told apart by: the provider that checks them has no skipped time. */
export interface CallerParts {
  readonly time: TimeSource;
  readonly random: Random;
}

const FORCED = '/accounts/{accountId}/collateral/{collateralId}/settlements/force';
const NOTIFICATIONS = '/collateral/notifications';
const TIMEOUT_MS = 30_000;

/** What the platform asks of a provider, signed by both of its keys. */
export class ProviderCaller {
  readonly #target: PlatformTarget;
  readonly #time: TimeSource;
  readonly #random: Random;

  constructor(target: PlatformTarget, { time, random }: CallerParts) {
    this.#target = target;
    this.#time = time;
    this.#random = random;
  }

  /** @throws PlatformRefusal 502 where the provider refuses, or answers with no JSON object. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    sent?: unknown,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { url, credentials } = this.#target;
    const body = sent === undefined ? '' : JSON.stringify(sent);
    const timestamp = `${this.#time.now()}`;
    const nonce = uuidOf(this.#random);
    const late = new AbortController();
    const cancel = this.#time.after(TIMEOUT_MS, () => late.abort());
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: platformHeaders(credentials, { method, path, body, timestamp, nonce }),
        redirect: 'manual',
        signal: late.signal,
        ...(body === '' ? {} : { body }),
      });
      const text = await response.text();
      const json: unknown = text === '' ? {} : JSON.parse(text);
      if (!response.ok || !isObject(json)) throw new PlatformRefusal(502, 'provider-refused');
      return json;
    } finally {
      cancel();
    }
  }

  forced(accountId: string, collateralId: string): string {
    const { forcedSettlementPath = FORCED } = this.#target;
    return forcedSettlementPath
      .replace('{accountId}', accountId)
      .replace('{collateralId}', collateralId);
  }

  get notifications(): string {
    return this.#target.notificationsPath ?? NOTIFICATIONS;
  }
}
