import { expect } from 'vitest';
import { netlinkProxyHandler } from '../../../src/handlers.js';
import { NetlinkError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import { ask, type Json } from '../support/http.js';
import { netlinkWorld } from '../support/netlink.js';
import { type Documented, NETLINK, requestOf } from '../support/netlink-operations.js';

const AT = 'network-link.md / the proxy';

/** A proxy before a provider, for a caller that signs nothing. */
function proxied(authorize: () => boolean = () => true) {
  const world = netlinkWorld();
  const handler = netlinkProxyHandler(world.client, { authorize, onError: () => undefined });
  return { ...world, handler };
}

/** Asks for an operation through the proxy, on the document’s path and with its fields. */
function asked(operation: Documented, world = proxied(), edit: Json = {}) {
  const { line, body } = requestOf(operation, edit);
  return ask(world.handler, line, body);
}

/** The record’s fields in the answer, by operation. */
const RECORDS: Readonly<Record<string, (answer: Json) => Json>> = {
  listAccounts: ([account]) => account,
  listSupportedAssets: ([asset]) => asset,
  listTransactions: ({ transactions }) => transactions[0],
};
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  listAccounts: ['uid', 'balances'],
  getDepositAddress: ['depositAddress', 'depositAddressTag'],
  createDepositAddress: ['depositAddress', 'depositAddressTag'],
  estimateWithdrawalFee: ['feeAmount'],
  withdraw: ['transactionID'],
  listSupportedAssets: ['coinClass'],
  transferSubMain: ['completed', 'transactionID'],
  transferSubAccounts: ['completed', 'transactionID'],
  transferInternal: ['completed', 'transactionID'],
};
const TRANSACTION = [
  'transactionID',
  'status',
  'txHash',
  'amount',
  'serviceFee',
  'coinSymbol',
  'network',
  'direction',
  'timestamp',
];

claims('the proxy of network link v1', [
  ...each(NETLINK, (operation): Claim[] => {
    const { title, name, method, path, fields } = operation;
    return [
      {
        where: `${AT} / ${title} / ${method} ${path}`,
        holds: async () => {
          const world = proxied();
          expect((await asked(operation, world)).status).toBe(200);
          const { method: sent, url } = world.last();
          expect(`${sent} ${url.pathname}`).toBe(`${method} ${path}`);
        },
      },
      {
        where: `${AT} / ${title} / only for callers who may`,
        holds: async () => {
          const world = proxied(() => false);
          expect((await asked(operation, world)).status).toBe(401);
          expect(world.sent).toEqual([]);
        },
      },
      ...each(fields, (field): Claim[] => [
        {
          where: `${AT} / ${title} / ${field.name} / passed on`,
          holds: async () => {
            const world = proxied();
            await asked(operation, world);
            const { url, text } = world.last();
            const passed =
              method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(text);
            expect(passed[field.name]).toBe(field.wire);
          },
        },
        ...(field.required && field.fallback === undefined
          ? [
              {
                where: `${AT} / ${title} / ${field.name} / required`,
                holds: async () => {
                  const world = proxied();
                  const answer = await asked(operation, world, { [field.name]: undefined });
                  expect(answer.status).toBe(400);
                  expect(answer.body.message).toContain(field.name);
                  expect(world.sent).toEqual([]);
                },
              },
            ]
          : []),
      ]),
      ...each(FIELDS[name] ?? TRANSACTION, (field) => ({
        where: `${AT} / ${title} / answers with ${field}`,
        holds: async () => {
          const { body } = await asked(operation);
          const record = RECORDS[name]?.(body) ?? body;
          expect(record[field]).toBeDefined();
        },
      })),
      ...each(name === 'listSupportedAssets' ? [] : [400004, 400018, 400020], (errorCode) => ({
        where: `${AT} / ${title} / error and errorCode ${errorCode} are told`,
        holds: async () => {
          const world = proxied();
          world.refusal.error = new NetlinkError({ errorCode, error: 'the reason' });
          const { status, body } = await asked(operation, world);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(body.details).toMatchObject({ error: 'the reason', errorCode });
        },
      })),
    ];
  }),
]);
