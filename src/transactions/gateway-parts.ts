import * as z from 'zod/mini';
import type { Clock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { parseInput } from '../core/schema.js';
import { withJournal } from '../signer/journaled-signer.js';
import type { RawSigner, SigningKey } from '../signer/raw-signer.js';
import { memoryStore } from '../store/memory-store.js';
import type { Store } from '../store/store.js';
import { Accounts } from './accounts.js';
import type { Chain, Snapshot } from './chain.js';
import type { TransactionEvent } from './events.js';
import type { Lanes } from './lanes.js';
import { memoryLanes } from './memory-lanes.js';
import type { TransactionDefaults } from './options.js';
import { Transactions } from './transactions.js';

const DEFAULT_PIPELINE_DEPTH = 10;
const DEFAULT_TICKET_COUNT = 10;

/** What any gateway is made of, whatever its chain. */
export interface GatewayBasics {
  readonly signer: RawSigner;
  readonly addresses?: Readonly<Record<string, string>>;
  readonly journal?: Store;
  readonly lanes?: LanesChoice;
  readonly defaults?: TransactionDefaults;
  readonly onEvent?: Listener<TransactionEvent>;
}

interface LanesChoice {
  readonly mode: string;
  readonly depth?: number;
  readonly count?: number;
  readonly maxWaiting?: number;
}

/** What a chain adds to that. */
interface ChainParts<I, S extends Snapshot, T, R> {
  readonly chain: Chain<I, S, T, R>;
  readonly keyOf: (vaultAccountId: string) => SigningKey;
  readonly clock: Clock;
}

/** The transactions of a gateway, and its signer with a memory. */
export function gatewayParts<I, S extends Snapshot, T, R>(
  options: GatewayBasics,
  { chain, keyOf, clock }: ChainParts<I, S, T, R>,
) {
  // Without a journal a forgetful signer is still protected against repeats within this process.
  const signer = withJournal(options.signer, options.journal ?? memoryStore(), { clock });
  const transactions = new Transactions({
    chain,
    signer,
    accounts: new Accounts({
      signer,
      keyOf,
      addressOf: (publicKey) => chain.addressOf(publicKey),
      expected: options.addresses ?? {},
    }),
    lanes: lanesOf(options.lanes, clock),
    ticketLanes: memoryLanes({ width: chain.tickets?.limit ?? 1, clock }),
    ticketCount: ticketCountOf(options.lanes),
    clock,
    defaults: options.defaults ?? {},
    durable: options.signer.capabilities.remembers || options.journal !== undefined,
    onEvent: options.onEvent,
  });
  return { signer, transactions };
}

function lanesOf(lanes: LanesChoice = { mode: 'serial' }, clock: Clock): Lanes {
  const width = lanes.mode === 'pipeline' ? (lanes.depth ?? DEFAULT_PIPELINE_DEPTH) : 1;
  const { maxWaiting } = lanes;
  return memoryLanes({ width, clock, ...(maxWaiting === undefined ? {} : { maxWaiting }) });
}

function ticketCountOf(lanes: LanesChoice | undefined): number {
  return (lanes?.mode === 'tickets' ? lanes.count : undefined) ?? DEFAULT_TICKET_COUNT;
}

const positive = z.number().check(z.gt(0));

/** What the settings of every gateway have in common: for a chain's own schema. */
export const settingsFields = {
  polling: z.optional(z.strictObject({ firstMs: positive, factor: positive, maxMs: positive })),
  depth: z.optional(z.int().check(z.gte(1), z.lte(100))),
  maxWaiting: z.optional(z.int().check(z.gte(0))),
};

/** @throws ConfigurationError naming `options`, and in its message the setting at fault. */
export function checkSettings(schema: z.ZodMiniType, options: unknown): void {
  try {
    parseInput(schema, options, 'options');
  } catch (error) {
    throw new ConfigurationError('options', error instanceof Error ? error.message : 'are wrong');
  }
}
