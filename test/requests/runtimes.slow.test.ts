// Runtimes whose node:crypto is not whole: that of Workers, Bun's, Deno's, and worse ones. What they do
// for real is in test/package/workers.world.test.ts.
import * as crypto from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TRAITS } from '../../src/requests/algorithms.js';
import type { RequestAlgorithm } from '../../src/requests/index.js';
import { thrownBy } from '../support/rejections.js';
import {
  ALGORITHMS,
  keysFor,
  signerOptions,
  vectors,
  verifierOptions,
} from '../support/request-vectors.js';
import { oracleVerifies } from '../support/request-verifier.js';

type Crypto = typeof crypto;
type Changes = { readonly [name in keyof Crypto]?: unknown };

const { request } = vectors;
const { method, path, body } = request;
const MESSAGE = Buffer.from(`${request.timestamp}${request.nonce}${method}${path}${body}`);
const RSA_SHA3 = 'rsa-sha3-256';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The library, as it is loaded in a runtime with this node:crypto. */
async function loadedWith(node: unknown) {
  vi.resetModules();
  // As in Workers of some dates, there are no versions.
  vi.stubGlobal('process', { getBuiltinModule: () => node });
  return import('../../src/requests/index.js');
}

type Library = Awaited<ReturnType<typeof loadedWith>>;

/** Whether an algorithm is done, and rightly, or refused before anything is asked of it. */
async function outcomeOf(library: Library, algorithm: RequestAlgorithm): Promise<string> {
  const { RequestSigner, RequestVerifier, UnsupportedAlgorithmError } = library;
  const newVerifier = () => new RequestVerifier(verifierOptions(algorithm));
  try {
    new RequestSigner(signerOptions(algorithm));
  } catch (error) {
    expect(error).toBeInstanceOf(UnsupportedAlgorithmError);
    expect(error).toMatchObject({ code: 'UNSUPPORTED_ALGORITHM', algorithm });
    expect(thrownBy(newVerifier)).toBeInstanceOf(UnsupportedAlgorithmError);
    return 'unsupported';
  }
  const headers = { ...(await new RequestSigner(signerOptions(algorithm)).headers(request)) };
  const made = headers['X-FBAPI-SIGNATURE'];
  const frozen = vectors.signatures[algorithm].base64.base64;
  if (!algorithm.startsWith('ecdsa')) expect(made).toBe(frozen);
  const scheme = { algorithm, preEncoding: 'base64', postEncoding: 'base64' };
  expect(oracleVerifies(MESSAGE, made, scheme, keysFor(algorithm).key)).toBe(true);
  for (const signature of [made, frozen]) {
    const received = { ...headers, 'X-FBAPI-SIGNATURE': signature };
    expect(await newVerifier().verify({ ...request, headers: received })).toMatchObject({
      ok: true,
    });
    const altered = { ...request, body: `${body} `, headers: received };
    expect(await newVerifier().verify(altered)).toMatchObject({ reason: 'wrong-signature' });
  }
  return 'right';
}

/** What a node:crypto is asked for, by name. */
function watched(node: unknown): { readonly node: unknown; readonly asked: Set<PropertyKey> } {
  const asked = new Set<PropertyKey>();
  const get = (target: object, name: PropertyKey): unknown => {
    asked.add(name);
    return Reflect.get(target, name);
  };
  return { node: new Proxy({ ...(node as object) }, { get }), asked };
}

const HASHES = ['sha256', 'sha512', 'sha3-256'] as const;

/** A node:crypto that has another hash by the name of one, wherever it is asked for. */
function withHashesBy(other: (hash: string) => string): Changes {
  return {
    createHmac: (hash: string, key: crypto.KeyObject) => crypto.createHmac(other(hash), key),
    createHash: (hash: string) => crypto.createHash(other(hash)),
    sign: (hash: string, ...rest: [Buffer, crypto.KeyObject, never]) =>
      crypto.sign(other(hash), ...rest),
    verify: (hash: string, ...rest: [Buffer, crypto.KeyObject, Buffer]) =>
      crypto.verify(other(hash), ...rest),
  };
}

