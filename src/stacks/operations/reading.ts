import { InvalidInputError } from '../../core/errors.js';
import type { Account, Snapshot } from '../../transactions/index.js';
import { firstFree } from '../../transactions/numbers.js';
import { InsufficientFundsError, NotReplaceableError } from '../errors.js';
import type { NetworkFacts } from '../network.js';
import type { Agreed } from '../node/ledger.js';
import type { StacksNode } from '../node/node.js';
import { readWaiting } from '../node/nonces.js';
import { STX_DECIMALS } from '../wire/amounts.js';
import { contentOf } from '../wire/content.js';
import { type Content, compose, lengthOf, type UnsignedTransaction } from '../wire/transaction.js';
import type { Contracts } from './contracts.js';
import { estimateFee, type FeeMemory, leastFee } from './fees.js';
import { type CallGuard, objectionTo } from './guard.js';
import type { Composing, Spending, StacksCall, StacksInput } from './input.js';

/** The state of the chain when a transaction was built. */
export interface StacksSnapshot extends Snapshot {
  /** The content of the transaction; `undefined` if the caller gave a complete one. */
  readonly content: Content | undefined;
  /** The fee to offer, in microSTX; the caller's, if there is one. */
  readonly fee: bigint;
  /**
   * The range in which the fee may vary: not at all if the caller has chosen it, and not above what the account
   * has.
   */
  readonly room: Range;
  /** The fees of the account's waiting transactions, if one of them may have to be replaced. */
  readonly offers: ReadonlyMap<bigint, bigint>;
}

export interface ChainReading {
  readonly account: Account;
  readonly calls: readonly StacksCall[];
  readonly network: NetworkFacts;
  readonly guards: readonly CallGuard[];
  /** Checks the next nonce that a node reports against other evidence. */
  readonly checkNext: (node: StacksNode, next: bigint) => Promise<void>;
  readonly agreed: Agreed;
  /** Transactions for which a node had no estimate. */
  readonly unestimated: FeeMemory['unestimated'];
  readonly contracts: Contracts;
}

/**
 * Everything that an account's transactions depend on, in one parallel batch where their contents are
 * known.
 *
 * @throws InsufficientFundsError when the account certainly can't pay for them.
 * @throws the error of a guard that refuses them.
 */
export async function readChain(
  node: StacksNode,
  reading: ChainReading,
): Promise<readonly StacksSnapshot[]> {
  const { account, calls } = reading;
  const { address } = account;
  const [standing, unspent, offers, drafts] = await Promise.all([
    node.account(address),
    readWaiting(node, address),
    calls.some(({ wishes }) => wishes.replaces) ? readOffers(node, address) : new Map(),
    draftAll(node, reading),
  ]);
  const { nonce: nextNumber, balance } = standing;
  const waiting = unspent.filter((nonce) => nonce >= nextNumber);
  for (const call of calls) checkNonce(call, nextNumber, waiting);
  // If the caller gives the nonce, no node's answer decides.
  if (calls.some(({ wishes }) => wishes.nonce === undefined && !wishes.replaces)) {
    await reading.checkNext(node, firstFree(nextNumber, new Set(waiting)));
  }
  const spare = checkFunds(drafts, balance) / BigInt(drafts.length);
  return drafts.map(({ content, fee, least, mayRise }) => {
    const room = { least, most: mayRise ? fee + spare : fee };
    return { nextNumber, waiting, content, fee, room, offers };
  });
}

interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

interface Draft {
  readonly content: Content | undefined;
  readonly fee: bigint;
  /** The lowest fee that it may have. */
  readonly least: bigint;
  /** Whether it may cost more: not if the caller has chosen the fee, or if a recipient would get that much less. */
  readonly mayRise: boolean;
  readonly spends: readonly Spending[];
  /** Whether the fee is part of the amount. */
  readonly holdsFee: boolean;
}

async function draftAll(node: StacksNode, reading: ChainReading): Promise<readonly Draft[]> {
  const { calls, unestimated } = reading;
  const fees = { asked: new Map(), unestimated };
  return Promise.all(
    calls.map((call, index) => {
      const mayGetMore = calls.slice(0, index).some(({ input }) => input.kind === 'contract-call');
      return draft(node, reading, { ...call, mayGetMore }, fees);
    }),
  );
}

/** A call, and whether earlier calls may bring in what it sends. */
interface NextCall extends StacksCall {
  readonly mayGetMore: boolean;
}

async function draft(
  node: StacksNode,
  reading: ChainReading,
  call: NextCall,
  fees: FeeMemory,
): Promise<Draft> {
  const { account, network, guards, agreed } = reading;
  const { input, wishes } = call;
  if (input.kind === 'given') {
    const { transaction } = input;
    const content = contentOf(transaction);
    const tried = trial(node, reading, call, content);
    tried.catch(() => undefined);
    await assertUnopposed(transaction, guards, node);
    const { fee } = transaction;
    checkLeast(fee, transaction, wishes.fee === undefined ? 'transaction' : 'fee');
    const mayRise = input.intent !== undefined && wishes.fee === undefined;
    const spends = content?.kind === 'transfer' ? [spendingOf(content)] : await tried;
    return { content: undefined, fee, least: fee, mayRise, spends, holdsFee: false };
  }
  const drafted = await contentFor(input, { node, account, network }, agreed);
  const { content, holdsFee } = drafted;
  const sample = compose({
    ...network,
    publicKey: account.publicKey.bytes,
    nonce: 0n,
    fee: wishes.fee ?? 0n,
    content,
  });
  const tried = trial(node, reading, call, content);
  tried.catch(() => undefined);
  const [fee, spends] = await Promise.all([
    wishes.fee ?? estimateFee(node, content, sample, fees),
    drafted.spends,
    assertUnopposed(sample, guards, node),
  ]);
  const isOpen = wishes.fee === undefined;
  const least = isOpen ? leastFee(lengthOf(sample)) : fee;
  checkLeast(fee, sample, 'fee');
  const all = [...spends, ...(await tried)];
  return { content, fee, least, mayRise: isOpen && !holdsFee, spends: all, holdsFee };
}

