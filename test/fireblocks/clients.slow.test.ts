import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AbortedError,
  ConfigurationError,
  GatewayError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../src/core/errors.js';
import { happenedOf } from '../../src/core/known-error.js';
import {
  CustodyError,
  CustodyNotFoundError,
  clientFromFireblocksSdk,
  clientFromTsSdk,
  DuplicateExternalIdError,
  type FireblocksClient,
  type FireblocksSdkLike,
  type TsSdkLike,
} from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { CLIENTS } from '../support/clients.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';

const PATH = [44, 1, 0, 0, 0];
const byAsset = { vaultAccountId: '0', assetId: 'XRP_TEST', change: 0, addressIndex: 0 };
const FAST = { retry: { baseMs: 1, maxMs: 1 } };

let requests = 0;
function rawRequest() {
  requests += 1;
  const content = requests.toString(16).padStart(64, '0');
  return {
    operation: 'RAW',
    externalTxId: `clients-${requests}`,
    assetId: 'XRP_TEST',
    source: { type: 'VAULT_ACCOUNT', id: '0' },
    note: 'from a client',
    configurations: { expiresAfterSeconds: 600 },
    extraParameters: {
      rawMessageData: { messages: [{ content }] },
      unhashedTxPayload: { number: requests, ü: ['€'] },
    },
  } as const;
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'clients' });
});
afterAll(() => sandbox.stop());

