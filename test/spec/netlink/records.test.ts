import { expect } from 'vitest';
import { NetlinkUnconfirmedError, UnexpectedAnswerError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, netlinkWorld, transaction } from '../support/netlink.js';
import { inputsOf, NETLINK, requestOf } from '../support/netlink-operations.js';

const AT = 'network-link.md / Records';

/** A record as it goes over the wire, which fields it must have, and values that are none of its type. */
interface Shape {
  readonly record: string;
  readonly operations: readonly string[];
  readonly wire: Json;
  readonly required: Readonly<Record<string, unknown>>;
  readonly optional: readonly string[];
  /** Finds the record in an answer, and puts one into an answer. */
  readonly inside?: (answer: Json) => Json;
  readonly around?: (record: Json) => Json;
}

const TRANSACTION = transaction();
const TRANSACTION_FIELDS = {
  transactionID: 7,
  status: 7,
  txHash: 7,
  amount: 1.5,
  serviceFee: 0.25,
  coinSymbol: null,
  network: 7,
  direction: 7,
  timestamp: 'now',
};

const SHAPES: readonly Shape[] = [
  {
    record: 'Deposit address',
    operations: ['getDepositAddress', 'createDepositAddress'],
    wire: { depositAddress: '0xada', depositAddressTag: '7' },
    required: { depositAddress: 7 },
    optional: ['depositAddressTag'],
  },
  {
    record: 'Fee estimate',
    operations: ['estimateWithdrawalFee'],
    wire: { feeAmount: '0.25' },
    required: { feeAmount: 0.25 },
    optional: [],
  },
  {
    record: 'Withdrawal creation result',
    operations: ['withdraw'],
    wire: { transactionID: 't-1' },
    required: { transactionID: 7 },
    optional: [],
  },
  {
    record: 'Transaction status',
    operations: ['getTransactionById', 'getTransactionByHash'],
    wire: TRANSACTION,
    required: TRANSACTION_FIELDS,
    optional: [],
  },
  {
    record: 'History page',
    operations: ['listTransactions'],
    wire: { nextPageCursor: 'c-2', transactions: [TRANSACTION] },
    required: { transactions: {} },
    optional: ['nextPageCursor'],
  },
  {
    record: 'History page / entry',
    operations: ['listTransactions'],
    wire: TRANSACTION,
    required: TRANSACTION_FIELDS,
    optional: [],
    inside: ({ transactions }) => transactions[0],
    around: (entry) => ({ nextPageCursor: null, transactions: [entry] }),
  },
  {
    record: 'Transfer result',
    operations: ['transferSubMain', 'transferSubAccounts', 'transferInternal'],
    wire: { completed: true, transactionID: 't-1' },
    required: { completed: 'true' },
    optional: ['transactionID'],
  },
  {
    record: 'Account',
    operations: ['listAccounts'],
    wire: { type: 'SPOT', uid: 'u-1', balances: [] },
    required: { balances: null },
    optional: ['uid'],
    inside: ([account]) => account,
    around: (account) => [account],
  },
  {
    record: 'Asset',
    operations: ['listSupportedAssets'],
    wire: { coinSymbol: 'ETH', network: 'Ethereum', coinClass: 'BASE' },
    required: { coinSymbol: 7, network: 7, coinClass: 7 },
    optional: [],
    inside: ([asset]) => asset,
    around: (asset) => [asset],
  },
];

const itself = (value: Json): Json => value;
const operationNamed = (name: string) => NETLINK.filter((operation) => operation.name === name);

/** What the library makes of a record that a provider answers with. */
async function read(name: string, answer: Json): Promise<Json> {
  const { client } = answeredWith(answer);
  const [operation] = operationNamed(name);
  const call: Json = Reflect.get(client, name).bind(client);
  return operation?.fields.length ? call(inputsOf(operation)) : call();
}

/** What the server kit answers over HTTP: its provider returns the record. */
async function served(name: string): Promise<Json> {
  const [operation] = operationNamed(name);
  if (operation === undefined) throw new Error(`no ${name}`);
  const { line, body } = requestOf(operation);
  return (await netlinkWorld().raw(line, { body })).body;
}

/** A move whose answer is no record may have been carried out: then the reason is the error’s cause. */
async function isNoRecord(answer: Promise<unknown>) {
  const error: Json = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const reason = error instanceof NetlinkUnconfirmedError ? error.cause : error;
  expect(reason).toBeInstanceOf(UnexpectedAnswerError);
}

const without = (wire: Json, field: string) => {
  const { [field]: _, ...rest } = wire;
  return rest;
};

const rowsOf = (shape: Shape, name: string): Claim[] => {
  const { record, wire, required, optional, inside = itself, around = itself } = shape;
  const where = `${AT} / ${record} / ${name}`;
  return [
    ...each(Object.keys(wire), (field): Claim[] => [
      {
        where: `${where} / ${field} / read by the library`,
        holds: async () => {
          expect(inside(await read(name, around(wire)))[field]).toEqual(wire[field]);
        },
      },
      {
        where: `${where} / ${field} / answered over HTTP`,
        holds: async () => expect(inside(await served(name))[field]).toEqual(wire[field]),
      },
    ]),
    ...each(Object.entries(required), ([field, wrong]): Claim[] => [
      {
        where: `${where} / ${field} / has to be there`,
        holds: async () => {
          const answer = read(name, around(without(wire, field)));
          await isNoRecord(answer);
        },
      },
      {
        where: `${where} / ${field} / has to be of its type, not ${JSON.stringify(wrong)}`,
        holds: async () => {
          const answer = read(name, around({ ...wire, [field]: wrong }));
          await isNoRecord(answer);
        },
      },
    ]),
    ...each(optional, (field) =>
      each(['absent', 'null'], (how) => ({
        where: `${where} / ${field} / may be ${how}`,
        holds: async () => {
          const sent = how === 'null' ? { ...wire, [field]: null } : without(wire, field);
          expect(inside(await read(name, around(sent)))[field] ?? undefined).toBeUndefined();
        },
      })),
    ),
  ];
};

for (const shape of SHAPES) {
  claims(
    `the record ${shape.record}`,
    each(shape.operations, (name) => rowsOf(shape, name)),
  );
}
