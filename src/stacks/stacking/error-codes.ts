import { bootAddress } from '../wire/principals.js';
import { isPox5Wrapper, type ManagerFamily, managerRules } from './manager-rules.js';
import { isWrappedPool } from './pox4-pools.js';

/**
 * The meaning of the numbers with which stacking contracts fail. The same number means different things in
 * different contracts, so a number needs its contract. pox-4 answers with signed integers, `(err 3)`; pox-5 and
 * signer managers with unsigned ones, `(err u19)`.
 */
const POX_4: Readonly<Record<string, string>> = {
  1: 'ERR_STACKING_INSUFFICIENT_FUNDS',
  2: 'ERR_STACKING_INVALID_LOCK_PERIOD',
  3: 'ERR_STACKING_ALREADY_STACKED',
  4: 'ERR_STACKING_NO_SUCH_PRINCIPAL',
  5: 'ERR_STACKING_EXPIRED',
  6: 'ERR_STACKING_STX_LOCKED',
  9: 'ERR_STACKING_PERMISSION_DENIED',
  11: 'ERR_STACKING_THRESHOLD_NOT_MET',
  12: 'ERR_STACKING_POX_ADDRESS_IN_USE',
  13: 'ERR_STACKING_INVALID_POX_ADDRESS',
  18: 'ERR_STACKING_INVALID_AMOUNT',
  19: 'ERR_NOT_ALLOWED',
  20: 'ERR_STACKING_ALREADY_DELEGATED',
  21: 'ERR_DELEGATION_EXPIRES_DURING_LOCK',
  22: 'ERR_DELEGATION_TOO_MUCH_LOCKED',
  23: 'ERR_DELEGATION_POX_ADDR_REQUIRED',
  24: 'ERR_INVALID_START_BURN_HEIGHT',
  25: 'ERR_NOT_CURRENT_STACKER',
  26: 'ERR_STACK_EXTEND_NOT_LOCKED',
  27: 'ERR_STACK_INCREASE_NOT_LOCKED',
  28: 'ERR_DELEGATION_NO_REWARD_SLOT',
  29: 'ERR_DELEGATION_WRONG_REWARD_SLOT',
  30: 'ERR_STACKING_IS_DELEGATED',
  31: 'ERR_STACKING_NOT_DELEGATED',
  32: 'ERR_INVALID_SIGNER_KEY',
  33: 'ERR_REUSED_SIGNER_KEY',
  34: 'ERR_DELEGATION_ALREADY_REVOKED',
  35: 'ERR_INVALID_SIGNATURE_PUBKEY',
  36: 'ERR_INVALID_SIGNATURE_RECOVER',
  37: 'ERR_INVALID_REWARD_CYCLE',
  38: 'ERR_SIGNER_AUTH_AMOUNT_TOO_HIGH',
  39: 'ERR_SIGNER_AUTH_USED',
  40: 'ERR_INVALID_INCREASE',
  254: 'ERR_STACKING_CORRUPTED_STATE',
  255: 'ERR_STACKING_UNREACHABLE',
};

