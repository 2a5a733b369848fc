import type { Clock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { knownOptions, type ShapesOf } from '../core/known-options.js';
import type { PollPace } from '../core/poll.js';
import { isStore, type Store } from '../store/store.js';
import type { FireblocksClient } from './client.js';
import type { PinnedKeys } from './rest/public-keys.js';
import {
  connectionShapes,
  type FireblocksConnection,
  FireblocksRestClient,
} from './rest/rest-client.js';
import { WebhookNotes } from './webhooks/webhook-notes.js';

/** The settings of a {@link FireblocksRawSigner} besides its connection. */
export interface FireblocksSignerSettings {
  /** Public keys that are already known, as hex; reading them needs an administrator's role. */
  readonly publicKeys?: PinnedKeys;
  /**
   * How often a request is read. Default: every 200 ms for ten seconds, then at longer pauses, a tenth longer each, up
   * to a minute; and whenever it is as old as the vault's latest requests were when they were signed. The pauses begin
   * anew with each news.
   */
  readonly polling?: PollPace;
  /**
   * Milliseconds that `sign` and `transfer` of this signer wait where a call gives no `timeoutMs`. Calls of a gateway
   * wait as the gateway's own `signatureTimeoutMs` says. Default 600,000 (ten minutes).
   */
  readonly signatureTimeoutMs?: number;
  /**
   * States that Fireblocks' webhooks reach {@link FireblocksRawSigner.handleWebhook} in this process: then a request
   * that was made here is not read while they report on it. Default: no webhooks are expected.
   */
  readonly webhooks?: WebhookExpectation;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
}

/**
 * How far webhooks are relied on. They can be lost, so requests are still read after a silence.
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
  /** Milliseconds without news of a request after which it is read; again after each such silence. Default 60,000. */
  readonly silenceMs?: number;
  /**
   * A store in which processes share the news of their webhooks: give all of them the same. A wait then also ends
   * early when its webhook reached another process: it reads the store as often as `polling` says, and asks
   * Fireblocks once it finds news. The store's content alone is never believed. Default: none.
   */
  readonly store?: Store;
}

/** Either a connection to Fireblocks' API, or a client that the user already has. */
export type FireblocksRawSignerOptions = FireblocksSignerSettings &
  (
    | FireblocksConnection
    | {
        /** Makes every call to Fireblocks, with settings of its own. No field of a connection goes with it. */
        readonly client: FireblocksClient;
      }
  );

const settingShapes: ShapesOf<FireblocksSignerSettings> = {
  publicKeys: 'function',
  polling: { firstMs: 'number', steadyMs: 'number', factor: 'number', maxMs: 'number' },
  signatureTimeoutMs: 'number',
  webhooks: { silenceMs: 'number', store: 'any' },
  clock: 'any',
};
/** A client has settings of its own. */
const withClient = { ...settingShapes, client: 'any' } as const;
const withConnection: ShapesOf<FireblocksSignerSettings & FireblocksConnection> = {
  ...settingShapes,
  ...connectionShapes,
};

/**
 * The user's own client, or one for the connection.
 *
 * @throws ConfigurationError naming an option that there is not, or of another type.
 */
export function clientIn(options: FireblocksRawSignerOptions): FireblocksClient {
  if (!hasClient(options)) return new FireblocksRestClient(options, withConnection);
  knownOptions(options, withClient);
  return options.client;
}

/** What is no object has none: it is refused with the connection. */
function hasClient(
  options: FireblocksRawSignerOptions,
): options is FireblocksSignerSettings & { readonly client: FireblocksClient } {
  return 'client' in Object(options);
}

const DEFAULT_POLLING: PollPace = {
  firstMs: 200,
  steadyMs: 10_000,
  factor: 1.1,
  maxMs: 60_000,
};
const DEFAULT_SILENCE_MS = 60_000;

/** @throws ConfigurationError for a pace without pauses between requests to Fireblocks. */
export function checkPace(pace: PollPace = DEFAULT_POLLING): PollPace {
  const { firstMs, steadyMs = 0, factor, maxMs } = pace;
  if (firstMs > 0 && steadyMs >= 0 && factor >= 1 && maxMs >= firstMs) return pace;
  throw new ConfigurationError(
    'polling',
    'needs firstMs > 0, maxMs >= firstMs, steadyMs >= 0, factor >= 1',
  );
}

/**
 * The store in which processes share the news of webhooks, if there is one.
 *
 * @throws ConfigurationError for an invalid store.
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
 * The silence after which a request is read: none where no webhooks are expected.
 *
 * @throws ConfigurationError for an invalid time.
 */
export function checkSilence(webhooks: WebhookExpectation | undefined): number {
  if (webhooks === undefined) return 0;
  const { silenceMs = DEFAULT_SILENCE_MS } = webhooks;
  if (silenceMs > 0) return silenceMs;
  throw new ConfigurationError('webhooks.silenceMs', 'must be above zero');
}
