import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  verify,
} from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AbortedError, ConfigurationError, InvalidInputError } from '../../src/core/errors.js';
import { LocalRawSigner, type SigningKey, type SigningMessage } from '../../src/signer/index.js';
import { digestMessage, ORDERS, to32Bytes, toBigInt } from '../support/keys.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';

const ECDSA = { algorithm: 'ecdsa-secp256k1', id: '0' } as const;
const EDDSA = { algorithm: 'eddsa-ed25519', id: '0' } as const;

/** RFC 8032, 7.1, test 2: a key, a message and its signature that anyone can look up. */
const RFC8032 = {
  privateKey: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  message: '72',
  signature:
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
    '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
};

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');

const request = (...messages: SigningMessage[]) => ({ idempotencyKey: 'one', messages });

async function keyOf(signer: LocalRawSigner, key: SigningKey): Promise<string> {
  return hex((await signer.getPublicKey(key)).bytes);
}

describe('LocalRawSigner, keys from a seed', () => {
  it('gives the same keys for the same seed, in this process and in any other', async () => {
    const signer = new LocalRawSigner({ seed: 'frozen', quiet: true });
    // Frozen: a seed that gave other keys in the next version would lose whoever relies on it.
    expect(await keyOf(signer, ECDSA)).toBe(
      '02961ae0537a12d516d45e90c0f10ee0a27daf84508dbba0e46105de71c47c7ccc',
    );
    expect(await keyOf(signer, EDDSA)).toBe(
      '6626e809df50764160fc0157d4404106307f7f95f7a30506df7ebac8a9c3b825',
    );
    const again = new LocalRawSigner({ seed: 'frozen', quiet: true });
    expect(await keyOf(again, ECDSA)).toBe(await keyOf(signer, ECDSA));
  });

  it('derives them by HKDF with SHA-256, as OpenSSL does', async () => {
    const derived = (name: string) =>
      new Uint8Array(hkdfSync('sha256', 'any seed', new Uint8Array(32), name, 48));
    const signer = new LocalRawSigner({ seed: 'any seed', quiet: true });
    for (const id of ['0', '7']) {
      // FIPS 186-5, A.2.1: (c mod (n - 1)) + 1.
      const n = ORDERS['ecdsa-secp256k1'];
      const scalar = (toBigInt(derived(`ecdsa-secp256k1:${id}`)) % (n - 1n)) + 1n;
      const ecdh = createECDH('secp256k1');
      ecdh.setPrivateKey(to32Bytes(scalar));
      expect(await keyOf(signer, { ...ECDSA, id })).toBe(ecdh.getPublicKey('hex', 'compressed'));

      const pkcs8 = Buffer.from(
        `302e020100300506032b657004220420${hex(derived(`eddsa-ed25519:${id}`).slice(0, 32))}`,
        'hex',
      );
      const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
      const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
      expect(await keyOf(signer, { ...EDDSA, id })).toBe(hex(Buffer.from(x, 'base64url')));
    }
  });

  it('gives every seed, id and algorithm a key of its own', async () => {
    const seen = new Set<string>();
    for (const seed of ['a', 'b', 'a ']) {
      const signer = new LocalRawSigner({ seed, quiet: true });
      for (const id of ['0', '1', '00', '']) {
        for (const algorithm of [ECDSA.algorithm, EDDSA.algorithm]) {
          seen.add(await keyOf(signer, { algorithm, id }));
        }
      }
    }
    expect(seen.size).toBe(3 * 4 * 2);
  });

  it('has no public keys but valid ones', async () => {
    const signer = new LocalRawSigner({ seed: 'any', quiet: true });
    const spki = (prefix: string, key: string) =>
      createPublicKey({ key: bytes(prefix + key) as Buffer, format: 'der', type: 'spki' });
    for (let id = 0; id < 30; id++) {
      const key = await keyOf(signer, { algorithm: 'ecdsa-secp256k1', id: `${id}` });
      expect(spki('3036301006072a8648ce3d020106052b8104000a032200', key).type).toBe('public');
    }
  });
});

