import { expect } from 'vitest';
import { InvalidInputError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { BODIES } from '../support/provider-bodies.js';
import { CALLS } from '../support/provider-calls.js';
import { answerOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';
import { ADDRESS, BTC, IBAN, USD } from '../support/provider-records.js';

const AT = 'provider-api.md / Request bodies';
const CREATIONS = PROVIDER.filter(({ body }) => body !== undefined);

const bodyOf = ({ body }: Documented): Json => ({ ...(body && BODIES[body].value) });
const without = (body: Json, field: string): Json => {
  const { [field]: _, ...rest } = body;
  return rest;
};

/** What the library sends as a body. */
async function sentBy(operation: Documented, body: Json): Promise<Json> {
  const { client, sent } = answeredWith(answerOf(operation));
  await CALLS[operation.title]?.(client, body);
  return JSON.parse(sent[0]?.text ?? '');
}

async function refusedHere(operation: Documented, body: Json, field: string) {
  const { client, sent } = answeredWith(answerOf(operation));
  const called = (async () => CALLS[operation.title]?.(client, body))();
  await expect(called).rejects.toThrow(InvalidInputError);
  await expect(called).rejects.toThrow(field);
  expect(sent).toEqual([]);
}

async function refusedThere(operation: Documented, body: Json, field?: string) {
  const { raw } = providerWorld();
  const answer = await raw(`${operation.method} ${operation.path}`, body);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.requestPart).toBe('body');
  expect(answer.body.errorType).toEqual(expect.any(String));
  if (field !== undefined) expect(answer.text).toContain(field);
}

async function taken(operation: Documented, body: Json) {
  const { raw } = providerWorld();
  const answer = await raw(`${operation.method} ${operation.path}`, body);
  expect(answer.status, answer.text).toBeLessThan(300);
}

const KEYED = 'idempotencyKey';

function rowsOf(operation: Documented): Claim[] {
  const { title, body } = operation;
  if (body === undefined) return [];
  const { value, required, optional } = BODIES[body];
  const where = `${AT} / ${body} / ${title}`;
  return [
    ...each(Object.entries({ ...value, ...optional }), ([field, content]): Claim[] => [
      {
        where: `${where} / ${field} / sent by the library`,
        holds: async () => {
          const sent = await sentBy(operation, { ...value, ...optional });
          expect(sent[field]).toEqual(content);
        },
      },
      {
        where: `${where} / ${field} / taken over HTTP`,
        holds: () => taken(operation, { ...value, [field]: content }),
      },
      {
        where: `${where} / ${field} / of its type, in the library`,
        holds: () => refusedHere(operation, { ...value, [field]: 7 }, field),
      },
      {
        where: `${where} / ${field} / of its type, over HTTP`,
        holds: () => refusedThere(operation, { ...value, [field]: 7 }, field),
      },
    ]),
    ...each(required, (field): Claim[] => [
      {
        where: `${where} / ${field} / required over HTTP`,
        holds: () => refusedThere(operation, without(value, field), field),
      },
      field === KEYED
        ? {
            where: `${where} / ${field} / made by the library where it is not given`,
            holds: async () => {
              const sent = await sentBy(operation, without(value, field));
              expect(sent[field]).toMatch(/^.{8,}$/);
            },
          }
        : {
            where: `${where} / ${field} / required in the library`,
            holds: () => refusedHere(operation, without(value, field), field),
          },
    ]),
    ...each(
      Object.keys(value).filter((field) => /amount$/i.test(field)),
      (field) =>
        each(['', '-1', 'ten', '.5', '1,5', '+1'], (amount): Claim[] => [
          {
            where: `${where} / ${field} / PositiveAmount: not ${amount || 'empty'}, in the library`,
            holds: () => refusedHere(operation, { ...value, [field]: amount }, field),
          },
          {
            where: `${where} / ${field} / PositiveAmount: not ${amount || 'empty'}, over HTTP`,
            holds: () => refusedThere(operation, { ...value, [field]: amount }, field),
          },
        ]),
    ),
  ];
}

for (const operation of CREATIONS) {
  claims(`the body of ${operation.title}`, rowsOf(operation));
}

const named = (title: string): Documented => {
  const found = PROVIDER.find((operation) => operation.title === title);
  if (found === undefined) throw new Error(`no ${title}`);
  return found;
};

const QUOTE = { fromAsset: USD, toAsset: BTC };
const AMOUNTS: readonly (readonly [string, object, boolean])[] = [
  ['fromAmount', { fromAmount: '10' }, true],
  ['toAmount', { toAmount: '1' }, true],
  ['both', { fromAmount: '10', toAmount: '1' }, false],
  ['neither', {}, false],
];

const DESTINATIONS: Readonly<Record<string, Json>> = {
  'create blockchain withdrawal': { ...ADDRESS, amount: '10' },
  createFiatWithdrawal: { ...IBAN, amount: '10' },
  'create withdrawal to peer account': {
    transferMethod: 'PeerAccountTransfer',
    asset: USD,
    accountId: 'theirs',
    amount: '10',
  },
  'create transfer to another sub-account': {
    transferMethod: 'InternalTransfer',
    asset: USD,
    accountId: 'sub',
    amount: '10',
  },
};

claims('what bodies may be together', [
  ...each(AMOUNTS, ([what, amounts, right]): Claim[] => [
    {
      where: `${AT} / Quote creation / exactly one of fromAmount and toAmount: ${what}, in the library`,
      holds: async () => {
        const operation = named('create quote');
        if (!right) return refusedHere(operation, { ...QUOTE, ...amounts }, 'Amount');
        expect(await sentBy(operation, { ...QUOTE, ...amounts })).toEqual({ ...QUOTE, ...amounts });
      },
    },
    {
      where: `${AT} / Quote creation / exactly one of fromAmount and toAmount: ${what}, over HTTP`,
      holds: async () => {
        const operation = named('create quote');
        if (!right) return refusedThere(operation, { ...QUOTE, ...amounts });
        await taken(operation, { ...QUOTE, ...amounts });
      },
    },
  ]),
  ...each(Object.keys(DESTINATIONS), (title) =>
    each(
      Object.entries(DESTINATIONS).filter(([other]) => other !== title),
      ([other, destination]): Claim[] => [
        {
          where: `provider-api.md / Errors / a withdrawal of the wrong kind / ${title}, not as ${other}, in the library`,
          holds: () => {
            const operation = named(title);
            return refusedHere(operation, { ...bodyOf(operation), destination }, 'destination');
          },
        },
        {
          where: `provider-api.md / Errors / a withdrawal of the wrong kind / ${title}, not as ${other}, over HTTP`,
          holds: () => {
            const operation = named(title);
            return refusedThere(operation, { ...bodyOf(operation), destination }, 'destination');
          },
        },
      ],
    ),
  ),
  {
    where: `${AT} / Peer account withdrawal / native cryptocurrencies rejected, in the library`,
    holds: () => {
      const operation = named('create withdrawal to peer account');
      return refusedHere(operation, { ...bodyOf(operation), balanceAsset: BTC }, 'balanceAsset');
    },
  },
  {
    where: `${AT} / Peer account withdrawal / native cryptocurrencies rejected, over HTTP`,
    holds: () => {
      const operation = named('create withdrawal to peer account');
      return refusedThere(operation, { ...bodyOf(operation), balanceAsset: BTC }, 'balanceAsset');
    },
  },
  {
    where: `${AT} / Collateral deposit preflight / asset / a national currency is rejected`,
    holds: async () => {
      const operation = named('deposit preflight');
      await refusedHere(operation, { ...bodyOf(operation), asset: USD }, 'asset');
      await refusedThere(operation, { ...bodyOf(operation), asset: USD }, 'asset');
    },
  },
  ...each(['fiat', 'blockchain'], (kind) => ({
    where: `${AT} / Deposit address creation / transferMethod / ${kind} capability`,
    holds: async () => {
      const transferMethod =
        kind === 'fiat'
          ? { transferMethod: 'Iban', asset: USD }
          : { transferMethod: 'PublicBlockchain', asset: BTC };
      const operation = named('createDepositAddress');
      const body = { idempotencyKey: 'k', transferMethod };
      expect(await sentBy(operation, body)).toEqual(body);
      const destination = kind === 'fiat' ? IBAN : ADDRESS;
      const made = { id: 'a-9', destination, status: 'enabled' };
      const { raw } = providerWorld({ 'depositAddresses.create': made });
      expect((await raw(`POST ${operation.path}`, body)).body).toEqual(made);
    },
  })),
]);
