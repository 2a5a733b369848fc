import { type CallOptions, type Clock, clockOf } from '../core/clock.js';
import { withoutTransaction } from '../core/error-copy.js';
import { GatewayError, InvalidInputError } from '../core/errors.js';
import { withinTime } from '../core/http.js';
import { isObject } from '../core/json.js';
import { escaped } from '../core/shown.js';
import { SignatureRejectedError } from '../signer/errors.js';
import {
  type NativeTransferRequest,
  offersNativeTransfers,
  type RawSigner,
  type RawSigningRequest,
} from '../signer/raw-signer.js';
import { isFirstOfItsContent, summaryOf } from '../signer/summary.js';
import type { ExplainingCodec, Explanation } from '../signer/transaction-codec.js';
import type { TransactionEvent } from '../transactions/index.js';
import type { GatewayBasics } from './settings.js';

/** How much of an asset the account has, before the transaction and after it. */
export interface PreviewedBalance {
  /**
   * `XRP`, and on the XRP Ledger `currency.issuer` or the id of a multi-purpose token; on Aptos a coin's type, or the
   * address of an asset's metadata; `STX`, and on Stacks `contract::token`.
   */
  readonly asset: string;
  /**
   * In base units, as decimal text: drops, octas, microSTX, a token's smallest units. A currency of the XRP Ledger has
   * none: it is in whole ones, and below zero is what the account owes.
   */
  readonly before: string;
  /** In the same unit, less the fee in the asset that pays it. */
  readonly after: string;
}

/**
 * What a call would have signed, with the chain as it is now. Nobody is asked to sign, and no number is taken.
 *
 * A transaction's fee, expiry and limit of gas vary a little with its key. With an `idempotencyKey` among the options
 * the preview has those of the call with this key; without one the call's own differ, as the line says.
 */
export interface Preview<Transaction = unknown> {
  /** All of it in one line, as the approvers would see it, at most 1,000 characters. */
  readonly summary: string;
  /**
   * What would be signed, decoded from its very bytes; a batch has several. Empty for a transfer that the custody
   * platform makes itself.
   */
  readonly transactions: readonly Explanation<Transaction>[];
  /**
   * The number that the chain would take next, as decimal text; of a batch all of them, such as `5-7`. Transactions
   * that still wait for their signatures are not counted. Absent for what has no number, and for an orderless
   * transaction, whose nonce the call draws anew.
   */
  readonly number?: string;
  /**
   * What the account would have less or more of, its fee included. On the XRP Ledger and Aptos a node says so that has
   * tried these bytes; on Stacks it follows from what a transfer moves and from the balances that a node shows, without
   * STX that are locked. It is the word of one node, about the chain as it is now, and nothing holds the transaction to
   * it.
   *
   * Absent where nobody can tell: for several transactions, for what the custody platform transfers itself, for calls
   * of contracts on Stacks other than transfers, there also while others wait for a block ahead of it, where a trial is
   * off or fails, and where no node answers within five seconds.
   */
  readonly balances?: readonly PreviewedBalance[];
  /** Why it would have no effect now, by a node that tried it or by the ledger's state. */
  readonly concern?: {
    /** The chain's own code, such as `tecPATH_DRY`. */
    readonly resultCode: string;
    /** The reason, for people, at most 256 characters of it. Control characters are escaped. */
    readonly reason: string;
  };
}

/** What a key's first request would have been. */
type Request = RawSigningRequest | NativeTransferRequest;

/** The one transaction of a preview, and the request for its signatures. */
export interface Previewed<Transaction> {
  readonly request: RawSigningRequest;
  readonly explained: Explanation<Transaction>;
  /** Whether a node may try it: it has been tried when it was built. */
  readonly isTried: boolean;
}

/** What the chain can tell of the account's balances. */
type BalancesOf<Transaction> = (
  previewed: Previewed<Transaction>,
  options: CallOptions,
) => Promise<readonly PreviewedBalance[] | undefined>;

/** The longest line. */
const SUMMARY_LENGTH = 1_000;

/** How long a preview waits for the balances. */
const BALANCES_MS = 5_000;

/**
 * Makes a call at a gateway whose signer only keeps the request: without a signature nothing can be sent, whatever the
 * call does.
 *
 * @throws what the call throws before it asks for a signature.
 */