const withoutCurve = (read: typeof crypto.createPublicKey | typeof crypto.createPrivateKey) => {
  return (given: crypto.KeyObject & string) => {
    const key = read(given);
    if (key.asymmetricKeyDetails?.namedCurve === 'secp256k1') throw new Error('Failed to parse');
    return key;
  };
};

const isHigh = (signature: Uint8Array) => {
  const end = Buffer.from(signature).subarray(-32);
  return Buffer.compare(end, Buffer.from(`7f${'f'.repeat(62)}`, 'hex')) > 0;
};

const noSha3 = withHashesBy((hash) => {
  if (hash === 'sha3-256') throw new Error('Digest method not supported');
  return hash;
});

describe('a node:crypto that is not whole', () => {
  it.each<[string, Changes, readonly RequestAlgorithm[]]>([
    [
      'that of Workers',
      {
        ...noSha3,
        createPrivateKey: withoutCurve(crypto.createPrivateKey),
        createPublicKey: withoutCurve(crypto.createPublicKey),
      },
      [RSA_SHA3],
    ],
    [
      "Deno's, which takes no high s",
      {
        verify: (hash: string, message: Buffer, key: crypto.KeyObject, signature: Buffer) =>
          !(key.asymmetricKeyDetails?.namedCurve === 'secp256k1' && isHigh(signature)) &&
          crypto.verify(hash, message, key, signature),
      },
      [],
    ],
    ['one without SHA-3', noSha3, [RSA_SHA3]],
    [
      'one that tells nothing of its keys',
      { createPrivateKey: () => ({ type: 'private' }) },
      [RSA_SHA3],
    ],
    ...(['sha256', 'sha512'] as const).map((missing): [string, Changes, []] => [
      `one without ${missing}`,
      withHashesBy((hash) => {
        if (hash === missing) throw new Error('Digest method not supported');
        return hash;
      }),
      [],
    ]),
  ])('%s: what it lacks comes from elsewhere, or is refused', async (_, changes, refused) => {
    const library = await loadedWith({ ...crypto, ...changes });
    for (const algorithm of ALGORITHMS) {
      const expected = refused.includes(algorithm) ? 'unsupported' : 'right';
      expect([algorithm, await outcomeOf(library, algorithm)]).toEqual([algorithm, expected]);
    }
  });

  it.each([
    'createHmac',
    'createHash',
    'createSecretKey',
    'createPrivateKey',
    'createPublicKey',
    'sign',
    'verify',
    'timingSafeEqual',
    'KeyObject',
  ] as const)('one without %s', async (name) => {
    const needed = ['createPrivateKey', 'createPublicKey', 'sign', 'verify', 'KeyObject'];
    const library = await loadedWith({ ...crypto, [name]: undefined });
    for (const algorithm of ALGORITHMS) {
      const isLeft = algorithm === RSA_SHA3 && needed.includes(name);
      const expected = isLeft ? 'unsupported' : 'right';
      expect([algorithm, await outcomeOf(library, algorithm)]).toEqual([algorithm, expected]);
    }
  });

  const wrong = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 1));
  const bentHmac = (bend: (digest: Buffer) => unknown): Changes => ({
    createHmac: (hash: string, key: crypto.KeyObject) => ({
      update: (message: Buffer) => ({
        digest: () => bend(crypto.createHmac(hash, key).update(message).digest()),
      }),
    }),
  });
  type Signing = [hash: string, message: Buffer, key: crypto.KeyObject];

  it.each<[string, Changes]>([
    ['signs wrongly', { sign: (...args: Signing) => wrong(crypto.sign(...args)) }],
    ['signs with nothing', { sign: () => new Uint8Array() }],
    ['signs with no bytes', { sign: () => undefined }],
    [
      'signs something else',
      {
        sign: (hash: string, _: Buffer, key: crypto.KeyObject) =>
          crypto.sign(hash, Buffer.of(3), key),
      },
    ],
    ['finds every signature right', { verify: () => true }],
    ['finds every signature right, in its own way', { verify: () => 'yes' }],
    ['finds every signature wrong', { verify: () => false }],
    ['has every MAC equal', { timingSafeEqual: () => true }],
    ['has no MAC equal', { timingSafeEqual: () => false }],
    ['makes wrong MACs', bentHmac(wrong)],
    ['makes short MACs', bentHmac((digest) => digest.subarray(0, 4))],
    ['makes long MACs', bentHmac((digest) => Buffer.concat([digest, digest]))],
    ['makes no MACs', bentHmac(() => undefined)],
    ['has SHA-256 for every hash', withHashesBy(() => 'sha256')],
    ['has SHA3-512 for every hash', withHashesBy(() => 'sha3-512')],
    ...HASHES.map((hash): [string, Changes] => [
      `has another hash for ${hash}`,
      withHashesBy((asked) => (asked === hash ? 'sha384' : asked)),
    ]),
  ])('one that %s is not believed', async (_, changes) => {
    const library = await loadedWith({ ...crypto, ...changes });
    for (const algorithm of ALGORITHMS) {
      const outcome = await outcomeOf(library, algorithm);
      if (algorithm !== RSA_SHA3) expect([algorithm, outcome]).toEqual([algorithm, 'right']);
    }
  });

  type Callback = (error: unknown, signature: Buffer) => void;
  it.each<[string, (callback: Callback, signature: Buffer) => void]>([
    ['never comes', () => {}],
    [
      'throws',
      () => {
        throw new Error('callback not supported');
      },
    ],
    ['is wrong', (callback, signature) => callback(null, wrong(signature))],
    ['is too short', (callback) => callback(null, Buffer.alloc(0))],
    ['says undefined of no error', (callback, signature) => callback(undefined, signature)],
  ])('one whose callback %s signs rightly all the same', async (_, answer) => {
    const sign = (...[hash, message, key, callback]: [...Signing, Callback?]) => {
      const signature = crypto.sign(hash, message, key);
      if (callback === undefined) return signature;
      return answer(callback, signature);
    };
    const library = await loadedWith({ ...crypto, sign });
    for (const algorithm of ALGORITHMS) {
      expect([algorithm, await outcomeOf(library, algorithm)]).toEqual([algorithm, 'right']);
    }
  });

  it('of which nothing works is as good as none', async () => {
    const library = await loadedWith({});
    for (const algorithm of ALGORITHMS) {
      const expected = algorithm === RSA_SHA3 ? 'unsupported' : 'right';
      expect([algorithm, await outcomeOf(library, algorithm)]).toEqual([algorithm, expected]);
    }
  });

  it('says of a KeyObject that it needs what is not there', async () => {
    const { RequestSigner } = await loadedWith({ ...crypto, ...noSha3 });
    const secret = crypto.createSecretKey(Buffer.from(vectors.keys.hmac));
    const make = (algorithm: RequestAlgorithm) =>
      new RequestSigner({ ...signerOptions(algorithm), secret });
    expect(thrownBy(() => make('hmac-sha3-256'))).toMatchObject({
      code: 'CONFIGURATION',
      message: 'secret: must be a text; a KeyObject needs a node:crypto that has hmac-sha3-256',
    });
    expect(make('hmac-sha512')).toBeDefined();
    // What nothing here can do is said before the key is looked at.
    expect(thrownBy(() => make(RSA_SHA3))).toMatchObject({ code: 'UNSUPPORTED_ALGORITHM' });
  });
});

