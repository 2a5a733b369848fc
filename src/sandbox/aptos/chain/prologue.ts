import { type Address, FUNGIBLE_ASSETS, ZERO } from '../address.js';
import { primaryBalance } from '../move/fungible-assets.js';
import { intrinsicGas } from '../move/gas.js';
import type { State } from '../state/world.js';
import { type AccountSignature, authenticationKeyOf } from '../transaction/authenticator.js';
import {
  gasPayerOf,
  type SignedTransaction,
  signersOf,
} from '../transaction/signed-transaction.js';
import { MOVEMENT_CHAINS } from './chain-ids.js';
import type { StatusCode } from './status-codes.js';

/** What the chain holds a transaction against, before it runs it. */
export interface Rules {
  readonly chainId: number;
  /** Of the ledger, in seconds: nothing else is the time. */
  readonly now: bigint;
  readonly statelessAccounts: boolean;
  readonly simulation: boolean;
}

const MIN_GAS_PRICE = 100n;
export const MAX_GAS_AMOUNT = 2_000_000n;
const MAX_GAS_PRICE = 10_000_000_000n;
const MAX_SIZE = 65_536;
const MAX_SEQUENCE_NUMBER = 2n ** 63n;
/** How many seconds an orderless transaction may live at most: on Movement, and on Aptos since then. */
const ORDERLESS_SECONDS = { movement: 65n, aptos: 100n };

/**
 * Why a transaction may not run, if there is a reason: what the chain's own validation checks, in its
 * order. The signatures themselves are verified before.
 */
export function refusal(tx: SignedTransaction, state: State, rules: Rules): StatusCode | undefined {
  return (
    gasRefusal(tx) ??
    duplicateRefusal(tx) ??
    timeRefusal(tx, rules) ??
    keyRefusal(tx, state, rules) ??
    replayRefusal(tx, state, rules) ??
    fundsRefusal(tx, state, rules)
  );
}

function gasRefusal({ size, maxGasAmount, gasUnitPrice }: SignedTransaction) {
  if (size > MAX_SIZE) return 'EXCEEDED_MAX_TRANSACTION_SIZE';
  if (maxGasAmount > MAX_GAS_AMOUNT) return 'MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND';
  if (maxGasAmount < intrinsicGas(size)) return 'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS';
  if (gasUnitPrice < MIN_GAS_PRICE) return 'GAS_UNIT_PRICE_BELOW_MIN_BOUND';
  return gasUnitPrice > MAX_GAS_PRICE ? 'GAS_UNIT_PRICE_ABOVE_MAX_BOUND' : undefined;
}

function duplicateRefusal(tx: SignedTransaction) {
  const signers = signersOf(tx);
  return new Set(signers).size < signers.length ? 'SIGNERS_CONTAIN_DUPLICATES' : undefined;
}

function timeRefusal(tx: SignedTransaction, { now, chainId }: Rules) {
  if (now >= tx.expiration) return 'TRANSACTION_EXPIRED';
  return tx.chainId === chainId ? undefined : 'BAD_CHAIN_ID';
}

function keyRefusal(tx: SignedTransaction, state: State, rules: Rules) {
  const { authenticator } = tx;
  const signed: (readonly [Address, AccountSignature])[] = [[tx.sender, authenticator.sender]];
  if (authenticator.kind !== 'single') {
    for (const { address, signature } of authenticator.secondary) signed.push([address, signature]);
  }
  if (authenticator.kind === 'fee-payer') {
    const { address, signature } = authenticator.feePayer;
    signed.push([address, signature]);
  }
  for (const [address, signature] of signed) {
    const key = authenticationKeyOf(signature);
    // Only a simulation gets here without a key: any caller may try what would happen.
    if (key === undefined) continue;
    const account = state.accounts.get(address);
    const missing = account === undefined && !rules.statelessAccounts;
    if (missing && gasPayerOf(tx) === address) return 'SENDING_ACCOUNT_DOES_NOT_EXIST';
    if ((account?.authenticationKey ?? address) !== key) return 'INVALID_AUTH_KEY';
  }
  return undefined;
}

function replayRefusal(tx: SignedTransaction, state: State, { now, chainId }: Rules) {
  const { nonce } = tx.payload;
  if (nonce !== undefined) {
    const life = ORDERLESS_SECONDS[MOVEMENT_CHAINS.has(chainId) ? 'movement' : 'aptos'];
    if (tx.expiration > now + life) return 'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE';
    const usedUntil = state.nonces.get(nonceKey(tx.sender, nonce));
    return usedUntil !== undefined && usedUntil >= now ? 'NONCE_ALREADY_USED' : undefined;
  }
  const expected = state.accounts.get(tx.sender)?.sequenceNumber ?? 0n;
  if (tx.sequenceNumber >= MAX_SEQUENCE_NUMBER) return 'SEQUENCE_NUMBER_TOO_BIG';
  if (tx.sequenceNumber < expected) return 'SEQUENCE_NUMBER_TOO_OLD';
  return tx.sequenceNumber > expected ? 'SEQUENCE_NUMBER_TOO_NEW' : undefined;
}

function fundsRefusal(tx: SignedTransaction, state: State, { simulation }: Rules) {
  const payer = gasPayerOf(tx);
  if (simulation && payer === ZERO) return undefined;
  const most = tx.maxGasAmount * tx.gasUnitPrice;
  return primaryBalance(state, payer, FUNGIBLE_ASSETS) < most
    ? 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE'
    : undefined;
}

export function nonceKey(sender: Address, nonce: bigint): string {
  return `${sender} ${nonce}`;
}
