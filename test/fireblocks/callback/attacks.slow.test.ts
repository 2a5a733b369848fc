import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callbackHandler } from '../../../src/fireblocks/index.js';
import type { HttpHandler } from '../../../src/handlers.js';
import { type UnsignedTransaction, xrplCodec } from '../../../src/xrpl/index.js';
import {
  claimsFor,
  coSignerKeys,
  handlerKeys,
  hmacWithPublicKey,
  post,
  type TokenOptions,
  tokenOf,
} from '../../support/co-signer.js';
import { thrownBy } from '../../support/rejections.js';
import { rsaKeys } from '../../support/rsa-keys.js';
import { newWorld, type World } from '../../support/world.js';

interface Message {
  readonly content: string;
  readonly [more: string]: unknown;
}

/** A RAW request's claims, as far as the attacks change them. */
interface Raw {
  readonly requestId: string;
  readonly sourceId: string;
  readonly extraParameters: {
    readonly rawMessageData: { readonly messages: readonly Message[] };
    readonly unhashedTxPayload: UnsignedTransaction;
  };
  readonly [more: string]: unknown;
}

let world: World;
/** A payment of vault 0, another one, one of vault 1, and a batch of vault 0. */
let payment: Raw;
let other: Raw;
let foreign: Raw;
let batch: Raw & { extraParameters: { unhashedTxPayload: readonly UnsignedTransaction[] } };
let part: Raw;

beforeAll(async () => {
  world = await newWorld({ seed: 'attacks', funded: ['0', '1'] });
  const { gateway, sandbox } = world;
  const destination = await gateway.getAddress('1');
  const account = await gateway.getAddress('0');
  const raw = { native: false };
  await gateway.xrpTransfer('0', { destination, amount: '1' }, raw);
  await gateway.xrpTransfer('0', { destination, amount: '2' }, raw);
  await gateway.xrpTransfer('1', { destination: account, amount: '3' }, raw);
  await gateway.submitBatch('0', [
    { transactionType: 'xrpTransfer', params: { destination, amount: '4' } },
    { transactionType: 'xrpTransfer', params: { destination, amount: '5' } },
  ]);
  const many = await gateway.prepareMultisigned(
    { TransactionType: 'AccountSet', Account: destination, Domain: '61' },
    2,
  );
  await gateway.signMultisigned('0', many);
  const claims = sandbox.custody.transactions.map(claimsFor) as unknown as Raw[];
  [payment, other, foreign, batch, part] = claims as [Raw, Raw, Raw, typeof batch, Raw];
});
afterAll(() => world.stop());

let approvals = 0;
let handler: HttpHandler;
beforeEach(() => {
  approvals = 0;
  handler = newHandler();
});

function newHandler(options: Partial<Parameters<typeof callbackHandler>[0]> = {}): HttpHandler {
  return callbackHandler({
    coSignerPublicKey: coSignerKeys.publicKey,
    responseKey: handlerKeys.privateKey,
    codecs: [xrplCodec],
    addressOf: ({ vaultAccountId }) => world.sandbox.custody.addressOf(vaultAccountId, 'XRP_TEST'),
    decide: () => {
      approvals += 1;
      return { action: 'APPROVE' };
    },
    ...options,
  });
}

const withExtra = (claims: Raw, extra: Readonly<Record<string, unknown>>): unknown => ({
  ...claims,
  extraParameters: { ...claims.extraParameters, ...extra },
});
const withPayload = (claims: Raw, payload: unknown) =>
  withExtra(claims, { unhashedTxPayload: payload });
const withMessages = (claims: Raw, ...messages: readonly unknown[]) =>
  withExtra(claims, { rawMessageData: { messages } });
const withRawTx = (...messages: readonly Message[]) => ({
  ...payment,
  rawTx: messages.map(({ content }) => ({ payload: content })),
});
const changed = (claims: Raw, fields: Readonly<Record<string, unknown>>) =>
  withPayload(claims, { ...claims.extraParameters.unhashedTxPayload, ...fields });
const payloadOf = (claims: Raw) => claims.extraParameters.unhashedTxPayload;
const messageOf = (claims: Raw) => claims.extraParameters.rawMessageData.messages[0] as Message;

