import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CallbackAnswer,
  type CallbackDecision,
  type CallbackHandlerOptions,
  type CallbackRequest,
  callbackHandler,
} from '../../../src/fireblocks/index.js';
import { toNodeListener } from '../../../src/handlers.js';
import { memoryStore, type Store } from '../../../src/store/index.js';
import { xrplCodec } from '../../../src/xrpl/index.js';
import { claimsFor, coSignerKeys, handlerKeys, post, tokenOf } from '../../support/co-signer.js';
import { thrownBy } from '../../support/rejections.js';
import { rsaKeys } from '../../support/rsa-keys.js';
import { newWorld, type World } from '../../support/world.js';

type Json = Readonly<Record<string, unknown>>;
type Options = CallbackHandlerOptions<typeof xrplCodec>;
type Asked = CallbackRequest<typeof xrplCodec>;

const APPROVE: CallbackDecision = { action: 'APPROVE' };

let world: World;
let raw: Json;
let transfer: Json;
let destination: string;
beforeAll(async () => {
  world = await newWorld({ seed: 'handler', funded: ['0', '1'] });
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  await world.gateway.accountSet('0', { configs: { tickSize: 5 } }, { note: 'for a test' });
  await world.gateway.xrpTransfer('0', { destination, amount: '1.5' });
  [raw, transfer] = world.sandbox.custody.transactions.map(claimsFor) as [Json, Json];
});
afterAll(() => world.stop());

/** Approves everything, and keeps what it was asked. */
const approving =
  <T>(asked: T[]) =>
  (request: T): CallbackDecision => {
    asked.push(request);
    return APPROVE;
  };

let ids = 0;
/** The same claims as another question. */
function anew(claims: Json): Json {
  ids += 1;
  return { ...claims, requestId: `request-${ids}` };
}

function newHandler(options: Partial<Options> = {}) {
  const answers: CallbackAnswer[] = [];
  const handler = callbackHandler({
    coSignerPublicKey: coSignerKeys.publicKey,
    responseKey: handlerKeys.privateKey,
    codecs: [xrplCodec],
    decide: () => APPROVE,
    onAnswer: (answer) => answers.push(answer),
    ...options,
  });
  const ask = (claims: Json, path?: string) => post(handler, tokenOf(claims), path);
  return { handler, ask, answers };
}