describe('a key that another holds', () => {
  const held = (algorithm: RequestAlgorithm) => {
    const keyAlgorithm = TRAITS[algorithm].keyAlgorithm;
    const signer = {
      capabilities: {
        algorithms: [keyAlgorithm],
        remembers: false,
        mayPend: false,
        maxMessages: 1,
        maxMessageBytes: 65_536,
        maxPayloadBytes: 65_536,
      },
      getPublicKey: () => Promise.reject(new Error('must not be asked')),
      sign: () => Promise.resolve([{ encoding: 'bytes', bytes: new Uint8Array(32) } as const]),
    };
    const { secret: _, ...options } = signerOptions(algorithm);
    return { ...options, signer, key: { algorithm: keyAlgorithm, id: 'a' } };
  };

  it('is refused at once where its signatures could not be verified', async () => {
    const library = await loadedWith({ ...crypto, ...noSha3 });
    const { RequestSigner, ResponseSigner, UnsupportedAlgorithmError } = library;
    const { apiKey: _, ...scheme } = held(RSA_SHA3);
    const signers = [() => new RequestSigner(held(RSA_SHA3)), () => new ResponseSigner(scheme)];
    for (const make of signers) {
      const error = thrownBy(make);
      expect(error).toBeInstanceOf(UnsupportedAlgorithmError);
      expect(error).toMatchObject({ algorithm: RSA_SHA3 });
    }
    for (const algorithm of ALGORITHMS) {
      if (algorithm !== RSA_SHA3) expect(new RequestSigner(held(algorithm))).toBeDefined();
    }
    const whole = await loadedWith(crypto);
    expect(new whole.RequestSigner(held(RSA_SHA3))).toBeDefined();
  });

  it('needs no WebCrypto where nothing is verified by it', async () => {
    const { RequestSigner, UnsupportedAlgorithmError } = await loadedWith(undefined);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues });
    const made = await new RequestSigner(held('hmac-sha3-256')).headers(request);
    expect(made['X-FBAPI-SIGNATURE']).toBe(Buffer.alloc(32).toString('base64'));
    const error = thrownBy(() => new RequestSigner(held('rsa-sha256')));
    expect(error).toBeInstanceOf(UnsupportedAlgorithmError);
  });
});

