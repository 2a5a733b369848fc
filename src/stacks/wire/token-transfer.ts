import type { LegibleStacksTransaction } from './payload.js';

/** A transfer of a contract's own token. */
export interface ExactTransfer {
  readonly contract: string;
  /** `contract::token`. */
  readonly asset: string;
  /** In base units. */
  readonly amount: bigint;
}

/** A transfer that moves exactly its amount of the contract's own token, or nothing: its post-condition says so. */
export function exactTransfer({
  sender,
  content,
  postConditions,
  postConditionMode,
}: LegibleStacksTransaction): ExactTransfer | undefined {
  const [condition, ...further] = postConditions;
  if (content.kind !== 'contract-call') return undefined;
  const { contract, functionName, functionArgs } = content;
  const [amount, from] = functionArgs;
  const isTransfer =
    functionName === 'transfer' &&
    postConditionMode === 'deny' &&
    functionArgs.length <= 4 &&
    further.length === 0 &&
    from === `'${sender}` &&
    condition?.type === 'ft-postcondition' &&
    condition.condition === 'eq' &&
    `u${condition.amount}` === amount &&
    (condition.address === sender || condition.address === 'origin') &&
    `${condition.asset}`.startsWith(`${contract}::`);
  if (!isTransfer) return undefined;
  return { contract, asset: `${condition.asset}`, amount: BigInt(`${condition.amount}`) };
}