describe('what decide is asked', () => {
  it('is about a decoded transaction', async () => {
    const asked: Asked[] = [];
    const { ask } = newHandler({ decide: approving(asked) });
    await ask(raw);
    expect(asked).toMatchObject([
      {
        kind: 'raw',
        chain: 'xrpl',
        operation: 'RAW',
        requestId: raw.requestId,
        txId: raw.txId,
        externalTxId: raw.externalTxId,
        signerId: raw.signerId,
        vaultAccountId: '0',
        assetId: 'XRP_TEST',
        note: expect.stringContaining('for a test'),
        claims: raw,
        transactions: [{ transaction: { TransactionType: 'AccountSet', TickSize: 5 } }],
      },
    ]);
    const [request] = asked;
    // The types follow: of a raw request of this chain there is a TransactionType, of others none.
    if (request?.kind === 'raw') {
      const type: string = request.transactions[0].transaction.TransactionType;
      expect(type).toBe('AccountSet');
    }
  });

  it('says whether the vault account was compared with the payload', async () => {
    const own = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    const asked: Asked[] = [];
    const decide = approving(asked);
    const ofNobody = { ...raw, sourceType: 'UNKNOWN', sourceId: '' };
    for (const [addressOf, claims] of [
      [() => own, raw],
      [() => undefined, raw],
      [undefined, raw],
      [() => own, ofNobody],
    ] as const) {
      const { ask } = newHandler({ decide, ...(addressOf ? { addressOf } : {}) });
      expect(await ask(claims)).toMatchObject({ action: 'APPROVE' });
    }
    expect(asked).toMatchObject([
      { vaultChecked: true, vaultAccountId: '0' },
      { vaultChecked: false, vaultAccountId: '0' },
      { vaultChecked: false, vaultAccountId: '0' },
      { vaultChecked: false, vaultAccountId: undefined },
    ]);
  });

  it('is asked again where addressOf failed: it may know the address another time', async () => {
    let calls = 0;
    const { ask } = newHandler({
      addressOf: () => {
        calls += 1;
        if (calls === 1) throw new Error('the directory is not loaded yet');
        return world.sandbox.custody.addressOf('0', 'XRP_TEST');
      },
    });
    const claims = anew(raw);
    expect(await ask(claims)).toMatchObject({ action: 'RETRY' });
    expect(await ask(claims)).toMatchObject({ action: 'APPROVE' });
  });

  it('takes a list that is empty at first as not said yet', async () => {
    const { ask } = newHandler();
    const claims = anew(raw);
    expect(await ask({ ...claims, rawTx: [] })).toMatchObject({ action: 'APPROVE' });
    expect(await ask(claims)).toMatchObject({ action: 'APPROVE' });
  });

  it('is about a native transfer, which has no payload', async () => {
    const asked: Asked[] = [];
    const { ask } = newHandler({ decide: approving(asked) });
    expect(await ask(transfer)).toMatchObject({ action: 'APPROVE' });
    expect(asked).toMatchObject([
      {
        kind: 'transfer',
        operation: 'TRANSFER',
        vaultAccountId: '0',
        assetId: 'XRP_TEST',
        amount: '1.5',
        destinations: [{ address: destination, amount: '1.5' }],
      },
    ]);
  });

  it('is about a native transfer whose extra parameters hold no messages', async () => {
    const { ask } = newHandler();
    for (const extraParameters of [{}, { rawMessageData: null }, '{"nodeControls":{}}']) {
      expect(await ask(anew({ ...transfer, extraParameters }))).toMatchObject({
        action: 'APPROVE',
      });
    }
  });

  it('is about each destination, where a transfer has several', async () => {
    const asked: Asked[] = [];
    const { ask } = newHandler({ decide: approving(asked) });
    const destinations = ['a', 'b'].map((name, index) => ({
      dstType: 'VAULT',
      dstId: `${index}`,
      displayDstAddress: name,
      amountNative: index + 0.5,
      amountNativeStr: `${index}.5`,
    }));
    await ask(anew({ ...transfer, destinations }));
    await ask(anew({ ...transfer, amountStr: undefined, requestedAmountStr: undefined }));
    expect(asked).toMatchObject([
      {
        destinations: [
          { type: 'VAULT', id: '0', address: 'a', amount: '0.5' },
          { type: 'VAULT', id: '1', address: 'b', amount: '1.5' },
        ],
      },
      // A float is no amount.
      { amount: undefined, destinations: [{ address: destination, amount: undefined }] },
    ]);
  });

  it('is about other operations only where they are enabled by name', async () => {
    const asked: Asked[] = [];
    const { ask } = newHandler({
      otherOperations: ['CONTRACT_CALL'],
      decide: approving(asked),
    });
    const call = { ...transfer, operation: 'CONTRACT_CALL' };
    expect(await ask(anew(call))).toMatchObject({ action: 'APPROVE' });
    expect(asked).toMatchObject([{ kind: 'other', operation: 'CONTRACT_CALL' }]);
    const mint = { ...transfer, operation: 'MINT' };
    expect(await ask(anew(mint))).toMatchObject({ action: 'REJECT' });
    expect(asked).toHaveLength(1);
  });
});

