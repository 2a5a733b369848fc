import { expect } from 'vitest';
import { systemClock } from '../../../src/index.js';
import { IdempotencyKeyReuseError, ProviderRefusal } from '../../../src/provider/index.js';
import { RequestVerifier } from '../../../src/requests/index.js';
import { memoryStore } from '../../../src/store/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { API_KEY, answeredWith, providerWorld, SECRET } from '../support/provider.js';
import { BODIES } from '../support/provider-bodies.js';
import { CALLS } from '../support/provider-calls.js';
import { answerOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';
import { RECORDS } from '../support/provider-records.js';

const AT = 'provider-api.md / Errors';
const HOUR = 3_600_000;

const bodyOf = ({ body }: Documented): Json => ({ ...(body && BODIES[body].value) });
const KEYED = PROVIDER.filter((operation) => 'idempotencyKey' in bodyOf(operation));

/** The method behind the server kit that creates what the operation asks for. */
const CREATORS: Readonly<Record<string, string>> = {
  'create blockchain withdrawal': 'transfersBlockchain.withdraw',
  createFiatWithdrawal: 'transfersFiat.withdraw',
  'create withdrawal to peer account': 'transfersPeerAccounts.withdraw',
  'create transfer to another sub-account': 'transfersInternal.withdraw',
  createDepositAddress: 'depositAddresses.create',
  'initiate ramp': 'ramps.create',
};

/** A provider whose creating method is what is given; counts its calls. */
function counted(operation: Documented, create: (count: number) => unknown, options: object = {}) {
  let calls = 0;
  const name = CREATORS[operation.title] ?? '';
  const world = providerWorld({ [name]: () => create(++calls) }, options);
  const post = (edit: Json = {}) =>
    world.raw(`${operation.method} ${operation.path}`, { ...bodyOf(operation), ...edit });
  return { post, calls: () => calls };
}

/** A record with a number that tells which call made it. */
const made =
  ({ record }: Documented) =>
  (count: number) => ({
    ...RECORDS[record],
    id: `made-${count}`,
  });

/** Another request under the same key: what can be changed of it and is still right. */
const another = (operation: Documented): Json => {
  const { balanceAmount, amount, destination } = bodyOf(operation);
  if (balanceAmount !== undefined) {
    return { balanceAmount: '9', destination: { ...destination, amount: '9' } };
  }
  if (amount !== undefined) return { amount: '9' };
  return { transferMethod: { transferMethod: 'Iban', asset: { nationalCurrencyCode: 'USD' } } };
};

function movedClock() {
  let ahead = 0;
  const clock = { ...systemClock, now: () => Date.now() + ahead };
  const scheme = {
    algorithm: 'hmac-sha512',
    preEncoding: 'base64',
    postEncoding: 'hexstr',
  } as const;
  // Only the kit's own clock moves: the caller's requests stay within the verifier's window.
  const verifier = new RequestVerifier({ ...scheme, keys: { [API_KEY]: SECRET } });
  const options = { clock, store: memoryStore({ clock }), verifier };
  return { options, pass: (ms: number) => (ahead += ms) };
}

claims('idempotency', [
  ...each(KEYED, (operation): Claim[] => {
    const where = `${AT} / Idempotency rules / ${operation.title}`;
    return [
      {
        where: `${where} / 1 / a repeat of a 2xx gets exactly the same response and status`,
        holds: async () => {
          const { post, calls } = counted(operation, made(operation));
          const first = await post();
          expect(first.status).toBeLessThan(300);
          const again = await post();
          expect(again).toEqual(first);
          expect(calls()).toBe(1);
        },
      },
      {
        where: `${where} / 1 / a repeat of a 4xx gets exactly the same response and status`,
        holds: async () => {
          const { post, calls } = counted(operation, (count) => {
            throw new ProviderRefusal('bad-request', { message: `refusal ${count}` });
          });
          const first = await post();
          expect(first).toMatchObject({ status: 400, body: { message: 'refusal 1' } });
          expect(await post()).toEqual(first);
          expect(calls()).toBe(1);
        },
      },
      {
        where: `${where} / 2 / a repeat of a 5xx is handled anew, and then the original`,
        holds: async () => {
          const { post, calls } = counted(operation, (count) => {
            if (count === 1) throw new Error('down');
            return made(operation)(count);
          });
          expect((await post()).status).toBe(500);
          const second = await post();
          expect(second).toMatchObject({ body: { id: 'made-2' } });
          expect(await post()).toEqual(second);
          expect(calls()).toBe(2);
        },
      },
      {
        where: `${where} / 3 / recognized for 72 hours since the last attempt`,
        holds: async () => {
          const { options, pass } = movedClock();
          const { post, calls } = counted(operation, made(operation), options);
          const first = await post();
          for (let attempt = 1; attempt <= 3; attempt += 1) {
            pass(72 * HOUR - 1_000);
            expect(await post()).toEqual(first);
          }
          expect(calls()).toBe(1);
        },
      },
      {
        where: `${where} / idempotency-key-reuse / 400 over HTTP`,
        holds: async () => {
          const { post, calls } = counted(operation, made(operation));
          await post();
          const { status, body } = await post(another(operation));
          expect({ status, ...body }).toMatchObject({
            status: 400,
            message: expect.any(String),
            errorType: 'idempotency-key-reuse',
            propertyName: 'idempotencyKey',
            requestPart: 'body',
          });
          expect(calls()).toBe(1);
        },
      },
      {
        where: `${where} / idempotency-key-reuse / thrown by the library`,
        holds: async () => {
          const said = {
            message: 'used before',
            errorType: 'idempotency-key-reuse',
            propertyName: 'idempotencyKey',
            requestPart: 'body',
          };
          const { client } = answeredWith(said, 400);
          const called = (async () => CALLS[operation.title]?.(client, bodyOf(operation)))();
          await expect(called).rejects.toThrow(IdempotencyKeyReuseError);
          await expect(called).rejects.toMatchObject({
            status: 400,
            ...said,
            message: expect.any(String),
          });
        },
      },
      {
        where: `${where} / another key is another request`,
        holds: async () => {
          const { post, calls } = counted(operation, made(operation));
          await post();
          expect((await post({ idempotencyKey: 'k-2' })).body.id).toBe('made-2');
          expect(calls()).toBe(2);
        },
      },
      {
        where: `${where} / the library keeps a given key`,
        holds: async () => {
          const { client, sent } = answeredWith(answerOf(operation));
          await CALLS[operation.title]?.(client, { ...bodyOf(operation), idempotencyKey: 'mine' });
          expect(JSON.parse(sent[0]?.text ?? '').idempotencyKey).toBe('mine');
        },
      },
    ];
  }),
]);
