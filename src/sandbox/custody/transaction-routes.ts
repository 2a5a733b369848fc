import { notFound } from './api-error.js';
import { readRequest } from './requests.js';
import type { RouteContext, RouteHandler } from './routes.js';
import { transactionJson } from './transaction-json.js';
import { listTransactions } from './transaction-list.js';

export const createTransaction: RouteHandler = ({ state, user, body }) => {
  const request = readRequest(body, state.vaults);
  const transaction = state.store.create(request, user.apiKey, state.clock.now());
  state.lifecycle.begin(transaction);
  return { status: 200, json: { id: transaction.id, status: transaction.status } };
};

export const getTransaction: RouteHandler = ({ state, parts: [id = ''] }) => ({
  status: 200,
  json: transactionJson(state.store.get(id), state.transfers),
});

export const getByExternalId: RouteHandler = ({ state, parts: [id = ''] }) => {
  const transaction = state.store.byExternalId(id);
  if (transaction === undefined) throw notFound(`No transaction with external id ${id} was found`);
  return { status: 200, json: transactionJson(transaction, state.transfers) };
};

export const list: RouteHandler = (context) => {
  const { state, query } = context;
  const { items, next } = listTransactions(state.store.all, query, state.clock.now());
  const json = items.map((transaction) => transactionJson(transaction, state.transfers));
  return next === undefined
    ? { status: 200, json }
    : { status: 200, json, headers: { 'next-page': nextPage(context, next) } };
};

/** The same question, for the page after this one. */
function nextPage({ path }: RouteContext, next: number): string {
  const url = new URL(path, 'http://127.0.0.1');
  url.searchParams.set('next', `${next}`);
  return `${url.pathname}${url.search}`;
}

export const cancelTransaction: RouteHandler = ({ state, parts: [id = ''] }) => {
  state.lifecycle.cancel(state.store.get(id));
  return { status: 200, json: { success: true } };
};
