import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackOptions, SandboxOptions } from '../../src/sandbox/index.js';
import { type Receiver, type ReceiverAnswer, startReceiver } from '../support/receiver.js';
import { rsaKeys } from '../support/rsa-keys.js';
import { TestCustody } from './support/custody.js';

const own = rsaKeys('own');
const foreign = rsaKeys('stranger');

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

type Claims = Record<string, unknown>;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

function answerOf(claims: object, key: KeyObject = own.privateKey, alg = 'RS256'): ReceiverAnswer {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return [200, `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`];
}

interface Setup {
  readonly custody: TestCustody;
  readonly handler: Receiver;
}

async function start(
  answer: (claims: Claims, index: number) => ReceiverAnswer | Promise<ReceiverAnswer>,
  callbacks: Partial<CallbackOptions> = {},
  options: SandboxOptions = {},
): Promise<Setup> {
  const handler = await startReceiver(({ body }, index) => answer(claimsOf(body), index));
  const custody = await TestCustody.start(options);
  stops.push(
    () => handler.stop(),
    () => custody.stop(),
  );
  const handlerPublicKey = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  custody.sandbox.custody.callbacksTo(`${handler.url}/cosigner/`, {
    handlerPublicKey,
    ...callbacks,
  });
  return { custody, handler };
}

const approve = ({ requestId }: Claims) => answerOf({ action: 'APPROVE', requestId });

describe('the co-signer', () => {
  it('asks with a token of its own key, and signs what is approved', async () => {
    const { custody, handler } = await start(approve);
    const extraParameters = {
      rawMessageData: { messages: [{ content: '5c'.repeat(32) }] },
      unhashedTxPayload: { Fee: '10' },
    };
    const id = await custody.raw({ externalTxId: 'mine', note: 'rent', extraParameters });
    expect(await custody.reached(id, 'COMPLETED')).toMatchObject({ signedMessages: [{}] });
    expect(handler.received).toHaveLength(1);
    const [{ path = '', body = '' } = {}] = handler.received;
    expect(path).toBe('/cosigner/v2/tx_sign_request');
    const [header = '', payload = '', signature = ''] = body.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'RS256',
      typ: 'JWT',
    });
    const key = createPublicKey(await custody.sandbox.custody.callbacks.publicKey());
    const signed = Buffer.from(`${header}.${payload}`);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(claimsOf(body)).toMatchObject({
      txId: id,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      signerId: custody.sandbox.custody.apiKey,
      externalTxId: 'mine',
      operation: 'RAW',
      sourceType: 'VAULT',
      sourceId: '0',
      asset: 'XRP_TEST',
      note: 'rent',
      extraParameters,
    });
    expect(custody.sandbox.custody.callbacks.outcomes).toEqual([{ action: 'APPROVE' }]);
    expect(custody.sandbox.custody.sent).toMatchObject([
      { kind: 'callback', status: 200, attempt: 1, body: { txId: id } },
    ]);
  });

  it('asks before a transfer too, with where the money goes', async () => {
    const { custody, handler } = await start(({ requestId }) =>
      answerOf({ action: 'REJECT', requestId, rejectionReason: 'not today' }),
    );
    const address = custody.sandbox.custody.addressOf('1', 'XRP_TEST');
    const { json } = await custody.post('/v1/transactions', {
      operation: 'TRANSFER',
      assetId: 'XRP_TEST',
      source: { type: 'VAULT_ACCOUNT', id: '0' },
      destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address } },
      amount: '1.5',
    });
    const { id } = json as { id: string };
    await custody.reached(id, 'CANCELLED');
    expect(claimsOf(handler.received[0]?.body ?? '')).toMatchObject({
      operation: 'TRANSFER',
      sourceId: '0',
      asset: 'XRP_TEST',
      amountStr: '1.5',
      destAddressType: 'ONE_TIME',
      destAddress: address,
      destinations: [{ amountNativeStr: '1.5', displayDstAddress: address }],
    });
  });

  it('never signs what is rejected', async () => {
    const { custody } = await start(({ requestId }) =>
      answerOf({ action: 'REJECT', requestId, rejectionReason: 'digest mismatch' }),
    );
    const id = await custody.raw();
    expect(await custody.reached(id, 'CANCELLED')).toMatchObject({
      subStatus: 'REJECTED_BY_USER',
      errorDescription: 'digest mismatch',
    });
    expect(await custody.transaction(id)).not.toHaveProperty('signedMessages');
  });

  it('asks again after RETRY, with the very same claims, and at last gives up', async () => {
    let undecided = 2;
    const { custody, handler } = await start(
      ({ requestId }) => {
        undecided -= 1;
        return answerOf({ action: undecided >= 0 ? 'RETRY' : 'APPROVE', requestId });
      },
      { retryEveryMs: 1, maxRetries: 2 },
    );
    const id = await custody.raw();
    await custody.reached(id, 'COMPLETED');
    const claims = handler.received.map(({ body }) => claimsOf(body));
    expect(claims).toEqual(Array(3).fill(claims[0]));
    expect(custody.sandbox.custody.sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    undecided = 9;
    const other = await custody.raw({}, '6d'.repeat(32));
    expect(await custody.reached(other, 'FAILED')).toMatchObject({
      errorDescription: 'undecided for too long',
    });
    expect(handler.received).toHaveLength(6);
  });

  interface Bad {
    readonly what: string;
    readonly answer: (claims: Claims) => ReceiverAnswer | Promise<ReceiverAnswer>;
    readonly reason: string;
    readonly options?: Partial<CallbackOptions>;
  }
  const given = (action: string, key?: KeyObject, alg?: string) => (claims: Claims) =>
    answerOf({ action, requestId: claims.requestId }, key, alg);
  const never = () => new Promise<ReceiverAnswer>(() => undefined);
  const BAD: readonly Bad[] = [
    {
      what: 'comes too late',
      answer: never,
      reason: 'no answer in time',
      options: { timeoutMs: 50 },
    },
    { what: 'is an error', answer: () => 500, reason: 'HTTP 500' },
    { what: 'is no JWT', answer: () => [200, 'APPROVE'], reason: 'is no JWT' },
    {
      what: 'is of another key',
      answer: given('APPROVE', foreign.privateKey),
      reason: 'not signed with the handler key',
    },
    {
      what: 'names another algorithm',
      answer: given('APPROVE', own.privateKey, 'RS512'),
      reason: 'is not RS256',
    },
    {
      what: 'is to another request',
      answer: ({ txId }) => answerOf({ action: 'APPROVE', requestId: txId }),
      reason: 'to another request',
    },
    { what: 'has an unknown action', answer: given('SIGN'), reason: 'no known action' },
    {
      what: 'is IGNORE, which no signature can be',
      answer: given('IGNORE'),
      reason: 'IGNORE',
    },
  ];
  it.each(BAD)('fails the request when the answer $what', async ({ answer, reason, options }) => {
    const { custody } = await start(answer, options);
    const id = await custody.raw();
    const failed = await custody.reached(id, 'FAILED');
    expect(failed).toMatchObject({
      subStatus: 'SIGNING_ERROR',
      errorDescription: expect.stringContaining(reason),
    });
    expect(failed).not.toHaveProperty('signedMessages');
  });

  it('does not sign what was cancelled while it asked', async () => {
    let decide = (_: ReceiverAnswer) => {};
    const { custody, handler } = await start(
      () => new Promise<ReceiverAnswer>((resolve) => (decide = resolve)),
    );
    const id = await custody.raw();
    const [request] = await handler.got(1);
    await custody.post(`/v1/transactions/${id}/cancel`, {});
    await custody.reached(id, 'CANCELLED');
    decide(approve(claimsOf(request?.body ?? '')));
    while (custody.sandbox.custody.callbacks.outcomes.length === 0) await custody.transaction(id);
    expect(await custody.transaction(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await custody.transaction(id)).not.toHaveProperty('signedMessages');
  });
});

