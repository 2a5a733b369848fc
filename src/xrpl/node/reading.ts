import { maximum } from '../../core/amount.js';
import type { CallOptions } from '../../core/clock.js';
import { InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import { fewAtOnce } from '../../core/few-at-once.js';
import { AccountNotFundedError, type Snapshot } from '../../transactions/index.js';
import type { Salt } from '../../transactions/salt.js';
import { DestinationTagRequiredError } from '../errors.js';
import type { XrplInput } from '../operations/index.js';
import type { LedgerFacts } from '../operations/operation.js';
import type { TransactionFields } from '../wire/codec.js';
import { type FeeLevels, needsReserve } from '../wire/fees.js';
import type { XrplNode } from './node.js';

/** The account root's flag that requires a destination tag. */
const LSF_REQUIRE_DEST_TAG = 0x0002_0000;

/** The state of the ledger when a transaction was built. */
export interface XrplSnapshot extends Snapshot {
  readonly ledgerIndex: number;
  readonly levels: FeeLevels;
  readonly facts: LedgerFacts;
}

/** A transaction as far as it is known without the ledger, and the input that it was made from. */
export interface Draft {
  readonly fields: TransactionFields;
  readonly input: XrplInput;
}

export interface LedgerReading {
  readonly node: XrplNode;
  readonly address: string;
  readonly drafts: readonly Draft[];
}

/**
 * Everything that an account's transactions depend on, in one parallel batch: several transactions share one
 * request for each fact. Resolves with a snapshot for each.
 *
 * @throws AccountNotFundedError
 * @throws DestinationTagRequiredError
 * @throws WrongNetworkError
 */
export async function readLedger(
  reading: LedgerReading,
  options: CallOptions,
): Promise<readonly XrplSnapshot[]> {
  const { node, address, drafts } = reading;
  const owesReserve = drafts.some(({ fields }) => needsReserve(fields));
  const [info, fee, reserveIncrement, limits] = await Promise.all([
    node.accountInfo(address, 'current', options),
    node.fee(options),
    owesReserve ? readReserve(node, options) : undefined,
    readLimits(reading, options),
    checkDestinations(reading, options),
  ]);
  if (!info) throw new AccountNotFundedError(address);
  const { Sequence } = info.account_data;
  // Only accounts without keys have it.
  if (Sequence === 0) throw new UnexpectedAnswerError('xrpl', 'account_info: its number is 0');
  // The lower of two answers, since lifetimes are counted from it.
  const { ledger_current_index: atFee } = fee;
  const ledgerIndex = Math.min(atFee, info.ledger_current_index ?? atFee);
  return limits.map((lineLimit) => ({
    nextNumber: BigInt(Sequence),
    height: BigInt(ledgerIndex),
    ledgerIndex,
    levels: {
      minimum: maximum(BigInt(fee.drops.minimum_fee), BigInt(fee.drops.base_fee)),
      openLedger: BigInt(fee.drops.open_ledger_fee),
      reserveIncrement,
    },
    facts: { lineLimit },
  }));
}

/**
 * The last ledger that may take a transaction: the caller's choice, if it leaves time for an approval. Without
 * one it varies by up to a quarter of the time, if there is a salt.
 *
 * @throws InvalidInputError
 */
export function expiryOf(
  { LastLedgerSequence: given }: TransactionFields,
  { ledgerIndex }: XrplSnapshot,
  ledgers: { readonly least: number; readonly usual: number },
  salt?: Salt,
): number {
  const { usual } = ledgers;
  if (given === undefined) return ledgerIndex + (salt ? longer(usual, salt) : usual);
  if (typeof given === 'number' && given > ledgerIndex + ledgers.least) return given;
  throw new InvalidInputError(
    'transaction.LastLedgerSequence',
    `must leave time for an approval: later than ${ledgerIndex + ledgers.least} now`,
  );
}

function longer(ledgers: number, salt: Salt): number {
  return Number(salt.vary(BigInt(ledgers), BigInt(ledgers) / 4n));
}

async function readReserve(node: XrplNode, options: CallOptions): Promise<bigint | undefined> {
  const { state } = await node.serverState(options);
  return state.validated_ledger && BigInt(state.validated_ledger.reserve_inc);
}

/** The limit of our side of the line that each draft asks for. */
async function readLimits(
  { node, address, drafts }: LedgerReading,
  options: CallOptions,
): Promise<readonly string[]> {
  const wanted = drafts.map(({ input }) => input.line);
  if (wanted.every((line) => line === undefined)) return wanted.map(() => '0');
  const { readLineLimits } = await import('./line-limits.js');
  return readLineLimits(node, address, wanted, options);
}

async function checkDestinations(
  { node, drafts }: LedgerReading,
  options: CallOptions,
): Promise<void> {
  const untagged = drafts.flatMap(({ fields: { Destination, DestinationTag } }) =>
    typeof Destination === 'string' && DestinationTag === undefined ? [Destination] : [],
  );
  await fewAtOnce([...new Set(untagged)], async (destination) => {
    const info = await node.accountInfo(destination, 'validated', options);
    if (info && (info.account_data.Flags & LSF_REQUIRE_DEST_TAG) !== 0) {
      throw new DestinationTagRequiredError(destination);
    }
  });
}
