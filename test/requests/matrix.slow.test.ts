import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type RequestAlgorithm,
  RequestSigner,
  RequestVerifier,
  UnsupportedAlgorithmError,
  webPrimitives,
} from '../../src/requests/index.js';
import { thrownBy } from '../support/rejections.js';
import {
  ALGORITHMS,
  algorithmsOf,
  keysFor,
  LIBRARIES,
  POST_ENCODINGS,
  PRE_ENCODINGS,
  signerOptions,
  vectors,
  verifierOptions,
} from '../support/request-vectors.js';
import { asText, oracleSignature, oracleVerifies } from '../support/request-verifier.js';

const { request } = vectors;
const { method, path, body } = request;
const message = Buffer.from(`${request.timestamp}${request.nonce}${method}${path}${body}`);

const isDeterministic = (algorithm: RequestAlgorithm) => !algorithm.startsWith('ecdsa-');
const oracleKey = (algorithm: RequestAlgorithm, kind: 'secret' | 'key') => {
  const text = keysFor(algorithm)[kind];
  if (algorithm.startsWith('hmac-')) return text;
  return kind === 'secret' ? createPrivateKey(text) : createPublicKey(text);
};

/** Every way of signing that a library has. */
const combinations = LIBRARIES.flatMap((primitives) =>
  algorithmsOf(primitives).flatMap((algorithm) =>
    PRE_ENCODINGS.flatMap((preEncoding) =>
      POST_ENCODINGS.map((postEncoding) => ({
        library: primitives.name,
        primitives,
        algorithm,
        preEncoding,
        postEncoding,
      })),
    ),
  ),
);

describe('the matrix of algorithms and encodings', () => {
  it('is whole', () => {
    expect(combinations).toHaveLength((8 + 7) * 6 * 4);
  });

  it.each(combinations)(
    '$library, $algorithm, $preEncoding, $postEncoding: signs what OpenSSL accepts, and accepts the frozen signature',
    async ({ primitives, algorithm, preEncoding, postEncoding }) => {
      const scheme = { algorithm, preEncoding, postEncoding };
      const frozen = vectors.signatures[algorithm][preEncoding][postEncoding];
      const signer = new RequestSigner({ ...signerOptions(algorithm, scheme), primitives });
      const headers = await signer.headers(request);
      const text = headers['X-FBAPI-SIGNATURE'];

      expect(oracleVerifies(message, text, scheme, oracleKey(algorithm, 'key'))).toBe(true);
      if (isDeterministic(algorithm)) {
        expect(text).toBe(frozen);
        const bare = oracleSignature(message, scheme, oracleKey(algorithm, 'secret'));
        expect(text).toBe(asText(bare, scheme));
      }

      // Each library verifies its own, the other's, and the one that was made long ago.
      for (const other of LIBRARIES.filter((each) => algorithmsOf(each).includes(algorithm))) {
        for (const signature of [text, frozen]) {
          const verifier = new RequestVerifier({
            ...verifierOptions(algorithm, scheme),
            primitives: other,
          });
          const received = { ...headers, 'X-FBAPI-SIGNATURE': signature };
          expect(await verifier.verify({ method, path, body, headers: received })).toEqual({
            ok: true,
            apiKey: 'key-1',
          });
        }
      }
    },
  );

  it.each(['lower', 'upper'] as const)(
    'writes base32 in %s case, and reads either',
    async (base32Case) => {
      const scheme = { preEncoding: 'base32', postEncoding: 'base32', base32Case } as const;
      const signer = new RequestSigner({ ...signerOptions('hmac-sha256'), ...scheme });
      const headers = await signer.headers(request);
      const text = headers['X-FBAPI-SIGNATURE'];
      const oracle = { ...scheme, algorithm: 'hmac-sha256' };
      expect(text).toBe(asText(oracleSignature(message, oracle, vectors.keys.hmac), oracle));
      for (const spelling of [text.toLowerCase(), text.toUpperCase()]) {
        const verifier = new RequestVerifier({ ...verifierOptions('hmac-sha256'), ...scheme });
        const received = { ...headers, 'X-FBAPI-SIGNATURE': spelling };
        expect(await verifier.verify({ ...request, headers: received })).toMatchObject({
          ok: true,
        });
      }
    },
  );
});

describe('both ends of the matrix', () => {
  it('gives different signatures for different pre-encodings and algorithms', () => {
    const all = ALGORITHMS.flatMap((algorithm) =>
      PRE_ENCODINGS.map((pre) => vectors.signatures[algorithm][pre].hexstr),
    );
    expect(new Set(all).size).toBe(48);
  });

  it.each(ALGORITHMS)('%s: another algorithm, encoding or key is refused', async (algorithm) => {
    const signer = new RequestSigner(signerOptions(algorithm));
    const headers = { ...(await signer.headers(request)) };
    const other = ALGORITHMS.find(
      (each) => each !== algorithm && each.split('-')[0] === algorithm.split('-')[0],
    );
    if (other === undefined) throw new Error('There is no other.');
    const wrong = { ok: false, reason: 'wrong-signature', header: 'X-FBAPI-SIGNATURE' };
    const asked = { method, path, body, headers };
    expect(await new RequestVerifier(verifierOptions(other)).verify(asked)).toEqual(wrong);
    const encoded = verifierOptions(algorithm, { preEncoding: 'hexstr' });
    expect(await new RequestVerifier(encoded).verify(asked)).toEqual(wrong);
  });

  it('refuses RSA with SHA3-256 where there is no node:crypto, with an error that says so', () => {
    const primitives = webPrimitives();
    for (const error of [
      thrownBy(() => new RequestSigner({ ...signerOptions('rsa-sha3-256'), primitives })),
      thrownBy(() => new RequestVerifier({ ...verifierOptions('rsa-sha3-256'), primitives })),
    ]) {
      expect(error).toBeInstanceOf(UnsupportedAlgorithmError);
      expect(error).toMatchObject({ code: 'UNSUPPORTED_ALGORITHM', algorithm: 'rsa-sha3-256' });
    }
  });
});
