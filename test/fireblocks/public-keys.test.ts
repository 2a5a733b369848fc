import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AbortedError,
  ConfigurationError,
  InvalidInputError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../src/core/errors.js';
import { CustodyPermissionError } from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import type { SigningKey } from '../../src/signer/index.js';
import { byAsset, byPath, eddsa, FakeCustody, signerOn, signerWith } from '../support/custody.js';
import { newEcdsaKey, newEd25519Key } from '../support/keys.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'public keys' });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.custody.clearMessages());

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const paths = () => sandbox.custody.messages.map(({ path }) => path);

describe('a public key', () => {
  it('is read by asset, compressed', async () => {
    const { algorithm, bytes } = await signerOn(sandbox).getPublicKey(byAsset('4'));
    expect(algorithm).toBe('ecdsa-secp256k1');
    const known = sandbox.custody.publicKeyOf({ vaultAccountId: '4', assetId: 'XRP_TEST' });
    expect(hex(bytes)).toBe(known);
    expect(paths()).toEqual(['/v1/vault/accounts/4/XRP_TEST/0/0/public_key_info?compressed=true']);
  });

  it('is read by path, for either curve', async () => {
    const signer = signerOn(sandbox);
    const deep = { ...byPath('4'), path: { coinType: 0, change: 1, addressIndex: 7 } };
    expect(hex((await signer.getPublicKey(deep)).bytes)).toBe(
      sandbox.custody.publicKeyOf({ path: [44, 0, 4, 1, 7] }),
    );
    expect(hex((await signer.getPublicKey(eddsa('4'))).bytes)).toBe(
      sandbox.custody.publicKeyOf({ path: [44, 637, 4, 0, 0], algorithm: 'MPC_EDDSA_ED25519' }),
    );
    expect(paths()).toEqual([
      '/v1/vault/public_key_info?derivationPath=%5B44%2C0%2C4%2C1%2C7%5D&algorithm=MPC_ECDSA_SECP256K1&compressed=true',
      '/v1/vault/public_key_info?derivationPath=%5B44%2C637%2C4%2C0%2C0%5D&algorithm=MPC_EDDSA_ED25519&compressed=true',
    ]);
  });

  it('is read once, however often and at once it is asked for', async () => {
    const signer = signerOn(sandbox);
    await Promise.all(Array.from({ length: 20 }, () => signer.getPublicKey(byAsset('5'))));
    await signer.getPublicKey(byAsset('5'));
    expect(paths()).toHaveLength(1);
    await signer.getPublicKey(byAsset('6'));
    expect(paths()).toHaveLength(2);
  });

  it('is read again after a failure', async () => {
    const signer = signerOn(sandbox, { retry: { attempts: 1 } });
    sandbox.inject({ server: 'custody', effect: { kind: 'answer', status: 503 } });
    await rejectionOf(signer.getPublicKey(byAsset('7')));
    expect((await signer.getPublicKey(byAsset('7'))).bytes).toHaveLength(33);
  });

  it('says whose role does not allow reading it', async () => {
    const { apiKey, apiSecret } = await sandbox.custody.addApiUser('SIGNER');
    const signer = signerOn(sandbox, { apiKey, apiSecret });
    expect(await rejectionOf(signer.getPublicKey(byAsset()))).toBeInstanceOf(
      CustodyPermissionError,
    );
  });

  it('cannot be changed by whoever got it', async () => {
    const signer = signerOn(sandbox);
    const given = await signer.getPublicKey(byAsset('8'));
    const before = hex(given.bytes);
    given.bytes.fill(0);
    expect(hex((await signer.getPublicKey(byAsset('8'))).bytes)).toBe(before);
  });

  it('is never that of a key whose name only looks alike', async () => {
    const asked: string[] = [];
    const client = new FakeCustody();
    client.getPublicKeyByPath = async (...args: unknown[]) => {
      asked.push(JSON.stringify(args[0]));
      return { publicKey: hex(newEcdsaKey('ecdsa-secp256k1').bytes) } as never;
    };
    client.getPublicKeyByAsset = async (...args: unknown[]) => {
      asked.push(JSON.stringify(args[0]));
      return { publicKey: hex(newEcdsaKey('ecdsa-secp256k1').bytes) } as never;
    };
    const signer = signerWith(client);
    const algorithm = 'ecdsa-secp256k1';
    const keys: SigningKey[] = [
      { algorithm, id: '0', path: { coinType: 144 } },
      { algorithm, id: '0', path: { coinType: 144, change: 1 } },
      { algorithm, id: '0', path: { coinType: 144, addressIndex: 1 } },
      { algorithm, id: '0', assetId: '44/144/0/0' },
      { algorithm, id: '0', assetId: 'm/44/144/0/0/0' },
      { algorithm, id: '0', assetId: 'undefined' },
      { algorithm: 'ecdsa-prime256v1', id: '0', path: { coinType: 144 } },
    ];
    for (const key of keys) await signer.getPublicKey(key).catch(() => undefined);
    expect(asked).toHaveLength(keys.length);
  });
});

