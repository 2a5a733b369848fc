import type { Clock } from '../core/clock.js';
import { once } from '../core/once.js';
import { type Random, systemRandom } from '../core/random.js';
import { journaled } from '../signer/journal.js';
import type { SigningKey } from '../signer/raw-signer.js';
import { memoryStoreOn } from '../store/memory-store.js';
import { Accounts } from '../transactions/accounts.js';
import type { Chain, Snapshot } from '../transactions/index.js';
import type { Lanes } from '../transactions/lanes/lanes.js';
import { type LanesOptions, memoryLanes } from '../transactions/lanes/memory.js';
import type { SharedLanesSettings } from '../transactions/lanes/shared.js';
import type { Operator } from '../transactions/operators.js';
import { Transactions } from '../transactions/transactions.js';
import type { GatewayBasics, LanesChoice } from './settings.js';

const DEFAULT_PIPELINE_DEPTH = 10;
const DEFAULT_TICKET_COUNT = 10;
const DEFAULT_SUMMARY_LENGTH = 200;

/** What a chain adds to these settings. */
interface ChainParts<I, T, R> {
  readonly chain: Chain<I, Snapshot, T, R>;
  /** The same for each operator, as only its own nodes show the chain. */
  readonly operators: readonly Operator<T, R>[];
  /** How many of them must agree. */
  readonly agree: number;
  readonly keyOf: (vaultAccountId: string) => SigningKey;
  readonly clock: Clock;
}

/** The transactions of a gateway, whose signer remembers its requests. */
export function transactionsOf<I, T, R>(
  options: GatewayBasics,
  { chain, operators, agree, keyOf, clock }: ChainParts<I, T, R>,
): Transactions<I, T, R> {
  // Replicas with separate journals would each sign under the same key.
  const journal = options.journal ?? options.lanes?.store;
  // Without a journal a signer that keeps no record is still protected against repeats within this process.
  const { random = systemRandom } = options;
  const signer = journaled(options.signer, journal ?? memoryStoreOn(clock), clock);
  return new Transactions({
    chain,
    operators: { all: operators, agree },
    signer,
    accounts: new Accounts({
      signer,
      clock,
      keyOf,
      addressOf: (publicKey) => chain.addressOf(publicKey),
      expected: options.addresses ?? {},
    }),
    lanes: lanesOf(options.lanes, chain.tickets?.limit ?? 1, { clock, random }),
    ticketCount: options.lanes?.count ?? DEFAULT_TICKET_COUNT,
    clock,
    random,
    defaults: options.defaults ?? {},
    durable: options.signer.capabilities.remembers || journal !== undefined,
    onEvent: options.onEvent,
    summaryLength: options.summaryLength ?? DEFAULT_SUMMARY_LENGTH,
  });
}

/** The lanes of an account's numbers and of its Tickets; in the latter no request waits for another. */
function lanesOf(
  choice: LanesChoice = {},
  ticketLimit: number,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
) {
  const { mode, depth = DEFAULT_PIPELINE_DEPTH, maxWaiting, store, leaseMs } = choice;
  const lanes = store
    ? lanesIn({ store, leaseMs, clock, random })
    : (_kind: string, options: LanesOptions) => memoryLanes(options);
  return {
    sequence: lanes('numbers', { width: mode === 'pipeline' ? depth : 1, maxWaiting, clock }),
    ticket: lanes('tickets', { width: ticketLimit, inOrder: false, clock }),
  };
}

/** The code for shared lanes is loaded with the first lane that processes share. */
function lanesIn(settings: SharedLanesSettings): (kind: string, options: LanesOptions) => Lanes {
  const shared = once(async () =>
    (await import('../transactions/lanes/shared.js')).sharedLanes(settings),
  );
  return (kind, options) => {
    const lanes = once(async () => (await shared())(kind, options));
    return {
      tryEnter: async (request) => (await lanes()).tryEnter(request),
      enter: async (request) => (await lanes()).enter(request),
      settle: async (...spent) => (await lanes()).settle(...spent),
      isSpent: async (...asked) => (await lanes()).isSpent(...asked),
    };
  };
}
