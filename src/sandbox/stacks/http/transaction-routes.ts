import { type Found, findTransaction } from '../node.js';
import { repr } from '../wire/repr.js';
import type { StacksTransaction } from '../wire/transaction.js';
import { badRequest, notFound, pageOf, Refusal, type RouteHandler } from './route.js';
import { pendingJson, transactionJson } from './transaction-json.js';

export const transaction: RouteHandler = ({ node, parts: [text = ''] }) => {
  const found = findTransaction(node, readId(text));
  if (found === undefined) throw notFound('could not find transaction by ID');
  return { status: 200, json: transactionJson(node, found) };
};

export const rawTransaction: RouteHandler = ({ node, parts: [text = ''] }) => {
  const found = findTransaction(node, readId(text));
  if (found === undefined) throw notFound('could not find raw transaction by ID');
  const raw = Buffer.from(transactionIn(found).bytes).toString('hex');
  return { status: 200, json: { raw_tx: `0x${raw}` } };
};

function transactionIn(found: Found): StacksTransaction {
  switch (found.where) {
    case 'block':
      return found.mined.tx;
    case 'mempool':
      return found.pending.tx;
    case 'dropped':
      return found.dropped.tx;
  }
}

/** Of the node's own mempool: the bytes of what waits there. */
export const unconfirmed: RouteHandler = ({ node, parts: [id = ''] }) => {
  const pending = node.mempool.find(`0x${id}`);
  if (pending === undefined) {
    const text = `Transaction ${id} not found in mempool or unconfirmed microblock stream`;
    throw new Refusal({ status: 404, text });
  }
  return { status: 200, json: { status: 'Mempool', tx: hexOf(pending.tx.bytes) } };
};

/** Of a node that keeps an index: the bytes of what is in a block. */
export const indexedTransaction: RouteHandler = ({ node, parts: [id = ''], api }) => {
  if (api.nodeV3 === 'unindexed') {
    throw new Refusal({ status: 501, text: 'Transaction indexing is not enabled' });
  }
  const mined = node.blocks.find(`0x${id}`);
  if (mined === undefined) throw new Refusal({ status: 404, text: `No such transaction ${id}\n` });
  return {
    status: 200,
    json: {
      index_block_hash: mined.block.indexHash.slice(2),
      tx: hexOf(mined.tx.bytes),
      result: repr(mined.result),
      block_height: mined.block.height,
      is_canonical: true,
    },
  };
};

/** A header of Nakamoto's length, with nothing in it: what matters here is what comes behind it. */
const BLOCK_HEADER = new Uint8Array(300);

/** A whole block, by its index hash. */
export const blockBytes: RouteHandler = ({ node, parts: [id = ''] }) => {
  const block = node.blocks.block(`0x${id}`);
  if (block === undefined) throw new Refusal({ status: 404, text: `No such block ${id}\n` });
  const count = Buffer.alloc(4);
  count.writeUInt32BE(block.transactions.length);
  const bodies = block.transactions.map(({ tx }) => tx.bytes);
  return { status: 200, bytes: Uint8Array.from(Buffer.concat([BLOCK_HEADER, count, ...bodies])) };
};

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export const transactions: RouteHandler = ({ node, query }) => {
  const ids = query.getAll('tx_id').flatMap((text) => text.split(','));
  const entries = ids.map((id) => {
    const found = findTransaction(node, readId(id));
    return found === undefined
      ? [id, { found: false, result: { tx_id: id } }]
      : [id, { found: true, result: transactionJson(node, found) }];
  });
  return { status: 200, json: Object.fromEntries(entries) };
};

export const mempool: RouteHandler = ({ node, query }) => {
  const sender = query.get('sender_address');
  const waiting = sender === null ? node.mempool.all : node.mempool.of(sender);
  const { results, ...page } = pageOf(waiting, query);
  const json = results.map((pending) => pendingJson(node, pending, 'pending'));
  return { status: 200, json: { ...page, results: json } };
};

function readId(text: string): string {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(text)) throw badRequest(`invalid tx_id "${text}"`);
  return `0x${text.replace(/^0x/, '').toLowerCase()}`;
}
