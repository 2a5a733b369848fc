import { ACCOUNT_FLAGS, type AccountRoot, has, withFlag } from '../ledger/entries.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { firstFailure, OK, type TransactionRules } from './rules.js';

/** Transaction flags from before SetFlag and ClearFlag, with the number they stand for. */
const LEGACY = [
  { set: 0x00010000, clear: 0x00020000, number: 1 },
  { set: 0x00040000, clear: 0x00080000, number: 2 },
  { set: 0x00100000, clear: 0x00200000, number: 3 },
] as const;

const ASF = {
  requireDest: 1,
  requireAuth: 2,
  disallowXrp: 3,
  disableMaster: 4,
  accountTxnId: 5,
  noFreeze: 6,
  globalFreeze: 7,
  defaultRipple: 8,
  depositAuth: 9,
  nftokenMinter: 10,
  allowClawback: 16,
} as const;

/** The account flag that each number of SetFlag and ClearFlag stands for. */
const FLAG_OF: ReadonlyMap<number, number> = new Map([
  [ASF.requireDest, ACCOUNT_FLAGS.requireDestinationTag],
  [ASF.requireAuth, ACCOUNT_FLAGS.requireAuthorization],
  [ASF.disallowXrp, ACCOUNT_FLAGS.disallowIncomingXRP],
  [ASF.disableMaster, ACCOUNT_FLAGS.disableMasterKey],
  [ASF.noFreeze, ACCOUNT_FLAGS.noFreeze],
  [ASF.globalFreeze, ACCOUNT_FLAGS.globalFreeze],
  [ASF.defaultRipple, ACCOUNT_FLAGS.defaultRipple],
  [ASF.depositAuth, ACCOUNT_FLAGS.depositAuth],
  [12, ACCOUNT_FLAGS.disallowIncomingNFTokenOffer],
  [13, ACCOUNT_FLAGS.disallowIncomingCheck],
  [14, ACCOUNT_FLAGS.disallowIncomingPayChan],
  [15, ACCOUNT_FLAGS.disallowIncomingTrustline],
  [ASF.allowClawback, ACCOUNT_FLAGS.allowTrustLineClawback],
  [17, ACCOUNT_FLAGS.allowTrustLineLocking],
]);

/** Once set these stay. */
const PERMANENT: ReadonlySet<number> = new Set([ASF.noFreeze, ASF.allowClawback]);

const MIN_RATE = 1_000_000_000;
const MAX_RATE = 2_000_000_000;
const MIN_TICKS = 3;
const MAX_TICKS = 15;
const MAX_DOMAIN_DIGITS = 512;
const NO_TXN_ID = '0'.repeat(64);

/** AccountSet: an account's flags and what it says of itself. */
export const accountSet: TransactionRules = {
  flags: LEGACY.reduce((sum, { set, clear }) => sum | set | clear, 0),
  check,
  claim,
  apply,
};

function check(tx: Transaction): ResultCode {
  const [set, clear] = [tx.number('SetFlag') ?? 0, tx.number('ClearFlag') ?? 0];
  return firstFailure(
    () => (set !== 0 && set === clear ? 'temINVALID_FLAG' : OK),
    () => (LEGACY.some((pair) => contradicts(tx, pair)) ? 'temINVALID_FLAG' : OK),
    () => {
      const rate = tx.number('TransferRate') ?? 0;
      return rate !== 0 && (rate < MIN_RATE || rate > MAX_RATE) ? 'temBAD_TRANSFER_RATE' : OK;
    },
    () => {
      const ticks = tx.number('TickSize') ?? 0;
      return ticks !== 0 && (ticks < MIN_TICKS || ticks > MAX_TICKS) ? 'temBAD_TICK_SIZE' : OK;
    },
    () => (isPublicKey(tx.text('MessageKey') ?? '') ? OK : 'telBAD_PUBLIC_KEY'),
    () => ((tx.text('Domain') ?? '').length > MAX_DOMAIN_DIGITS ? 'telBAD_DOMAIN' : OK),
    () => (set === ASF.nftokenMinter && !tx.has('NFTokenMinter') ? 'temMALFORMED' : OK),
    () => (clear === ASF.nftokenMinter && tx.has('NFTokenMinter') ? 'temMALFORMED' : OK),
  );
}

function contradicts(tx: Transaction, { number }: (typeof LEGACY)[number]): boolean {
  return sets(tx, number) && clears(tx, number);
}

function isPublicKey(hex: string): boolean {
  return hex === '' || /^(?:02|03|ED)[0-9A-F]{64}$/.test(hex);
}

function sets(tx: Transaction, number: number): boolean {
  const legacy = LEGACY.find((pair) => pair.number === number);
  return tx.number('SetFlag') === number || (legacy !== undefined && tx.hasFlag(legacy.set));
}