describe('what a runtime can do', () => {
  it('is asked algorithm by algorithm, once, and not on import', async () => {
    const { node, asked } = watched(crypto);
    const { RequestSigner, RequestVerifier } = await loadedWith(node);
    expect([...asked]).toEqual([]);

    new RequestSigner(signerOptions('hmac-sha512'));
    expect(asked).toContain('createHmac');
    expect(asked).not.toContain('createPrivateKey');
    expect(asked).not.toContain('createHash');

    asked.clear();
    new RequestSigner(signerOptions('hmac-sha512'));
    new RequestVerifier(verifierOptions('hmac-sha512'));
    expect([...asked].sort()).toEqual(['KeyObject', 'createSecretKey']);

    asked.clear();
    new RequestVerifier(verifierOptions('rsa-sha512'));
    expect(asked).toContain('sign');
    asked.clear();
    new RequestVerifier(verifierOptions('rsa-sha512'));
    expect([...asked].sort()).toEqual(['KeyObject', 'createPublicKey']);
  });

  it('is everything on Node, KeyObjects included', async () => {
    const { node } = watched(crypto);
    const { RequestSigner, RequestVerifier } = await loadedWith(node);
    for (const algorithm of ALGORITHMS) {
      const { secret, key } = keysFor(algorithm);
      const shared = crypto.createSecretKey(Buffer.from(secret));
      const isShared = algorithm.startsWith('hmac');
      const signer = new RequestSigner({
        ...signerOptions(algorithm),
        secret: isShared ? shared : crypto.createPrivateKey(secret),
      });
      const verifier = new RequestVerifier({
        ...verifierOptions(algorithm),
        keys: { 'key-1': isShared ? shared : crypto.createPublicKey(key) },
      });
      const headers = { ...(await signer.headers(request)) };
      expect(await verifier.verify({ ...request, headers })).toMatchObject({ ok: true });
    }
  });

  it('without WebCrypto is what noble does by itself', async () => {
    const library = await loadedWith(undefined);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues });
    const { RequestSigner, UnsupportedAlgorithmError } = library;
    for (const algorithm of ALGORITHMS) {
      const make = () => new RequestSigner(signerOptions(algorithm));
      if (algorithm !== 'hmac-sha3-256' && algorithm !== 'ecdsa-secp256k1-sha256') {
        expect(thrownBy(make)).toBeInstanceOf(UnsupportedAlgorithmError);
        continue;
      }
      const made = (await make().headers(request))['X-FBAPI-SIGNATURE'];
      const scheme = { algorithm, preEncoding: 'base64', postEncoding: 'base64' };
      expect(oracleVerifies(MESSAGE, made, scheme, keysFor(algorithm).key)).toBe(true);
    }
  });
});