describe('the answer', () => {
  it('is a REJECT with the reason that decide gave', async () => {
    const { ask, answers } = newHandler({ decide: () => ({ action: 'REJECT', reason: 'no' }) });
    const { requestId } = raw;
    expect((await ask(raw)).claims).toEqual({ action: 'REJECT', requestId, rejectionReason: 'no' });
    expect(answers).toMatchObject([
      { kind: 'transaction', requestId, txId: raw.txId, action: 'REJECT', reason: 'no' },
    ]);
  });

  it('is given once: the same question has the same answer', async () => {
    let asked = 0;
    const { ask } = newHandler({
      decide: () => (++asked === 1 ? { action: 'REJECT', reason: 'first' } : APPROVE),
    });
    for (let time = 0; time < 3; time++) {
      expect(await ask(raw)).toMatchObject({ action: 'REJECT', rejectionReason: 'first' });
    }
    expect(asked).toBe(1);
    // When it was asked, and who signs along, make no other question of it.
    const exp = Math.floor(Date.now() / 1_000) + 100;
    const again = { ...raw, players: [], iat: 1, exp };
    expect(await ask(again)).toMatchObject({ action: 'REJECT', rejectionReason: 'first' });
    expect(asked).toBe(1);
  });

  it('is of memory only for what decide has seen', async () => {
    const asked: Asked[] = [];
    const { ask } = newHandler({ decide: approving(asked) });
    const exp = Math.floor(Date.now() / 1_000) + 100;
    for (const claims of [raw, { ...raw, iat: 5, exp }, { ...raw, players: ['other'] }]) {
      expect(await ask(claims)).toMatchObject({ action: 'APPROVE' });
    }
    expect(asked.map(({ claims }) => claims.players)).toEqual([raw.players, ['other']]);
  });

  it.each<readonly [string, (value: string) => Json]>([
    ['fee', (fee) => ({ fee })],
    ['rawTx', (text) => ({ rawTx: [{ rawTx: text, keyDerivationPath: '[ 44, 1, 0, 0, 0 ]' }] })],
    [
      'displayDstAddress',
      (displayDstAddress) => ({ destinations: [{ dstType: 'VAULT', displayDstAddress }] }),
    ],
  ])('is decided anew when %s first appears, and REJECT when it changes', async (_, late) => {
    const asked: Asked[] = [];
    const { ask } = newHandler({ decide: approving(asked) });
    const { fee: _fee, ...early } = anew({ ...transfer, destinations: [{ dstType: 'VAULT' }] });
    expect(await ask(early)).toMatchObject({ action: 'APPROVE' });
    for (let time = 0; time < 2; time++) {
      expect(await ask({ ...early, ...late('1') })).toMatchObject({ action: 'APPROVE' });
    }
    expect(asked.map(({ claims }) => claims)).toEqual([early, { ...early, ...late('1') }]);
    expect(await ask({ ...early, ...late('2') })).toMatchObject({
      action: 'REJECT',
      rejectionReason: expect.stringMatching(/used before/),
    });
    // Gone again, it is not what was seen last; and coming back, it is what it was or nothing.
    expect(await ask(early)).toMatchObject({ action: 'APPROVE' });
    expect(await ask({ ...early, ...late('2') })).toMatchObject({ action: 'REJECT' });
    expect(asked).toHaveLength(3);
  });

  it('stays a REJECT whatever appears later', async () => {
    const decisions: CallbackDecision[] = [{ action: 'REJECT', reason: 'no' }];
    const { ask } = newHandler({ decide: () => decisions.shift() ?? APPROVE });
    const { fee: _, ...early } = anew(transfer);
    for (const claims of [early, { ...early, fee: '1' }, { ...early, fee: '2' }]) {
      expect(await ask(claims)).toMatchObject({ action: 'REJECT', rejectionReason: 'no' });
    }
  });

  it('can become a REJECT when more appears, and then stays one', async () => {
    const { ask } = newHandler({
      decide: ({ claims }) =>
        claims.fee === '99' ? { action: 'REJECT', reason: 'too dear' } : APPROVE,
    });
    const { fee: _, ...early } = anew(transfer);
    expect(await ask(early)).toMatchObject({ action: 'APPROVE' });
    for (const claims of [{ ...early, fee: '99' }, early]) {
      expect(await ask(claims)).toMatchObject({ action: 'REJECT', rejectionReason: 'too dear' });
    }
  });

  it('is REJECT for destinations of another form or number under one id', async () => {
    const { ask } = newHandler();
    const claims = anew({ ...transfer, destinations: [{ dstId: '1' }] });
    expect(await ask(claims)).toMatchObject({ action: 'APPROVE' });
    for (const destinations of [{ 0: { dstId: '2' } }, 'x', [], [{ dstId: '1', fee: '1' }]]) {
      expect(await ask({ ...claims, destinations })).toMatchObject({ action: 'REJECT' });
    }
  });

  it('is decided anew after a RETRY', async () => {
    const decisions: CallbackDecision[] = [{ action: 'RETRY' }, { action: 'RETRY' }, APPROVE];
    const { ask } = newHandler({
      decide: () => decisions.shift() ?? { action: 'REJECT', reason: 'too often' },
    });
    const { requestId } = raw;
    expect((await ask(raw)).claims).toEqual({ action: 'RETRY', requestId });
    expect(await ask(raw)).toMatchObject({ action: 'RETRY' });
    expect(await ask(raw)).toMatchObject({ action: 'APPROVE' });
    expect(await ask(raw)).toMatchObject({ action: 'APPROVE' });
  });

  it('is one for all, where several are asked at once, also by several handlers', async () => {
    const store = memoryStore();
    let count = 0;
    const decide = async (): Promise<CallbackDecision> => {
      count += 1;
      return count % 2 === 0 ? APPROVE : { action: 'REJECT', reason: `${count}` };
    };
    const handlers = [1, 2, 3, 4].map(() => newHandler({ store, decide }));
    const answers = await Promise.all(handlers.map(({ ask }) => ask(raw)));
    expect(new Set(answers.map(({ action }) => action)).size).toBe(1);
    expect(new Set(answers.map(({ rejectionReason }) => rejectionReason)).size).toBe(1);
  });

  it('is RETRY when decide is late, whose signal then fires; what it says later counts not', async () => {
    let late: Promise<unknown> | undefined;
    let asked = 0;
    const { ask, answers } = newHandler({
      decisionTimeoutMs: 20,
      decide: (_, { signal }) => {
        asked += 1;
        if (asked > 1) return { action: 'REJECT', reason: 'second' };
        const decision = once(signal, 'abort').then(() => APPROVE);
        late = decision;
        return decision;
      },
    });
    expect(await ask(raw)).toMatchObject({ action: 'RETRY' });
    expect(await late).toEqual(APPROVE);
    expect(answers).toMatchObject([{ action: 'RETRY', cause: expect.any(Error) }]);
    expect(await ask(raw)).toMatchObject({ action: 'REJECT', rejectionReason: 'second' });
  });

  it.each<readonly [string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['says nothing', () => undefined],
    ['says yes', () => true],
    ['says APPROVE', () => 'APPROVE'],
    ['says approve', () => ({ action: 'approve' })],
    ['says IGNORE', () => ({ action: 'IGNORE' })],
  ])('is RETRY when decide %s', async (_, decide) => {
    const { ask, answers } = newHandler({ decide: decide as Options['decide'] });
    const answer = await ask(raw);
    expect(answer.claims).toEqual({ action: 'RETRY', requestId: raw.requestId });
    expect(answers).toMatchObject([{ action: 'RETRY', cause: expect.any(Error) }]);
  });

  it.each(['get', 'setIfAbsent', 'compareAndSet'] as const)(
    'is RETRY while the store fails to %s',
    async (method) => {
      const good = memoryStore();
      const store: Store = { ...good, [method]: () => Promise.reject(new Error('down')) };
      const { ask } = newHandler({ store });
      if (method === 'get') await newHandler({ store: good }).ask(raw);
      expect(await ask(raw)).toMatchObject({ action: 'RETRY' });
    },
  );

  it.each(['get', 'setIfAbsent', 'compareAndSet'] as const)(
    'is RETRY in time while the store hangs at %s',
    async (method) => {
      const good = memoryStore();
      const store: Store = { ...good, [method]: () => new Promise(() => undefined) };
      const { ask, answers } = newHandler({ store, decisionTimeoutMs: 20 });
      if (method === 'get') await newHandler({ store: good }).ask(raw);
      expect(await ask(raw)).toMatchObject({ action: 'RETRY' });
      expect(answers).toMatchObject([{ cause: { code: 'UNREACHABLE' } }]);
    },
  );

  it('asks nobody when the store comes back after the answer', async () => {
    const good = memoryStore();
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store: Store = {
      ...good,
      setIfAbsent: async (...written) => {
        await slow;
        return good.setIfAbsent(...written);
      },
    };
    const asked: Asked[] = [];
    const { ask } = newHandler({ store, decide: approving(asked), decisionTimeoutMs: 20 });
    expect(await ask(raw)).toMatchObject({ action: 'RETRY' });
    release();
    await new Promise(setImmediate);
    expect(asked).toEqual([]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('to what does not agree is REJECT also while the store %s', async (_, setIfAbsent) => {
    const store: Store = { ...memoryStore(), setIfAbsent };
    const { ask, answers } = newHandler({ store, decisionTimeoutMs: 20 });
    const { extraParameters: _extra, ...naked } = raw;
    expect(await ask(naked)).toMatchObject({ action: 'REJECT' });
    expect(answers).toMatchObject([{ action: 'REJECT', cause: expect.any(Error) }]);
  });

  it('is RETRY where the store loses what it had, and nothing is decided', async () => {
    const asked: Asked[] = [];
    const store: Store = { ...memoryStore(), setIfAbsent: async () => false };
    const { ask, answers } = newHandler({ store, decide: approving(asked) });
    expect(await ask(raw)).toMatchObject({ action: 'RETRY' });
    expect(answers).toMatchObject([{ action: 'RETRY', cause: undefined }]);
    expect(asked).toEqual([]);
  });

  it('is REJECT where a codec fails, and its words stay here', async () => {
    const failure = new TypeError('no such field');
    const decode = () => {
      throw failure;
    };
    const { ask, answers } = newHandler({ codecs: [{ ...xrplCodec, decode }] });
    const rejectionReason = "the request can't be read";
    expect(await ask(anew(raw))).toMatchObject({ action: 'REJECT', rejectionReason });
    expect(answers).toMatchObject([{ reason: rejectionReason, cause: failure }]);
  });

  it('comes from a codec that is an object of a class, too', async () => {
    class OwnCodec {
      readonly #own = xrplCodec;
      readonly chain = 'xrpl';
      recognises(payload: unknown) {
        return this.#own.recognises(payload);
      }
      decode(payload: unknown) {
        return this.#own.decode(payload);
      }
      explain(payload: unknown) {
        return this.#own.explain(payload);
      }
    }
    const { ask } = newHandler({ codecs: [new OwnCodec()] });
    expect(await ask(anew(raw))).toMatchObject({ action: 'APPROVE' });
  });

  it('is RETRY where the store holds what nothing here wrote', async () => {
    const good = memoryStore();
    const store: Store = { ...good, setIfAbsent: async () => false, get: async () => '{"a":1}' };
    expect(await newHandler({ store }).ask(raw)).toMatchObject({ action: 'RETRY' });
  });

  it('goes on when whoever listens to it throws', async () => {
    const { ask } = newHandler({
      onAnswer: () => {
        throw new Error('no room in the log');
      },
    });
    expect(await ask(raw)).toMatchObject({ action: 'APPROVE' });
  });
});

describe('a change of the configuration', () => {
  const PATH = '/v2/config_change_sign_request';
  const change = { requestId: 'change-1', type: 'ADD_USER', extraInfo: { name: 'Eve' } };

  it('is refused unless somebody decides on it', async () => {
    const { ask } = newHandler();
    expect(await ask(change, PATH)).toMatchObject({ action: 'REJECT', requestId: 'change-1' });
  });

  it('is decided by its own function, once', async () => {
    const asked: unknown[] = [];
    const { ask, answers } = newHandler({
      decide: () => ({ action: 'REJECT', reason: 'not for this one' }),
      decideConfigChange: approving(asked),
    });
    expect(await ask(change, PATH)).toMatchObject({ action: 'APPROVE' });
    expect(await ask(change, PATH)).toMatchObject({ action: 'APPROVE' });
    expect(await ask({ ...change, extraInfo: {} }, PATH)).toMatchObject({ action: 'REJECT' });
    expect(asked).toEqual([{ ...change, claims: change }]);
    expect(answers[0]).toMatchObject({ kind: 'config-change', requestId: 'change-1' });
  });

  it('is no transaction, and the other way round', async () => {
    const { ask } = newHandler({ decideConfigChange: () => APPROVE });
    for (const claims of [raw, { ...raw, type: 'ADD_USER' }, { requestId: 'of no type' }]) {
      expect(await ask(claims, PATH)).toMatchObject({ action: 'REJECT' });
    }
    expect(await ask({ ...raw, requestId: 'x' })).toMatchObject({ action: 'APPROVE' });
    expect(await ask(change)).toMatchObject({ action: 'REJECT' });
  });
});

describe('the handler', () => {
  it('stands below a base path, and answers nothing else', async () => {
    const { handler } = newHandler({ basePath: '/cosigner' });
    const token = tokenOf(raw);
    expect(await post(handler, token, '/cosigner/v2/tx_sign_request')).toMatchObject({
      action: 'APPROVE',
    });
    expect(await post(handler, token)).toMatchObject({ status: 404 });
    expect(await post(handler, token, '/cosigner/tx_sign_request')).toMatchObject({ status: 404 });
    for (const basePath of ['cosigner', '/co signer', '/cosigner?a', 5 as never]) {
      expect(thrownBy(() => newHandler({ basePath }))).toMatchObject({ setting: 'basePath' });
    }
  });

  it('takes the keys of several co-signers, as PEM or not', async () => {
    const stranger = rsaKeys('stranger');
    const pem = coSignerKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const responseKey = handlerKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { handler } = newHandler({ coSignerPublicKey: [pem, stranger.publicKey], responseKey });
    expect(await post(handler, tokenOf(raw))).toMatchObject({ action: 'APPROVE' });
    const other = tokenOf(anew(raw), { key: stranger.privateKey });
    expect(await post(handler, ` ${other}\r\n`)).toMatchObject({ action: 'APPROVE' });
  });

  it('is served by node:http', async () => {
    const server = createServer(toNodeListener(newHandler().handler)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v2/tx_sign_request`;
    const answer = await fetch(url, { method: 'POST', body: tokenOf(raw) });
    expect(answer.status).toBe(200);
    const [, payload = ''] = (await answer.text()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toEqual({ action: 'APPROVE', requestId: raw.requestId });
    const forged = await fetch(url, { method: 'POST', body: 'a.b.c' });
    expect(forged.status).toBe(401);
    server.closeAllConnections();
    server.close();
  });

  it('tells of what got no answer', async () => {
    const failures: unknown[] = [];
    const { handler, answers } = newHandler({ onError: (failure) => failures.push(failure) });
    await post(handler, 'a.b.c');
    expect(failures).toMatchObject([{ error: { code: 'UNAUTHORIZED' } }]);
    expect(answers).toEqual([]);
  });

  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const strong = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each<readonly [string, Partial<Options>, string]>([
    ['a private key', { coSignerPublicKey: coSignerKeys.privateKey }, 'coSignerPublicKey'],
    [
      'a private key as text',
      {
        coSignerPublicKey: coSignerKeys.privateKey
          .export({ type: 'pkcs8', format: 'pem' })
          .toString(),
      },
      'coSignerPublicKey',
    ],
    ['no PEM', { coSignerPublicKey: 'abc' }, 'coSignerPublicKey'],
    ['broken PEM', { coSignerPublicKey: '-----BEGIN PUBLIC KEY-----\nAA' }, 'coSignerPublicKey'],
    ['no key', { coSignerPublicKey: [] }, 'coSignerPublicKey'],
    ['a weak key', { coSignerPublicKey: weak.publicKey }, 'coSignerPublicKey'],
    ['a key of a curve', { coSignerPublicKey: curve.publicKey }, 'coSignerPublicKey'],
    ['a public response key', { responseKey: handlerKeys.publicKey }, 'responseKey'],
    ['a weak response key', { responseKey: weak.privateKey }, 'responseKey'],
    [
      'a response key that the custody takes not',
      { responseKey: strong.privateKey },
      'responseKey',
    ],
    ['no time', { decisionTimeoutMs: 0 }, 'decisionTimeoutMs'],
    ['too much time', { decisionTimeoutMs: 30_000 }, 'decisionTimeoutMs'],
    ['a time that is none', { decisionTimeoutMs: Number.NaN }, 'decisionTimeoutMs'],
  ])('can not be made with %s', (_, options, setting) => {
    const error = thrownBy(() => newHandler(options));
    expect(error).toMatchObject({ code: 'CONFIGURATION', setting });
    expect(String(error)).not.toMatch(/BEGIN|MII/);
  });
});
