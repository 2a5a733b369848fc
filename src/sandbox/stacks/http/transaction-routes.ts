import { type Found, findTransaction } from '../node.js';
import type { StacksTransaction } from '../wire/transaction.js';
import { badRequest, notFound, pageOf, type RouteHandler } from './route.js';
import { pendingJson, transactionJson } from './transaction-json.js';

export const transaction: RouteHandler = ({ node, parts: [text = ''] }) => {
  const found = findTransaction(node, readId(text));
  if (found === undefined) throw notFound('could not find transaction by ID');
  return { status: 200, json: transactionJson(node, found) };
};

export const rawTransaction: RouteHandler = ({ node, parts: [text = ''] }) => {
  const found = findTransaction(node, readId(text));
  if (found === undefined) throw notFound('could not find transaction by ID');
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
