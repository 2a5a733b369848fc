import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
} from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import {
  PlatformSignatureVerifier,
  type RequestAlgorithm,
  type RequestKey,
  RequestSigner,
  RequestVerifier,
} from '../../src/requests/index.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import {
  ALGORITHMS,
  LIBRARIES,
  signerOptions,
  vectors,
  verifierOptions,
} from '../support/request-vectors.js';

const { rsa, prime256v1, secp256k1, hmac } = vectors.keys;
const { request } = vectors;
const [node, web] = LIBRARIES as [(typeof LIBRARIES)[0], (typeof LIBRARIES)[0]];

/** Whether what the secret signs is accepted by the key. */
async function fits(
  algorithm: RequestAlgorithm,
  secret: RequestKey,
  key: RequestKey,
  primitives = node,
) {
  const signer = new RequestSigner({ ...signerOptions(algorithm), secret, primitives });
  const headers = { ...(await signer.headers(request)) };
  const keys = { 'key-1': key };
  const verifier = new RequestVerifier({ ...verifierOptions(algorithm), keys, primitives });
  return (await verifier.verify({ ...request, headers })).ok;
}

const ecParameters =
  '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';

describe.each(LIBRARIES)('keys in PEM ($name)', (primitives) => {
  it.each([
    ['RSA in PKCS#8 and SPKI', 'rsa-sha512', rsa.pkcs8, rsa.spki],
    ['RSA in PKCS#1', 'rsa-sha256', rsa.pkcs1, rsa.publicPkcs1],
    ['prime256v1 in PKCS#8', 'ecdsa-prime256v1-sha256', prime256v1.pkcs8, prime256v1.spki],
    ['prime256v1 in SEC1', 'ecdsa-prime256v1-sha256', prime256v1.sec1, prime256v1.spki],
    ['secp256k1 in PKCS#8', 'ecdsa-secp256k1-sha256', secp256k1.pkcs8, secp256k1.spki],
    ['secp256k1 in SEC1', 'ecdsa-secp256k1-sha256', secp256k1.sec1, secp256k1.spki],
    [
      'SEC1 behind its parameters',
      'ecdsa-prime256v1-sha256',
      ecParameters + prime256v1.sec1,
      prime256v1.spki,
    ],
  ] as const)('%s', async (_, algorithm, secret, key) => {
    expect(await fits(algorithm, secret, key, primitives)).toBe(true);
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expect(await fits(algorithm, crlf(secret), crlf(key), primitives)).toBe(true);
  });

  it('the point of a public key compressed', async () => {
    for (const [algorithm, pair, oid, point] of [
      ['ecdsa-prime256v1-sha256', prime256v1, '2a8648ce3d030107', 'prime256v1'],
      ['ecdsa-secp256k1-sha256', secp256k1, '2b8104000a', 'secp256k1'],
    ] as const) {
      const { x = '', y = '' } = createPublicKey(pair.spki).export({ format: 'jwk' });
      const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
      const bytes = Buffer.concat([Buffer.of(2 + odd), Buffer.from(x, 'base64url')]);
      const curve = Buffer.from(oid, 'hex');
      const identifier = Buffer.concat([
        Buffer.from('06072a8648ce3d0201', 'hex'),
        Buffer.of(6, curve.length),
        curve,
      ]);
      const body = Buffer.concat([
        Buffer.of(0x30, identifier.length),
        identifier,
        Buffer.of(3, bytes.length + 1, 0),
        bytes,
      ]);
      const der = Buffer.concat([Buffer.of(0x30, body.length), body]);
      const pem = `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
      expect([point, await fits(algorithm, pair.pkcs8, pem, primitives)]).toEqual([point, true]);
    }
  });

  const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
  const ed25519 = generateKeyPairSync('ed25519');
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const encrypted = createPrivateKey(rsa.pkcs8)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hunter2' })
    .toString();
  const pkcs8 = (key: typeof p384.privateKey) =>
    key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const spki = (key: typeof p384.publicKey) =>
    key.export({ type: 'spki', format: 'pem' }).toString();
  const inMiddle = rsa.pkcs8.split('\n').slice(0, 5).concat('-----END PRIVATE KEY-----').join('\n');

  it.each([
    ['nothing', 'hmac-sha512', '', 'is empty'],
    ['PEM as a shared secret', 'hmac-sha512', rsa.spki, 'HMAC takes a shared secret'],
    ['no text', 'hmac-sha512', 17, 'must be a text'],
    ['no PEM', 'rsa-sha512', 'secret', 'must be the text of a PEM file'],
    ['a public key', 'rsa-sha512', rsa.spki, 'not of a private key'],
    ['an encrypted key', 'rsa-sha512', encrypted, 'is encrypted'],
    ['an ECDSA key', 'rsa-sha512', prime256v1.pkcs8, 'must be a key for rsa-sha512'],
    ['an RSA key', 'ecdsa-secp256k1-sha256', rsa.pkcs8, 'must be a key for ecdsa-secp256k1-sha256'],
    ['the other curve', 'ecdsa-secp256k1-sha256', prime256v1.sec1, 'this one is for prime256v1'],
    ['another curve', 'ecdsa-prime256v1-sha256', pkcs8(p384.privateKey), 'must be a key for'],
    ['another kind', 'ecdsa-prime256v1-sha256', pkcs8(ed25519.privateKey), 'must be a key for'],
    ['a small key', 'rsa-sha512', pkcs8(small.privateKey), 'has 1024 bits, fewer than the 2048'],
    ['half a key', 'rsa-sha512', inMiddle, 'cannot be read'],
    ['lines ended by words', 'rsa-sha512', rsa.pkcs8.replaceAll('\n', '\\n'), 'two characters \\n'],
  ] as const)('refuses %s as a secret', (_, algorithm, given, words) => {
    const secret = given as string;
    const options = { ...signerOptions(algorithm), secret, primitives };
    const error = thrownBy(() => new RequestSigner(options));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'secret', message: expect.stringContaining(words) });
    expectHidden(error, String(given));
  });

  it.each([
    ['a private key', 'rsa-sha512', rsa.pkcs8, 'is a private key'],
    ['the other curve', 'ecdsa-prime256v1-sha256', secp256k1.spki, 'this one is for secp256k1'],
    ['another kind', 'ecdsa-prime256v1-sha256', spki(ed25519.publicKey), 'must be a key for'],
    ['a small key', 'rsa-sha512', spki(small.publicKey), 'has 1024 bits'],
    ['a public key as a shared secret', 'hmac-sha512', rsa.spki, 'HMAC takes a shared secret'],
  ] as const)('refuses %s to verify with', (_, algorithm, key, words) => {
    const options = { ...verifierOptions(algorithm), keys: { 'key-1': key }, primitives };
    const error = thrownBy(() => new RequestVerifier(options));
    expect(error).toMatchObject({ setting: 'keys', message: expect.stringContaining(words) });
    expectHidden(error, key);
  });

  it('takes a smaller RSA key when told to', async () => {
    const secret = pkcs8(small.privateKey);
    const options = { ...signerOptions('rsa-sha256'), secret, primitives, minRsaBits: 1024 };
    const headers = { ...(await new RequestSigner(options).headers(request)) };
    const verifier = new RequestVerifier({
      ...verifierOptions('rsa-sha256'),
      keys: { 'key-1': spki(small.publicKey) },
      minRsaBits: 1024,
      primitives,
    });
    expect(await verifier.verify({ ...request, headers })).toMatchObject({ ok: true });
  });
});

/** A PEM file of what hexadecimal says, in whichever form a label promises. */
function pem(label: string, hex: string): string {
  const text = Buffer.from(hex, 'hex').toString('base64');
  return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
}

// Not for OpenSSL: it takes the curve written out, and of one of these Node itself dies.
describe('PEM that holds no key, without node:crypto', () => {
  const explicit = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    paramEncoding: 'explicit',
  }).privateKey.export({ type: 'sec1', format: 'pem' });
  const number = '11'.repeat(33);

  it.each([
    ['a file that ends too soon', 'rsa-sha512', rsa.pkcs8.slice(0, 400), 'cannot be read'],
    ['no sequence', 'rsa-sha512', pem('PRIVATE KEY', '0401'), 'cannot be read'],
    ['two sequences', 'rsa-sha512', pem('PRIVATE KEY', '30003000'), 'cannot be read'],
    ['a number for the key', 'rsa-sha512', pem('PRIVATE KEY', '3003020100'), 'cannot be read'],
    ['a length of four bytes', 'rsa-sha512', pem('PRIVATE KEY', '308400000000'), 'cannot be read'],
    ['a modulus of zero', 'rsa-sha512', pem('RSA PRIVATE KEY', '3006020100020100'), 'has 1 bits'],
    ['no modulus', 'rsa-sha512', pem('RSA PRIVATE KEY', '30050201000200'), 'cannot be read'],
    [
      'a number that is too long',
      'ecdsa-secp256k1-sha256',
      pem('EC PRIVATE KEY', `302f0201010421${number}a00706052b8104000a`),
      'cannot be read',
    ],
    ['a curve that is written out', 'ecdsa-prime256v1-sha256', explicit, 'another kind'],
  ] as const)('%s', (_, algorithm, secret, words) => {
    const options = { ...signerOptions(algorithm), secret: String(secret), primitives: web };
    const error = thrownBy(() => new RequestSigner(options));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'secret', message: expect.stringContaining(words) });
    expectHidden(error, String(secret));
  });

  it('which only using it shows', async () => {
    const modulus = `0282010100${'c1'.repeat(256)}`;
    const half = pem('RSA PRIVATE KEY', `30820108020100${modulus}`);
    const rsaOptions = { ...signerOptions('rsa-sha512'), secret: half, primitives: web };
    const error = await rejectionOf(new RequestSigner(rsaOptions).headers(request));
    expect(error).toMatchObject({ code: 'CONFIGURATION', setting: 'secret' });

    const algorithm = 'ecdsa-secp256k1-sha256';
    const offCurve = `3056301006072a8648ce3d020106052b8104000a03420004${'11'.repeat(64)}`;
    const keys = { 'key-1': pem('PUBLIC KEY', offCurve) };
    const verifier = new RequestVerifier({ ...verifierOptions(algorithm), keys, primitives: web });
    const headers = { ...(await new RequestSigner(signerOptions(algorithm)).headers(request)) };
    expect(await rejectionOf(verifier.verify({ ...request, headers }))).toMatchObject({
      code: 'CONFIGURATION',
      setting: 'keys',
    });
  });
});

describe('KeyObjects', () => {
  it.each([
    ['hmac-sha3-256', createSecretKey(hmac, 'utf8'), createSecretKey(hmac, 'utf8')],
    ['rsa-sha3-256', createPrivateKey(rsa.pkcs1), createPublicKey(rsa.spki)],
    ['ecdsa-secp256k1-sha256', createPrivateKey(secp256k1.sec1), createPublicKey(secp256k1.spki)],
  ] as const)('sign and verify %s with node:crypto', async (algorithm, secret, key) => {
    expect(await fits(algorithm, secret, key)).toBe(true);
  });

  it.each([
    ['hmac-sha512', createSecretKey(Buffer.alloc(0)), 'is empty'],
    ['hmac-sha512', createPrivateKey(rsa.pkcs8), 'must be a secret key, this is a private key'],
    ['rsa-sha512', createPublicKey(rsa.spki), 'must be a private key, this is a public key'],
    ['rsa-sha512', createPrivateKey(prime256v1.sec1), 'this one is for prime256v1'],
  ] as const)('are checked: %s', (algorithm, secret, words) => {
    const options = { ...signerOptions(algorithm), secret };
    expect(thrownBy(() => new RequestSigner(options))).toMatchObject({
      message: expect.stringContaining(words),
    });
  });

  it('need node:crypto', () => {
    const options = { ...signerOptions('rsa-sha512'), secret: createPrivateKey(rsa.pkcs8) };
    expect(thrownBy(() => new RequestSigner({ ...options, primitives: web }))).toMatchObject({
      setting: 'secret',
      message: expect.stringContaining('needs a node:crypto'),
    });
  });
});

describe('a key that only its curve refuses', () => {
  const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
  const sec1 = `302e0201010420${order}a00706052b8104000a`;
  const p256 = `30310201010420${order}a00a06082a8648ce3d030107`;

  it('is refused before anything is signed', async () => {
    const options = {
      ...signerOptions('ecdsa-prime256v1-sha256'),
      secret: pem('EC PRIVATE KEY', p256),
      primitives: web,
    };
    const error = await rejectionOf(new RequestSigner(options).headers(request));
    expect(error).toMatchObject({ code: 'CONFIGURATION', setting: 'secret' });
    // The same number is a fine one on the other curve, whose order is larger.
    const other = {
      ...signerOptions('ecdsa-secp256k1-sha256'),
      secret: pem('EC PRIVATE KEY', sec1),
      primitives: web,
    };
    expect(await new RequestSigner(other).headers(request)).toHaveProperty('X-FBAPI-SIGNATURE');
  });
});

/** The lines of a key's text, and a secret as it is. */
function expectHidden(shown: unknown, ...secrets: readonly string[]): void {
  const text = [
    inspect(shown, { depth: 12, showHidden: true, getters: true }),
    JSON.stringify(shown),
    String(shown),
  ].join('\n');
  for (const secret of secrets) {
    for (const line of secret.split(/\\n|\n/)) {
      if (line.length > 10 && !line.startsWith('-----')) expect(text).not.toContain(line);
    }
  }
}

describe('secrets', () => {
  it.each(ALGORITHMS)('of %s show in no inspection of what holds them', async (algorithm) => {
    const { secret } = signerOptions(algorithm);
    const platformSecret = rsa.pkcs1;
    const signer = new RequestSigner({ ...signerOptions(algorithm), platformSecret });
    await signer.headers(request);
    const verifier = new RequestVerifier(verifierOptions(algorithm));
    const platform = new PlatformSignatureVerifier({ publicKeys: [rsa.spki] });
    expectHidden({ signer, verifier, platform }, secret, hmac, rsa.pkcs1, 'key-1-key-1');
    expect(Object.keys(signer)).toEqual([]);
    expect(JSON.stringify({ signer, verifier })).toBe('{"signer":{},"verifier":{}}');
  });

  it('show in no error of a call', async () => {
    const signer = new RequestSigner(signerOptions('hmac-sha512'));
    const error = await rejectionOf(signer.headers({ method: 'GET', path: 'no slash' }));
    expectHidden(error, hmac);
  });
});
