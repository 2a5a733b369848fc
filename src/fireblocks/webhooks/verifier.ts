import { type KeyObject, verify } from 'node:crypto';
import { type Clock, clockOf } from '../../core/clock.js';
import { ConfigurationError } from '../../core/errors.js';
import type { Fetch } from '../../core/http.js';
import { knownOptions } from '../../core/known-options.js';
import { HttpError } from '../../http/errors.js';
import { loadPublicKey } from '../credentials.js';
import { isSignedWith, parseJws } from '../jws.js';
import { type CustodyRegion, resolveKeySetUrl } from '../regions.js';
import { readEvent, type WebhookEvent } from './event.js';
import { KeySet } from './key-set.js';

/**
 * The keys that verify webhooks: the keys of version 2, those of version 1, or both.
 *
 * @example
 * ```ts
 * import { type WebhookVerifierOptions, webhookVerifier } from 'custody-gateways/fireblocks';
 *
 * const options: WebhookVerifierOptions = { keySet: 'US', minRefetchMs: 60_000 };
 * webhookVerifier(options);
 * ```
 */
export interface WebhookVerifierOptions {
  /**
   * Version 2: where Fireblocks publishes its keys, by region or as the URL of a JSON Web Key Set, such as
   * `https://keys.fireblocks.io/.well-known/jwks.json`.
   */
  readonly keySet?: CustodyRegion | (string & {});
  /**
   * Version 1: Fireblocks' public keys for your region, from its documentation, as PEM or KeyObject. Give several
   * while they are rotated. None are built in.
   */
  readonly legacyKeys?: readonly (string | KeyObject)[];
  /**
   * Milliseconds between two reads of the key set that webhooks can cause, by naming an unknown key or while the set
   * can't be read. Default 30,000.
   */
  readonly minRefetchMs?: number;
  /**
   * The accepted workspaces: `workspaceId` of version 2, `tenantId` of version 1. An event of another one, or of
   * none, is refused with 401, since Fireblocks signs the events of all its customers with the same keys. Default:
   * any workspace.
   */
  readonly workspaceIds?: readonly string[];
  /** Reads the key set of version 2. Default: the platform's. */
  readonly fetch?: Fetch;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
}

/**
 * A webhook as it was received. Its body must be exactly the bytes that were received.
 *
 * @example
 * ```ts
 * import type { ReceivedWebhook } from 'custody-gateways/fireblocks';
 *
 * async function webhookOf(request: Request): Promise<ReceivedWebhook> {
 *   return { headers: request.headers, body: new Uint8Array(await request.arrayBuffer()) };
 * }
 * ```
 */
export interface ReceivedWebhook {
  /** The request's: its signature is in `fireblocks-webhook-signature`, or in `fireblocks-signature` for version 1. */
  readonly headers: Headers;
  /** Unparsed: JSON that was parsed and written again may not match the signature. */
  readonly body: Uint8Array;
}

/**
 * Verifies a webhook, then reads it; an unverified webhook is never read.
 *
 * @throws HttpError `UNAUTHORIZED` when the signature is missing or wrong, or the workspace is not accepted.
 * @throws InvalidInputError when it is signed, but can't be read.
 * @throws UnreachableError or UnexpectedAnswerError when the keys can't be read now; a repetition may succeed, so
 * answer with 5xx, which makes the sender repeat it.
 *
 * @example
 * ```ts
 * import { type WebhookVerifier, webhookVerifier } from 'custody-gateways/fireblocks';
 *
 * const verifiers: Record<string, WebhookVerifier> = {
 *   production: webhookVerifier({ keySet: 'EU' }),
 *   staging: webhookVerifier({ keySet: 'sandbox' }),
 * };
 * ```
 */
export type WebhookVerifier = (webhook: ReceivedWebhook) => Promise<WebhookEvent>;

