import type { Block } from '../../chain/blocks.js';
import { type Found, findTransaction } from '../../node.js';
import { eventsJsonV3 } from '../event-json.js';
import { badRequest, notFound, type RouteHandler } from '../route.js';
import { badValue, pageOfV3 } from './pages.js';
import { detailJson, pendingDetailJson, type Style } from './transaction-json.js';

const INCLUDABLE: ReadonlySet<string> = new Set([
  'function_args',
  'source_code',
  'post_conditions',
  'result',
]);

/** A transaction in a block, or one that waits. One that was dropped is not there. */
export const transactionV3: RouteHandler = ({ node, parts, query, api }) => {
  const included = includedIn(query);
  const found = findTransaction(node, readId(parts));
  if (found === undefined || found.where === 'dropped') throw notFound('Transaction not found');
  return { status: 200, json: jsonOf(found, node.blocks.tip, { api, included }) };
};

function jsonOf(found: Exclude<Found, { where: 'dropped' }>, tip: Block, style: Style) {
  return found.where === 'block'
    ? detailJson(found.mined, style)
    : pendingDetailJson(found.pending, tip, style);
}

export const transactionEventsV3: RouteHandler = ({ node, parts, query }) => {
  const mined = node.blocks.find(readId(parts));
  if (mined === undefined) throw badRequest('Transaction not found');
  const list = {
    items: eventsJsonV3(mined),
    cursorOf: ({ event_index }: { readonly event_index: number }) => `${event_index}`,
    form: /^[0-9]+$/,
    isFrom: ({ event_index }: { readonly event_index: number }, cursor: string) =>
      event_index >= Number(cursor),
    defaultLimit: 20,
    maxLimit: 100,
  };
  return { status: 200, json: pageOfV3(list, query) };
};

function includedIn(query: URLSearchParams): ReadonlySet<string> {
  const names = query.getAll('include').flatMap((text) => text.split(','));
  const wrong = names.some((name) => !INCLUDABLE.has(name));
  if (wrong) throw badValue('querystring/include/0 must be equal to constant');
  return new Set(names);
}

function readId([text = '']: readonly string[]): string {
  if (!/^(0x)?[a-fA-F0-9]{64}$/.test(text)) {
    throw badValue('params/tx_id must match pattern "^(0x)?[a-fA-F0-9]{64}$"');
  }
  return `0x${text.replace(/^0x/, '').toLowerCase()}`;
}