/** Each a name, the claims, and what the refusal says. */
const ATTACKS: readonly (readonly [string, () => unknown, RegExp])[] = [
  ['the payload of another transaction', () => withPayload(payment, payloadOf(other)), /not what/],
  ['an altered amount', () => changed(payment, { Amount: '1' }), /messages\[0\]: is not what/],
  [
    'an altered destination',
    () => changed(payment, { Destination: payloadOf(payment).Account }),
    /not what/,
  ],
  ['an altered fee', () => changed(payment, { Fee: `${payloadOf(payment).Fee}0` }), /not what/],
  ['an altered number', () => changed(payment, { Sequence: 1 }), /not what/],
  [
    'a field only for show',
    () => changed(payment, { Purpose: 'salaries' }),
    /transaction\.Purpose/,
  ],
  ['a number only for show', () => changed(payment, { Amount: '1000000 ' }), /Amount/],
  [
    'a destination tag that means another',
    () => changed(payment, { DestinationTag: 2 ** 32 }),
    /DestinationTag/,
  ],
  ['a signature in the payload', () => changed(payment, { TxnSignature: 'AB' }), /without a sig/],
  ['no payload', () => withPayload(payment, undefined), /unhashedTxPayload: is required/],
  ['a payload of null', () => withPayload(payment, null), /unhashedTxPayload: is required/],
  ['a payload of text', () => withPayload(payment, JSON.stringify(payloadOf(payment))), /no chain/],
  ['a payload of no chain', () => withPayload(payment, { any: 'thing' }), /no chain/],
  ['a payload of nothing', () => withPayload(payment, []), /one for each payload/],
  [
    'half a transaction',
    () => withPayload(payment, { TransactionType: 'Payment', Account: payloadOf(payment).Account }),
    /whole transaction/,
  ],
  [
    'a type that there is not',
    () => changed(payment, { TransactionType: 'Gift' }),
    /TransactionType/,
  ],
  ['no extra parameters', () => ({ ...payment, extraParameters: undefined }), /extraParameters/],
  ['extra parameters of no form', () => ({ ...payment, extraParameters: '{' }), /extraParameters/],
  ['no messages', () => withMessages(payment), /must be a list of messages/],
  ['messages of no form', () => withMessages(payment, 'AB'), /must be a list of messages/],
  [
    'an extra message',
    () => withMessages(payment, messageOf(payment), messageOf(other)),
    /2 messages and 1 payloads/,
  ],
  [
    'an extra message first',
    () => withMessages(payment, messageOf(other), messageOf(payment)),
    /2 messages and 1 payloads/,
  ],
  [
    'an extra payload',
    () => withPayload(payment, [payloadOf(payment), payloadOf(other)]),
    /1 messages and 2 payloads/,
  ],
  ['another message', () => withMessages(payment, messageOf(other)), /is not what/],
  ['a message of no hex', () => withMessages(payment, { content: 'xyz' }), /hexadecimal/],
  ['a message without content', () => withMessages(payment, {}), /hexadecimal/],
  ['an empty message', () => withMessages(payment, { content: '' }), /hexadecimal/],
  [
    'a message that is hashed before',
    () =>
      withMessages(payment, {
        ...messageOf(payment),
        preHash: { content: 'ab', hashAlgorithm: 'SHA256' },
      }),
    /preHash/,
  ],
  [
    'a message of another type',
    () => withMessages(payment, { ...messageOf(payment), type: 'EIP191' }),
    /type: can't be checked/,
  ],
  ['another vault', () => ({ ...payment, sourceId: '1' }), /sourceId/],
  ['another vault’s transaction', () => ({ ...foreign, sourceId: '0' }), /sourceId/],
  [
    'another vault’s path',
    () => withMessages(payment, { ...messageOf(payment), derivationPath: [44, 1, 1, 0, 0] }),
    /sourceId/,
  ],
  [
    'another vault’s path, as text',
    () => withMessages(payment, { ...messageOf(payment), derivationPath: '[44, 1, 1, 0, 0]' }),
    /sourceId/,
  ],
  [
    'a path of no form',
    () => withMessages(payment, { ...messageOf(payment), derivationPath: 'm/44' }),
    /derivationPath/,
  ],
  [
    'another vault’s path in rawTx',
    () => ({ ...payment, rawTx: [{ keyDerivationPath: '[ 44, 1, 7, 0, 0 ]' }] }),
    /sourceId/,
  ],
  [
    'another digest in rawTx',
    () => ({ ...payment, rawTx: [{ payload: messageOf(other).content }] }),
    /rawTx\[0\]/,
  ],
  ['a digest of no form in rawTx', () => ({ ...payment, rawTx: [{ payload: 5 }] }), /rawTx\[0\]/],
  ['no digest in rawTx', () => ({ ...payment, rawTx: [{ rawTx: 'ab' }] }), /rawTx\[0\]/],
  [
    'one of two digests in rawTx',
    () => withRawTx(messageOf(payment), messageOf(other)),
    /rawTx\[1/,
  ],
  [
    'a rawTx of one object',
    () => ({ ...payment, rawTx: { payload: 'ff' } }),
    /rawTx: must be a list/,
  ],
  [
    'a rawTx of text',
    () => ({ ...payment, rawTx: JSON.stringify([{ keyDerivationPath: '[ 44, 1, 7, 0, 0 ]' }]) }),
    /rawTx: must be a list/,
  ],
  ['a rawTx of texts', () => ({ ...payment, rawTx: ['ff'] }), /rawTx: must be a list/],
  ...[
    [44, 1, 0],
    [44, 1, 0, 0],
    [44, 1, 0, 0, 0, 0],
    [44, 1, 0, 0, '0'],
    [44, 1, 0, 0, -1],
    [44, 1, 0, 0, 0.5],
    { 0: 44, 1: 1, 2: 0, 3: 0, 4: 0, length: 5 },
  ].map(
    (derivationPath) =>
      [
        `the path ${JSON.stringify(derivationPath)}`,
        () => withMessages(payment, { ...messageOf(payment), derivationPath }),
        /derivationPath: must be a list of five/,
      ] as const,
  ),
  [
    'the algorithm of another key',
    () =>
      withExtra(payment, {
        rawMessageData: { algorithm: 'MPC_EDDSA_ED25519', messages: [messageOf(payment)] },
      }),
    /rawMessageData.algorithm: is not what/,
  ],
  [
    'another key of the vault account in what is shown',
    () => ({
      ...(withMessages(payment, {
        ...messageOf(payment),
        derivationPath: [44, 1, Number(payment.sourceId), 0, 0],
      }) as Raw),
      rawTx: [
        {
          payload: messageOf(payment).content,
          keyDerivationPath: `[44,1,${payment.sourceId},0,1]`,
        },
      ],
    }),
    /keyDerivationPath: is none/,
  ],
  [
    'messages that travel with a transfer',
    () => ({ ...payment, operation: 'TRANSFER' }),
    /rawMessageData: is for RAW/,
  ],
  [
    'a batch in another order',
    () => withPayload(batch, [...batch.extraParameters.unhashedTxPayload].reverse()),
    /messages\[0\]: is not what/,
  ],
  [
    'a batch of which one is another',
    () => withPayload(batch, [batch.extraParameters.unhashedTxPayload[0], payloadOf(payment)]),
    /messages\[1\]: is not what/,
  ],
  [
    'a batch of two signers',
    () =>
      withExtra(payment, {
        rawMessageData: { messages: [messageOf(payment), messageOf(foreign)] },
        unhashedTxPayload: [payloadOf(payment), payloadOf(foreign)],
      }),
    /one signer/,
  ],
  [
    'the account of somebody else',
    () => changed(payment, { Account: payloadOf(foreign).Account }),
    /own key/,
  ],
  [
    'a multi-signature for another signer',
    () =>
      changed(part, {
        Signers: [
          {
            Signer: {
              Account: payloadOf(foreign).Account,
              SigningPubKey: payloadOf(foreign).SigningPubKey,
            },
          },
        ],
      }),
    /messages\[0\]: is not what/,
  ],
  ['a multi-signature for nobody', () => changed(part, { Signers: [] }), /Signers/],
  [
    'a single signature as one of several',
    () => changed(payment, { Signers: payloadOf(part).Signers }),
    /SigningPubKey: must be empty/,
  ],
  ['an operation that is not enabled', () => ({ ...payment, operation: 'CONTRACT_CALL' }), /opera/],
  ['typed messages', () => ({ ...payment, operation: 'TYPED_MESSAGE' }), /operation/],
  ['no operation', () => ({ ...payment, operation: undefined }), /operation/],
  ['an operation by another case', () => ({ ...payment, operation: 'raw' }), /operation/],
];

describe('a request that is not what it seems', () => {
  it('is honest before it is changed, so that being refused means something', async () => {
    for (const claims of [payment, other, foreign, batch, part]) {
      expect(await post(handler, tokenOf(claims))).toMatchObject({ action: 'APPROVE' });
    }
    expect(approvals).toBe(5);
  });

  it.each(ATTACKS)('%s: is refused', async (_, claims, reason) => {
    const answer = await post(handler, tokenOf(claims()));
    expect(answer).toMatchObject({ status: 200, action: 'REJECT' });
    expect(answer.rejectionReason).toMatch(reason);
    expect(approvals).toBe(0);
  });

  it.each(ATTACKS)('%s: is refused also as text', async (_, claims) => {
    const { extraParameters, ...others } = claims() as Raw;
    const text = { ...others, extraParameters: JSON.stringify(extraParameters) };
    expect(await post(handler, tokenOf(text))).toMatchObject({ action: 'REJECT' });
    expect(approvals).toBe(0);
  });

  it('is refused where a vault is not served', async () => {
    const strict = newHandler({ vaults: ['1'] });
    for (const claims of [payment, { ...payment, sourceType: 'EXTERNAL' }]) {
      const answer = await post(strict, tokenOf(claims));
      expect(answer).toMatchObject({
        action: 'REJECT',
        rejectionReason: expect.stringMatching(/sourceId/),
      });
    }
    expect(await post(strict, tokenOf(foreign))).toMatchObject({ action: 'APPROVE' });
  });

  it('is refused where its id was used for something else', async () => {
    expect(await post(handler, tokenOf(payment))).toMatchObject({ action: 'APPROVE' });
    const reused = { ...other, requestId: payment.requestId };
    const answer = await post(handler, tokenOf(reused));
    expect(answer).toMatchObject({
      action: 'REJECT',
      rejectionReason: expect.stringMatching(/used before/),
    });
    for (const change of [{ note: 'another' }, { asset: 'XRP' }, { externalTxId: 'x' }]) {
      const changedOne = { ...payment, ...change };
      expect(await post(handler, tokenOf(changedOne))).toMatchObject({ action: 'REJECT' });
    }
    // The honest one is still what it was.
    expect(await post(handler, tokenOf(payment))).toMatchObject({ action: 'APPROVE' });
    expect(approvals).toBe(1);
  });

  it('is checked again where its id was approved: a later phase may show another digest', async () => {
    expect(await post(handler, tokenOf(payment))).toMatchObject({ action: 'APPROVE' });
    const signing = { ...payment, rawTx: [{ payload: messageOf(other).content }] };
    expect(await post(handler, tokenOf(signing))).toMatchObject({ action: 'REJECT' });
  });

  it('is refused for good: nothing else is approved under its id', async () => {
    const refused = { ...payment, extraParameters: { ...payment.extraParameters } };
    Object.assign(refused.extraParameters, { unhashedTxPayload: payloadOf(other) });
    expect(await post(handler, tokenOf(refused))).toMatchObject({
      action: 'REJECT',
      rejectionReason: expect.stringMatching(/not what/),
    });
    for (const claims of [payment, { ...other, requestId: payment.requestId }]) {
      expect(await post(handler, tokenOf(claims))).toMatchObject({
        action: 'REJECT',
        rejectionReason: expect.stringMatching(/used before/),
      });
    }
    expect(approvals).toBe(0);
  });
});

const stranger = rsaKeys('stranger').privateKey;
const NONE = { header: { alg: 'none', typ: 'JWT' } };

const FORGERIES: readonly (readonly [string, TokenOptions])[] = [
  ['alg none, without a signature', { ...NONE, signature: () => '' }],
  ['alg none, with one', NONE],
  ['alg None', { header: { alg: 'None' } }],
  ['HS256 with the public key', { header: { alg: 'HS256' }, signature: hmacWithPublicKey }],
  ['RS256 said, HMAC made', { signature: hmacWithPublicKey }],
  ['another key', { key: stranger }],
  ['another key that is brought along', { header: { alg: 'RS256', jwk: {} }, key: stranger }],
  ['RS512 said', { header: { alg: 'RS512' } }],
  ['no algorithm', { header: { typ: 'JWT' } }],
  ['a critical extension', { header: { alg: 'RS256', crit: ['exp'] } }],
  ['zeros for a signature', { signature: () => Buffer.alloc(256).toString('base64url') }],
  ['a short signature', { signature: () => 'AAAA' }],
];

describe('a request that the co-signer did not sign', () => {
  it.each(FORGERIES)('%s: 401', async (_, options) => {
    const answer = await post(handler, tokenOf(payment, options));
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('"code":"UNAUTHORIZED"');
    expect(approvals).toBe(0);
  });

  it('is 401 when another body was signed', async () => {
    const [header, , signature] = tokenOf(payment).split('.');
    const [, payload] = tokenOf(other).split('.');
    expect(await post(handler, `${header}.${payload}.${signature}`)).toMatchObject({ status: 401 });
    expect(approvals).toBe(0);
  });

  it.each([
    '',
    ' ',
    '.',
    '..',
    '...',
    'a.b.c',
    '{}',
    'null',
    '"token"',
    '<html>',
    'e30.e30.e30',
    '\u0000',
    'eyJhbGciOiJSUzI1NiJ9..',
    '🔑.🔑.🔑',
  ])('is 401 for the body %j', async (body) => {
    expect(await post(handler, body)).toMatchObject({ status: 401 });
  });

  it.each(['null', '[]', '5', '"text"', '{', ''])('is 401 for claims of %s', async (claims) => {
    expect(await post(handler, tokenOf(claims))).toMatchObject({ status: 401 });
  });

  it('is 413 when it is huge, signed or not', async () => {
    const huge = { ...payment, note: 'x'.repeat(4 * 1024 * 1024) };
    expect(await post(handler, tokenOf(huge))).toMatchObject({ status: 413 });
    expect(approvals).toBe(0);
  });

  it('is 401 without a request id: no answer could say what it is to', async () => {
    for (const requestId of [undefined, '', 5, null, {}]) {
      const answer = await post(handler, tokenOf({ ...payment, requestId }));
      expect(answer).toMatchObject({ status: 401, text: expect.stringMatching(/requestId/) });
    }
    expect(approvals).toBe(0);
  });

  it('is 401 when it is no text', async () => {
    const token = Buffer.from(tokenOf(payment));
    for (const body of [
      new Uint8Array([0xff, 0xfe]),
      new Uint8Array([...token, 0xff]),
      new Uint8Array([0xef, 0xbb, 0xbf, ...token]),
      // One bit more in each byte: what a reader of seven bits would take for the token.
      new Uint8Array(token.map((byte) => byte | 0x80)),
    ]) {
      expect(await post(handler, body)).toMatchObject({ status: 401 });
    }
    expect(approvals).toBe(0);
  });

  it('is 401 once it has expired, or says nonsense of it', async () => {
    const now = Math.floor(Date.now() / 1_000);
    for (const exp of [now - 1, 0, -1, 'never', null, {}]) {
      expect(await post(handler, tokenOf({ ...payment, exp }))).toMatchObject({ status: 401 });
    }
    expect(await post(handler, tokenOf({ ...payment, exp: now + 1_000 }))).toMatchObject({
      action: 'APPROVE',
    });
  });

  it('is 401 without a date, or of one outside the window, where a window is given', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const dated = newHandler({ tokenWindowMs: 60_000 });
    for (const times of [
      {},
      { iat: now },
      { exp: now + 120 },
      { exp: now - 1 },
      { exp: now + 30, iat: now - 120 },
      { exp: now + 30, iat: now + 120 },
      { exp: now + 30, iat: 'now' },
      { exp: now + 30, nbf: now + 120 },
    ]) {
      expect(await post(dated, tokenOf({ ...payment, ...times }))).toMatchObject({ status: 401 });
    }
    for (const times of [{ exp: now + 30 }, { exp: now + 30, iat: now, nbf: now }]) {
      expect(await post(dated, tokenOf({ ...payment, ...times }))).toMatchObject({
        action: 'APPROVE',
      });
    }
  });

  it('can have no window that is none', () => {
    for (const tokenWindowMs of [0, -1, Number.NaN]) {
      const error = thrownBy(() => newHandler({ tokenWindowMs }));
      expect(error).toMatchObject({ code: 'CONFIGURATION', setting: 'tokenWindowMs' });
    }
  });
});
