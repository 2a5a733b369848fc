import type { FungibleComparator, PostCondition } from '@stacks/transactions';
import type { StacksTransaction } from '../wire/transaction.js';
import { type Movements, nameOf } from './movements.js';

/**
 * Why a transaction's post-conditions undo it; `undefined` when they hold. A call that answered with an
 * error moved nothing, and is held to them all the same.
 */
export function postConditionFailure(
  tx: StacksTransaction,
  moved: Movements,
  coversStaking: boolean,
): string | undefined {
  for (const condition of tx.postConditions) {
    const failure = failureOf(condition, ownerOf(condition, tx), moved);
    if (failure !== undefined) return `Post-condition check failure on ${failure}`;
  }
  const uncovered = uncoveredBy(tx, moved, coversStaking);
  return uncovered === undefined ? undefined : `Post-condition check failure: ${uncovered}`;
}

function ownerOf({ address }: PostCondition, tx: StacksTransaction): string {
  return address === 'origin' ? tx.sender : address;
}

function failureOf(condition: PostCondition, owner: string, moved: Movements): string | undefined {
  switch (condition.type) {
    case 'stx-postcondition':
      return unlessCompares(condition, moved.stx.get(owner), `STX owned by ${owner}`);
    case 'ft-postcondition': {
      const sent = moved.fungible.get(owner)?.get(condition.asset);
      return unlessCompares(condition, sent, `fungible asset ${condition.asset} owned by ${owner}`);
    }
    case 'nft-postcondition': {
      const name = nameOf(condition.assetId);
      const sent = moved.nonFungible.get(owner)?.get(condition.asset)?.has(name) ?? false;
      const wanted = condition.condition;
      const holds = wanted === 'maybe-sent' || sent === (wanted === 'sent');
      return holds ? undefined : `non-fungible asset ${condition.asset} owned by ${owner}`;
    }
    case 'staking-postcondition':
      return unlessCompares(condition, moved.staked.get(owner), `STX staked by ${owner}`);
    case 'pox-postcondition': {
      const performed = moved.poxActions.has(owner);
      const wanted = condition.condition;
      const holds = wanted === 'may-perform' || performed === (wanted === 'will-perform');
      return holds ? undefined : `PoX action by ${owner}: ${wanted} performed=${performed}`;
    }
  }
}

function unlessCompares(
  { condition, amount }: { condition: FungibleComparator; amount: string | number | bigint },
  sent: bigint | undefined,
  what: string,
): string | undefined {
  return compares(sent ?? 0n, condition, BigInt(amount))
    ? undefined
    : `${what}: ${amount} ${condition} ${sent ?? 0n}`;
}

function compares(sent: bigint, condition: FungibleComparator, amount: bigint): boolean {
  switch (condition) {
    case 'eq':
      return sent === amount;
    case 'gt':
      return sent > amount;
    case 'gte':
      return sent >= amount;
    case 'lt':
      return sent < amount;
    case 'lte':
      return sent <= amount;
  }
}

/** What moved although nothing was said of it, where the mode does not allow that. */
function uncoveredBy(
  tx: StacksTransaction,
  moved: Movements,
  coversStaking: boolean,
): string | undefined {
  if (tx.mode === 'allow') return undefined;
  const held = (owner: string) => tx.mode === 'deny' || owner === tx.sender;
  const covered = coverageOf(tx);
  for (const { owner, label, amount } of everythingIn(moved, coversStaking)) {
    if (amount === 0n || !held(owner) || covered.has(`${owner} ${label}`)) continue;
    return `${label} was moved by ${owner} but not checked`;
  }
  return undefined;
}

function coverageOf(tx: StacksTransaction): ReadonlySet<string> {
  return new Set(tx.postConditions.map((each) => `${ownerOf(each, tx)} ${labelOf(each)}`));
}

const STX = 'Fungible asset STX';
const STAKING = 'Staked STX';
const POX = 'PoX action';

function labelOf(condition: PostCondition): string {
  switch (condition.type) {
    case 'stx-postcondition':
      return STX;
    case 'ft-postcondition':
      return `Fungible asset ${condition.asset}`;
    case 'nft-postcondition':
      return `Non-fungible asset ${condition.asset} value ${nameOf(condition.assetId)}`;
    case 'staking-postcondition':
      return STAKING;
    case 'pox-postcondition':
      return POX;
  }
}

interface Moved {
  readonly owner: string;
  readonly label: string;
  readonly amount: bigint;
}

function* everythingIn(moved: Movements, coversStaking: boolean): Generator<Moved> {
  for (const [owner, amount] of moved.stx) yield { owner, label: STX, amount };
  for (const [owner, assets] of moved.fungible) {
    for (const [asset, amount] of assets) {
      yield { owner, label: `Fungible asset ${asset}`, amount };
    }
  }
  for (const [owner, assets] of moved.nonFungible) {
    for (const [asset, values] of assets) {
      for (const value of values) {
        yield { owner, label: `Non-fungible asset ${asset} value ${value}`, amount: 1n };
      }
    }
  }
  if (!coversStaking) return;
  for (const [owner, amount] of moved.staked) yield { owner, label: STAKING, amount };
  for (const owner of moved.poxActions) yield { owner, label: POX, amount: 1n };
}
