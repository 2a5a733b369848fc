import type { Operation } from '../operation.js';
import { quote, quoteRequest } from '../schemas/liquidity.js';
import { orderedPageQuery } from '../schemas/queries.js';

export const LIQUIDITY = {
  getQuotes: {
    name: 'getQuotes',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/liquidity/quotes',
    query: orderedPageQuery,
    list: 'quotes',
    item: quote,
    identifies: ['liquidity'],
  },
  createQuote: {
    name: 'createQuote',
    kind: 'unkeyed',
    method: 'POST',
    path: '/accounts/{accountId}/liquidity/quotes',
    body: quoteRequest,
    answer: quote,
    shows: 'id',
    identifies: ['liquidity'],
  },
  getQuoteDetails: {
    name: 'getQuoteDetails',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/liquidity/quotes/{id}',
    answer: quote,
    identifies: ['liquidity'],
  },
  executeQuote: {
    name: 'executeQuote',
    kind: 'unkeyed',
    method: 'POST',
    path: '/accounts/{accountId}/liquidity/quotes/{id}/execute',
    answer: quote,
    shows: 'id',
    identifies: ['liquidity'],
  },
} as const satisfies Record<string, Operation>;
