import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import { feeCap } from '../core/fields.js';
import type { PollPace } from '../core/poll.js';
import { readInput } from '../core/read-input.js';
import type { RetryPolicy } from '../core/retry.js';
import { splitOptions } from '../gateway/call-options.js';
import type { GatewayBasics, LaneSharing } from '../gateway/settings.js';
import type { KeyPath } from '../signer/raw-signer.js';
import type { TransactionOptions } from '../transactions/index.js';
import { type ResolvedOptions, resolveOptions } from '../transactions/options.js';
import type { XrpAssetId, XrplNetwork } from './network.js';
import type { XrplTransport } from './node/transport.js';
import { XRP, XRP_DECIMALS } from './wire/drops.js';

/** 0.1 XRP. */
export const DEFAULT_MAX_FEE = 100_000n;

/** The least that the ledger takes is 10 drops. */
export const maxFee = feeCap(XRP, XRP_DECIMALS, 10n);

/**
 * Whether a transaction is tried before an approval is requested, by a node's dry run (`simulate`, XLS-69) or,
 * where there is none, by reading the ledger. `warn` emits an event, `would-fail`, for a transaction that would
 * fail as things stand. `refuse` also ends the call, with {@link TransactionWouldFailError}, if the reason does
 * not pass by itself: a malformed transaction, a missing destination, line, permission or balance. What the ledger
 * calls a path that is dry, such as a transfer fee that no `sendMax` covers, may pass, so it only warns. Both rest on
 * one node's answer; what is signed never depends on it.
 */
export type Trial = 'off' | 'warn' | 'refuse';

/** The options of an {@link XrplGateway}. */
export interface XrplGatewayOptions extends GatewayBasics {
  /**
   * `mainnet`, `testnet`, or `{ url, networkId }`. A `url` may be several, each a URL or `{ url, operator, apiKey,
   * headers }`: where a node fails, another is asked, and of several operators as many as `agree` says must say the
   * same of an outcome. The account's next number is one operator's word: a lie about it can only delay.
   */
  readonly network: XrplNetwork;
  /** Follows from the network; only checked when given. */
  readonly assetId?: XrpAssetId;
  /**
   * Sent as `Authorization: Bearer` to every endpoint that is given by name or as a plain URL. One that is given
   * as an object gets only the key that it names itself.
   */
  readonly apiKey?: string;
  /**
   * Another way to reach a node than JSON-RPC over `fetch` to the network's URL; `apiKey`, `headers` and
   * `timeoutMs` are refused beside it, since it would not use them. It may take any time; a call whose own `timeoutMs`
   * is up, or whose signal fires, does not wait for it.
   */
  readonly transport?: XrplTransport;
  /**
   * The derivation path of keys at the custody platform, which then needs no wallet of the asset; left out, its parts
   * are those of `m/44/144/vault/0/0` (coin type 1 on test networks), so that `{}` means this path. Default: the key
   * of the asset's wallet, which has the same path. With another path the custody platform's own transfer, which
   * pays from the wallet, is not used. An idempotency key is bound to the address that follows: with another path, a
   * repeated call is another transaction.
   */
  readonly derivation?: Partial<KeyPath>;
  /**
   * How transactions of one account share it, in one process or, with a `store`, in all that are given the same
   * one: one after the other (`serial`, the default); up to `depth` signing requests at once, submitted in order
   * (`pipeline`, for automatic approvals; 10); or each with a Ticket of its own, in any order (`tickets`, for
   * approvals by people); `count` of these are created at a time when none is left (10; each takes an owner
   * reserve until it is spent).
   */
  readonly lanes?: LaneSharing &
    (
      | { readonly mode?: 'serial' }
      | { readonly mode: 'pipeline'; readonly depth?: number }
      | { readonly mode: 'tickets'; readonly count?: number }
    );
  /**
   * The most a transaction may cost: a bigint of drops, or text with its unit, such as `0.1 XRP` (the default). A
   * transaction offers what the open ledger asks, a fifth more, and up to 63 drops that follow from its key. The
   * custody platform's own transfer costs what the platform chooses.
   */
  readonly maxFee?: bigint | string;
  /**
   * Lets the custody platform make XRP transfers itself where it can. Default: `true`, but `false` with `lanes` of
   * `pipeline`. The platform gives a transfer the account's next number, which another transaction there may hold.
   */
  readonly nativeTransfers?: boolean;
  /**
   * Default `warn`. It does not apply to offers, pools, NFTs and payments across currencies: the node's operator
   * could act on them before they are signed, so these are tried only if a call asks for it.
   */
  readonly trial?: Trial;
  /**
   * The shortest time that a ledger takes, in seconds, from 0.1 to 60. Default 3; lifetimes are counted in ledgers. No transaction
   * is considered expired before that much time has passed, though two seconds a ledger are enough. For a network
   * with quicker ledgers, set it here.
   */
  readonly secondsPerLedger?: number;
  /**
   * How often a submitted transaction is looked at. Default: every half second for ten seconds, then 1.3
   * times longer each, up to 4 s; with a ledger stream only every 20 s, since the stream announces each ledger.
   */
  readonly polling?: PollPace;
  /** How often a read is repeated when the node is busy or unreachable. */
  readonly retry?: RetryPolicy;
}

