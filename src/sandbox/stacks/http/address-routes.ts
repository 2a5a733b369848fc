import type { MinedTransaction } from '../chain/blocks.js';
import type { ChainEvent } from '../machine.js';
import type { StacksNode } from '../node.js';
import { lockingOf, noncesOf, stxTotals } from './account-facts.js';
import { pageOf, principalIn, type RouteHandler } from './route.js';
import { minedJson } from './transaction-json.js';

export const nonces: RouteHandler = ({ node, parts }) => {
  const { executed, last, between, missing, next } = noncesOf(node, principalIn(parts));
  return {
    status: 200,
    json: {
      last_executed_tx_nonce: executed,
      last_mempool_tx_nonce: last,
      possible_next_nonce: next,
      detected_missing_nonces: missing,
      detected_mempool_nonces: between,
    },
  };
};

export const balances: RouteHandler = ({ node, parts }) => {
  const principal = principalIn(parts);
  const { fungible, nonFungible } = node.machine.holdings(principal);
  const moved = node.blocks.of(principal);
  const tokens = [...fungible].map(([asset, balance]) => {
    const { sent, received } = tokenTotals(moved, principal, asset);
    return [asset, { balance: `${balance}`, total_sent: sent, total_received: received }];
  });
  const collections = [...nonFungible].map(([asset, count]) => {
    return [asset, { count: `${count}`, total_sent: '0', total_received: `${count}` }];
  });
  return {
    status: 200,
    json: {
      stx: stxJson(node, principal, moved),
      fungible_tokens: Object.fromEntries(tokens),
      non_fungible_tokens: Object.fromEntries(collections),
    },
  };
};

export const stxBalance: RouteHandler = ({ node, parts }) => {
  const principal = principalIn(parts);
  return { status: 200, json: stxJson(node, principal, node.blocks.of(principal)) };
};

/** `balance` is the total, with what is locked. */
function stxJson(
  node: StacksNode,
  principal: string,
  moved: readonly MinedTransaction[],
): Record<string, unknown> {
  const { unlocked, locked, unlockHeight } = node.machine.account(principal);
  const lock = lockingOf(node, principal);
  const totals = stxTotals(moved, principal);
  return {
    balance: `${unlocked + locked}`,
    estimated_balance: `${unlocked + locked}`,
    pending_balance_inbound: '0',
    pending_balance_outbound: '0',
    total_sent: `${totals.sent}`,
    total_received: `${totals.received}`,
    total_fees_sent: `${totals.fees}`,
    total_miner_rewards_received: '0',
    lock_tx_id: lock?.tx.txid ?? '',
    locked: `${locked}`,
    lock_height: lock?.block.height ?? 0,
    burnchain_lock_height: lock?.block.burnHeight ?? 0,
    burnchain_unlock_height: unlockHeight,
  };
}

function tokenTotals(
  moved: readonly MinedTransaction[],
  principal: string,
  asset: string,
): { sent: string; received: string } {
  let [sent, received] = [0n, 0n];
  for (const event of moved.flatMap(({ events }) => events)) {
    if (event.kind !== 'ft' || event.asset !== asset) continue;
    if (event.sender === principal) sent += event.amount;
    if (event.recipient === principal) received += event.amount;
  }
  return { sent: `${sent}`, received: `${received}` };
}

export const addressTransactions: RouteHandler = ({ node, parts, query }) => {
  const { results, ...page } = pageOf(node.blocks.of(principalIn(parts)), query);
  const json = { ...page, results: results.map((mined) => minedJson(node, mined)) };
  return { status: 200, json };
};

export const addressTransactionsV2: RouteHandler = ({ node, parts, query }) => {
  const principal = principalIn(parts);
  const { results, ...page } = pageOf(node.blocks.of(principal), query);
  return {
    status: 200,
    json: { ...page, results: results.map((mined) => summaryJson(node, mined, principal)) },
  };
};

function summaryJson(
  node: StacksNode,
  mined: MinedTransaction,
  principal: string,
): Record<string, unknown> {
  const { sent, received, fees } = stxTotals([mined], principal);
  const count = (kind: ChainEvent['kind']) => {
    const actions = mined.events.flatMap((event) =>
      event.kind === kind && 'action' in event ? [event.action] : [],
    );
    const of = (action: string) => actions.filter((each) => each === action).length;
    return { transfer: of('transfer'), mint: of('mint'), burn: of('burn') };
  };
  return {
    tx: minedJson(node, mined),
    stx_sent: `${sent + fees}`,
    stx_received: `${received}`,
    events: { stx: count('stx'), ft: count('ft'), nft: count('nft') },
  };
}
