import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { type FaultEffect, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { CLIENTS } from '../support/clients.js';
import {
  byAsset,
  freshMessage,
  freshRequest,
  signerOn,
  signerThrough,
} from '../support/custody.js';
import { leaksIn, secretsOf, shown } from '../support/leaks.js';
import { rsaKeys } from '../support/rsa-keys.js';

let sandbox: Sandbox;
let manual: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'leaks' });
  manual = await startSandbox({ ledgerCloseMs: 0, seed: 'leaks', approvals: 'manual' });
});
afterAll(() => Promise.all([sandbox.stop(), manual.stop()]));

const stranger = rsaKeys('stranger').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const FAULTS: readonly (readonly [string, FaultEffect])[] = [
  ['a broken connection', { kind: 'drop' }],
  ['a lost answer', { kind: 'lose-answer' }],
  ['silence', { kind: 'hang' }],
  ['HTML', { kind: 'answer', status: 200, body: '<html>' }],
  ['an answer of another form', { kind: 'answer', status: 200, body: { any: 'thing' } }],
  ['HTTP 400', { kind: 'answer', status: 400, body: { message: 'no', code: 1 } }],
  ['HTTP 401', { kind: 'answer', status: 401, body: { message: 'no', code: -1 } }],
  ['a clock that is off', { kind: 'answer', status: 401, body: { message: 'no', code: -12 } }],
  ['HTTP 403', { kind: 'answer', status: 403, body: { message: 'no', code: -8 } }],
  ['HTTP 404', { kind: 'answer', status: 404, body: { message: 'no', code: 0 } }],
  ['HTTP 429', { kind: 'answer', status: 429, headers: { 'retry-after': '1000' } }],
  ['HTTP 500', { kind: 'answer', status: 500, body: { message: 'no', code: 1 } }],
  ['a redirect', { kind: 'answer', status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
];

/** Every error that comes of calls that fail like this. */
async function errorsOf(signer: FireblocksRawSigner): Promise<unknown[]> {
  const transfer = {
    idempotencyKey: freshRequest().idempotencyKey,
    from: { ...byAsset(), assetId: 'XRP_TEST' },
    to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
    amount: '1',
  } as const;
  const calls: (() => Promise<unknown>)[] = [
    () => signer.sign(freshRequest(), { timeoutMs: 20 }),
    () => signer.transfer(transfer, { timeoutMs: 20 }),
    () => signer.find('any'),
    () => signer.list(byAsset()),
    () => signer.cancel('any'),
    () => signer.getPublicKey(byAsset('50')),
  ];
  const errors: unknown[] = [];
  for (const call of calls) await call().catch((error: unknown) => errors.push(error));
  return errors;
}

describe('X10: what is shown', () => {
  it('X10: finds a leak where there is one, so that finding none means something', () => {
    const { apiSecret, apiKey } = sandbox.custody;
    const secrets = secretsOf(sandbox);
    for (const leak of [
      { deep: { config: { headers: { Authorization: 'x' } } } },
      Object.assign(new Error('x'), { request: { header: 'Bearer x' } }),
      new Error('x', { cause: { token: 'eyJhbGciOiJSUzI1NiJ9.e30.x' } }),
      { [Symbol('key')]: apiSecret },
      { line: apiSecret.split('\n')[3] },
      { apiKey },
    ]) {
      expect(leaksIn(shown(leak), secrets)).not.toEqual([]);
    }
  });

  const cases = CLIENTS.flatMap((client) =>
    FAULTS.map(([what, effect]) => ({ client, name: client.name, what, effect })),
  );
  it.each(cases)(
    'X10: after $what, no error of $name shows a key, a token or a header',
    async ({ client, effect }) => {
      const faults = [{ server: 'custody', times: 1_000, effect } as const];
      const broken = await startSandbox({ ledgerCloseMs: 0, seed: 'leaks', faults });
      try {
        const retry = { attempts: 2, baseMs: 1, maxMs: 1 };
        const errors = await errorsOf(
          signerThrough(client, broken.custody, { retry, timeoutMs: 30 }),
        );
        expect(errors.length).toBeGreaterThanOrEqual(4);
        for (const error of errors) {
          expect(error).toBeInstanceOf(Error);
          expect(leaksIn(shown(error), secretsOf(broken))).toEqual([]);
        }
      } finally {
        await broken.stop();
      }
    },
  );

  it.each(CLIENTS)(
    'X10: nor does one of credentials that are wrong, with $name',
    async (client) => {
      const { apiKey, apiSecret, url } = sandbox.custody;
      const errors = [
        ...(await errorsOf(signerThrough(client, { apiKey, apiSecret: stranger, url }))),
        ...(await errorsOf(signerThrough(client, { apiKey: `${apiKey}0`, apiSecret, url }))),
      ];
      for (const wrong of [apiSecret.slice(0, 800), apiSecret.replace('PRIVATE', 'PUBLIC')]) {
        try {
          errors.push(new FireblocksRawSigner({ apiKey, apiSecret: wrong }));
        } catch (error) {
          errors.push(error);
        }
      }
      expect(errors).toHaveLength(14);
      const secrets = secretsOf(sandbox, stranger);
      for (const error of errors) {
        expect(error).toBeInstanceOf(Error);
        expect(leaksIn(shown(error), secrets)).toEqual([]);
      }
    },
  );

  it.each(CLIENTS)(
    'X10: nor does one of an unfinished, refused or aborted request, with $name',
    async (client) => {
      const signer = signerThrough(client, manual.custody);
      const events: unknown[] = [];
      const onUpdate = (record: unknown) => void events.push(record);
      const pending = freshRequest();
      const refused = freshRequest();
      const errors: unknown[] = [];
      const gather = (promise: Promise<unknown>) =>
        promise.then(
          () => expect.fail('it should have failed'),
          (error: unknown) => errors.push(error),
        );
      await gather(signer.sign(pending, { timeoutMs: 30, onUpdate }));
      await gather(signer.sign(refused, { timeoutMs: 30, onUpdate }));
      manual.custody.reject(refused.idempotencyKey, { reason: 'no' });
      await gather(signer.sign(refused, { onUpdate }));
      await gather(signer.sign({ ...pending, messages: [freshMessage(byAsset())] }));
      const signal = AbortSignal.timeout(10);
      await gather(signer.sign(pending, { signal, cancelOnAbort: true, onUpdate }));
      await gather(signer.sign({ idempotencyKey: 'a', messages: [] }));
      await gather(signer.find('a b'));
      expect(events.length).toBeGreaterThan(2);
      const records = [await signer.find(pending.idempotencyKey), await signer.list(byAsset())];
      for (const thing of [...errors, ...events, ...records]) {
        expect(leaksIn(shown(thing), secretsOf(manual))).toEqual([]);
      }
    },
  );

  it('X10: nor does one of a fetch that puts its request into its errors', async () => {
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    const retry = { attempts: 2, baseMs: 1, maxMs: 1 };
    const fetches = [
      (url: string, init: RequestInit) =>
        Promise.reject(Object.assign(new TypeError(`${url} failed`), { cause: { init }, init })),
      (_: string, init: RequestInit) => {
        throw new Error(`can't send ${JSON.stringify(init.headers)}`);
      },
      async (_: string, init: RequestInit) => {
        const { authorization } = init.headers as Record<string, string>;
        const message = `denied for ${authorization?.slice('Bearer '.length)}`;
        return Response.json({ message, code: -7 }, { status: 401 });
      },
      async (_: string, init: RequestInit) =>
        new Response(JSON.stringify(init), { status: 200, headers: new Headers(init.headers) }),
    ];
    for (const fetch of fetches) {
      const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath, retry, fetch });
      const errors = await errorsOf(signer);
      expect(errors.length).toBeGreaterThanOrEqual(5);
      for (const error of errors) expect(leaksIn(shown(error), secretsOf(sandbox))).toEqual([]);
    }
  });

  it.each(CLIENTS)(
    'X10: nor do signer and $name themselves, before and after use',
    async (kind) => {
      const client = kind.connect(sandbox.custody);
      const signer = new FireblocksRawSigner({ client });
      const things = [client, signer, signerOn(sandbox)];
      const before = things.map(shown);
      await signer.sign(freshRequest());
      await client.listTransactions({ limit: 1 });
      for (const text of [...before, ...things.map(shown)]) {
        expect(leaksIn(text, secretsOf(sandbox))).toEqual([]);
      }
    },
  );
});
