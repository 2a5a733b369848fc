import type { Clock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import type { PollPace } from '../core/poll.js';
import { isStore, type Store } from '../store/store.js';
import type { FireblocksClient } from './client.js';
import type { PinnedKeys } from './public-keys.js';
import type { FireblocksConnection } from './rest-client.js';
import { WebhookNotes } from './webhook-notes.js';

/** What a {@link FireblocksRawSigner} needs beside a connection. */
export interface FireblocksSignerSettings {
  /** Public keys that are known already, as hex; reading them needs an administrator's role. */
  readonly publicKeys?: PinnedKeys;
  /** How often a request is looked at. Default: after 250 ms, then 1.6 times longer, up to 5 s. */
  readonly polling?: PollPace;
  /** Milliseconds that a call waits for a signature by default. Default 600,000 (ten minutes). */
  readonly signatureTimeoutMs?: number;
  /**
   * Says that the custody's webhooks reach {@link FireblocksRawSigner.handleWebhook} in this process:
   * then a request that was made here is not looked at while they tell of it. Default: none expected.
   */
  readonly webhooks?: WebhookExpectation;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

/**
 * How far webhooks are relied on. They can be lost, so never altogether.
 *
 * @example
 * ```ts
 * import type { WebhookExpectation } from 'custody-gateways/fireblocks';
 * import { redisStore } from 'custody-gateways/store';
 * import { createClient } from 'redis';
 *
 * const client = createClient();
 * const webhooks: WebhookExpectation = { silenceMs: 20_000, store: redisStore(client) };
 * ```
 */
export interface WebhookExpectation {
  /**
   * Milliseconds without news of a request after which it is looked at; again after each such silence.
   * Default 60,000.
   */
  readonly silenceMs?: number;
  /**
   * Where processes tell each other what webhooks have told them: give all of them the same. Then a wait ends
   * soon, too, where its webhook reached another process: a wait looks there as often as `polling` says, and asks
   * the custody once it finds something. What is there is never believed by itself. Default: none.
   */
  readonly store?: Store;
}

/** Either the custody's API by connection, or a client that the user already has. */
export type FireblocksRawSignerOptions = FireblocksSignerSettings &
  (FireblocksConnection | { readonly client: FireblocksClient });

const DEFAULT_POLLING: PollPace = { firstMs: 250, factor: 1.6, maxMs: 5_000 };
const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_SILENCE_MS = 60_000;

/** @throws ConfigurationError for a pace that would ask the custody without a pause. */
export function checkPace(pace: PollPace = DEFAULT_POLLING): PollPace {
  if (pace.firstMs > 0 && pace.factor >= 1 && pace.maxMs >= pace.firstMs) return pace;
  throw new ConfigurationError(
    'polling',
    'needs a positive firstMs, a factor of 1 or more and a maxMs of firstMs or more',
  );
}

/** @throws ConfigurationError for a time that is none. */
export function checkTimeout(timeoutMs: number = DEFAULT_TIMEOUT_MS): number {
  if (timeoutMs >= 0) return timeoutMs;
  throw new ConfigurationError('signatureTimeoutMs', 'must be milliseconds, 0 or more');
}

/**
 * Where processes tell each other of webhooks, if they do.
 *
 * @throws ConfigurationError for a store that is none.
 */
export function notesOf(
  webhooks: WebhookExpectation | undefined,
  clock: Clock,
): WebhookNotes | undefined {
  if (webhooks?.store === undefined) return undefined;
  if (isStore(webhooks.store)) return new WebhookNotes(webhooks.store, clock);
  throw new ConfigurationError('webhooks.store', 'must be a Store');
}

/**
 * The silence after which a request is looked at: none where no webhooks are expected.
 *
 * @throws ConfigurationError for a time that is none.
 */
export function checkSilence(webhooks: WebhookExpectation | undefined): number {
  if (webhooks === undefined) return 0;
  const { silenceMs = DEFAULT_SILENCE_MS } = webhooks;
  if (silenceMs > 0) return silenceMs;
  throw new ConfigurationError('webhooks.silenceMs', 'must be milliseconds, above zero');
}