describe('a co-signer that approves', () => {
  it.each([
    ['APPROVE', 'COMPLETED'],
    ['REJECT', 'REJECTED'],
  ])('answers for the approvers: %s', async (action, status) => {
    const { custody, handler } = await start(
      ({ requestId }, index) => answerOf({ action: index === 0 ? action : 'APPROVE', requestId }),
      { approves: true },
      { approvals: 'manual' },
    );
    const id = await custody.raw();
    await custody.reached(id, status);
    const ids = handler.received.map(({ body }) => claimsOf(body).requestId);
    expect(new Set(ids).size).toBe(action === 'APPROVE' ? 2 : 1);
  });

  it('leaves the decision to others with IGNORE', async () => {
    const { custody, handler } = await start(
      ({ requestId }, index) => answerOf({ action: index === 0 ? 'IGNORE' : 'APPROVE', requestId }),
      { approves: true },
      { approvals: 'manual' },
    );
    const { custody: sandbox } = custody.sandbox;
    const id = await custody.raw();
    while (sandbox.callbacks.outcomes.length === 0) await custody.transaction(id);
    expect(await custody.transaction(id)).toMatchObject({ status: 'PENDING_AUTHORIZATION' });
    sandbox.approve(id);
    await custody.reached(id, 'COMPLETED');
    expect(handler.received).toHaveLength(2);
  });
});

describe('attacks on a callback handler', () => {
  it('can change claims before they are signed, and the token afterwards', async () => {
    const { custody, handler } = await start(approve);
    const { callbacks } = custody.sandbox.custody;
    callbacks.editClaims((claims) => ({ ...claims, sourceId: '7' }));
    callbacks.editToken((token) => `${token}.changed`);
    const id = await custody.raw();
    await custody.reached(id, 'COMPLETED');
    expect(claimsOf(handler.received[0]?.body ?? '')).toMatchObject({ txId: id, sourceId: '7' });
    expect(handler.received[0]?.body).toMatch(/\.changed$/);
    callbacks.editClaims();
    callbacks.editToken();
    await custody.reached(await custody.raw({}, '6d'.repeat(32)), 'COMPLETED');
    expect(claimsOf(handler.received[1]?.body ?? '')).toMatchObject({ sourceId: '0' });
    expect(handler.received[1]?.body).not.toMatch(/\.changed$/);
  });
});

describe('changes of the configuration', () => {
  it('are asked about on demand', async () => {
    const { custody, handler } = await start(({ requestId, type }) =>
      answerOf({ action: type === 'ADD_USER' ? 'REJECT' : 'APPROVE', requestId }),
    );
    const { callbacks } = custody.sandbox.custody;
    expect(await callbacks.changeConfig('ADD_USER', { name: 'M' })).toEqual({ action: 'REJECT' });
    expect(await callbacks.changeConfig('POLICY_APPROVAL')).toEqual({ action: 'APPROVE' });
    expect(handler.received[0]?.path).toBe('/cosigner/v2/config_change_sign_request');
    expect(claimsOf(handler.received[0]?.body ?? '')).toEqual({
      requestId: expect.any(String),
      type: 'ADD_USER',
      extraInfo: { name: 'M' },
    });
    custody.sandbox.custody.callbacksTo(undefined);
    await expect(callbacks.changeConfig('ADD_USER')).rejects.toThrow('callbacksTo');
  });
});
