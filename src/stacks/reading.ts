import { InvalidInputError } from '../core/errors.js';
import type { Account, Snapshot } from '../transactions/index.js';
import { firstFree } from '../transactions/numbers.js';
import { STX_DECIMALS } from './amounts.js';
import { contentOf } from './content.js';
import type { Contracts } from './contracts.js';
import { InsufficientFundsError } from './errors.js';
import { estimateFee, type FeeMemory, leastFee } from './fees.js';
import { type CallGuard, objectionTo } from './guard.js';
import type { Agreed, Composing, Spending, StacksCall } from './input.js';
import type { NetworkFacts } from './network.js';
import type { StacksNode } from './node/node.js';
import { readWaiting } from './nonces.js';
import { type Content, compose, lengthOf, type UnsignedTransaction } from './wire.js';

/** What the chain looked like when a transaction was built. */
export interface StacksSnapshot extends Snapshot {
  /** What goes into the transaction; nothing where it is given as a whole. */
  readonly content: Content | undefined;
  /** What it should cost, in microSTX; that of the caller, where there is one. */
  readonly fee: bigint;
  /** Between what that may vary: not where the caller has settled it, or beyond what the account has. */
  readonly room: Range;
  /** What transactions of the account offer that wait, where one of them may have to be outbid. */
  readonly offers: ReadonlyMap<bigint, bigint>;
}

export interface ChainReading {
  readonly account: Account;
  readonly calls: readonly StacksCall[];
  readonly network: NetworkFacts;
  readonly guards: readonly CallGuard[];
  /** Holds the nonce that a node says is next against what else is known. */
  readonly checkNext: (node: StacksNode, next: bigint) => Promise<void>;
  readonly agreed: Agreed;
  /** What a node had no estimate for. */
  readonly unestimated: FeeMemory['unestimated'];
  readonly contracts: Contracts;
}

/**
 * Everything that an account's transactions depend on, in one parallel batch where their contents are
 * known.
 *
 * @throws InsufficientFundsError when it is sure that they could not be paid for.
 * @throws whatever a guard has against them.
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
    calls.some(({ wishes }) => wishes.outruns) ? readOffers(node, address) : new Map(),
    draftAll(node, reading),
  ]);
  const { nonce: nextNumber, balance } = standing;
  const waiting = unspent.filter((nonce) => nonce >= nextNumber);
  for (const { wishes } of calls) checkNonce(wishes, nextNumber, waiting);
  // Where the caller names the nonce, no node's word decides.
  if (calls.some(({ wishes }) => wishes.nonce === undefined && !wishes.outruns)) {
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
  /** What it may cost at the least. */
  readonly least: bigint;
  /** Whether it may cost more: not if the caller has settled it, or somebody is paid as much less. */
  readonly mayRise: boolean;
  readonly spends: readonly Spending[];
  /** Whether the fee is a part of what it spends. */
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

/** A call, and whether those before it may bring in what it sends. */
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
    const tried = trial(node, reading, call, contentOf(transaction));
    tried.catch(() => undefined);
    await assertUnopposed(transaction, guards, node);
    const { fee } = transaction;
    const mayRise = input.intent !== undefined && wishes.fee === undefined;
    const spends = await tried;
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
  const all = [...spends, ...(await tried)];
  return { content, fee, least, mayRise: isOpen && !holdsFee, spends: all, holdsFee };
}

/** What goes into a transaction, and what it spends, which may not be known at once. */
interface Drafted extends Pick<Draft, 'holdsFee'> {
  readonly content: Content;
  readonly spends: readonly Spending[] | Promise<readonly Spending[]>;
}

async function contentFor(
  input: Exclude<StacksCall['input'], { kind: 'given' }>,
  composing: Composing,
  agreed: Agreed,
): Promise<Drafted> {
  if (input.kind === 'contract-call') {
    return { content: { kind: 'contract-call', ...input.call }, spends: [], holdsFee: false };
  }
  if (input.kind === 'composed') {
    const { call, spends = [] } = await input.compose(composing, agreed);
    return { content: { kind: 'contract-call', ...call }, spends, holdsFee: false };
  }
  const { recipient, amount, memo, gross } = input;
  const content = { kind: 'transfer', recipient, amount, memo } as const;
  return { content, spends: [{ asset: 'STX', amount, decimals: STX_DECIMALS }], holdsFee: gross };
}

/**
 * What a call of the caller's own takes, once it was tried. What is put together here is right, and what
 * replaces another was tried with that.
 */
async function trial(
  node: StacksNode,
  { account, contracts }: ChainReading,
  { input, wishes, mayGetMore }: NextCall,
  content: Content | undefined,
): Promise<readonly Spending[]> {
  const isOwn = input.kind === 'contract-call' || (input.kind === 'given' && !input.intent);
  if (!isOwn || content?.kind !== 'contract-call' || wishes.trial === 'off') return [];
  const { tryCall } = await import('./trial/trial.js');
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
  { nonce, outruns }: StacksCall['wishes'],
  next: bigint,
  waiting: readonly bigint[],
): void {
  if (nonce === undefined) return;
  if (nonce < next) throw new InvalidInputError('nonce', `was spent already; the next is ${next}`);
  if (outruns || !waiting.includes(nonce)) return;
  const reason = 'is that of a transaction that waits; replaceTransaction takes its place';
  throw new InvalidInputError('nonce', reason);
}

/**
 * Of all transactions together: each by itself may look as if it could be paid for.
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