/** A lower fee would be approved, signed, and then refused by every node. */
function checkLeast(fee: bigint, transaction: UnsignedTransaction, field: string): void {
  const least = leastFee(lengthOf(transaction));
  if (fee >= least) return;
  const what = field === 'fee' ? 'be' : 'offer a fee of';
  throw new InvalidInputError(field, `must ${what} at least ${least} microSTX`);
}

/** The content of a transaction, and the amounts that it spends, which may not be known at once. */
interface Drafted extends Pick<Draft, 'holdsFee'> {
  readonly content: Content;
  readonly spends: readonly Spending[] | Promise<readonly Spending[]>;
}

async function contentFor(
  input: Exclude<StacksCall['input'], { kind: 'given' }>,
  composing: Composing,
  agreed: Agreed,
): Promise<Drafted> {
  if (input.kind === 'composed') {
    const { call, spends = [] } = await input.compose(composing, agreed);
    return { content: { kind: 'contract-call', ...call }, spends, holdsFee: false };
  }
  const content = plainContent(input);
  if (input.kind === 'contract-call') return { content, spends: [], holdsFee: false };
  return { content, spends: [spendingOf(input)], holdsFee: input.gross };
}

/** The content of what needs no facts of the chain; the amount of a transfer may still have its fee in it. */
export function plainContent(
  input: Extract<StacksInput, { kind: 'transfer' | 'contract-call' }>,
): Content {
  if (input.kind === 'contract-call') return { kind: 'contract-call', ...input.call };
  const { kind, recipient, amount, memo } = input;
  return { kind, recipient, amount, memo };
}

function spendingOf({ amount }: { readonly amount: bigint }): Spending {
  return { asset: 'STX', amount, decimals: STX_DECIMALS };
}

/**
 * The amounts that a caller's own call takes, after it was tried. Calls that are composed here need no trial, and
 * a replacement was tried with its original.
 */
async function trial(
  node: StacksNode,
  { account, contracts }: ChainReading,
  { input, wishes, mayGetMore }: NextCall,
  content: Content | undefined,
): Promise<readonly Spending[]> {
  const isOwn = input.kind === 'contract-call' || (input.kind === 'given' && !input.intent);
  if (!isOwn || content?.kind !== 'contract-call' || wishes.trial === 'off') return [];
  const { tryCall } = await import('./trial.js');
  try {
    return await tryCall(node, contracts, { ...content, sender: account.address, mayGetMore });
  } catch (error) {
    if (input.kind !== 'given' || !(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError('transaction', `can't succeed: ${error.field} ${error.reason}`);
  }
}

async function assertUnopposed(
  transaction: UnsignedTransaction,
  guards: readonly CallGuard[],
  node: StacksNode,
): Promise<void> {
  const objection = await objectionTo(transaction, guards, node);
  if (objection) throw objection;
}

async function readOffers(node: StacksNode, address: string): Promise<Map<bigint, bigint>> {
  const { transactions } = await node.waitingOf(address);
  return new Map(transactions.map(({ nonce, fee_rate: fee }) => [BigInt(nonce), BigInt(fee)]));
}

function checkNonce(
  { input, wishes: { nonce, replaces } }: StacksCall,
  next: bigint,
  waiting: readonly bigint[],
): void {
  if (nonce === undefined) return;
  const field = input.kind === 'given' ? 'transaction' : 'nonce';
  const has = input.kind === 'given' ? 'has a nonce that ' : '';
  if (nonce < next) {
    throw typeof replaces === 'string'
      ? new NotReplaceableError(replaces, 'another transaction has spent its nonce')
      : new InvalidInputError(field, `${has}was spent already; the next is ${next}`);
  }
  if (replaces || !waiting.includes(nonce)) return;
  const reason = 'is that of a transaction that waits; replaceTransaction takes its place';
  throw new InvalidInputError(field, `${has}${reason}`);
}

/**
 * Checks all transactions together: each one alone may look as if the account could pay for it.
 *
 * @returns the STX that are left.
 */
function checkFunds(drafts: readonly Draft[], unlocked: bigint): bigint {
  const needs = new Map<string, Omit<Spending, 'asset'> & { readonly available: bigint }>();
  const add = ({ asset, amount, available, decimals }: Spending) => {
    const known = needs.get(asset) ?? { amount: 0n, available: available ?? unlocked, decimals };
    needs.set(asset, { ...known, amount: known.amount + amount });
  };
  for (const { fee, spends, holdsFee } of drafts) {
    add({ asset: 'STX', amount: holdsFee ? 0n : fee, decimals: STX_DECIMALS });
    for (const spending of spends) add(spending);
  }
  for (const [asset, { amount, available, decimals }] of needs) {
    if (amount > available) throw new InsufficientFundsError(asset, amount, available, decimals);
  }
  return unlocked - (needs.get('STX')?.amount ?? 0n);
}
