import * as z from 'zod/mini';
import type { Clock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import type { Fetch } from '../core/http.js';
import { isObject, isPlain } from '../core/json.js';
import { checkOptionFields } from '../core/option-fields.js';
import type { Random } from '../core/random.js';
import type { RawSigner, SigningAlgorithm } from '../signer/raw-signer.js';
import { isStore, type Store } from '../store/store.js';
import type { TransactionDefaults, TransactionEvent } from '../transactions/index.js';
import { defaultsSchema } from '../transactions/options.js';
import type { OtherKeys } from '../transactions/records/other-keys.js';

/** The settings of every gateway, on any chain. */
export interface GatewayBasics {
  /** The signer that holds the keys. */
  readonly signer: RawSigner;
  /** Addresses that are already known, by vault account; the signer's statement must agree. */
  readonly addresses?: Readonly<Record<string, string>>;
  /**
   * Public keys that may sign for an account besides the one that its address follows from, by address, in
   * hexadecimal: a regular key, or the key that an account was rotated to. They have one use: when a node says that
   * another transaction spent a number, it is believed only if that transaction is signed with the account's own key
   * or with one of these. If it is signed with any other key, the outcome stays `unknown`.
   *
   * @example
   * ```ts
   * const otherKeys = {
   *   rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh: [
   *     '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020',
   *   ],
   * };
   * ```
   */
  readonly otherKeys?: OtherKeys;
  /**
   * Records requests for a signer that keeps no record itself; written before signing, so it should outlive the
   * process. Default: the `store` of `lanes`, if there is one.
   */
  readonly journal?: Store;
  /**
   * How transactions of one account share it. Processes with the same `store` share their lanes in any mode, and so
   * can use one vault account at the same time.
   */
  readonly lanes?: LanesChoice;
  /**
   * How many operators must agree on a final outcome. Default: 2, or 1 where all of the network's nodes belong to one
   * operator. An outcome that rests on one operator's statement says so.
   */
  readonly agree?: number;
  /** Defaults of the options that each call takes. */
  readonly defaults?: TransactionDefaults;
  /**
   * In front of its note each request says in one line what is going to be signed, read from the bytes: this is the
   * line's greatest length, in characters, up to 1,000; 0 leaves it out. Default 200.
   */
  readonly summaryLength?: number;
  /** Receives every event of every transaction. */
  readonly onEvent?: Listener<TransactionEvent>;
  /**
   * Sent to every endpoint that is given by name or as a plain URL. One that is given as an object gets only the
   * headers that it names itself.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that a request to a node may take. Default 20,000. */
  readonly timeoutMs?: number;
  /** For calls to nodes. Default: the platform's. */
  readonly fetch?: Fetch;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** @internal */
  readonly random?: Random;
}

/** Settings for the lanes of every mode. */
export interface LaneSharing {
  /** How many calls may wait for one account, in each process. Default 1,000. */
  readonly maxWaiting?: number;
  /**
   * A store in which processes share their lanes, so that several can use a vault account at once. Give all of them
   * the same store. Without it each process has lanes of its own, and knows the others' transactions only through the
   * custody platform and the chain.
   */
  readonly store?: Store;
  /**
   * How long other processes wait for a sign of life before they take over a process's work, in milliseconds. Default
   * 30,000. It is renewed every third of that while there is work.
   */
  readonly leaseMs?: number;
}

/** Lanes of any mode, as the parts of a gateway read them. */
export interface LanesChoice extends LaneSharing {
  readonly mode?: 'serial' | 'pipeline' | 'tickets';
  readonly depth?: number;
  readonly count?: number;
}

/** Above zero, as `z.gt` has it, which nothing else here needs. */
const positive = z.number().check(z.gte(Number.MIN_VALUE, 'must be above zero'));

const store = z.optional(z.custom<Store>(isStore, 'must be a Store'));

/** The fields of `lanes` in every mode, for a chain's own schema. */
export const laneFields = {
  depth: z.optional(z.int().check(z.gte(1), z.lte(100))),
  maxWaiting: z.optional(z.int().check(z.gte(0))),
  store,
  leaseMs: z.optional(z.number().check(z.gte(100), z.lte(3_600_000))),
};

const zeroOrMore = z.optional(z.number().check(z.gte(0)));

/** For a function that the user brings. */
export const isFunction = z.custom((value) => typeof value === 'function', 'must be a function');
/** For an option that is checked by the code that reads it. */
export const unchecked = z.optional(z.unknown());
const optionalFunction = z.optional(isFunction);
/** A Map, or a promise that was not awaited, shows none: it would pin nothing. */
const texts = z.custom(
  (value) =>
    isObject(value) &&
    isPlain(value) &&
    Object.values(value).every((one) => typeof one === 'string'),
);
const pathIndex = z.optional(z.int().check(z.gte(0), z.lte(0x7fff_ffff)));

/** The fields that all gateways' settings share, for the same use. */
export const settingsFields = {
  signer: unchecked,
  network: unchecked,
  apiKey: unchecked,
  headers: unchecked,
  timeoutMs: z.optional(positive),
  derivation: z.optional(
    z.strictObject({ coinType: pathIndex, change: pathIndex, addressIndex: pathIndex }),
  ),
  agree: unchecked,
  clock: unchecked,
  addresses: z.optional(texts),
  journal: store,
  defaults: z.optional(defaultsSchema),
  onEvent: optionalFunction,
  fetch: optionalFunction,
  random: optionalFunction,
  retry: z.optional(
    z.strictObject({
      attempts: zeroOrMore,
      baseMs: zeroOrMore,
      maxMs: zeroOrMore,
      maxRetryAfterMs: zeroOrMore,
    }),
  ),
  polling: z.optional(
    z.strictObject({
      firstMs: positive,
      steadyMs: zeroOrMore,
      factor: z.number().check(z.gte(1)),
      maxMs: positive,
    }),
  ),
  summaryLength: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
};

/**
 * Checks a gateway's options. A field for each, so that an option that is added to the type has to be added there.
 *
 * @throws ConfigurationError naming the option that is wrong, or that there is not.
 */
export function checkSettings<Options extends object>(
  fields: { readonly [Name in keyof Required<Options>]: z.ZodMiniType },
  options: Options,
): void {
  checkOptionFields(z.strictObject(fields), options, ConfigurationError);
}

/** @throws ConfigurationError for a mainnet with development keys. */
export function checkKeys({ capabilities }: RawSigner, isMainnet: boolean): void {
  if (!isMainnet || !capabilities.developmentOnly) return;
  const reason = 'has development keys; say `allowMainnet: true`';
  throw new ConfigurationError('signer', reason);
}

/** @throws ConfigurationError when a signer can't sign for a chain at all. */
export function checkSigner(signer: RawSigner, algorithm: SigningAlgorithm): void {
  if (!signer?.capabilities?.algorithms?.includes(algorithm)) {
    throw new ConfigurationError('signer', `must be a RawSigner that signs with ${algorithm}`);
  }
}
