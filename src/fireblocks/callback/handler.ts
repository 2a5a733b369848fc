import type { KeyObject } from 'node:crypto';
import { type Clock, clockOf } from '../../core/clock.js';
import { ConfigurationError } from '../../core/errors.js';
import { emitterFor, type Listener } from '../../core/events.js';
import { knownOptions, type ShapesOf } from '../../core/known-options.js';
import { readBytes } from '../../http/body.js';
import type { HttpFailure } from '../../http/failures.js';
import { textResponse } from '../../http/responses.js';
import { type HttpHandler, type Route, routerFor } from '../../http/router.js';
import type { TransactionCodec } from '../../signer/transaction-codec.js';
import { memoryStoreOn } from '../../store/memory-store.js';
import type { Store } from '../../store/store.js';
import { loadPrivateKey, loadPublicKey } from '../credentials.js';
import { signJwt } from '../rest/jwt.js';
import { Answers, type QuestionKind } from './answers.js';
import { authenticClaims, type Claims, requestIdIn, textIn } from './claims.js';
import { type DecideOptions, Judge, type Judgement } from './judge.js';
import type { CallbackWallet } from './reading.js';
import type { CallbackDecision, CallbackRequest, ConfigChange } from './requests.js';

/** More than the largest batch with its payload. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Fireblocks gives a handler 30 seconds; everything but `decide` and the store takes milliseconds. */
const LIMIT_MS = 30_000;
const DEFAULT_DECISION_MS = 25_000;
/** Fireblocks accepts no other size (RSA 2048). */
const RESPONSE_KEY_BITS = 2048;

const optionShapes: ShapesOf<CallbackHandlerOptions<TransactionCodec>> = {
  coSignerPublicKey: 'any',
  responseKey: 'any',
  codecs: 'list',
  decide: 'function',
  decideConfigChange: 'function',
  vaults: 'list',
  addressOf: 'function',
  otherOperations: 'list',
  decisionTimeoutMs: 'number',
  tokenWindowMs: 'number',
  store: 'object',
  basePath: 'string',
  onAnswer: 'function',
  onError: 'function',
  clock: 'any',
};

/** An answer that was given, for a log of every answer. */
export interface CallbackAnswer {
  /** What was asked: to sign a transaction, or to change the workspace's configuration. */
  readonly kind: 'transaction' | 'config-change';
  /** The co-signer's id for the question; the same again when it asks again. */
  readonly requestId: string;
  /** Fireblocks' own id of the transaction. Missing where the question names none, as for a change. */
  readonly txId: string | undefined;
  /** What the co-signer was told: `RETRY` also where `decide` or the store failed or was late. */
  readonly action: CallbackDecision['action'];
  /** The reason of a refusal. */
  readonly reason: string | undefined;
  /** Why nothing was decided: the error of `decide`, or that its time was up. */
  readonly cause: unknown;
}

/** The keys of a callback handler, what it can check, and who decides. */
export interface CallbackHandlerOptions<Codec extends TransactionCodec> {
  /** The co-signer's public key (`cosigner print-public-key`): PEM text or a KeyObject; or several. */
  readonly coSignerPublicKey: string | KeyObject | readonly (string | KeyObject)[];
  /** This handler's own private key, RSA of 2048 bits: PEM text or a KeyObject. */
  readonly responseKey: string | KeyObject;
  /** The chains whose raw transactions can be checked, such as `[xrplCodec]`. */
  readonly codecs: readonly Codec[];
  /**
   * Decides a request whose digests were found to be those of its transactions. When it throws, or its answer comes
   * too late, the answer is RETRY.
   */
  decide(
    request: CallbackRequest<Codec>,
    options: DecideOptions,
  ): CallbackDecision | Promise<CallbackDecision>;
  /** The same for changes of the workspace's configuration. Default: every one is refused. */
  decideConfigChange?(
    change: ConfigChange,
    options: DecideOptions,
  ): CallbackDecision | Promise<CallbackDecision>;
  /**
   * The vault accounts to sign for; a request of another one, or of none, is refused. Default: any, so that `decide`
   * has to check `vaultAccountId`.
   */
  readonly vaults?: readonly string[];
  /**
   * The address that a wallet must sign for, if you know it; another one is refused. Only where this returns an
   * address is a raw request's vault account compared with its payload (`vaultChecked`). Default: no address is
   * known.
   */
  readonly addressOf?: (wallet: CallbackWallet) => string | undefined;
  /** Operations besides RAW and TRANSFER that `decide` is asked about. Default: none. */
  readonly otherOperations?: readonly string[];
  /** Milliseconds that `decide` and the store have together, below 30,000. Default 25,000. */
  readonly decisionTimeoutMs?: number;
  /**
   * How far a token's `exp` may be ahead, and its `iat` and `nbf` from now, in milliseconds; a token without
   * `exp` is then refused. Give it if your co-signer dates its tokens: those of the published samples have no
   * times, so by default only an `exp` that is there is looked at, and what is asked again is answered again.
   */
  readonly tokenWindowMs?: number;
  /** Keeps the answers. Share one between several handlers. Default: this process's memory. */
  readonly store?: Store;
  /** The prefix of `/v2/tx_sign_request`. Default: none. */
  readonly basePath?: string;
  /**
   * Receives every answer before it is sent, refusals and RETRY included. Its errors are ignored, and a promise that it
   * returns is not waited for.
   */
  readonly onAnswer?: Listener<CallbackAnswer>;
  /**
   * Receives requests that got no answer: not authentic, too large, or malformed. Default: failures that are not the
   * caller's fault are written with `console.error`, with their request id.
   */
  readonly onError?: Listener<HttpFailure>;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
}