/** Options of a call that makes an XRPL transaction. */
export interface XrplTransactionOptions extends TransactionOptions {
  /**
   * The most this transaction may cost, such as `5_000n` drops or `0.1 XRP`. Default: the gateway's. The custody
   * platform's own transfer costs what the platform chooses, so with this it is a raw-signed Payment.
   */
  readonly maxFee?: bigint | string | undefined;
  /**
   * Spends a Ticket instead of the account's next number, so that it waits for no other transaction and none
   * waits for it: for approvals that may come in any order. Tickets left over are used; when there is none, a
   * TicketCreate, which needs a signature of its own, makes some first. Default: only in `lanes` of mode
   * `tickets`. The custody platform's own transfer can't spend one, so with this it is a raw-signed Payment.
   * Processes that share a vault but no `store` of lanes may choose the same Ticket at the same moment: then one
   * of the two transactions is replaced, and has no effect.
   */
  readonly useTickets?: boolean | undefined;
  /**
   * Default: the gateway's; `off` where others could act on it first. Not for a batch, whose members build on
   * each other.
   */
  readonly trial?: Trial | undefined;
}

/** Options of `submitBatch`. */
export interface XrplBatchOptions extends Omit<XrplTransactionOptions, 'useTickets' | 'trial'> {
  /**
   * Sends each transaction only when the one before it is confirmed, and none after one that failed
   * on the ledger, expired, or was replaced. Default `false`: they are sent one after another, and a
   * failure, which spends its number, stops nothing.
   */
  readonly stopOnFailure?: boolean | undefined;
}

/** Options of `xrpTransfer`. */
export interface XrpTransferOptions extends XrplTransactionOptions {
  /**
   * `false`: a raw-signed Payment, though the custody platform could transfer. `true`: its own transfer, even where
   * the gateway's `nativeTransfers` is `false`; refused with `useTickets` or `maxFee`, with a signer that makes no
   * transfers, and with the keys of another `derivation` than the wallets'. Default: its own transfer where it can.
   */
  readonly native?: boolean | undefined;
}

const ownOptions = z.object({
  maxFee: z.optional(maxFee),
  native: z.optional(z.boolean()),
  useTickets: z.optional(z.boolean()),
  stopOnFailure: z.optional(z.boolean()),
  trial: z.optional(z.enum(['off', 'warn', 'refuse'])),
});

/** A call's options, checked: the chain's own, and those that every transaction has. */
export interface CheckedOptions {
  readonly maxFee: bigint;
  readonly native: boolean;
  readonly useTickets: boolean;
  readonly stopOnFailure: boolean;
  /** Given if the call has chosen. */
  readonly trial: Trial | undefined;
  readonly options: ResolvedOptions;
}

/**
 * Checks all options before any request is made.
 *
 * @throws InvalidInputError naming the option.
 */
export function checkOptions(
  given: XrpTransferOptions & XrplBatchOptions,
  gateway: Pick<XrplGatewayOptions, 'defaults' | 'lanes' | 'nativeTransfers'> & {
    readonly maxFee: bigint;
  },
  foreign: readonly (keyof typeof ownOptions.shape)[],
): CheckedOptions {
  return readInput('options', () => {
    const { own, common: options } = splitOptions(ownOptions, given, foreign);
    if (own.native && (own.useTickets || own.maxFee)) {
      const name = own.maxFee ? 'maxFee' : 'useTickets';
      throw new InvalidInputError(`options.${name}`, 'is not for a native transfer');
    }
    // The platform takes whatever number comes next, which another transaction of a pipeline may hold.
    const isNative = gateway.nativeTransfers ?? gateway.lanes?.mode !== 'pipeline';
    const useTickets = own.useTickets ?? (gateway.lanes?.mode === 'tickets' && own.native !== true);
    return {
      maxFee: own.maxFee ?? gateway.maxFee,
      native: own.native ?? (isNative && !useTickets && !own.maxFee),
      useTickets,
      stopOnFailure: own.stopOnFailure ?? false,
      trial: own.trial,
      options: resolveOptions(options, gateway.defaults),
    };
  });
}
