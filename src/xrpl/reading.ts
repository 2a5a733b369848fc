import type { CallOptions } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import type { Snapshot } from '../transactions/index.js';
import type { TransactionFields } from './codec.js';
import { AccountNotFundedError, DestinationTagRequiredError, WrongNetworkError } from './errors.js';
import { type FeeLevels, maximum, needsReserve } from './fees.js';
import type { XrplNode } from './node.js';
import { lineNeededBy, type XrplInput } from './operations/index.js';
import type { LedgerFacts } from './operations/operation.js';

/** The account root's flag that asks everybody for a destination tag. */
const LSF_REQUIRE_DEST_TAG = 0x0002_0000;

/** Nodes that have shown that they are of the network they should be of. */
const checkedNodes = new WeakMap<XrplNode, Promise<void>>();

/** What the ledger looked like when a transaction was built. */
export interface XrplSnapshot extends Snapshot {
  readonly ledgerIndex: number;
  readonly levels: FeeLevels;
  readonly facts: LedgerFacts;
}

export interface LedgerReading {
  readonly node: XrplNode;
  readonly networkId: number;
  readonly address: string;
  /** The transaction as far as it is known without the ledger. */
  readonly fields: TransactionFields;
  readonly input: XrplInput;
}

/**
 * Everything that a transaction depends on, in one parallel batch.
 *
 * @throws AccountNotFundedError
 * @throws DestinationTagRequiredError
 * @throws WrongNetworkError
 */
export async function readLedger(
  reading: LedgerReading,
  options: CallOptions,
): Promise<XrplSnapshot> {
  const { node, address, fields } = reading;
  const [info, fee, reserveIncrement, lineLimit] = await Promise.all([
    node.accountInfo(address, 'current', options),
    node.fee(options),
    needsReserve(fields) ? readReserve(node, options) : undefined,
    readLineLimit(reading, options),
    checkDestination(node, fields, options),
    checkNetwork(reading, options),
  ]);
  if (!info) throw new AccountNotFundedError(address);
  return {
    nextNumber: BigInt(info.account_data.Sequence),
    ledgerIndex: fee.ledger_current_index,
    levels: {
      minimum: maximum(BigInt(fee.drops.minimum_fee), BigInt(fee.drops.base_fee)),
      openLedger: BigInt(fee.drops.open_ledger_fee),
      reserveIncrement,
    },
    facts: { lineLimit },
  };
}

/** The last ledger that may take a transaction: the caller's choice, if that is still to come. */
export function expiryOf(
  { LastLedgerSequence: given }: TransactionFields,
  { ledgerIndex }: XrplSnapshot,
  ledgers: number,
): number {
  if (given === undefined) return ledgerIndex + ledgers;
  if (typeof given === 'number' && given > ledgerIndex) return given;
  throw new InvalidInputError('transaction.LastLedgerSequence', 'is over already');
}

async function readReserve(node: XrplNode, options: CallOptions): Promise<bigint | undefined> {
  const { state } = await node.serverState(options);
  return state.validated_ledger && BigInt(state.validated_ledger.reserve_inc);
}

async function readLineLimit(reading: LedgerReading, options: CallOptions): Promise<string> {
  const wanted = lineNeededBy(reading.input);
  if (!wanted) return '0';
  const lines = await reading.node.trustLines(reading.address, wanted.peer, options);
  return lines.find((line) => line.currency === wanted.currency)?.limit ?? '0';
}

async function checkDestination(
  node: XrplNode,
  fields: TransactionFields,
  options: CallOptions,
): Promise<void> {
  const { Destination, DestinationTag } = fields;
  if (typeof Destination !== 'string' || DestinationTag !== undefined) return;
  const info = await node.accountInfo(Destination, 'validated', options);
  if (info && (info.account_data.Flags & LSF_REQUIRE_DEST_TAG) !== 0) {
    throw new DestinationTagRequiredError(Destination);
  }
}

/** Once a node: a wrong URL must not make us sign for another network. */
function checkNetwork({ node, networkId }: LedgerReading, options: CallOptions): Promise<void> {
  const known = checkedNodes.get(node);
  if (known) return known;
  const checking = node.serverState(options).then(({ state }) => {
    const actual = state.network_id;
    if (actual !== undefined && actual !== networkId) {
      throw new WrongNetworkError(networkId, actual);
    }
  });
  checkedNodes.set(node, checking);
  checking.catch(() => checkedNodes.delete(node));
  return checking;
}