describe.each(CLIENTS)('$name', ({ connect }) => {
  it('creates what it was asked to, and reads it back in every way', async () => {
    const client = connect(sandbox.custody, FAST);
    const request = rawRequest();
    const created = await client.createTransaction(request);
    expect(created).toMatchObject({ id: expect.any(String), status: expect.any(String) });
    const byId = await client.getTransaction(created.id);
    expect(byId).toMatchObject({
      id: created.id,
      externalTxId: request.externalTxId,
      operation: 'RAW',
      note: request.note,
      extraParameters: request.extraParameters,
    });
    expect(await client.getTransactionByExternalId(request.externalTxId)).toEqual(byId);
    const query = { limit: 500, sourceId: '0', after: 1, before: Date.now() + 1e9 };
    expect(await client.listTransactions(query)).toContainEqual(byId);
    expect(await client.listTransactions({ limit: 1 })).toEqual([byId]);
    expect(await client.listTransactions({ ...query, sourceId: '7' })).toEqual([]);
  });

  it.each([
    ['whose answer is lost', { kind: 'lose-answer' }],
    ['that a proxy answers', { kind: 'answer', status: 502, body: '<html>' }],
  ] as const)('names a creation %s, since it may have been made', async (_, effect) => {
    const client = connect(sandbox.custody, { retry: { attempts: 1 } });
    const request = rawRequest();
    const { externalTxId: requestId } = request;
    sandbox.inject({ server: 'custody', method: 'POST', times: 1, effect });
    const error = await rejectionOf(client.createTransaction(request));
    if (!(error instanceof GatewayError)) throw error;
    const transaction = { idempotencyKey: requestId, requestId };
    expect(error).toMatchObject({ retryable: true, transaction });
    expect(happenedOf(error)).toBe('maybe');
  });

  it.each([undefined, ''])('creates nothing with %j for an external id', async (given) => {
    const client = connect(sandbox.custody, FAST);
    const made = sandbox.custody.transactions.length;
    const request = Object.assign(rawRequest(), { externalTxId: given });
    const error = await rejectionOf(client.createTransaction(request));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'externalTxId' } });
    expect(sandbox.custody.transactions).toHaveLength(made);
  });

  it('names a creation whose caller gives up between two tries', async () => {
    const client = connect(sandbox.custody, { retry: { baseMs: 60_000, maxMs: 60_000 } });
    const request = rawRequest();
    const { externalTxId: requestId } = request;
    const effect = { kind: 'lose-answer' } as const;
    sandbox.inject({ server: 'custody', method: 'POST', times: 1, effect });
    const gone = new AbortController();
    const creating = rejectionOf(client.createTransaction(request, { signal: gone.signal }));
    const isMade = () =>
      sandbox.custody.transactions.some((made) => made.externalTxId === requestId);
    await expect.poll(isMade, { timeout: 30_000 }).toBe(true);
    gone.abort();
    const error = await creating;
    if (!(error instanceof AbortedError)) throw error;
    expect(error.transaction).toEqual({ idempotencyKey: requestId, requestId });
    expect(happenedOf(error)).toBe('maybe');
  });

  it('names none that was refused, nor one that is only read', async () => {
    const client = connect(sandbox.custody, { retry: { attempts: 1 } });
    const body = { message: 'no such asset', code: 1 };
    for (const [status, work] of [
      [400, () => client.createTransaction(rawRequest())],
      [503, () => client.getTransaction('one')],
    ] as const) {
      sandbox.inject({ server: 'custody', times: 1, effect: { kind: 'answer', status, body } });
      const error = await rejectionOf(work());
      if (!(error instanceof GatewayError)) throw error;
      expect(error.transaction).toBeUndefined();
      expect(happenedOf(error)).toBe('nothing');
    }
  });

  it('cancels, and says when it could not', async () => {
    const manual = await startSandbox({ ledgerCloseMs: 0, approvals: 'manual' });
    try {
      const client = connect(manual.custody, FAST);
      const { id } = await client.createTransaction(rawRequest());
      await client.cancelTransaction(id);
      expect((await client.getTransaction(id)).status).toMatch(/^CANCELL/);
      const done = await client.createTransaction(rawRequest());
      manual.custody.approve(done.id);
      expect(await rejectionOf(client.cancelTransaction(done.id))).toBeInstanceOf(CustodyError);
    } finally {
      await manual.stop();
    }
  });

  it('reads public keys by path and by asset', async () => {
    const client = connect(sandbox.custody, FAST);
    const publicKey = sandbox.custody.publicKeyOf({ path: [44, 1, 0, 0, 0] });
    const key = await client.getPublicKeyByPath(PATH, 'MPC_ECDSA_SECP256K1');
    expect(key).toMatchObject({ publicKey, derivationPath: PATH });
    expect(await client.getPublicKeyByAsset(byAsset)).toMatchObject({ publicKey });
  });

  it('reads vault accounts, and says which there is not', async () => {
    const client = connect(sandbox.custody, FAST);
    expect(await client.getVaultAccount('0')).toMatchObject({ id: '0' });
    for (const id of ['4711', '0/../1']) {
      expect(await rejectionOf(client.getVaultAccount(id))).toBeInstanceOf(CustodyNotFoundError);
    }
  });

  it('tells a duplicate from any other refusal', async () => {
    const client = connect(sandbox.custody, FAST);
    const request = rawRequest();
    await client.createTransaction(request);
    expect(await rejectionOf(client.createTransaction(request))).toBeInstanceOf(
      DuplicateExternalIdError,
    );
  });

  it('puts ids into the path and nowhere else', async () => {
    const client = connect(sandbox.custody, FAST);
    sandbox.custody.clearMessages();
    await rejectionOf(client.getTransactionByExternalId('a/b?c=d#e f'));
    await rejectionOf(client.getTransaction('a/../x'));
    const paths = sandbox.custody.messages.map(({ path }) => path);
    expect(paths).toEqual([
      '/v1/transactions/external_tx_id/a%2Fb%3Fc%3Dd%23e%20f',
      '/v1/transactions/a%2F..%2Fx',
    ]);
  });

  it('asks again where that can do no harm, and only there', async () => {
    const faulty = await startSandbox({
      ledgerCloseMs: 0,
      faults: [
        { server: 'custody', times: 1, effect: { kind: 'drop' } },
        { server: 'custody', times: 1, effect: { kind: 'answer', status: 503, body: 'sorry' } },
        { server: 'custody', times: 1, effect: { kind: 'answer', status: 429 } },
      ],
    });
    try {
      const client = connect(faulty.custody, FAST);
      expect(await client.listTransactions({ limit: 1 })).toEqual([]);
      expect(faulty.custody.messages).toHaveLength(4);
      await rejectionOf(client.getTransaction('missing'));
      expect(faulty.custody.messages).toHaveLength(5);
    } finally {
      await faulty.stop();
    }
  });

  it('gives up when its time is up, or its caller has gone', async () => {
    const silent = await startSandbox({
      ledgerCloseMs: 0,
      faults: [{ server: 'custody', times: 100, effect: { kind: 'hang' } }],
    });
    try {
      const slow = connect(silent.custody, { timeoutMs: 20, retry: { attempts: 2, baseMs: 1 } });
      expect(await rejectionOf(slow.getTransaction('a'))).toBeInstanceOf(UnreachableError);
      const client = connect(silent.custody, FAST);
      const late = client.getTransaction('a', { timeoutMs: 20 });
      expect(await rejectionOf(late)).toBeInstanceOf(UnreachableError);
      const signal = AbortSignal.timeout(20);
      const aborted = await rejectionOf(client.getTransaction('a', { signal }));
      expect(aborted).toBeInstanceOf(AbortedError);
    } finally {
      await silent.stop();
    }
  });

  it('sends nothing for a caller who has gone before', async () => {
    const client = connect(sandbox.custody, FAST);
    const request = rawRequest();
    const gone = client.createTransaction(request, { signal: AbortSignal.abort() });
    expect(await rejectionOf(gone)).toBeInstanceOf(AbortedError);
    const missing = client.getTransactionByExternalId(request.externalTxId);
    expect(await rejectionOf(missing)).toBeInstanceOf(CustodyNotFoundError);
  });

  it('says why there was no connection', async () => {
    const gone = await startSandbox({ ledgerCloseMs: 0 });
    const client = connect(gone.custody, { retry: { attempts: 1 } });
    await gone.stop();
    const error = await rejectionOf(client.getTransaction('a'));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it('refuses a time limit that is none', () => {
    const connecting = () => connect(sandbox.custody, { timeoutMs: Number.NaN });
    expect(thrownBy(connecting)).toBeInstanceOf(ConfigurationError);
  });
});