const POX_5: Readonly<Record<string, string>> = {
  1: 'ERR_UNAUTHORIZED',
  2: 'ERR_CANNOT_SETUP_BOND_TOO_SOON',
  3: 'ERR_CANNOT_SETUP_BOND_TOO_LATE',
  4: 'ERR_BOND_ALREADY_SETUP',
  5: 'ERR_STAKER_ALREADY_ADDED',
  7: 'ERR_BOND_NOT_FOUND',
  8: 'ERR_INSUFFICIENT_STX',
  9: 'ERR_ALREADY_REGISTERED',
  10: 'ERR_TOO_MUCH_SATS',
  11: 'ERR_NOT_ALLOWLISTED',
  12: 'ERR_SIGNER_KEY_GRANT_USED',
  13: 'ERR_INVALID_SIGNATURE_RECOVER',
  14: 'ERR_INVALID_SIGNATURE_PUBKEY',
  17: 'ERR_SIGNER_KEY_GRANT_NOT_FOUND',
  19: 'ERR_ALREADY_STAKED',
  20: 'ERR_INVALID_NUM_CYCLES',
  23: 'ERR_SIGNER_NOT_FOUND',
  24: 'ERR_INVALID_START_BURN_HEIGHT',
  26: 'ERR_UNAUTHORIZED_SIGNER_REGISTRATION',
  27: 'ERR_NOT_STAKING',
  28: 'ERR_UNSTAKE_IN_PREPARE_PHASE',
  29: 'ERR_INVALID_BOND_PERIOD_ORDERING',
  30: 'ERR_DISTRIBUTION_ALREADY_COMPUTED',
  31: 'ERR_BOND_NOT_ACTIVE',
  32: 'ERR_NO_CLAIMABLE_REWARDS',
  33: 'ERR_ACTIVE_BOND_NOT_INCLUDED',
  34: 'ERR_NOT_BOND_PARTICIPANT',
  35: 'ERR_CANNOT_ANNOUNCE_L1_EARLY_UNLOCK',
  36: 'ERR_INVALID_OLD_SIGNER_MANAGER',
  37: 'ERR_INVALID_UNSTAKE_SBTC_AMOUNT',
  38: 'ERR_CANNOT_UNSTAKE_SBTC',
  39: 'ERR_READ_TX_OUT_OF_BOUNDS',
  40: 'ERR_INVALID_BTC_HEADER',
  41: 'ERR_INVALID_MERKLE_PROOF',
  42: 'ERR_INVALID_LOCKUP_SCRIPT',
  43: 'ERR_BOND_ALREADY_STARTED',
  44: 'ERR_UPDATE_BOND_SAME_SIGNER',
  45: 'ERR_INVALID_LOCKUP_AMOUNT',
  46: 'ERR_DUPLICATE_LOCKUP_OUTPOINT',
  47: 'ERR_STAKE_IN_PREPARE_PHASE',
  48: 'ERR_ROLLOVER_TOO_EARLY',
  49: 'ERR_REENTRANT_CALL',
  50: 'ERR_L1_EARLY_EXIT_ALREADY_ANNOUNCED',
  51: 'ERR_INSUFFICIENT_RESERVE_BALANCE',
  52: 'ERR_INVALID_UNLOCK_HEIGHT',
  53: 'ERR_REWARDS_PAUSED',
};

/** Codes of the reference signer manager, from which others were made. */
const REFERENCE: Readonly<Record<string, string>> = {
  1001: 'ERR_NO_CLAIMABLE_REWARDS',
  1002: 'ERR_UNAUTHORIZED_ADMIN',
  1003: 'ERR_INVALID_CALLDATA',
  1004: 'ERR_INVALID_POX_ADDR',
  1005: 'ERR_INVALID_FEES_BIPS',
  1006: 'ERR_UNAUTHORIZED_CALLER',
  1007: 'ERR_INSUFFICIENT_FEES',
};

const MANAGERS: Readonly<Record<ManagerFamily, Readonly<Record<string, string>>>> = {
  reference: REFERENCE,
  max500: {
    ...REFERENCE,
    1012: 'ERR_BELOW_DUST_LIMIT',
    1013: 'ERR_BELOW_MIN_CLAIM',
    1014: 'ERR_INVALID_MIN_CLAIM',
    1015: 'ERR_CANNOT_REMOVE_SELF',
    1016: 'ERR_NO_PENDING_PAYOUT',
    1017: 'ERR_NO_REFUND_CREDIT',
  },
  planbetter: { 1012: 'ERR_CALLDATA_REQUIRED' },
  custom: {},
};

/** Codes from here on are the managers' own. Those of pox-5 end far below. */
const FIRST_OF_MANAGERS = 1_000n;

/**
 * The name of the error with which a stacking contract has failed; `undefined` for other contracts, and
 * for codes that are not known.
 *
 * @param code - As Clarity writes it: `3` of a signed integer, `u19` of an unsigned one.
 * @param others - Contracts among the call's arguments: a manager's error passes through pox-5.
 */
export function errorNameOf(
  contract: string | undefined,
  code: string,
  others: readonly string[] = [],
): string | undefined {
  if (contract === undefined || !/^u?\d{1,20}$/.test(code)) return undefined;
  const kind = /^S[PM]/.test(contract) ? 'mainnet' : 'testnet';
  const digits = code.replace('u', '');
  const isUnsigned = digits !== code;
  const boot = bootAddress(kind);
  if (contract === `${boot}.pox-4`) return isUnsigned ? undefined : POX_4[digits];
  if (!isUnsigned) return undefined;
  if (isWrappedPool(kind, contract)) return wrapped(BigInt(digits));
  const isPox5 = contract === `${boot}.pox-5` || isPox5Wrapper(kind, contract);
  if (isPox5 && BigInt(digits) < FIRST_OF_MANAGERS) return POX_5[digits];
  const candidates = isPox5 ? others : [contract];
  const [known] = candidates.flatMap((id) => managerRules(kind, id) ?? []);
  return known && (MANAGERS[known.family][digits] ?? POX_5[digits]);
}

/** Fast Pool passes errors of pox-4 on as unsigned integers, times a thousand. */
function wrapped(code: bigint): string | undefined {
  return code % 1_000n === 0n ? POX_4[`${code / 1_000n}`] : undefined;
}
