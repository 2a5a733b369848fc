import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GatewayError, InvalidInputError } from '../../src/core/errors.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import type { RawSigningRequest, SigningKey, SigningMessage } from '../../src/signer/index.js';
import {
  byAsset,
  byPath,
  eddsa,
  FakeCustody,
  freshRequest,
  signerOn,
  signerWith,
} from '../support/custody.js';
import { digestMessage, to32Bytes } from '../support/keys.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'requests' });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.custody.clearMessages());

const DIGEST = to32Bytes(0xabcdefn);
const DIGEST_HEX = `${'00'.repeat(29)}abcdef`;

/** The body that the custody received. */
async function bodyOf(request: RawSigningRequest): Promise<unknown> {
  await signerOn(sandbox).sign(request);
  return sandbox.custody.messages.find(({ method }) => method === 'POST')?.body;
}

describe('the request for a signature', () => {
  it('names vault and asset, and no algorithm or path, for a key by asset', async () => {
    const body = await bodyOf({
      idempotencyKey: 'requests-by-asset',
      messages: [digestMessage(byAsset('3'), DIGEST), digestMessage(byAsset('3'), to32Bytes(1n))],
    });
    expect(body).toEqual({
      operation: 'RAW',
      externalTxId: 'requests-by-asset',
      assetId: 'XRP_TEST',
      source: { type: 'VAULT_ACCOUNT', id: '3' },
      extraParameters: {
        rawMessageData: {
          messages: [{ content: DIGEST_HEX }, { content: `${'00'.repeat(31)}01` }],
        },
      },
    });
  });

  it('names algorithm and whole paths, and neither vault nor asset, for keys by path', async () => {
    const deep = { ...byPath('9'), path: { coinType: 0, change: 1, addressIndex: 7 } };
    const body = await bodyOf({
      idempotencyKey: 'requests-by-path',
      messages: [digestMessage(byPath('8', 144), DIGEST), digestMessage(deep, DIGEST)],
    });
    expect(body).toEqual({
      operation: 'RAW',
      externalTxId: 'requests-by-path',
      source: { type: 'VAULT_ACCOUNT' },
      extraParameters: {
        rawMessageData: {
          algorithm: 'MPC_ECDSA_SECP256K1',
          messages: [
            { content: DIGEST_HEX, derivationPath: [44, 144, 8, 0, 0] },
            { content: DIGEST_HEX, derivationPath: [44, 0, 9, 1, 7] },
          ],
        },
      },
    });
  });

  it('carries a whole message for EdDSA', async () => {
    const bytes = Uint8Array.from(Buffer.from('any length will do'));
    const body = await bodyOf({
      idempotencyKey: 'requests-eddsa',
      messages: [{ kind: 'message', key: eddsa('5'), bytes }],
    });
    expect(body).toMatchObject({
      extraParameters: {
        rawMessageData: {
          algorithm: 'MPC_EDDSA_ED25519',
          messages: [
            { content: Buffer.from(bytes).toString('hex'), derivationPath: [44, 637, 5, 0, 0] },
          ],
        },
      },
    });
  });

  it('carries note, window and payload, for whoever approves', async () => {
    const payload = { Account: 'r...', Amount: '1', nested: [{ deep: null }] };
    const body = await bodyOf({
      idempotencyKey: 'requests-extras',
      messages: [digestMessage(byAsset(), DIGEST)],
      note: 'for the invoice 12',
      expiresAfterSeconds: 900,
      unhashedPayload: payload,
    });
    expect(body).toMatchObject({
      note: 'for the invoice 12',
      configurations: { expiresAfterSeconds: 900 },
      extraParameters: { unhashedTxPayload: payload },
    });
  });

  it('names the algorithm of each curve as the custody does', async () => {
    const client = new FakeCustody(new GatewayError('CUSTODY_REFUSED', 'far enough'));
    const key: SigningKey = { algorithm: 'ecdsa-prime256v1', id: '1', path: { coinType: 5 } };
    const request = { idempotencyKey: 'a', messages: [digestMessage(key, DIGEST)] };
    await rejectionOf(signerWith(client).sign(request));
    expect(client.created[0]?.extraParameters?.rawMessageData.algorithm).toBe(
      'MPC_ECDSA_SECP256R1',
    );
  });
});