const JWS_HEADER = 'fireblocks-webhook-signature';
const LEGACY_HEADER = 'fireblocks-signature';
const DEFAULT_MIN_REFETCH_MS = 30_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A verifier of Fireblocks' webhooks. For version 2 it verifies the detached JWS, with RS512 only and with keys of
 * the published set only (never one that the signature itself names by `jku`, `x5u` or `jwk`); for version 1
 * RSA-SHA512 over the body. When a webhook carries both and both can be checked, version 2 decides.
 *
 * @throws ConfigurationError when no keys are given, or one can't be read.
 *
 * @example
 * ```ts
 * import { webhookVerifier } from 'custody-gateways/fireblocks';
 *
 * const verify = webhookVerifier({ keySet: 'EU' });
 * async function received(request: Request) {
 *   const body = new Uint8Array(await request.arrayBuffer());
 *   const { type, transaction } = await verify({ headers: request.headers, body });
 *   return `${type}: ${transaction?.status}`;
 * }
 * ```
 */
export function webhookVerifier(options: WebhookVerifierOptions): WebhookVerifier {
  knownOptions(options, {
    keySet: 'string',
    legacyKeys: 'list',
    minRefetchMs: 'number',
    workspaceIds: 'any',
    fetch: 'function',
    clock: 'any',
  });
  const { keySet, legacyKeys = [], minRefetchMs = DEFAULT_MIN_REFETCH_MS, workspaceIds } = options;
  if (!(minRefetchMs > 0)) {
    throw new ConfigurationError('minRefetchMs', 'must be above zero');
  }
  if (keySet === undefined && legacyKeys.length === 0) {
    throw new ConfigurationError('keySet', 'or legacyKeys must be given');
  }
  if (workspaceIds !== undefined && !isListOfIds(workspaceIds)) {
    throw new ConfigurationError('workspaceIds', 'must be a list of ids');
  }
  const oldKeys = legacyKeys.map((key, index) => loadPublicKey(key, `legacyKeys[${index}]`));
  const keys =
    keySet === undefined
      ? undefined
      : new KeySet({
          url: resolveKeySetUrl(keySet),
          minRefetchMs,
          fetch: options.fetch,
          clock: clockOf(options.clock),
        });

  return async ({ headers, body }) => {
    const jws = headers.get(JWS_HEADER);
    const legacy = headers.get(LEGACY_HEADER);
    if (keys !== undefined && jws !== null) await verifyDetached(jws, body, keys);
    else if (oldKeys.length > 0 && legacy !== null) verifyLegacy(legacy, body, oldKeys);
    else throw refused('has no signature that is checked here');
    const event = readEvent(body);
    if (workspaceIds && !workspaceIds.includes(event.workspaceId ?? '')) {
      throw refused('is of another workspace');
    }
    return event;
  };
}

/** Settings may come from plain JavaScript, or from an environment variable that is not set. */
function isListOfIds(ids: unknown): boolean {
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string' && id !== '');
}

/** @throws HttpError `UNAUTHORIZED` */
async function verifyDetached(signature: string, body: Uint8Array, keys: KeySet): Promise<void> {
  const jws = parseJws(signature);
  if (jws === undefined || jws.encodedPayload !== '') throw refused('has no detached signature');
  // Before any key is looked up: an invalid signature must cause no read.
  const { alg, kid } = jws.header;
  if (alg !== 'RS512') throw refused('is not signed with RS512');
  if (typeof kid !== 'string') throw refused('names no key');
  const key = await keys.find(kid);
  if (key === undefined) throw refused('names a key that there is not');
  if (!isSignedWith('RS512', key, jws, Buffer.from(body).toString('base64url'))) {
    throw refused('has a wrong signature');
  }
}

/** @throws HttpError `UNAUTHORIZED` */
function verifyLegacy(signature: string, body: Uint8Array, keys: readonly KeyObject[]): void {
  const bytes = Buffer.from(signature, 'base64');
  const good = BASE64.test(signature) && keys.some((key) => verify('sha512', body, key, bytes));
  if (!good) throw refused('has a wrong signature');
}

function refused(what: string): HttpError {
  return new HttpError('UNAUTHORIZED', `The webhook ${what}.`);
}
