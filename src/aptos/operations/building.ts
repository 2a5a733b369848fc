import { InvalidInputError } from '../../core/errors.js';
import { MAX_U64 } from '../../core/fields.js';
import { type AccountNumber, FeeTooHighError } from '../../transactions/index.js';
import type { Salt } from '../../transactions/salt.js';
import type { Wishes } from '../options.js';
import type { Signatory } from '../wire/signatories.js';
import {
  ORDERLESS_SEQUENCE_NUMBER,
  type TransactionPayload,
  type UnsignedTransaction,
} from '../wire/transaction.js';
import type { AptosInput } from './input.js';

/** The requested transaction, and the caller's choices for it. */
export interface AptosCall {
  readonly input: AptosInput;
  readonly wishes: Wishes;
  readonly cosigners: Cosigners;
  /** The number to spend, if the caller has chosen it. */
  readonly chosenNumber?: bigint | undefined;
  readonly place?: PlaceInBatch | undefined;
}

/** A transaction's place in its batch, whichever request signs it. */
export interface PlaceInBatch {
  readonly index: number;
  /** What the caller calls a field of the operation. */
  readonly fieldOf: (field: string) => string;
}

/** The signers beside the sender. */
export interface Cosigners {
  readonly secondary: readonly Signatory[];
  readonly feePayer: Signatory | undefined;
}

export const NOBODY: Cosigners = { secondary: [], feePayer: undefined };

/** All signers, in the order of `signersOf`. */
export function signatoriesOf(sender: Signatory, cosigners: Cosigners): readonly Signatory[] {
  return [sender, ...othersOf(cosigners)];
}

export function othersOf({ secondary, feePayer }: Cosigners): readonly Signatory[] {
  return feePayer ? [...secondary, feePayer] : secondary;
}

export function publicKeysOf(sender: Signatory, call: AptosCall): readonly Uint8Array[] {
  return signatoriesOf(sender, call.cosigners).map(({ publicKey }) => publicKey);
}

interface Composition {
  readonly sender: string;
  readonly call: AptosCall;
  readonly payload: TransactionPayload;
  readonly number: AccountNumber;
  readonly maxGasAmount: bigint;
  readonly gasUnitPrice: bigint;
  readonly expiry: bigint;
  readonly chainId: number;
}

/** The complete transaction. A given transaction keeps everything but its number. */
export function compose(composition: Composition): UnsignedTransaction {
  const { sender, call, payload, number, maxGasAmount, gasUnitPrice, expiry, chainId } =
    composition;
  const { secondary, feePayer } = call.cosigners;
  if (call.input.kind === 'given') {
    return { ...call.input.transaction, sequenceNumber: number.value };
  }
  return {
    sender,
    ...numbered(payload, number),
    maxGasAmount,
    gasUnitPrice,
    expirationTimestampSecs: expiry,
    chainId,
    ...(secondary.length > 0
      ? { secondarySignerAddresses: secondary.map(({ address }) => address) }
      : {}),
    ...(feePayer ? { feePayerAddress: feePayer.address } : {}),
  };
}

function numbered(payload: TransactionPayload, { kind, value }: AccountNumber) {
  if (kind === 'sequence') return { sequenceNumber: value, payload };
  if (payload.kind !== 'entry-function') {
    throw new InvalidInputError('orderless', 'is for calls of entry functions only');
  }
  return {
    sequenceNumber: ORDERLESS_SEQUENCE_NUMBER,
    payload: { kind: 'inner', executable: payload, replayProtectionNonce: value },
  } as const;
}

/** The most gas that a transaction may use if it was not tried: what the chain's own SDK allows. */
const UNTRIED_GAS = 200_000n;
/**
 * Added to what the trial used: hours may pass between trial and execution, and only the gas that is used is paid
 * for.
 */
const MARGIN = 2n;

interface Gas {
  readonly maxGasAmount: bigint;
  readonly gasUnitPrice: bigint;
}

