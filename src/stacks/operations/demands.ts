import { decodePostCondition, type PostCondition } from '../wire/post-conditions.js';
import type { ContractCall } from '../wire/transaction.js';

/** An amount that has to be sent for a post-condition to be met. */
export interface Demand {
  readonly kind: 'stx' | 'token' | 'collectible';
  /** `STX`, or `contract::asset`. */
  readonly asset: string;
  /** The least amount, in base units. */
  readonly amount: bigint;
  /** Whether the signer has to send it. */
  readonly isOwn: boolean;
  /** The index of the post-condition. */
  readonly index: number;
}

/** The demands of a call's post-conditions, without conditions that sending nothing also meets. */
export function demandsIn({
  postConditions,
  sender,
}: Pick<ContractCall, 'postConditions'> & { readonly sender: string }): readonly Demand[] {
  return postConditions.flatMap((hex, index) => {
    const condition = decodePostCondition(hex);
    const demand = demandOf(condition);
    const isOwn = isOf(condition, sender);
    return demand && demand.amount > 0n ? [{ ...demand, isOwn, index }] : [];
  });
}

function demandOf(condition: PostCondition): Omit<Demand, 'isOwn' | 'index'> | undefined {
  switch (condition.type) {
    case 'stx-postcondition':
      return { kind: 'stx', asset: 'STX', amount: leastOf(condition) };
    case 'ft-postcondition':
      return { kind: 'token', asset: condition.asset, amount: leastOf(condition) };
    case 'nft-postcondition':
      return condition.condition === 'sent'
        ? { kind: 'collectible', asset: condition.asset, amount: 1n }
        : undefined;
    default:
      // Locks and other effects of stacking are checked by the guard of stacking.
      return undefined;
  }
}

function leastOf({
  condition,
  amount,
}: {
  readonly condition: string;
  readonly amount: bigint;
}): bigint {
  if (condition === 'gt') return amount + 1n;
  return condition === 'eq' || condition === 'gte' ? amount : 0n;
}

/** Whether a post-condition is about a token of the signer. */
export function isAboutOwn(hex: string, asset: string, sender: string): boolean {
  const condition = decodePostCondition(hex);
  return (
    condition.type === 'ft-postcondition' && condition.asset === asset && isOf(condition, sender)
  );
}

function isOf({ address }: PostCondition, sender: string): boolean {
  return address === 'origin' || address === sender;
}
