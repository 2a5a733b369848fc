import { afterAll, beforeAll, expect } from 'vitest';
import type { XrplExecuteRequest } from '../../../src/xrpl/index.js';
import { claims, each } from '../support/claims.js';
import { type XrplWorld, xrplWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: XrplWorld;
/** The same offer's result, over HTTP, by its method, and by `executeTransaction`. */
let answers: Readonly<Record<string, Json>>;

beforeAll(async () => {
  world = await xrplWorld();
  const { gateway, handler } = world;
  const issuer = await gateway.getAddress('1');
  const params = {
    sellAmount: '1000000',
    buyAmount: { currency: 'USD', issuer, value: '9' },
    flags: { tfSellOffer: true },
  };
  const request: XrplExecuteRequest = {
    vaultAccountId: '0',
    transactionType: 'offerCreate',
    params,
  };
  answers = {
    HTTP: (await ask(handler, 'POST /api/dex/offerCreate/0', params)).body,
    method: await gateway.offerCreate('0', params),
    executeTransaction: await gateway.executeTransaction(request),
  };
});
afterAll(() => world.stop());

const AT = 'gateways.md / Gateway A / transaction result';
const HEX = /^[0-9A-F]{64}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const text = expect.any(String);

const integer = (value: unknown) => expect(value).toSatisfy(Number.isSafeInteger);
const like = (pattern: RegExp) => (value: unknown) => expect(value).toMatch(pattern);
const is = (expected: unknown) => (value: unknown) => expect(value).toEqual(expected);

/** Each field by its path in the answer. */
const FIELDS: Readonly<Record<string, (value: Json) => unknown>> = {
  api_version: integer,
  id: integer,
  type: is('response'),
  result: is(expect.any(Object)),
  'result / close_time_iso': like(ISO),
  'result / ctid': is(text),
  'result / hash': like(HEX),
  'result / ledger_hash': is(text),
  'result / ledger_index': integer,
  'result / meta': is(expect.any(Object)),
  'result / meta / AffectedNodes': (nodes) => {
    const kinds = nodes.flatMap(Object.keys);
    expect(new Set(kinds)).toEqual(new Set(['CreatedNode', 'ModifiedNode']));
  },
  'result / meta / TransactionIndex': integer,
  'result / meta / TransactionResult': is('tesSUCCESS'),
  'result / tx_json / Account': is(text),
  'result / tx_json / Fee': is(text),
  'result / tx_json / Flags': integer,
  'result / tx_json / LastLedgerSequence': integer,
  'result / tx_json / Sequence': integer,
  'result / tx_json / SigningPubKey': is(text),
  'result / tx_json / TakerGets': is('1000000'),
  'result / tx_json / TakerPays': is({ currency: 'USD', issuer: text, value: '9' }),
  'result / tx_json / TransactionType': is('OfferCreate'),
  'result / tx_json / TxnSignature': is(text),
  'result / tx_json / date': integer,
  'result / tx_json / ledger_index': integer,
  'result / validated': is(true),
};

claims('the transaction result', [
  ...each(Object.entries(FIELDS), ([path, check]) =>
    each(['HTTP', 'method', 'executeTransaction'], (how) => ({
      where: `${AT} / ${path} (${how})`,
      holds: () => {
        const value = path.split(' / ').reduce((at, name) => at[name], answers[how]);
        expect(value).toBeDefined();
        return check(value);
      },
    })),
  ),
  {
    where: `${AT} / result / tx_json / Flags, where the offer has none`,
    holds: async () => {
      const issuer = await world.gateway.getAddress('1');
      const buyAmount = { currency: 'USD', issuer, value: '9' };
      const { result } = await world.gateway.offerCreate('0', { sellAmount: '1', buyAmount });
      integer(result.tx_json.Flags);
    },
  },
]);

const CALL = 'gateways.md / Gateway A / executeTransaction';

claims('executeTransaction', [
  {
    where: `${CALL} / returns an object with result, carrying hash`,
    holds: () => expect(answers.executeTransaction.result.hash).toMatch(HEX),
  },
  {
    where: `${CALL} / returns an object with id`,
    holds: async () => {
      const destination = await world.gateway.getAddress('1');
      const answer = await world.gateway.executeTransaction({
        vaultAccountId: '0',
        transactionType: 'xrpTransfer',
        params: { destination, amount: '1' },
      });
      expect(answer).toEqual(expect.objectContaining({ id: text }));
    },
  },
  {
    where: `${CALL} / vaultAccountId`,
    holds: () => {
      const { Account } = answers.executeTransaction.result.tx_json;
      expect(Account).toBe(answers.method.result.tx_json.Account);
    },
  },
  ...each(['vaultAccountId', 'transactionType', 'params'], (field) => ({
    where: `${CALL} / ${field} / is needed`,
    holds: async () => {
      const { vaultAccountId, transactionType, params }: Json = {
        vaultAccountId: '0',
        transactionType: 'offerCreate',
        params: { sellAmount: '1', buyAmount: '1' },
        [field]: undefined,
      };
      const call = async () =>
        world.gateway.executeTransaction({ vaultAccountId, transactionType, params });
      await expect(call()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    },
  })),
]);