/** By how many gas units equal transactions under two keys may differ. Only the gas that is used is paid for. */
const SALT_GAS = 511n;

/**
 * The gas that a transaction may use, and its price. A limit that the caller leaves open varies with the salt.
 *
 * @throws FeeTooHighError
 */
export function chooseGas(
  { input, wishes }: AptosCall,
  estimate: { readonly gasUsed: bigint | undefined; readonly gasUnitPrice: bigint },
  salt: Salt,
): Gas {
  const gas = input.kind === 'given' ? input.transaction : wishedGas(wishes, estimate);
  const { maxGasAmount: usual, gasUnitPrice: price } = gas;
  const fee = usual * price;
  if (fee > wishes.maxFee || usual > MAX_U64) {
    throw new FeeTooHighError(fee, wishes.maxFee);
  }
  if (input.kind === 'given' || wishes.maxGasAmount !== undefined || price === 0n) return gas;
  const most = wishes.maxFee / price;
  return { ...gas, maxGasAmount: salt.vary(usual, SALT_GAS, { most }) };
}

function wishedGas(
  wishes: Wishes,
  { gasUsed, gasUnitPrice: estimated }: { gasUsed: bigint | undefined; gasUnitPrice: bigint },
): Gas {
  const gasUnitPrice = wishes.gasUnitPrice ?? estimated;
  const affordable = gasUnitPrice > 0n ? wishes.maxFee / gasUnitPrice : UNTRIED_GAS;
  const untried = affordable < UNTRIED_GAS && affordable > 0n ? affordable : UNTRIED_GAS;
  const usual = gasUsed === undefined ? untried : gasUsed * MARGIN;
  return { maxGasAmount: wishes.maxGasAmount ?? usual, gasUnitPrice };
}

/**
 * The longest lifetime of a transaction without a number that the chain accepts, less the salt and the error of a
 * clock.
 */
const ORDERLESS_LIFETIME_SECONDS = 57n;

/** The year 5138 in seconds, and 1973 in milliseconds. */
const IN_MILLISECONDS = 100_000_000_000n;

/**
 * A later attempt has the first one's kind of number, and no other: its time and its approval window follow from that.
 *
 * @throws InvalidInputError
 */
function checkKind({ orderless }: Wishes, kind: AccountNumber['kind']): void {
  if (orderless === (kind === 'ticket')) return;
  const reason = orderless
    ? 'is not for a key whose first attempt has a sequence number'
    : 'must be true, as for the first attempt under this key';
  throw new InvalidInputError('orderless', reason);
}

/**
 * When a transaction becomes invalid, in the ledger's time: the caller's choice, if it leaves time for an
 * approval; without one it varies with the salt.
 *
 * @throws InvalidInputError
 */
export function expiryOf(
  { input, wishes }: AptosCall,
  { kind }: AccountNumber,
  timestamp: bigint,
  seconds: { readonly approval: number; readonly lifetime: number },
  salt: Salt,
): bigint {
  checkKind(wishes, kind);
  if (kind === 'ticket') return timestamp + salt.vary(ORDERLESS_LIFETIME_SECONDS, 1n);
  const isGiven = input.kind === 'given';
  const given = isGiven ? input.transaction.expirationTimestampSecs : wishes.expireTimestamp;
  const lifetime = BigInt(seconds.lifetime);
  if (given === undefined) return timestamp + salt.vary(lifetime, lifetime / 4n);
  const least = timestamp + BigInt(seconds.approval);
  const field = isGiven ? 'transaction.expirationTimestampSecs' : 'expireTimestamp';
  if (given <= least) {
    const reason = `must leave time for an approval: later than ${least} now`;
    throw new InvalidInputError(field, reason);
  }
  if (given < IN_MILLISECONDS) return given;
  throw new InvalidInputError(
    field,
    'must be in seconds; in milliseconds it would hardly ever end',
  );
}