/** What must be refused before the custody hears of it. */
const by = (key: SigningKey) => digestMessage(key, DIGEST);
const mixed = (...messages: SigningMessage[]) => ({ idempotencyKey: 'a', messages });
const path = (change: object) => byAssetless({ coinType: 1, ...change });
const byAssetless = (given: object) => by({ ...byPath(), path: given } as SigningKey);

const REFUSED: readonly (readonly [string, RawSigningRequest, string])[] = [
  ['a key by asset beside one by path', mixed(by(byAsset()), by(byPath())), 'messages'],
  ['a key by path beside one by asset', mixed(by(byPath()), by(byAsset())), 'messages'],
  ['two vaults by asset', mixed(by(byAsset('0')), by(byAsset('1'))), 'messages'],
  ['two assets', mixed(by(byAsset()), by({ ...byAsset(), assetId: 'XRP' })), 'messages'],
  [
    'two algorithms',
    mixed(by(byPath()), { kind: 'message', key: eddsa(), bytes: DIGEST }),
    'messages',
  ],
  ['a key with asset and path', mixed(by({ ...byAsset(), path: { coinType: 1 } })), 'key'],
  ['a key with neither', mixed(by({ algorithm: 'ecdsa-secp256k1', id: '0' })), 'key'],
  ['an empty asset', mixed(by({ ...byAsset(), assetId: '' })), 'assetId'],
  ['an asset that steps up in a URL', mixed(by({ ...byAsset(), assetId: '..' })), 'assetId'],
  ['a coin type that is no whole number', mixed(path({ coinType: 1.5 })), 'key.path.coinType'],
  ['a negative coin type', mixed(path({ coinType: -1 })), 'key.path.coinType'],
  ['a hardened coin type', mixed(path({ coinType: 0x80000001 })), 'key.path.coinType'],
  ['a coin type that is text', mixed(path({ coinType: '144' })), 'key.path.coinType'],
  ['a change that is none', mixed(path({ change: Number.NaN })), 'key.path.change'],
  [
    'an index that is none',
    mixed(path({ addressIndex: Number.POSITIVE_INFINITY })),
    'key.path.addressIndex',
  ],
  ['no messages', mixed(), 'messages'],
  ['128 messages', mixed(...Array.from({ length: 128 }, () => by(byAsset()))), 'messages'],
  [
    'a digest of 31 bytes',
    mixed(digestMessage(byAsset(), new Uint8Array(31))),
    'messages[0].digest',
  ],
  [
    'a digest of 33 bytes',
    mixed(by(byAsset()), digestMessage(byAsset(), new Uint8Array(33))),
    'messages[1].digest',
  ],
  ['a message for ECDSA', mixed({ kind: 'message', key: byAsset(), bytes: DIGEST }), 'messages[0]'],
  ['a digest for EdDSA', mixed(by(eddsa())), 'messages[0]'],
  [
    'an empty message',
    mixed({ kind: 'message', key: eddsa(), bytes: new Uint8Array(0) }),
    'messages[0]',
  ],
  [
    'a message of 64 KiB and a byte',
    mixed({ kind: 'message', key: eddsa(), bytes: new Uint8Array(65_537) }),
    'messages[0]',
  ],
  [
    'an algorithm that the custody does not have',
    mixed({ kind: 'message', key: { ...byPath(), algorithm: 'hmac-sha256' }, bytes: DIGEST }),
    'messages[0].key.algorithm',
  ],
  ['no key', { ...mixed(by(byAsset())), idempotencyKey: '' }, 'idempotencyKey'],
  [
    'a key of 65 characters',
    { ...mixed(by(byAsset())), idempotencyKey: 'k'.repeat(65) },
    'idempotencyKey',
  ],
  ['a key with a slash', { ...mixed(by(byAsset())), idempotencyKey: 'a/b' }, 'idempotencyKey'],
  ['a key with a line end', { ...mixed(by(byAsset())), idempotencyKey: 'a\n' }, 'idempotencyKey'],
  [
    'a key that is a number',
    { ...mixed(by(byAsset())), idempotencyKey: 5 as unknown as string },
    'idempotencyKey',
  ],
  [
    'a window of no time',
    { ...mixed(by(byAsset())), expiresAfterSeconds: 0 },
    'expiresAfterSeconds',
  ],
  [
    'a window that is none',
    { ...mixed(by(byAsset())), expiresAfterSeconds: Number.NaN },
    'expiresAfterSeconds',
  ],
  [
    'a window of half a second',
    { ...mixed(by(byAsset())), expiresAfterSeconds: 0.5 },
    'expiresAfterSeconds',
  ],
  [
    'a payload with a bigint',
    { ...mixed(by(byAsset())), unhashedPayload: { fee: 1n } },
    'unhashedPayload',
  ],
  [
    'a payload that is no JSON',
    { ...mixed(by(byAsset())), unhashedPayload: Symbol('any') },
    'unhashedPayload',
  ],
  [
    'a payload beyond the limit',
    { ...mixed(by(byAsset())), unhashedPayload: 'ü'.repeat(131_072) },
    'unhashedPayload',
  ],
];

