import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import {
  type RequestAlgorithm,
  RequestSigner,
  type RequestSignerOptions,
} from '../../src/requests/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import {
  LocalRawSigner,
  type PublicKey,
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  type SigningAlgorithm,
} from '../../src/signer/index.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { keysFor, LIBRARIES, vectors } from '../support/request-vectors.js';
import { oracleVerifies } from '../support/request-verifier.js';

const { request } = vectors;
const { timestamp, nonce, method, path, body } = request;
const message = Buffer.from(`${timestamp}${nonce}${method}${path}${body}`);
const scheme = { preEncoding: 'url-encoded', postEncoding: 'base64' } as const;

/** The SPKI key of a compressed point, by OpenSSL. */
function publicKeyOf(algorithm: RequestAlgorithm, point: Uint8Array): KeyObject {
  const curve = algorithm.includes('prime256v1') ? '06082a8648ce3d030107' : '06052b8104000a';
  const identifier = Buffer.from(`06072a8648ce3d0201${curve}`, 'hex');
  const bits = Buffer.concat([Buffer.of(3, point.length + 1, 0), point]);
  const inner = Buffer.concat([Buffer.of(0x30, identifier.length), identifier, bits]);
  const key = Buffer.concat([Buffer.of(0x30, inner.length), inner]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/** A KMS with the keys of the vectors: every algorithm, and whatever is wrong with one. */
class StubKms implements RawSigner {
  readonly requests: RawSigningRequest[] = [];
  reads = 0;
  spoil: (signatures: RawSignature[]) => RawSignature[] = (signatures) => signatures;
  readonly capabilities;
  readonly #algorithm: RequestAlgorithm;

  constructor(algorithm: RequestAlgorithm) {
    this.#algorithm = algorithm;
    this.capabilities = {
      algorithms: [keyAlgorithm(algorithm)],
      remembers: false,
      mayPend: false,
      maxMessages: 1,
      maxMessageBytes: 65_536,
      maxPayloadBytes: 65_536,
    };
  }

  async getPublicKey(): Promise<PublicKey> {
    this.reads++;
    const key = createPublicKey(keysFor(this.#algorithm).key);
    return { algorithm: keyAlgorithm(this.#algorithm), bytes: exported(key) };
  }

  async sign(request: RawSigningRequest): Promise<readonly RawSignature[]> {
    this.requests.push(request);
    const { secret } = keysFor(this.#algorithm);
    const hash = this.#algorithm.replace(/^(?:hmac|rsa)-/, '');
    return this.spoil(
      request.messages.map((each) => {
        if (each.kind === 'digest') {
          const der = sign('sha256', each.preimage ?? Buffer.alloc(0), createPrivateKey(secret));
          return { encoding: 'der', bytes: der };
        }
        const bytes = this.#algorithm.startsWith('hmac-')
          ? createHmac(hash, secret).update(each.bytes).digest()
          : sign(hash, each.bytes, createPrivateKey(secret));
        return { encoding: 'bytes', bytes };
      }),
    );
  }
}

const keyAlgorithm = (algorithm: RequestAlgorithm): SigningAlgorithm =>
  algorithm.replace(/^(ecdsa-\w+)-sha256$/, '$1') as SigningAlgorithm;

function exported(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'spki', format: 'der' });
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
  return Buffer.concat([Buffer.of(2 + odd), Buffer.from(x, 'base64url')]);
}

function signerWith(kms: RawSigner, algorithm: RequestAlgorithm, more: object = {}): RequestSigner {
  const key = { algorithm: keyAlgorithm(algorithm), id: 'arn:key' };
  const options = { ...scheme, apiKey: 'key-1', algorithm, signer: kms, key, ...more };
  return new RequestSigner(options as RequestSignerOptions);
}

const HELD = [
  'hmac-sha512',
  'hmac-sha3-256',
  'rsa-sha256',
  'rsa-sha3-256',
  'ecdsa-prime256v1-sha256',
  'ecdsa-secp256k1-sha256',
] as const;

describe('a key that a signer holds', () => {
  it.each(HELD)('signs requests with %s', async (algorithm) => {
    const kms = new StubKms(algorithm);
    const signer = signerWith(kms, algorithm);
    const headers = await signer.headers(request);
    const text = headers['X-FBAPI-SIGNATURE'];
    const { key } = keysFor(algorithm);
    expect(oracleVerifies(message, text, { algorithm, ...scheme }, key)).toBe(true);
    const [asked] = kms.requests;
    expect(asked?.unhashedPayload).toEqual({
      timestamp: String(timestamp),
      nonce,
      method,
      path,
      body,
    });
    expect(JSON.stringify(asked?.unhashedPayload)).not.toContain('key-1');
  });

  it('is asked under one id for one request, and under another for another', async () => {
    const kms = new StubKms('rsa-sha256');
    const signer = signerWith(kms, 'rsa-sha256');
    await signer.headers(request);
    await signer.headers(request);
    await signer.headers({ ...request, body: '{}' });
    const [first, second, third] = kms.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('has its public key read once, or not at all when that is given', async () => {
    const kms = new StubKms('rsa-sha256');
    const signer = signerWith(kms, 'rsa-sha256');
    await signer.headers(request);
    await Promise.all([signer.headers(request), signer.headers(request)]);
    expect(kms.reads).toBe(1);
    const { bytes } = await kms.getPublicKey();
    await signerWith(kms, 'rsa-sha256', { publicKey: bytes }).headers(request);
    expect(kms.reads).toBe(2);
  });

  it('is asked for its public key again after that failed', async () => {
    const kms = new StubKms('ecdsa-secp256k1-sha256');
    const signer = signerWith(kms, 'ecdsa-secp256k1-sha256');
    const read = kms.getPublicKey.bind(kms);
    kms.getPublicKey = () => Promise.reject(new Error('away'));
    await expect(signer.headers(request)).rejects.toThrow('away');
    kms.getPublicKey = read;
    expect(await signer.headers(request)).toHaveProperty('X-FBAPI-SIGNATURE');
  });

  const flipped = (signatures: RawSignature[]) =>
    signatures.map((each) => ({
      ...each,
      bytes: each.bytes.map((byte, at) => (at === each.bytes.length - 1 ? byte ^ 1 : byte)),
    }));

  it.each([
    ['that does not verify', 'rsa-sha256', flipped],
    ['that does not verify', 'ecdsa-prime256v1-sha256', flipped],
    [
      'of a wrong length',
      'hmac-sha512',
      (all: RawSignature[]) => all.map((one) => ({ ...one, bytes: one.bytes.subarray(1) })),
    ],
    ['that is not there', 'rsa-sha512', () => []],
    ['too many', 'rsa-sha512', (all: RawSignature[]) => [...all, ...all]],
  ] as const)('a signature %s is never sent: %s', async (_, algorithm, spoil) => {
    const kms = new StubKms(algorithm);
    kms.spoil = spoil;
    const error = await rejectionOf(signerWith(kms, algorithm).headers(request));
    expect(error).toMatchObject({ code: 'INVALID_SIGNATURE' });
  });

  it('must be a key of the algorithm, at a signer that offers it', () => {
    const kms = new StubKms('rsa-sha256');
    const key = { algorithm: 'rsa-sha512', id: 'a' };
    expect(thrownBy(() => signerWith(kms, 'rsa-sha256', { key }))).toMatchObject({
      setting: 'key.algorithm',
    });
    expect(thrownBy(() => signerWith(kms, 'rsa-sha512'))).toMatchObject({ setting: 'signer' });
    expect(thrownBy(() => signerWith({} as never, 'rsa-sha512'))).toMatchObject({
      code: 'CONFIGURATION',
      setting: 'signer',
    });
    expect(thrownBy(() => signerWith(kms, 'rsa-sha256', { secret: 'too' }))).toMatchObject({
      setting: 'secret',
    });
  });

  it.each(LIBRARIES)('is at home on either library: $name', async (primitives) => {
    const algorithm = 'ecdsa-secp256k1-sha256';
    const local = new LocalRawSigner({ seed: 'held', quiet: true });
    const headers = await signerWith(local, algorithm, { primitives }).headers(request);
    const { bytes } = await local.getPublicKey({ algorithm: 'ecdsa-secp256k1', id: 'arn:key' });
    const key = publicKeyOf(algorithm, bytes);
    const text = headers['X-FBAPI-SIGNATURE'];
    expect(oracleVerifies(message, text, { algorithm, ...scheme }, key)).toBe(true);
  });
});

describe('a key of the custody', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ ledgerCloseMs: 0, approvals: 'manual' });
  });
  afterAll(() => sandbox.stop());

  it('signs a request once the custody lets it, and is asked only once', async () => {
    const { apiKey, apiSecret, url } = sandbox.custody;
    const polling = { firstMs: 5, factor: 1, maxMs: 5 };
    const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath: url, polling });
    const algorithm = 'ecdsa-secp256k1-sha256';
    const key = { algorithm: 'ecdsa-secp256k1', id: '0', path: { coinType: 1 } } as const;
    const held = signerWith(signer, algorithm, { key });

    const error = await rejectionOf(held.headers(request, { timeoutMs: 100 }));
    expect(error).toMatchObject({ code: 'SIGNATURE_PENDING' });
    const [asked, ...more] = sandbox.custody.transactions;
    expect(more).toEqual([]);
    sandbox.custody.approve(asked?.id ?? '');

    const headers = await held.headers(request);
    const text = headers['X-FBAPI-SIGNATURE'];
    const { bytes } = await signer.getPublicKey(key);
    const publicKey = publicKeyOf(algorithm, bytes);
    expect(oracleVerifies(message, text, { algorithm, ...scheme }, publicKey)).toBe(true);
    expect(sandbox.custody.transactions).toHaveLength(1);
  });
});