/**
 * Answers the co-signer's question whether it may sign: Fireblocks' callback handler, for its JWT options
 * (`/v2/tx_sign_request` and `/v2/config_change_sign_request`). Serve it on a separate host.
 *
 * The request's signature is verified (RS256 only). Each transaction of a RAW request is rebuilt from the payload
 * that the gateways send along, encoded and hashed anew, and compared with every message that would be signed; a
 * request that does not agree, or comes without a payload, is refused with the reason. A request id has one final
 * answer, and is refused for any other content. When claims first appear that the co-signer sends only when it signs
 * (`fee`, `rawTx`, `displayDstAddress`), `decide` is asked anew.
 *
 * A token without a valid signature, a `requestId` or time left is 401. When the store or `decide` fails or is late,
 * the answer is RETRY.
 *
 * By default any vault account is accepted, and the vault account of a raw request is only the request's own claim:
 * give `vaults` and `addressOf`, or let `decide` check `vaultAccountId` and `vaultChecked`.
 *
 * @throws ConfigurationError naming the setting that can't work.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto';
 * import { callbackHandler } from 'custody-gateways/fireblocks';
 * import { xrplCodec } from 'custody-gateways/xrpl';
 *
 * const coSigner = generateKeyPairSync('rsa', { modulusLength: 2048 });
 * const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
 * const handler = callbackHandler({
 *   coSignerPublicKey: coSigner.publicKey,
 *   responseKey: own.privateKey,
 *   codecs: [xrplCodec],
 *   vaults: ['0', '1'],
 *   decide: (request) => {
 *     if (request.kind !== 'raw') return { action: 'REJECT', reason: 'only raw transactions' };
 *     console.log(request.summary); // 'Offer 10 XRP for 5 USD of r...; fee 0.000012 XRP; expires ...'
 *     const types = request.transactions.map(({ transaction }) => transaction.TransactionType);
 *     return types.every((type) => type === 'OfferCreate' || type === 'OfferCancel')
 *       ? { action: 'APPROVE' }
 *       : { action: 'REJECT', reason: 'trading only' };
 *   },
 * });
 * const url = 'https://callbacks.example/v2/tx_sign_request';
 * const response = await handler(new Request(url, { method: 'POST', body: 'no token' }));
 * response.status; // 401
 * ```
 */
export function callbackHandler<Codec extends TransactionCodec>(
  options: CallbackHandlerOptions<Codec>,
): HttpHandler {
  knownOptions(options, optionShapes);
  if (!options.decide) throw new ConfigurationError('decide', 'is required');
  const { codecs, vaults, addressOf, otherOperations = [] } = options;
  const clock = clockOf(options.clock);
  const keys = loadCoSignerKeys(options.coSignerPublicKey);
  const responseKey = loadResponseKey(options.responseKey);
  const timeoutMs = checkTimeout(options.decisionTimeoutMs);
  const windowMs = checkWindow(options.tokenWindowMs);
  const answers = new Answers(options.store ?? memoryStoreOn(clock));
  const rules = { codecs, vaults, addressOf, otherOperations };
  // `decide` is only asked about transactions that these codecs decoded, which the types can't express.
  const judge = new Judge(options, rules, answers, { timeoutMs, clock });
  const tell = emitterFor(options.onAnswer);

  const route = (kind: QuestionKind, path: string, decisionOn: Decision): Route => ({
    method: 'POST',
    path,
    handle: async ({ request }) => {
      const token = textOf(await readBytes(request, MAX_BYTES));
      const claims = authenticClaims(token, keys, { now: clock.now(), windowMs });
      const requestId = requestIdIn(claims);
      const { decision, cause } = await decisionOn(claims);
      const { action } = decision;
      const reason = decision.action === 'REJECT' ? decision.reason : undefined;
      tell({ kind, requestId, txId: textIn(claims, 'txId'), action, reason, cause });
      const refusal = reason === undefined ? {} : { rejectionReason: reason };
      return textResponse(await signJwt({ action, requestId, ...refusal }, responseKey));
    },
  });
  return routerFor(
    [
      route('transaction', '/v2/tx_sign_request', (claims) => judge.transaction(claims)),
      route('config-change', '/v2/config_change_sign_request', (claims) =>
        judge.configChange(claims),
      ),
    ],
    options,
  );
}

/** Text with other characters than ASCII is no token, so its encoding doesn't matter. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').trim();
}

type Decision = (claims: Claims) => Promise<Judgement>;

function loadCoSignerKeys(
  given: string | KeyObject | readonly (string | KeyObject)[],
): readonly KeyObject[] {
  const keys = [given].flat().map((key) => loadPublicKey(key, 'coSignerPublicKey'));
  if (keys.length > 0) return keys;
  throw new ConfigurationError('coSignerPublicKey', 'must be one key at least');
}

function loadResponseKey(key: string | KeyObject): KeyObject {
  const loaded = loadPrivateKey(key, 'responseKey');
  if (loaded.asymmetricKeyDetails?.modulusLength === RESPONSE_KEY_BITS) return loaded;
  throw new ConfigurationError('responseKey', `must have ${RESPONSE_KEY_BITS} bits, no more`);
}

function checkTimeout(timeoutMs: number = DEFAULT_DECISION_MS): number {
  if (timeoutMs > 0 && timeoutMs < LIMIT_MS) return timeoutMs;
  throw new ConfigurationError('decisionTimeoutMs', `must be above 0 and below ${LIMIT_MS}`);
}

function checkWindow(windowMs: number | undefined): number | undefined {
  if (windowMs === undefined || windowMs > 0) return windowMs;
  throw new ConfigurationError('tokenWindowMs', 'must be above zero');
}