it('hands fireblocks-sdk a path that is JSON in its URL, whether the SDK makes it so or not', async () => {
  const written: string[] = [];
  const sdk = {
    getPublicKeyInfo: async ({ derivationPath }: { derivationPath: readonly number[] }) => {
      written.push(`${derivationPath}`, JSON.stringify(derivationPath));
      return { publicKey: '02', derivationPath };
    },
  };
  const client = clientFromFireblocksSdk(sdk as unknown as FireblocksSdkLike);
  await client.getPublicKeyByPath(PATH, 'MPC_ECDSA_SECP256K1');
  expect(written).toEqual(['[44,1,0,0,0]', '[44,1,0,0,0]']);
});

/** What must not be seen, wherever it is hidden. */
const SECRET = 'eyJhbGciOiJSUzI1NiJ9.e30.secret';
const boom = () => {
  throw new Error(SECRET);
};
const TRAP = new Proxy({}, { get: boom, getPrototypeOf: boom, has: boom, ownKeys: boom });
const trapped = (name: string) => Object.defineProperty({}, name, { get: boom, enumerable: true });
const answered = (response: unknown) => Object.assign(new Error(SECRET), { response });

const SDKS: readonly (readonly [string, (work: () => unknown) => FireblocksClient])[] = [
  [
    'fireblocks-sdk',
    (work) => {
      const sdk = { getTransactionById: async () => work() };
      return clientFromFireblocksSdk(sdk as unknown as FireblocksSdkLike, { retry: ONCE });
    },
  ],
  [
    '@fireblocks/ts-sdk',
    (work) => {
      const sdk = { transactions: { getTransaction: async () => work() } };
      return clientFromTsSdk(sdk as unknown as TsSdkLike, { retry: ONCE });
    },
  ],
];
const ONCE = { attempts: 1 };

/** Whatever is thrown, by what it is and which error it becomes. */
const THROWN: readonly (readonly [string, unknown, string])[] = [
  ['nothing', undefined, 'UNREACHABLE'],
  ['null', null, 'UNREACHABLE'],
  ['text', SECRET, 'UNREACHABLE'],
  ['an error', new Error(SECRET), 'UNREACHABLE'],
  ['a TypeError', new TypeError(`Header "authorization" is ${SECRET}`), 'UNREACHABLE'],
  ['a trap', TRAP, 'UNREACHABLE'],
  ['a response that throws', trapped('response'), 'UNREACHABLE'],
  ['a response that is a trap', answered(TRAP), 'UNREACHABLE'],
  ['a code that throws', trapped('code'), 'UNREACHABLE'],
  ['a status that throws', answered(trapped('status')), 'UNREACHABLE'],
  ['a status of text', answered({ status: '404', data: { message: SECRET } }), 'UNREACHABLE'],
  ['headers that throw', answered({ status: 500, headers: TRAP }), 'UNREACHABLE'],
  ['a body that throws', answered({ statusCode: 400, data: trapped('message') }), 'UNREACHABLE'],
  [
    'a header that is none',
    answered({ status: 500, headers: { 'x-request-id': `a\n${SECRET}`, date: 'é\u0100' } }),
    'CUSTODY_UNAVAILABLE',
  ],
];

describe.each(SDKS)('%s, broken', (_, clientOf) => {
  it.each(THROWN)(
    'has no error of its own come out when it throws %s',
    async (__, thrown, code) => {
      const client = clientOf(() => {
        throw thrown;
      });
      const error = await rejectionOf(client.getTransaction('a'));
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toMatchObject({ code });
      expect(inspect(error, { depth: 10, showHidden: true, getters: true })).not.toContain('eyJ');
    },
  );

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', SECRET],
    ['a field that throws', trapped('id')],
    ['data that throws', { data: trapped('id'), headers: {} }],
    ['headers that throw', { data: {}, headers: TRAP }],
    ['an answer that throws', trapped('data')],
  ])('has no error of its own come out when it answers %s', async (__, answer) => {
    const error = await rejectionOf(clientOf(() => answer).getTransaction('a'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(inspect(error, { depth: 10, showHidden: true, getters: true })).not.toContain('eyJ');
  });

  it('is read as ever where only a header is odd', async () => {
    const data = { id: 'a', status: 'COMPLETED' };
    const headers = { 'x-request-id': 'a\nb' };
    // Of one SDK there is only the data.
    const answer = clientOf === SDKS[0]?.[1] ? data : { data, headers };
    expect(await clientOf(() => answer).getTransaction('a')).toMatchObject(data);
  });
});