describe('before the custody is called, a signer refuses', () => {
  it.each(REFUSED)('%s', async (_, request, field) => {
    const client = new FakeCustody();
    const error = await rejectionOf(signerWith(client).sign(request));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect([client.created, client.reads]).toEqual([[], 0]);
  });
});

/** X7: every other spelling of a vault is another lane for the same numbers. */
const NO_VAULTS: readonly unknown[] = [
  '5.0',
  ' 5',
  '5 ',
  '05',
  '00',
  '1e3',
  '0x5',
  '+5',
  '-5',
  '',
  ' ',
  '5\n',
  '\u0665',
  '5,0',
  'five',
  '2147483648',
  '99999999999',
  5,
  0,
  5n,
  null,
  undefined,
  true,
  [5],
  ['5'],
  { id: '5' },
];

describe('the id of a vault account', () => {
  it.each(NO_VAULTS.map((id) => [inspect(id), id] as const))(
    'is not %s: refused before any call',
    async (_, id) => {
      const client = new FakeCustody();
      const signer = signerWith(client);
      for (const key of [byAsset(), byPath(), eddsa()]) {
        const odd = { ...key, id: id as string };
        const digest = digestMessage(odd, DIGEST);
        const message =
          key.algorithm === 'eddsa-ed25519'
            ? ({ kind: 'message', key: odd, bytes: DIGEST } as const)
            : digest;
        const calls = [
          signer.sign({ idempotencyKey: 'a', messages: [message] }),
          signer.getPublicKey(odd),
          signer.list(odd),
          signer.transfer({
            idempotencyKey: 'a',
            from: { ...odd, assetId: 'XRP' },
            to: { type: 'address', address: 'r' },
            amount: '1',
          }),
        ];
        for (const call of calls) {
          const error = await rejectionOf(call);
          expect(error).toBeInstanceOf(InvalidInputError);
          expect(error).toMatchObject({ field: 'vaultAccountId' });
        }
      }
      expect([client.created, client.reads, client.queries]).toEqual([[], 0, []]);
    },
  );

  it.each(['0', '1', '42', '2147483647'])('may be %s', async (id) => {
    const client = new FakeCustody(new GatewayError('CUSTODY_REFUSED', 'far enough'));
    const request = { idempotencyKey: 'a', messages: [by(byAsset(id))] };
    const error = await rejectionOf(signerWith(client).sign(request));
    expect(error).toMatchObject({ cause: { code: 'CUSTODY_REFUSED' } });
    expect(client.created[0]?.source).toEqual({ type: 'VAULT_ACCOUNT', id });
  });
});

describe('what is asked of the custody', () => {
  it('creates no wallet, whatever is read', async () => {
    const signer = signerOn(sandbox);
    await signer.getPublicKey(byAsset('7'));
    await signer.getPublicKey(byPath('7', 144));
    await signer.getPublicKey(eddsa('7'));
    await rejectionOf(signer.getPublicKey({ ...byAsset('7'), assetId: 'NOT_THERE' }));
    await rejectionOf(signer.getPublicKey(byAsset('12345')));
    await signer.sign(freshRequest(byAsset('7')));
    await signer.list(byAsset('7'));
    await signer.find('nothing');
    expect(sandbox.custody.createdWallets).toEqual([]);
    const posts = sandbox.custody.messages.filter(({ method }) => method !== 'GET');
    expect(posts.map(({ path: called }) => called)).toEqual(['/v1/transactions']);
  });
});