describe('a caller who aborts', () => {
  /** A custody that answers when it is told to. */
  function slowCustody() {
    const client = new FakeCustody();
    const reads: ((value: never) => void)[] = [];
    client.getPublicKeyByAsset = () => new Promise<never>((resolve) => reads.push(resolve));
    const answer = () => {
      const publicKey = hex(newEcdsaKey('ecdsa-secp256k1').bytes);
      for (const resolve of reads) resolve({ publicKey } as never);
    };
    return { signer: signerWith(client), reads, answer };
  }

  it('does not take the key from others who wait for it', async () => {
    const { signer, reads, answer } = slowCustody();
    const controller = new AbortController();
    const hasty = rejectionOf(signer.getPublicKey(byAsset(), { signal: controller.signal }));
    const patient = signer.getPublicKey(byAsset());
    controller.abort();
    expect(await hasty).toBeInstanceOf(AbortedError);
    answer();
    expect((await patient).bytes).toHaveLength(33);
    expect(reads).toHaveLength(1);
  });

  it('is heard while somebody else reads', async () => {
    const { signer, answer } = slowCustody();
    const controller = new AbortController();
    const patient = signer.getPublicKey(byAsset());
    const hasty = rejectionOf(signer.getPublicKey(byAsset(), { signal: controller.signal }));
    controller.abort();
    expect(await hasty).toBeInstanceOf(AbortedError);
    answer();
    await patient;
  });

  it('waits no longer than it said, and the others do', async () => {
    const { signer, reads, answer } = slowCustody();
    const patient = signer.getPublicKey(byAsset());
    const hasty = rejectionOf(signer.getPublicKey(byAsset(), { timeoutMs: 20 }));
    expect(await hasty).toMatchObject({ code: 'UNREACHABLE', peer: 'custody' });
    answer();
    expect((await patient).bytes).toHaveLength(33);
    expect(reads).toHaveLength(1);
  });

  it('before is not read for', async () => {
    const { signer, reads } = slowCustody();
    const options = { signal: AbortSignal.abort() };
    expect(await rejectionOf(signer.getPublicKey(byAsset(), options))).toBeInstanceOf(AbortedError);
    expect(reads).toEqual([]);
  });
});

describe('what the custody gives for a key', () => {
  const ecdsa = hex(newEcdsaKey('ecdsa-secp256k1').bytes);
  const edwards = hex(newEd25519Key().bytes);

  function signerGiving(info: object) {
    const client = new FakeCustody();
    client.getPublicKeyByPath = async () => info as never;
    client.getPublicKeyByAsset = async () => info as never;
    return signerWith(client);
  }

  it.each<readonly [string, SigningKey, object]>([
    ['no hex', byPath(), { publicKey: 'zz' }],
    ['nothing', byPath(), { publicKey: '' }],
    ['an uncompressed key', byPath(), { publicKey: `04${'11'.repeat(64)}` }],
    ['a key that is on no curve', byPath(), { publicKey: `02${'ff'.repeat(32)}` }],
    ['zeros', byPath(), { publicKey: '00'.repeat(33) }],
    ['an ed25519 key for ECDSA', byPath(), { publicKey: edwards }],
    ['an ECDSA key for ed25519', eddsa(), { publicKey: ecdsa }],
    ['32 bytes that are no ed25519 key', eddsa(), { publicKey: `${'ff'.repeat(31)}7f` }],
    [
      'a key of another algorithm',
      byPath(),
      { publicKey: ecdsa, algorithm: 'MPC_ECDSA_SECP256R1' },
    ],
    ['a key of another path', byPath('1'), { publicKey: ecdsa, derivationPath: [44, 1, 2, 0, 0] }],
  ])('is refused when it is %s', async (_, key, info) => {
    expect(await rejectionOf(signerGiving(info).getPublicKey(key))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
  });

  it('may be in upper case, and without algorithm or path', async () => {
    const signer = signerGiving({ publicKey: ecdsa.toUpperCase(), algorithm: null });
    expect(hex((await signer.getPublicKey(byPath())).bytes)).toBe(ecdsa);
  });
});

describe('a pinned public key', () => {
  const ecdsa = hex(newEcdsaKey('ecdsa-secp256k1').bytes);

  it('is never read', async () => {
    const pinned = (key: SigningKey) => (key.id === '20' ? ecdsa : undefined);
    const signer = signerOn(sandbox, { publicKeys: pinned });
    expect(hex((await signer.getPublicKey(byAsset('20'))).bytes)).toBe(ecdsa);
    expect(paths()).toEqual([]);
    await signer.getPublicKey(byAsset('21'));
    expect(paths()).toHaveLength(1);
  });

  it.each<readonly [string, SigningKey, unknown]>([
    ['no hex', byAsset(), 'zz'],
    ['empty', byAsset(), ''],
    ['null', byAsset(), null],
    ['bytes', byAsset(), new Uint8Array(33)],
    ['uncompressed', byAsset(), `04${'11'.repeat(64)}`],
    ['on no curve', byAsset(), `02${'ff'.repeat(32)}`],
    ['an ed25519 key for ECDSA', byAsset(), hex(newEd25519Key().bytes)],
    ['an ECDSA key for ed25519', eddsa(), ecdsa],
  ])('is refused when it is %s, and not read instead', async (_, key, pinned) => {
    const client = new FakeCustody(new UnreachableError('custody', 'not to be asked'));
    const signer = signerWith(client, { publicKeys: () => pinned as string });
    const error = await rejectionOf(signer.getPublicKey(key));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'publicKeys' });
  });
});

describe('a key that is none', () => {
  it.each<readonly [string, Partial<SigningKey>]>([
    ['neither asset nor path', { assetId: undefined as never }],
    ['asset and path', { path: { coinType: 1 } }],
    ['a path that is none', { assetId: undefined as never, path: { coinType: 1.5 } }],
    ['an algorithm that the custody does not have', { algorithm: 'rsa-sha256' }],
  ])('is refused before any call: %s', async (_, change) => {
    const key = { ...byAsset(), ...change } as SigningKey;
    const signer = signerOn(sandbox);
    expect(await rejectionOf(signer.getPublicKey(key))).toBeInstanceOf(InvalidInputError);
    expect(await rejectionOf(signer.list(key))).toBeInstanceOf(InvalidInputError);
    expect(paths()).toEqual([]);
  });
});
