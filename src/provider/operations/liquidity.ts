import { named, type Unnamed } from '../operation.js';
import { quote, quoteRequest } from '../schemas/liquidity.js';
import { orderedPageQuery } from '../schemas/queries.js';

export const LIQUIDITY = /* @__PURE__ */ named({
  getQuotes: {
    kind: 'read',
    path: '/accounts/{accountId}/liquidity/quotes',
    query: orderedPageQuery,
    list: 'quotes',
    item: quote,
    identifies: ['liquidity'],
  },
  createQuote: {
    kind: 'unkeyed',
    path: '/accounts/{accountId}/liquidity/quotes',
    body: quoteRequest,
    answer: quote,
    shows: 'id',
    identifies: ['liquidity'],
  },
  getQuoteDetails: {
    kind: 'read',
    path: '/accounts/{accountId}/liquidity/quotes/{id}',
    answer: quote,
    identifies: ['liquidity'],
  },
  executeQuote: {
    kind: 'unkeyed',
    path: '/accounts/{accountId}/liquidity/quotes/{id}/execute',
    answer: quote,
    shows: 'id',
    identifies: ['liquidity'],
  },
} as const satisfies Unnamed);
