import type { Snapshot, Terms } from './chain.js';

/** Numbers of transactions that wait at the node. */
export function waitingIn(snapshots: readonly Snapshot[]): ReadonlySet<bigint> {
  return new Set(snapshots.flatMap(({ waiting = [] }) => waiting));
}

/** The first number from the next one on without a transaction that waits at the node. */
export function firstFree(next: bigint, waiting: ReadonlySet<bigint>): bigint {
  let free = next;
  while (waiting.has(free)) free += 1n;
  return free;
}

/** All numbers that a transaction uses up, where it is confirmed. */
export function rowOf({ number, span = 1 }: Terms): readonly bigint[] {
  return Array.from({ length: span }, (_, more) => number.value + BigInt(more));
}