export async function previewOf<Settings extends GatewayBasics, Transaction>(
  settings: Settings,
  codec: ExplainingCodec<string, Transaction>,
  balancesOf: BalancesOf<Transaction>,
  call: (silent: Settings) => Promise<unknown>,
): Promise<Preview<Transaction>> {
  const { failure, request, events } = await heardOf(settings, call);
  // Without a failure the call has found nothing to do, as where a permission is not needed.
  if (!failure) return { summary: 'Nothing is to be signed', transactions: [] };
  if (!request) {
    const { error } = failure;
    // Nothing was asked for, and an error that named a request would say that it may be there.
    throw error instanceof GatewayError ? withoutTransaction(error) : error;
  }
  const [concern] = events.flatMap((event) => (event.type === 'would-fail' ? event : []));
  const shared = concern
    ? { concern: { resultCode: concern.resultCode, reason: concern.reason } }
    : {};
  if ('to' in request) return { summary: nativeWords(request), transactions: [], ...shared };
  const [prepared] = events.flatMap((event) =>
    event.type === 'prepared' && event.requestId === request.idempotencyKey ? event : [],
  );
  const own = events.filter(({ idempotencyKey }) => idempotencyKey === prepared?.idempotencyKey);
  const payloads = [request.unhashedPayload].flat();
  const explained = await Promise.all(payloads.map((payload) => codec.explain(payload)));
  const transactions = explained.filter(isFirstOfItsContent);
  const clock = clockOf(settings.clock);
  const summary = prepared?.summary ?? summaryOf(transactions, { now: clock.now() });
  const varied = prepared?.expiry === undefined ? 'fee' : 'fee and expiry';
  const isTried = own.some((event) => event.type === 'read' && event.isTried);
  const [only, ...others] = transactions;
  const balances =
    only && others.length === 0
      ? await orNothing(clock, (options) =>
          balancesOf({ request, explained: only, isTried }, options),
        )
      : undefined;
  return {
    summary: withoutMadeKey(summary, own, varied),
    transactions,
    ...(prepared && { number: prepared.number }),
    ...(balances && { balances }),
    ...shared,
  };
}

/** A call at a gateway that only listens: how it failed, its first request for a signature, and its events. */
async function heardOf<Settings extends GatewayBasics>(
  settings: Settings,
  call: (silent: Settings) => Promise<unknown>,
) {
  const requests: Request[] = [];
  const events: TransactionEvent[] = [];
  const { store: _, ...lanes } = settings.lanes ?? {};
  const silent = {
    ...settings,
    signer: silentSigner(settings.signer, (request) => requests.push(request)),
    onEvent: (event: TransactionEvent) => void events.push(event),
    summaryLength: SUMMARY_LENGTH,
    lanes,
  };
  const failure = await call(silent).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  // Where a Ticket is missing, the first request is for a transaction that creates some.
  const [request] = requests;
  return { failure, request, events };
}

/** No caller knows a key that was made for the preview, and the call's own varies what follows from it. */
function withoutMadeKey(summary: string, own: readonly TransactionEvent[], varied: string): string {
  const made = own.find(({ type }) => type === 'key-made');
  return made
    ? summary.replace(`; key ${made.idempotencyKey}`, `; without a key, ${varied} may differ`)
    : summary;
}

/** What is read beside the call is left out where that fails, or takes long. */
function orNothing<T>(
  clock: Clock,
  read: (options: CallOptions) => Promise<T>,
): Promise<T | undefined> {
  const limits = { peer: 'chain', timeoutMs: BALANCES_MS, signal: undefined, clock };
  return withinTime(limits, (signal) => read({ signal })).catch(() => undefined);
}

/** A signer with another one's keys that keeps each request and refuses it. */
function silentSigner(signer: RawSigner, keep: (request: Request) => void): RawSigner {
  const refuse = (request: Request): never => {
    keep(request);
    throw new SignatureRejectedError({ requestId: request.idempotencyKey, status: 'PREVIEW' });
  };
  return {
    // Its record of requests is empty; and a batch is one request, however many the signer would need.
    capabilities: {
      ...signer.capabilities,
      remembers: true,
      maxMessages: Number.MAX_SAFE_INTEGER,
    },
    time: () => signer.time?.(),
    getPublicKey: (...given) => signer.getPublicKey(...given),
    confirmAccount: async (...given) => (await signer.confirmAccount?.(...given)) ?? true,
    sign: async (request) => refuse(request),
    find: async () => undefined,
    list: async () => [],
    ...(offersNativeTransfers(signer) && { transfer: async (request: Request) => refuse(request) }),
  };
}

function nativeWords({ amount, from, to }: NativeTransferRequest): string {
  const place = to.type === 'address' ? to.address : `the ${to.accountType} ${to.id}`;
  const tag = to.type === 'address' && to.tag !== undefined ? `, tag ${to.tag}` : '';
  return escaped(`The custody platform pays ${amount} ${from.assetId} to ${place}${tag}`);
}

/**
 * Calls one of a gateway's methods by its name. A listener of the call's own hears nothing: that a signer refuses is no
 * news about its key.
 *
 * @throws InvalidInputError naming `operation` for any other name.
 */
export async function callNamed<Name extends string>(
  gateway: Readonly<Record<Name, (...given: never[]) => unknown>>,
  names: readonly Name[],
  operation: string,
  given: readonly unknown[],
): Promise<unknown> {
  const name = names.find((each) => each === operation);
  if (name === undefined) {
    throw new InvalidInputError('operation', `must be one of ${names.join(', ')}`);
  }
  return Reflect.apply(gateway[name], gateway, given.map(withoutListener));
}

function withoutListener(given: unknown): unknown {
  const isListened = isObject(given) && !Array.isArray(given) && given.onEvent !== undefined;
  return isListened ? { ...given, onEvent: undefined } : given;
}

export type CallNamed = typeof callNamed;
