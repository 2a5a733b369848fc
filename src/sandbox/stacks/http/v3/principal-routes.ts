import type { MinedTransaction } from '../../chain/blocks.js';
import type { PendingTransaction } from '../../chain/mempool.js';
import type { StacksTransaction } from '../../wire/transaction.js';
import { lockOf, noncesOf, stxTotals } from '../account-facts.js';
import type { RouteHandler } from '../route.js';
import { badValue, pageOfV3 } from './pages.js';
import { pendingSummaryJson, type Style, summaryJson } from './transaction-json.js';

const STANDARD = '^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}$';
const CONTRACT = '^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}$';
const ASSET = new RegExp(
  '^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}\\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}' +
    '::[a-zA-Z]([a-zA-Z0-9]|[-_!?+<>=/*]){0,127}$',
);

/** Checksums are not checked. */
function principalIn([text = '']: readonly string[], patterns = [STANDARD, CONTRACT]): string {
  if (patterns.some((pattern) => new RegExp(pattern).test(text))) return text;
  throw badValue(`params/principal must match pattern "${patterns[0]}"`);
}

/** Of accounts without a contract alone. */
export const noncesV3: RouteHandler = ({ node, parts }) => {
  const { executed, last, between, missing, next } = noncesOf(node, principalIn(parts, [STANDARD]));
  return {
    status: 200,
    json: {
      next_nonce: next,
      last_confirmed_nonce: executed,
      mempool: { last_nonce: last, pending_nonces: between, missing_nonces: missing },
    },
  };
};

export const stxBalanceV3: RouteHandler = ({ node, parts }) => {
  const principal = principalIn(parts);
  const { unlocked, locked } = node.machine.account(principal);
  return {
    status: 200,
    json: {
      balance: `${unlocked + locked}`,
      available: `${unlocked}`,
      locked: lockOf(node, principal) ?? null,
      mempool: mempoolBalance(node.mempool.all, principal, unlocked),
    },
  };
};

/** What the balance may come to: what waits for the account counts as well. */
function mempoolBalance(
  waiting: readonly PendingTransaction[],
  principal: string,
  available: bigint,
) {
  let [inbound, outbound] = [0n, 0n];
  for (const { tx } of waiting) {
    const amount = tx.payload.kind === 'token_transfer' ? tx.payload.amount : 0n;
    if (tx.sender === principal) outbound += amount + tx.fee;
    if (tx.payload.kind === 'token_transfer' && tx.payload.recipient === principal) {
      inbound += amount;
    }
  }
  if (inbound === 0n && outbound === 0n) return null;
  return {
    estimated_balance: `${available + inbound - outbound}`,
    inbound: `${inbound}`,
    outbound: `${outbound}`,
  };
}

interface Holding {
  readonly asset_identifier: string;
  readonly balance: string;
}

/** Of what there is most, by its own units, comes first. */
export const tokenBalancesV3: RouteHandler = ({ node, parts, query }) => {
  const { fungible } = node.machine.holdings(principalIn(parts));
  const items = [...fungible]
    .filter(([, units]) => units > 0n)
    .sort(([a, most], [b, least]) => (most === least ? (a < b ? -1 : 1) : most > least ? -1 : 1))
    .map(([asset, units]): Holding => ({ asset_identifier: asset, balance: `${units}` }));
  const list = {
    items,
    cursorOf: ({ balance, asset_identifier }: Holding) => `${balance}:${asset_identifier}`,
    form: /^\d+:.+$/,
    isFrom: ({ balance, asset_identifier }: Holding, cursor: string) => {
      const at = cursor.indexOf(':');
      const units = BigInt(cursor.slice(0, at));
      const own = BigInt(balance);
      return own < units || (own === units && asset_identifier >= cursor.slice(at + 1));
    },
    defaultLimit: 100,
    maxLimit: 200,
  };
  return { status: 200, json: pageOfV3(list, query) };
};