describe('LocalRawSigner, keys one by one', () => {
  it('signs as RFC 8032 shows, with keys given as text or bytes', async () => {
    for (const privateKey of [
      RFC8032.privateKey,
      RFC8032.privateKey.toUpperCase(),
      bytes(RFC8032.privateKey),
      Buffer.from(RFC8032.privateKey, 'hex'),
    ]) {
      const signer = new LocalRawSigner({ keys: [{ ...EDDSA, privateKey }], quiet: true });
      expect(await keyOf(signer, EDDSA)).toBe(RFC8032.publicKey);
      const message = { kind: 'message', key: EDDSA, bytes: bytes(RFC8032.message) } as const;
      const [signature] = await signer.sign(request(message));
      expect(signature).toEqual({ encoding: 'compact', bytes: bytes(RFC8032.signature) });
    }
  });

  it('signs digests as they are: OpenSSL takes the signature for that of the message', async () => {
    const signer = new LocalRawSigner({ seed: 'any', quiet: true });
    const spki = `3036301006072a8648ce3d020106052b8104000a032200${await keyOf(signer, ECDSA)}`;
    const key = createPublicKey({ key: Buffer.from(spki, 'hex'), format: 'der', type: 'spki' });
    for (let round = 0; round < 20; round++) {
      const digest = Uint8Array.from(createHash('sha256').update(`${round}`).digest());
      const [signature] = await signer.sign(request(digestMessage(ECDSA, digest)));
      const { bytes: compact = new Uint8Array(0) } = signature ?? {};
      const given = { key, dsaEncoding: 'ieee-p1363' } as const;
      expect(verify('sha256', Buffer.from(`${round}`), given, compact)).toBe(true);
      expect(BigInt(`0x${hex(compact.slice(32))}`) <= ORDERS['ecdsa-secp256k1'] / 2n).toBe(true);
    }
  });

  it('keeps its own copy of a key that was given as bytes', async () => {
    const privateKey = bytes(RFC8032.privateKey);
    const signer = new LocalRawSigner({ keys: [{ ...EDDSA, privateKey }], quiet: true });
    privateKey.fill(0);
    expect(await keyOf(signer, EDDSA)).toBe(RFC8032.publicKey);
  });

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['a number', 5],
    ['an array', Array.from({ length: 32 }, () => 1)],
    ['no hex', 'z'.repeat(64)],
    ['hex with 0x', `0x${'11'.repeat(32)}`],
    ['31 bytes', '11'.repeat(31)],
    ['33 bytes', '11'.repeat(33)],
    ['no bytes', new Uint8Array(0)],
    ['zero', '00'.repeat(32)],
    ['the order', hex(to32Bytes(ORDERS['ecdsa-secp256k1']))],
    ['more than the order', 'ff'.repeat(32)],
  ])('refuses %s for a secp256k1 key, without showing it', (_, privateKey) => {
    const keys = [{ ...ECDSA, privateKey: privateKey as string }];
    const error = thrownBy(() => new LocalRawSigner({ keys, quiet: true }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'keys[0].privateKey' });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/(?:11|ff|zz){8}/);
  });

  it.each([
    ['another key of the same', { algorithm: 'ecdsa-secp256k1', privateKey: '11'.repeat(32) }],
    ['no key', { algorithm: 'ecdsa-secp256k1', privateKey: '0' }],
    ['another algorithm', { algorithm: 'rsa-sha256', privateKey: '0' }],
  ])('shows no private key that stands where the id belongs, with %s', (_, rest) => {
    const key = { id: `${'ab'.repeat(31)}cd`, ...rest };
    const keys = [key, key] as never;
    const error = thrownBy(() => new LocalRawSigner({ keys, quiet: true }));
    expect(error).toMatchObject({ setting: expect.stringMatching(/^keys\[[01]\]/) });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('abababab');
  });

  it('refuses what is no key', () => {
    const keys = [null] as never;
    expect(thrownBy(() => new LocalRawSigner({ keys, quiet: true }))).toMatchObject({
      setting: 'keys[0]',
    });
  });

  it('refuses two keys of one name, and an algorithm that it does not have', () => {
    const key = { ...ECDSA, privateKey: '11'.repeat(32) };
    const other = { ...ECDSA, privateKey: '22'.repeat(32) };
    expect(() => new LocalRawSigner({ keys: [key, other], quiet: true })).toThrow(
      ConfigurationError,
    );
    const odd = { ...key, algorithm: 'hmac-sha256' as 'ecdsa-secp256k1' };
    expect(() => new LocalRawSigner({ keys: [odd], quiet: true })).toThrow(ConfigurationError);
  });

  it.each([{}, { keys: [] }, { seed: '' }])('refuses to work with %j', (options) => {
    expect(() => new LocalRawSigner({ ...options, quiet: true })).toThrow(ConfigurationError);
  });

  it('has no key but those it was given', async () => {
    const keys = [{ ...ECDSA, privateKey: '11'.repeat(32) }];
    const signer = new LocalRawSigner({ keys, quiet: true });
    for (const key of [{ ...ECDSA, id: '1' }, EDDSA, { ...ECDSA, id: '__proto__' }]) {
      expect(await rejectionOf(signer.getPublicKey(key))).toBeInstanceOf(InvalidInputError);
    }
  });
});

