import { InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import { fewAtOnce } from '../../core/few-at-once.js';
import { inField } from '../../core/field-names.js';
import { AccountNotFundedError, type Snapshot } from '../../transactions/index.js';
import { SimulationFailedError } from '../errors.js';
import { type AptosCall, compose, publicKeysOf } from '../operations/building.js';
import type { MoveCall } from '../operations/input.js';
import type { Signatory } from '../wire/signatories.js';
import type { TransactionPayload } from '../wire/transaction.js';
import type { Abis, AskAgreed } from './abi.js';
import type { Fullnode } from './fullnode.js';
import { type GasEstimate, simulate, type Trial } from './simulation.js';

/** The state of the ledger when a transaction was built. */
export interface AptosSnapshot extends Snapshot {
  /** The ledger's own time, in seconds of Unix time. */
  readonly timestamp: bigint;
  readonly payload: TransactionPayload;
  /** `gasUsed` is unknown if nothing was tried. In octas a unit. */
  readonly gas: { readonly gasUsed: bigint | undefined; readonly gasUnitPrice: bigint };
}

export interface LedgerReading {
  readonly sender: Signatory;
  readonly calls: readonly AptosCall[];
  readonly abis: Abis;
  readonly agreed: AskAgreed;
  /** Converts an amount that is still in whole tokens to base units. */
  readonly counted: (call: MoveCall) => Promise<MoveCall>;
  /** The account's next number as last read. */
  readonly lastNumber: bigint | undefined;
  readonly chainId: number;
  /** @throws UnexpectedAnswerError when this ledger time, in seconds, is impossible. */
  readonly checkTime: (timestamp: bigint) => Promise<void>;
}

/** How often the account's number may change while its transactions are being tried. */
const MAX_ROUNDS = 8;
/** By how much the number may grow within one trial. */
const STEPS_AT_ONCE = 4;
/** No trial ends before it begins. */
const FAR_FUTURE = 9_999_999_999n;
/** The gas that a trial may use if the node does not choose it by the sender's balance. */
const TRIAL_GAS = 50_000n;

/**
 * Everything that an account's transactions depend on, in one parallel batch if the functions that they call are
 * known. The trial then uses the number that was last read; if the account has another number by now, the trial
 * is made again.
 *
 * @throws AccountNotFundedError
 * @throws SimulationFailedError
 */
export async function readLedger(
  node: Fullnode,
  reading: LedgerReading,
): Promise<readonly AptosSnapshot[]> {
  const { calls, lastNumber } = reading;
  let standing = readStanding(node, reading);
  // Awaited below, if nothing else has failed by then.
  standing.catch(() => undefined);
  const [payloads, price] = await Promise.all([
    Promise.all(calls.map((call) => payloadOf(reading, call))),
    readPrice(node, calls),
  ]);
  let numbers = [lastNumber ?? (await standing).nextNumber];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const trials = await tryAny(node, reading, payloads, numbers);
    const { nextNumber, timestamp } = await standing;
    if (trials) {
      return payloads.flatMap((payload, index) => {
        const gas = trials[index] ?? { gasUsed: undefined, gasUnitPrice: price };
        const isTried = trials[index] !== undefined;
        return [{ nextNumber, height: timestamp, timestamp, payload, gas, isTried }];
      });
    }
    if (round > 1 || numbers.includes(nextNumber)) standing = readStanding(node, reading);
    numbers = candidates((await standing).nextNumber, calls.length);
  }
  const reason = "the account's number changes faster than a trial takes";
  throw new UnexpectedAnswerError('aptos', reason, { retryable: true });
}

async function readStanding(node: Fullnode, { sender, calls, checkTime }: LedgerReading) {
  const { value, ledger } = await node.account(sender.address);
  // The payer of an account's first transaction creates the account.
  await checkTime(ledger.timestamp);
  const isPaidFor = calls.some(({ cosigners }) => cosigners.feePayer !== undefined);
  if (!value && !isPaidFor) throw new AccountNotFundedError(sender.address);
  const nextNumber = value?.sequence_number ?? 0n;
  for (const { input, chosenNumber } of calls) {
    if (chosenNumber === undefined || chosenNumber >= nextNumber) continue;
    const reason = `was spent already; the next is ${nextNumber}`;
    throw input.kind === 'given'
      ? new InvalidInputError('transaction', `has a sequence number that ${reason}`)
      : new InvalidInputError('accountSequenceNumber', reason);
  }
  return { nextNumber, timestamp: ledger.timestamp };
}

async function payloadOf(
  { abis, agreed, counted }: LedgerReading,
  { input, place }: AptosCall,
): Promise<TransactionPayload> {
  if (input.kind === 'given') return input.transaction.payload;
  const encoded = async () => abis.encode(agreed, await counted(input.call));
  return place ? inField(place.fieldOf, encoded) : encoded();
}

/** Only if no trial gives it. */
async function readPrice(node: Fullnode, calls: readonly AptosCall[]): Promise<bigint> {
  const isOpen = calls.some(
    ({ input, wishes }) =>
      input.kind === 'call' && !wishes.simulate && wishes.gasUnitPrice === undefined,
  );
  return isOpen ? node.gasUnitPrice() : 0n;
}

/** A busy account has moved past its number by the time it is read, so a few numbers ahead are tried at once. */
function candidates(nextNumber: bigint, trials: number): bigint[] {
  const steps = trials > 1 ? 1 : STEPS_AT_ONCE;
  return Array.from({ length: steps }, (_, step) => nextNumber + BigInt(step));
}

/** The trials made with the number that turned out to be the next; `undefined` if none of them was. */
async function tryAny(
  node: Fullnode,
  reading: LedgerReading,
  payloads: readonly TransactionPayload[],
  numbers: readonly bigint[],
): Promise<readonly (GasEstimate | undefined)[] | undefined> {
  const tries = await Promise.all(numbers.map((number) => tryAll(node, reading, payloads, number)));
  for (const trials of tries) {
    const estimates = trials.filter((trial) => trial !== 'wrong-number');
    if (estimates.length === trials.length) return estimates;
  }
  return undefined;
}

async function tryAll(
  node: Fullnode,
  reading: LedgerReading,
  payloads: readonly TransactionPayload[],
  number: bigint,
): Promise<readonly (Trial | undefined)[]> {
  const { calls } = reading;
  return fewAtOnce(payloads, (payload, index) =>
    tryOne(node, reading, payload, calls[index], number),
  );
}

async function tryOne(
  node: Fullnode,
  { sender, chainId }: LedgerReading,
  payload: TransactionPayload,
  call: AptosCall | undefined,
  number: bigint,
): Promise<Trial | undefined> {
  if (!call?.wishes.simulate) return undefined;
  const { maxGasAmount, gasUnitPrice } = call.wishes;
  // A transaction's effect does not depend on its number, and it is tried with the account's next one.
  const transaction = compose({
    sender: sender.address,
    call,
    payload,
    number: { kind: 'sequence', value: number },
    maxGasAmount: maxGasAmount ?? TRIAL_GAS,
    gasUnitPrice: gasUnitPrice ?? 0n,
    expiry: FAR_FUTURE,
    chainId,
  });
  const isFixed = call.input.kind === 'given';
  try {
    return await simulate(node, transaction, publicKeysOf(sender, call), {
      price: !isFixed && gasUnitPrice === undefined,
      gas: !isFixed && maxGasAmount === undefined && call.cosigners.feePayer === undefined,
    });
  } catch (error) {
    if (!(error instanceof SimulationFailedError) || !call.place) throw error;
    throw new SimulationFailedError(error, call.place.index);
  }
}
