import { createHash, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { rawRequest, TestCustody } from './support/custody.js';
import { ed25519Key, secp256k1Key } from './support/keys.js';

let custody: TestCustody;

beforeAll(async () => {
  custody = await TestCustody.start({ seed: 'signing' });
});

afterEach(() => custody.sandbox.custody.editSignatures());

afterAll(() => custody.stop());

interface Message {
  readonly content: string;
  readonly algorithm: string;
  readonly derivationPath: readonly number[];
  readonly publicKey: string;
  readonly signature: { fullSig: string; r?: string; s?: string; v?: number };
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const preimage = Buffer.from('whatever is hashed with SHA-256');
const digest = createHash('sha256').update(preimage).digest('hex');

async function signedMessages(fields: object = {}, content = digest): Promise<readonly Message[]> {
  const id = await custody.raw(fields, content);
  const { signedMessages: messages } = await custody.reached(id, 'COMPLETED');
  return messages as readonly Message[];
}

/** Asks, and tells what the request failed of. */
async function failure(body: object): Promise<unknown> {
  const { status, json } = await custody.post('/v1/transactions', body);
  expect(status).toBe(200);
  const { subStatus } = await custody.reached((json as { id: string }).id, 'FAILED');
  return subStatus;
}

const byPath = (algorithm: string, messages: object[], fields: object = {}) => ({
  operation: 'RAW',
  source: { type: 'VAULT_ACCOUNT' },
  extraParameters: { rawMessageData: { algorithm, messages } },
  ...fields,
});

describe('raw signatures', () => {
  it('by ECDSA verify against the key they name, with a low S', async () => {
    const [message] = await signedMessages();
    const { publicKey, signature } = message as Message;
    const options = { key: secp256k1Key(publicKey), dsaEncoding: 'ieee-p1363' } as const;
    const bytes = Buffer.from(signature.fullSig, 'hex');
    expect(verify('sha256', preimage, options, bytes)).toBe(true);
    expect(signature.fullSig).toBe(`${signature.r}${signature.s}`);
    expect(BigInt(`0x${signature.s}`)).toBeLessThanOrEqual(ORDER / 2n);
    expect([0, 1]).toContain(signature.v);
    expect(message).toMatchObject({
      content: digest,
      algorithm: 'MPC_ECDSA_SECP256K1',
      derivationPath: [44, 1, 0, 0, 0],
    });
  });

  it('by EdDSA take messages of any length, by path', async () => {
    const messages = [3, 1_000].map((length, index) => ({
      content: 'ab'.repeat(length),
      derivationPath: [44, 637, index, 0, 0],
    }));
    const { json } = await custody.post('/v1/transactions', byPath('MPC_EDDSA_ED25519', messages));
    const done = await custody.reached((json as { id: string }).id, 'COMPLETED');
    const signed = done.signedMessages as Message[];
    expect(signed.map(({ derivationPath }) => derivationPath[2])).toEqual([0, 1]);
    for (const { content, publicKey, signature } of signed) {
      const bytes = Buffer.from(signature.fullSig, 'hex');
      expect(verify(null, Buffer.from(content, 'hex'), ed25519Key(publicKey), bytes)).toBe(true);
      expect(signature).not.toHaveProperty('v');
    }
  });

  it('use the key that asset and vault account stand for', async () => {
    const { custody: sandbox } = custody.sandbox;
    const [test] = await signedMessages({ source: { type: 'VAULT_ACCOUNT', id: '7' } });
    expect(test?.publicKey).toBe(sandbox.publicKeyOf({ path: [44, 1, 7, 0, 0] }));
    const [main] = await signedMessages({ assetId: 'XRP' });
    expect(main?.publicKey).toBe(sandbox.publicKeyOf({ path: [44, 144, 0, 0, 0] }));
    const messages = [{ content: digest, bip44addressIndex: 3 }];
    const [third] = await signedMessages({ extraParameters: { rawMessageData: { messages } } });
    expect(third?.publicKey).toBe(sandbox.publicKeyOf({ path: [44, 1, 0, 0, 3] }));
  });

  it('come in the order of up to 127 messages', async () => {
    const messages = Array.from({ length: 127 }, (_, index) => ({
      content: createHash('sha256').update(`${index}`).digest('hex'),
    }));
    const signed = await signedMessages({ extraParameters: { rawMessageData: { messages } } });
    expect(signed.map(({ content }) => content)).toEqual(messages.map(({ content }) => content));
  });

  it('are refused to what is no digest, no hex or too much', async () => {
    const of = (messages: object[]) =>
      rawRequest({ extraParameters: { rawMessageData: { messages } } });
    expect(await failure(of([{ content: 'ab' }]))).toBe('RAW_MSG_LEN_INVALID');
    expect(await failure(of([{ content: `0x${digest.slice(2)}` }]))).toBe(
      'RAW_MSG_EMPTY_OR_INVALID',
    );
    expect(await failure(of([]))).toBe('RAW_MSG_EMPTY_OR_INVALID');
    const many = Array.from({ length: 128 }, () => ({ content: digest }));
    expect(await failure(of(many))).toBe('RAW_MSG_LEN_INVALID');
  });

  it('are refused to a mixture of both ways of naming a key', async () => {
    const messages = [{ content: digest, derivationPath: [44, 1, 0, 0, 0] }];
    const mixed = 'UNALLOWED_RAW_PARAM_COMBINATION';
    const algorithm = 'MPC_ECDSA_SECP256K1';
    expect(await failure(byPath(algorithm, messages, { assetId: 'XRP_TEST' }))).toBe(mixed);
    const source = { type: 'VAULT_ACCOUNT', id: '0' };
    expect(await failure(byPath(algorithm, messages, { source }))).toBe(mixed);
    expect(await failure(byPath(algorithm, [{ content: digest }]))).toBe(mixed);
    const implicit = { messages: [{ content: digest }], algorithm };
    expect(await failure(rawRequest({ extraParameters: { rawMessageData: implicit } }))).toBe(
      mixed,
    );
    expect(await failure(byPath('MPC_UNKNOWN', messages))).toBe(mixed);
  });

  it('are refused at once to vault accounts and assets that are not there', async () => {
    const refused = async (fields: object) => {
      const { status, json } = await custody.post('/v1/transactions', rawRequest(fields));
      return [status, (json as { code: number }).code];
    };
    const vault = (id: unknown) => ({ source: { type: 'VAULT_ACCOUNT', id } });
    expect(await refused(vault('100'))).toEqual([404, 1004]);
    expect(await refused(vault('05'))).toEqual([404, 1004]);
    expect(await refused({ assetId: 'DOGE' })).toEqual([400, 1503]);
    expect(await refused({ operation: 'MINT' })).toEqual([400, 0]);
    expect(await refused({ extraParameters: {} })).toEqual([400, 0]);
  });

  it('are the earlier ones for identical messages, without a new round', async () => {
    const content = createHash('sha256').update('again').digest('hex');
    const [first] = await signedMessages({}, content);
    const id = await custody.raw({}, content);
    const { signedMessages: messages } = await custody.reached(id, 'COMPLETED');
    expect(messages).toEqual([first]);
    expect(custody.statusesOf(id)).toEqual(['SUBMITTED', 'COMPLETED']);
  });

  it('differ for one digest where none are reused', async () => {
    const fresh = await TestCustody.start({ reuseSignatures: false, seed: 'signing' });
    const signature = async () => {
      const done = await fresh.reached(await fresh.raw(), 'COMPLETED');
      return (done.signedMessages as Message[])[0]?.signature.fullSig;
    };
    expect(await signature()).not.toBe(await signature());
    await fresh.stop();
  });

  it('can be spoiled on their way out', async () => {
    custody.sandbox.custody.editSignatures((messages) =>
      messages.map((message) => ({ ...message, signature: { fullSig: 'ff'.repeat(64) } })),
    );
    const content = createHash('sha256').update('spoiled').digest('hex');
    const [message] = await signedMessages({}, content);
    expect(message?.signature).toEqual({ fullSig: 'ff'.repeat(64) });
  });
});

describe('what a request carries', () => {
  it('is kept as it came', async () => {
    const extraParameters = {
      rawMessageData: { messages: [{ content: digest }] },
      unhashedTxPayload: { Fee: '12', nested: [1, { deep: true }] },
    };
    const id = await custody.raw({
      extraParameters,
      note: 'for whoever approves',
      externalTxId: 'kept-1',
      customerRefId: 'ref',
    });
    expect(await custody.transaction(id)).toMatchObject({
      extraParameters,
      note: 'for whoever approves',
      externalTxId: 'kept-1',
      customerRefId: 'ref',
      operation: 'RAW',
      assetId: 'XRP_TEST',
      source: { type: 'VAULT_ACCOUNT', id: '0' },
      txHash: '',
    });
  });

  it('may name an external id only once, for ever', async () => {
    const id = await custody.raw({ externalTxId: 'once-1' });
    const again = await custody.post('/v1/transactions', rawRequest({ externalTxId: 'once-1' }));
    expect(again).toMatchObject({ status: 400, json: { code: 1438 } });
    const { json } = await custody.call({ path: '/v1/transactions/external_tx_id/once-1' });
    expect(json).toMatchObject({ id });
  });
});

describe('a seed', () => {
  it('gives the same keys, addresses and ids again', async () => {
    const other = await TestCustody.start({ seed: 'signing' });
    const { custody: one } = custody.sandbox;
    const { custody: two } = other.sandbox;
    expect(two.addressOf('3', 'XRP_TEST')).toBe(one.addressOf('3', 'XRP_TEST'));
    expect(two.apiKey).toBe(one.apiKey);
    expect(await other.raw()).toBe(one.transactions[0]?.id);
    const stranger = await startSandbox({ seed: 'another', ledgerCloseMs: 0 });
    expect(stranger.custody.addressOf('3', 'XRP_TEST')).not.toBe(one.addressOf('3', 'XRP_TEST'));
    await Promise.all([other.stop(), stranger.stop()]);
  });
});
