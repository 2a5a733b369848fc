import type { MinedTransaction } from '../chain/blocks.js';
import type { ChainEvent } from '../machine.js';
import type { StacksNode } from '../node.js';

/** Where an account's nonces stand, in the API's count. */
export interface NonceFacts {
  readonly executed: number | null;
  /** The highest that waits. */
  readonly last: number | null;
  /** Between the last executed nonce, if there is one, and the highest that waits: both left out. */
  readonly between: readonly number[];
  readonly missing: readonly number[];
  readonly next: number;
}

export function noncesOf(node: StacksNode, principal: string): NonceFacts {
  const next = node.nonceOf(principal);
  const waiting = node.mempool.of(principal).map(({ tx }) => tx.nonce);
  const last = waiting.reduce((most, nonce) => (nonce > most ? nonce : most), next - 1n);
  const between: number[] = [];
  const missing: number[] = [];
  for (let nonce = last - 1n; next > 0n && nonce >= next; nonce -= 1n) {
    (waiting.includes(nonce) ? between : missing).push(Number(nonce));
  }
  return {
    executed: next === 0n ? null : Number(next - 1n),
    last: waiting.length === 0 ? null : Number(last),
    between,
    missing,
    next: Number(last + 1n),
  };
}

/** The transaction that has locked what an account has locked, and its block. */
export function lockingOf(node: StacksNode, principal: string): MinedTransaction | undefined {
  if (node.machine.account(principal).locked === 0n) return undefined;
  return node.blocks
    .of(principal)
    .find(({ events }) => events.some((event) => locks(event, principal)));
}

/** The same, as v3 shows it. */
export function lockOf(node: StacksNode, principal: string) {
  const lock = lockingOf(node, principal);
  const { locked, unlockHeight } = node.machine.account(principal);
  return (
    lock && {
      amount: `${locked}`,
      pox_version: node.machine.pox === 'pox-5' ? 5 : 4,
      lock_tx_id: lock.tx.txid,
      stacks_lock_height: lock.block.height,
      burn_lock_height: lock.block.burnHeight,
      burn_unlock_height: unlockHeight,
    }
  );
}

function locks(event: ChainEvent, principal: string): boolean {
  return event.kind === 'lock' && event.account === principal;
}

/** What of STX some transactions moved, in microSTX. */
export interface StxTotals {
  readonly sent: bigint;
  readonly received: bigint;
  readonly fees: bigint;
}

export function stxTotals(moved: readonly MinedTransaction[], principal: string): StxTotals {
  let [sent, received, fees] = [0n, 0n, 0n];
  for (const { tx, events } of moved) {
    if (tx.sender === principal) fees += tx.fee;
    for (const event of events) {
      if (event.kind !== 'stx') continue;
      if (event.sender === principal && event.action !== 'mint') sent += event.amount;
      if (event.recipient === principal && event.action !== 'burn') received += event.amount;
    }
  }
  return { sent, received, fees };
}
