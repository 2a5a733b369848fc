import { parseDecimal } from '../core/amount.js';
import { type CallOptions, clockOf } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import type { NetlinkAccount, NetlinkTransaction } from './answers.js';
import type { NetlinkClient } from './client.js';
import type { TransactionQuery } from './requests.js';
import type { UnconfirmedFacts, UnconfirmedMove, UnconfirmedOutcome } from './unconfirmed.js';

const CLOCK_SKEW_MS = 60_000;
/** As many decimals as a decimal string can have. */
const MOST_DECIMALS = 128;

type Reader = Pick<NetlinkClient, 'listAccounts' | 'iterateTransactions'>;

/** Finds the outcome of a move: see `settleUnconfirmed`. */
export async function settled(
  client: Reader,
  sent: UnconfirmedMove,
  facts: UnconfirmedFacts,
  options: CallOptions | undefined,
): Promise<UnconfirmedOutcome> {
  if (!Number.isFinite(facts.sentAt)) {
    throw new InvalidInputError('sentAt', 'must be milliseconds since the epoch');
  }
  const transactions = await fitting(client, sent, facts, options);
  if (transactions.length > 1) return { outcome: 'unknown', doubt: 'several-fit' };
  const [transaction] = transactions;
  if (transaction !== undefined) return { outcome: 'found', transaction };
  return byBalances(client, sent, facts, options);
}

/** The transactions of the history that may be this one. */
async function fitting(
  client: Reader,
  sent: UnconfirmedMove,
  facts: UnconfirmedFacts,
  options: CallOptions | undefined,
): Promise<readonly NetlinkTransaction[]> {
  const kind = kindOf(sent);
  if (kind === undefined) return [];
  const { sentAt, otherTransactionIDs = [], clockSkewMs = CLOCK_SKEW_MS } = facts;
  const fromDate = Math.floor(sentAt - clockSkewMs);
  const toDate = Math.ceil(clockOf(facts.clock).now() + clockSkewMs);
  const query: TransactionQuery = { ...kind, fromDate, toDate };
  const found: NetlinkTransaction[] = [];
  for await (const transaction of client.iterateTransactions(query, options)) {
    const { transactionID = '', timestamp } = transaction;
    const isOther = otherTransactionIDs.includes(transactionID);
    const isInTime = fromDate <= timestamp && timestamp <= toDate;
    const isLike = !isOther && isInTime && isOf(kind, transaction);
    if (isLike && isOfAmount(sent, transaction)) found.push(transaction);
  }
  return found;
}

/** A provider may leave a filter out, and give a deposit of the same amount, or another coin. */
function isOf(
  { coinSymbol, network, direction }: Omit<TransactionQuery, 'fromDate' | 'toDate'>,
  given: NetlinkTransaction,
): boolean {
  const isOn = network === undefined || given.network === null || given.network === network;
  const isOfDirection = direction === undefined || given.direction === direction;
  return given.coinSymbol === coinSymbol && isOn && isOfDirection;
}

/** The part of the history that would have the move. Transfers between account types are in none. */
function kindOf(sent: UnconfirmedMove): Omit<TransactionQuery, 'fromDate' | 'toDate'> | undefined {
  const { coinSymbol } = sent.request;
  switch (sent.operation) {
    case 'withdraw': {
      const { network } = sent.request;
      return { coinSymbol, network, direction: 'CRYPTO_WITHDRAWAL' };
    }
    case 'transferSubMain':
      return { coinSymbol, isSubTransfer: 'subMainTransfer' };
    case 'transferSubAccounts':
      return { coinSymbol, isSubTransfer: 'subaccountTransfer' };
    case 'transferInternal':
      return undefined;
    default:
      throw new InvalidInputError('operation', 'must be a move');
  }
}

/** A history's amounts are net of the fee; the amount of a gross withdrawal includes it. */
function isOfAmount(sent: UnconfirmedMove, { amount, serviceFee }: NetlinkTransaction): boolean {
  const isGross = sent.operation === 'withdraw' && `${sent.request.isGross}` === 'true';
  // A provider without fees may send any text, such as an empty one.
  const hasFee = isGross && /^\d+(?:\.\d+)?$/.test(serviceFee);
  return unitsOf(sent.request.amount) === unitsOf(amount) + unitsOf(hasFee ? serviceFee : '0');
}

/** The outcome by the balances, without a transaction; other moves may change these too. */
async function byBalances(
  client: Reader,
  sent: UnconfirmedMove,
  { accountsBefore, clock }: UnconfirmedFacts,
  options: CallOptions | undefined,
): Promise<UnconfirmedOutcome> {
  const types = typesOf(sent, accountsBefore ?? []);
  if (accountsBefore === undefined || types.length === 0) {
    return { outcome: 'unknown', doubt: 'no-balance' };
  }
  const after = await client.listAccounts(options);
  const asOf = clockOf(clock).now();
  const { coinSymbol, amount } = sent.request;
  const change = (type: string, part: 'availableAmount' | 'totalAmount') =>
    held(after, type, coinSymbol, part) - held(accountsBefore, type, coinSymbol, part);
  const isStill = types.every(
    (type) => change(type, 'availableAmount') === 0n && change(type, 'totalAmount') === 0n,
  );
  if (isStill) return { outcome: 'not-found', asOf };
  if (sent.operation === 'transferInternal') {
    const { fromAccountType, toAccountType } = sent.request;
    const gone = -change(fromAccountType, 'availableAmount');
    const come = change(toAccountType, 'availableAmount');
    if (gone === unitsOf(amount) && come === gone) {
      return { outcome: 'found', transaction: undefined };
    }
  }
  return { outcome: 'unknown', doubt: 'balance-moved' };
}

/** The existing account types that the move would change. A sub-account does not show its own. */
function typesOf(sent: UnconfirmedMove, accounts: readonly NetlinkAccount[]): readonly string[] {
  const all = accounts.map(({ type }) => type);
  switch (sent.operation) {
    case 'withdraw':
      return all.filter((type) => type === sent.request.accountType);
    case 'transferInternal': {
      const { fromAccountType, toAccountType } = sent.request;
      return all.filter((type) => type === fromAccountType || type === toAccountType);
    }
    case 'transferSubMain':
      return all;
    case 'transferSubAccounts':
      return [];
  }
}

function held(
  accounts: readonly NetlinkAccount[],
  type: string,
  coinSymbol: string,
  part: 'availableAmount' | 'totalAmount',
): bigint {
  const account = accounts.find((each) => each.type === type);
  const balance = account?.balances.find((each) => each.coinSymbol === coinSymbol);
  return balance === undefined ? 0n : unitsOf(balance[part]);
}

/** Amounts with any number of decimals in comparable units. Debts are below zero; a provider may write leading zeros. */
function unitsOf(amount: string): bigint {
  const { units, scale } = parseDecimal(amount.replace(/^-?0*(?=\d)/, ''), 'amount');
  const sign = amount[0] === '-' ? -1n : 1n;
  return sign * units * 10n ** BigInt(MOST_DECIMALS - scale);
}
