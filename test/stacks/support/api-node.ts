import { Ledger } from '../../../src/stacks/node/ledger.js';
import { answeringNodes } from '../../support/answering-nodes.js';

const CHAIN_ID = 0x80000000;

/** The versions of an API that are understood. */
export const API_VERSIONS = ['v3', 'v1'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** What a test knows of a transaction, under the names of v1. */
export interface Shown {
  readonly tx_id: string;
  readonly tx_status: string;
  readonly tx_type: string;
  readonly nonce: number;
  readonly fee_rate: string;
  readonly sender_address: string;
  readonly sponsor_address?: string;
  readonly sponsor_nonce?: number;
  readonly canonical?: boolean;
  /** Of v1 alone: false in a microblock that the chain has left out. */
  readonly microblock_canonical?: boolean;
}

/** What a node says, whichever version of an API it says it in. */
export interface Facts {
  /** What it has under any id. */
  readonly shown?: Shown | undefined;
  /** The account's next nonce. */
  readonly nonce?: bigint;
  /** The account's transactions, the latest first. */
  readonly history?: readonly Shown[];
  /** What of the account's waits. */
  readonly waiting?: readonly Shown[];
  /** Bytes of what is in a block, by id. */
  readonly raw?: Readonly<Record<string, string>>;
  /** Ids whose bytes the node still has from a block that the chain lost. */
  readonly lost?: readonly string[];
  /** Bytes of what waits with the node itself, by id. */
  readonly mempool?: Readonly<Record<string, string>>;
  /** What it says to what is sent. */
  readonly submit?: () => Response;
}

const isMined = ({ tx_status: status }: Shown) =>
  status !== 'pending' && !status.startsWith('dropped_');

const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = { height: 7, hash: HASH, index_hash: HASH, time: 1_785_852_848, tx_index: 5 };

/** A transaction as v3 shows it. */
function asV3(shown: Shown): object {
  const { tx_id, tx_status: status, tx_type: type, fee_rate } = shown;
  const { nonce, sender_address, sponsor_address, sponsor_nonce, canonical } = shown;
  return {
    tx_id,
    type,
    status,
    fee_rate,
    // No release shows it; one that did would not show it in vain.
    ...(canonical === false && { canonical }),
    sender: { address: sender_address, nonce },
    sponsor:
      sponsor_address === undefined ? null : { address: sponsor_address, nonce: sponsor_nonce },
    ...(isMined(shown)
      ? { block: BLOCK, bitcoin_block: { height: 3, time: BLOCK.time } }
      : { receipt_time: BLOCK.time, receipt_block_height: 6 }),
  };
}

function asV1(shown: Shown): object {
  return { canonical: true, ...shown, ...(isMined(shown) && { block_height: BLOCK.height }) };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const notFound = (message: string) => json({ statusCode: 404, error: 'Not Found', message }, 404);
const text = (body: string, status: number) => new Response(body, { status });

/** A node with an API of one version, and what it was asked. */
export function nodeOf(version: ApiVersion, facts: Facts) {
  const asked: string[] = [];
  const nodes = answeringNodes('stacks', (url, { method }) => {
    asked.push(`${url.pathname}${url.search}`);
    const isSent = method === 'POST' && facts.submit !== undefined;
    return isSent ? facts.submit() : answer(version, facts, url);
  });
  const pages = () =>
    asked.filter((path) => /\/(principals|addresses)\/\w+\/transactions/.test(path));
  return { ledger: new Ledger(nodes, CHAIN_ID), asked, pages };
}

/** What such a node says to one question. */
export function answer(version: ApiVersion, facts: Facts, url: URL): Response {
  const { pathname } = url;
  const release = version === 'v3' ? '9.0.2' : '8.13.1';
  if (pathname === '/extended') {
    return json({
      server_version: `stacks-blockchain-api v${release} (master:ab)`,
      status: 'ready',
    });
  }
  const routes = version === 'v3' ? { ...RPC, ...V3 } : { ...RPC, ...V1 };
  for (const [pattern, route] of Object.entries(routes)) {
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (match) return route(facts, match[1] ?? '', url.searchParams);
  }
  return notFound(`Route GET:${pathname} not found`);
}

type Routes = Readonly<
  Record<string, (facts: Facts, id: string, query: URLSearchParams) => Response>
>;

const RPC: Routes = {
  '/v2/info': () => json({ network_id: CHAIN_ID, burn_block_height: 1, stacks_tip_height: 1 }),
  '/v2/accounts/\\w+': ({ nonce = 7n }) =>
    json({ balance: '0', locked: '0', unlock_height: 0, nonce: Number(nonce) }),
  '/v2/transactions/unconfirmed/(\\w+)': ({ mempool = {} }, id) => {
    const tx = mempool[`0x${id}`];
    return tx
      ? json({ tx, status: 'Mempool' })
      : text(`Transaction ${id} not found in mempool or unconfirmed microblock stream`, 404);
  },
};

const V3: Routes = {
  '/v3/transaction/(\\w+)': ({ raw = {}, lost = [] }, id) => {
    const tx = raw[`0x${id}`];
    if (tx === undefined) return text(`No such transaction ${id}\n`, 404);
    return json({ tx, is_canonical: !lost.includes(`0x${id}`), result: '(ok true)' });
  },
  '/extended/v3/transactions/(0x\\w+)': ({ shown }) =>
    shown ? json(asV3(shown)) : notFound('Transaction not found'),
  '/extended/v3/principals/(\\w+)/transactions': ({ history = [] }, _, query) =>
    json(pageOf(history, query, (transaction) => ({ transaction, involvement: 'sender' }))),
  '/extended/v3/principals/(\\w+)/mempool/transactions': ({ waiting = [] }, _, query) =>
    json(pageOf(waiting, query, (transaction) => transaction)),
};

function pageOf(all: readonly Shown[], query: URLSearchParams, entry: (shown: object) => object) {
  const from = Number((query.get('cursor') ?? '0').split(':')[0]);
  const end = from + Number(query.get('limit'));
  const results = all.slice(from, end).map((shown) => entry(asV3(shown)));
  const next = end < all.length ? `${end}:0:0` : null;
  return { limit: 50, total: all.length, cursor: { next, previous: null, current: null }, results };
}

const V1: Routes = {
  '/extended/v1/tx/mempool': ({ waiting = [] }) =>
    json({ total: waiting.length, results: waiting.map(asV1) }),
  '/extended/v1/tx/(0x\\w+)/raw': ({ raw = {}, mempool = {} }, id) => {
    const tx = raw[id] ?? mempool[id];
    return tx ? json({ raw_tx: `0x${tx}` }) : notFound('could not find raw transaction by ID');
  },
  '/extended/v1/tx/(0x\\w+)': ({ shown }) =>
    shown ? json(asV1(shown)) : notFound('could not find transaction by ID'),
  '/extended/v2/addresses/(\\w+)/transactions': ({ history = [] }, _, query) => {
    const offset = Number(query.get('offset'));
    const page = history.slice(offset, offset + Number(query.get('limit')));
    return json({ total: history.length, results: page.map((shown) => ({ tx: asV1(shown) })) });
  },
};