describe('LocalRawSigner, requests', () => {
  const signer = new LocalRawSigner({ seed: 'any', quiet: true });

  it.each<readonly [string, readonly SigningMessage[]]>([
    ['no messages', []],
    ['too many', Array.from({ length: 128 }, () => digestMessage(ECDSA, to32Bytes(1n)))],
    ['a digest of 31 bytes', [digestMessage(ECDSA, new Uint8Array(31))]],
    ['a digest that is text', [digestMessage(ECDSA, 'ab'.repeat(16) as unknown as Uint8Array)]],
    ['a whole message for ECDSA', [{ kind: 'message', key: ECDSA, bytes: to32Bytes(1n) }]],
    ['a digest for EdDSA', [digestMessage(EDDSA, to32Bytes(1n))]],
    ['an empty message', [{ kind: 'message', key: EDDSA, bytes: new Uint8Array(0) }]],
    [
      'a message beyond its limit',
      [{ kind: 'message', key: EDDSA, bytes: new Uint8Array(1_048_577) }],
    ],
    [
      'another algorithm',
      [digestMessage({ ...ECDSA, algorithm: 'ecdsa-prime256v1' }, to32Bytes(1n))],
    ],
    [
      'one bad message among good ones',
      [digestMessage(ECDSA, to32Bytes(1n)), digestMessage(ECDSA, new Uint8Array(33))],
    ],
  ])('refuses %s', async (_, messages) => {
    expect(await rejectionOf(signer.sign(request(...messages)))).toBeInstanceOf(InvalidInputError);
  });

  it('does nothing for a caller that has gone', async () => {
    const options = { signal: AbortSignal.abort() };
    const signing = signer.sign(request(digestMessage(ECDSA, to32Bytes(1n))), options);
    expect(await rejectionOf(signing)).toBeInstanceOf(AbortedError);
    expect(await rejectionOf(signer.getPublicKey(ECDSA, options))).toBeInstanceOf(AbortedError);
  });

  it('shows neither keys nor seed, however it is looked at', async () => {
    const secret = bytes(RFC8032.privateKey);
    const seed = 'correct horse battery staple';
    const keys = [{ ...EDDSA, privateKey: secret }];
    const secretive = new LocalRawSigner({ keys, seed, quiet: true });
    await secretive.getPublicKey(ECDSA);
    const error = await rejectionOf(secretive.sign(request()));
    const shown = [secretive, error]
      .flatMap((thing) => [
        inspect(thing, { depth: 10, showHidden: true, getters: true }),
        JSON.stringify(thing),
        String(thing),
        JSON.stringify(Object.getOwnPropertyDescriptors(thing)),
      ])
      .join('\n');
    expect(shown).not.toContain('correct horse');
    for (const form of ['hex', 'base64', 'latin1'] as const) {
      expect(shown).not.toContain(Buffer.from(secret).toString(form).slice(0, 12));
    }
    expect(shown.replace(/\s/g, '')).not.toContain([...secret].slice(0, 6).join());
  });
});

describe('LocalRawSigner, its warning', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('is given by each signer, and never when asked to be quiet', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    new LocalRawSigner({ seed: 'any', quiet: true });
    expect(warn).not.toHaveBeenCalled();
    new LocalRawSigner({ seed: 'any' });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('development and tests only');
  });
});