function clears(tx: Transaction, number: number): boolean {
  const legacy = LEGACY.find((pair) => pair.number === number);
  return tx.number('ClearFlag') === number || (legacy !== undefined && tx.hasFlag(legacy.clear));
}

function claim(tx: Transaction, view: ReadView): ResultCode {
  const flags = view.account(tx.account)?.Flags ?? 0;
  const ownsAnything = view.ownedKeys(tx.account).length > 0;
  const startsAuth = sets(tx, ASF.requireAuth) && !has(flags, ACCOUNT_FLAGS.requireAuthorization);
  return firstFailure(
    () => (startsAuth && ownsAnything ? 'tecOWNERS' : OK),
    () => {
      if (!sets(tx, ASF.allowClawback)) return OK;
      if (has(flags, ACCOUNT_FLAGS.noFreeze)) return 'tecNO_PERMISSION';
      return ownsAnything ? 'tecOWNERS' : OK;
    },
    () => {
      const clashes = has(flags, ACCOUNT_FLAGS.allowTrustLineClawback);
      return sets(tx, ASF.noFreeze) && clashes ? 'tecNO_PERMISSION' : OK;
    },
  );
}

function apply(tx: Transaction, view: WorkView): ResultCode {
  const account = view.account(tx.account);
  if (account === undefined) return 'terNO_ACCOUNT';
  const forbidden = keyTrouble(tx, view, account);
  if (forbidden !== OK) return forbidden;
  view.putAccount({ ...withFields(tx, account), Flags: newFlags(tx, account.Flags) });
  return OK;
}

/** Giving up the master key, or the right to freeze, takes the master key; and another key to go on with. */
function keyTrouble(tx: Transaction, view: ReadView, account: AccountRoot): ResultCode {
  const byMaster = tx.keyAccount === tx.account;
  const disabled = has(account.Flags, ACCOUNT_FLAGS.disableMasterKey);
  if (sets(tx, ASF.disableMaster) && !disabled) {
    if (!byMaster) return 'tecNEED_MASTER_KEY';
    const other = account.RegularKey !== undefined || view.signerList(tx.account) !== undefined;
    if (!other) return 'tecNO_ALTERNATIVE_KEY';
  }
  return sets(tx, ASF.noFreeze) && !byMaster && !disabled ? 'tecNEED_MASTER_KEY' : OK;
}

function newFlags(tx: Transaction, before: number): number {
  let flags = before;
  for (const [number, flag] of FLAG_OF) {
    if (sets(tx, number)) flags = withFlag(flags, flag, true);
    else if (clears(tx, number) && mayClear(number, flags)) flags = withFlag(flags, flag, false);
  }
  return flags;
}

/** Who renounced freezing can't lift a global freeze either, or it would be a way to freeze. */
function mayClear(number: number, flags: number): boolean {
  if (number === ASF.globalFreeze) return !has(flags, ACCOUNT_FLAGS.noFreeze);
  return !PERMANENT.has(number);
}

function withFields(tx: Transaction, account: AccountRoot): AccountRoot {
  const {
    AccountTxnID,
    Domain,
    EmailHash,
    MessageKey,
    NFTokenMinter,
    TickSize,
    TransferRate,
    WalletLocator,
    ...rest
  } = account;
  const keptText = (field: string, before: string | undefined, unset?: string) => {
    const value = tx.text(field);
    return value === undefined ? before : value === '' || value === unset ? undefined : value;
  };
  const keptNumber = (field: string, before: number | undefined, standard: number) => {
    const value = tx.number(field);
    return value === undefined ? before : value === 0 || value === standard ? undefined : value;
  };
  const tracked = sets(tx, ASF.accountTxnId) ? (AccountTxnID ?? NO_TXN_ID) : AccountTxnID;
  const minter = sets(tx, ASF.nftokenMinter) ? tx.text('NFTokenMinter') : NFTokenMinter;
  return {
    ...rest,
    ...defined('AccountTxnID', clears(tx, ASF.accountTxnId) ? undefined : tracked),
    ...defined('Domain', keptText('Domain', Domain)),
    ...defined('EmailHash', keptText('EmailHash', EmailHash)),
    ...defined('MessageKey', keptText('MessageKey', MessageKey)),
    ...defined('NFTokenMinter', clears(tx, ASF.nftokenMinter) ? undefined : minter),
    ...defined('TickSize', keptNumber('TickSize', TickSize, MAX_TICKS + 1)),
    ...defined('TransferRate', keptNumber('TransferRate', TransferRate, MIN_RATE)),
    ...defined('WalletLocator', keptText('WalletLocator', WalletLocator, '0'.repeat(64))),
  };
}

function defined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  const field: { [key in Name]?: Value } = {};
  if (value !== undefined) field[name] = value;
  return field;
}