export const tokenBalanceV3: RouteHandler = ({ node, parts }) => {
  const principal = principalIn(parts);
  const asset = parts[1] ?? '';
  if (!ASSET.test(asset)) throw badValue(`params/asset_id must match pattern "${ASSET.source}"`);
  const units = node.machine.holdings(principal).fungible.get(asset) ?? 0n;
  return { status: 200, json: { asset_identifier: asset, balance: `${units}` } };
};

/** Whatever has to do with the account: also what others send to it. */
export const mempoolV3: RouteHandler = ({ node, parts, query, api }) => {
  const principal = principalIn(parts);
  const items = node.mempool.all
    .filter(({ tx }) => involves(tx, principal))
    .sort((a, b) => (isBefore(keyOf(a), keyOf(b)) ? 1 : -1));
  const page = pageOfV3(
    {
      items,
      cursorOf: (pending: PendingTransaction) => keyOf(pending).join(':'),
      form: /^\d+:(0x)?[a-fA-F0-9]{64}$/,
      isFrom: (pending: PendingTransaction, cursor: string) => {
        const [time = '', id = ''] = cursor.split(':');
        return !isBefore([Number(time), id], keyOf(pending));
      },
      defaultLimit: 20,
      maxLimit: 50,
    },
    query,
  );
  const { tip } = node.blocks;
  const results = page.results.map((pending) => pendingSummaryJson(pending, tip, { api }));
  return { status: 200, json: { ...page, results } };
};

type MempoolKey = readonly [seconds: number, txid: string];

function keyOf({ receivedAt, tx }: PendingTransaction): MempoolKey {
  return [Math.floor(receivedAt / 1_000), tx.txid];
}

function isBefore([time, id]: MempoolKey, [otherTime, otherId]: MempoolKey): boolean {
  return time < otherTime || (time === otherTime && id < otherId);
}

function involves({ sender, payload }: StacksTransaction, principal: string): boolean {
  if (sender === principal) return true;
  if (payload.kind === 'token_transfer') return payload.recipient === principal;
  if (payload.kind === 'contract_call') return payload.contract === principal;
  return payload.kind === 'smart_contract' && `${sender}.${payload.name}` === principal;
}

/** As the API numbers what is in no microblock. */
const MICROBLOCK = 2_147_483_647;

/** Confirmed ones alone, the latest first. */
export const transactionsV3: RouteHandler = ({ node, parts, query, api }) => {
  const principal = principalIn(parts);
  const page = pageOfV3(
    {
      items: node.blocks.of(principal),
      cursorOf: ({ block, index }: MinedTransaction) => `${block.height}:${MICROBLOCK}:${index}`,
      form: /^[0-9]+:[0-9]+:[0-9]+$/,
      isFrom: ({ block, index }: MinedTransaction, cursor: string) => {
        const [height = 0, microblock = 0, at = 0] = cursor.split(':').map(Number);
        if (block.height !== height) return block.height < height;
        return MICROBLOCK === microblock ? index <= at : MICROBLOCK < microblock;
      },
      defaultLimit: 20,
      maxLimit: 50,
    },
    query,
  );
  const results = page.results.map((mined) => entryJson(mined, principal, { api }));
  return { status: 200, json: { ...page, results } };
};

function entryJson(mined: MinedTransaction, principal: string, style: Style) {
  const { sent, received, fees } = stxTotals([mined], principal);
  const net = received - sent - fees;
  const moves = (kind: 'ft' | 'nft') =>
    mined.events.some(
      (event) =>
        event.kind === kind && (event.sender === principal || event.recipient === principal),
    );
  return {
    transaction: summaryJson(mined, style),
    involvement: mined.tx.sender === principal ? 'sender' : 'affected',
    balance_changes: {
      stx: { sent: `${sent + fees}`, received: `${received}`, net: `${net}` },
    },
    affected_balances: {
      stx: sent + fees > 0n || received > 0n,
      ft: moves('ft'),
      nft: moves('nft'),
    },
  };
}
