import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ConfigurationError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import {
  ALGORITHMS,
  API_KEY,
  isSigned,
  pairOf,
  SHARED_SECRET,
  signed,
  signerOf,
  verifierOf,
} from '../support/scheme.js';

const V1 = 'network-link.md / Authentication';
const V2 = 'provider-api.md / Signature computation';
const GET = { method: 'GET', path: '/v1/accounts' };
const BASE64 = { preEncoding: 'BASE64', postEncoding: 'BASE64' };

/** Neither end is made with these settings. */
function refused(scheme: Parameters<typeof signerOf>[0]): void {
  expect(() => signerOf(scheme)).toThrow(ConfigurationError);
  expect(() => verifierOf(scheme)).toThrow(ConfigurationError);
}

/** Signs with a key in one written form; checked with node:crypto. */
async function signsWith(algorithm: string, secret: unknown) {
  const scheme = { algorithm, ...BASE64 };
  const sent = await signerOf(scheme, { secret }).headers(GET);
  const message = `${sent['X-FBAPI-TIMESTAMP']}${sent['X-FBAPI-NONCE']}GET/v1/accounts`;
  expect(isSigned(message, sent['X-FBAPI-SIGNATURE'], scheme)).toBe(true);
}

claims('the choice of a scheme', [
  {
    where: `${V2} / post-encoding / URL encoded is not allowed`,
    holds: () =>
      refused({ algorithm: 'hmac-sha256', preEncoding: 'BASE64', postEncoding: 'URL-ENCODED' }),
  },
  ...each(['ecdsa-prime256v1', 'ecdsa-secp256k1'], (curve) =>
    each(['sha512', 'sha3-256'], (hash) => ({
      where: `${V1} / ECDSA / SHA256 only: not ${curve} with ${hash}`,
      holds: () => refused({ algorithm: `${curve}-${hash}`, ...BASE64 }),
    })),
  ),
  ...each(
    ['hmac-md5', 'hmac-sha1', 'rsa-sha1', 'rsa-pss-sha256', 'ecdsa-secp384r1-sha256', 'none'],
    (algorithm) => ({
      where: `${V1} / schemes / none but the listed: ${algorithm}`,
      holds: () => refused({ algorithm, ...BASE64 }),
    }),
  ),
  ...each(['BASE16', 'BASE64URL', 'UTF8', ''], (encoding) => ({
    where: `${V1} / encodings / none but the listed: ${encoding || 'empty'}`,
    holds: () => {
      refused({ algorithm: 'hmac-sha256', preEncoding: encoding, postEncoding: 'BASE64' });
      refused({ algorithm: 'hmac-sha256', preEncoding: 'BASE64', postEncoding: encoding });
    },
  })),
  ...each(ALGORITHMS, ([algorithm, name]): Claim[] => [
    {
      where: `${V2} / the same choice for all requests: ${name} with the other encoding is refused`,
      holds: async () => {
        const scheme = { algorithm, ...BASE64 };
        const [timestamp, nonce] = [String(Date.now()), randomUUID()];
        const signature = signed(`${timestamp}${nonce}GET/v1/accounts`, {
          ...scheme,
          preEncoding: 'HEXSTR',
        });
        const headers = {
          'X-FBAPI-KEY': API_KEY,
          'X-FBAPI-TIMESTAMP': timestamp,
          'X-FBAPI-NONCE': nonce,
          'X-FBAPI-SIGNATURE': signature,
        };
        const answer = await verifierOf(scheme).verify({ ...GET, headers });
        expect(answer).toMatchObject({ ok: false, reason: 'wrong-signature' });
      },
    },
  ]),
]);

const pem = (algorithm: string, type: 'pkcs1' | 'pkcs8' | 'sec1') =>
  pairOf(algorithm)?.privateKey.export({ type, format: 'pem' }).toString();

claims('the secret of a scheme', [
  ...each(['hmac-sha512', 'hmac-sha3-256', 'hmac-sha256'], (algorithm) => ({
    where: `${V1} / ${algorithm} / shared secret, as its text`,
    holds: () => signsWith(algorithm, SHARED_SECRET),
  })),
  ...each(['rsa-sha512', 'rsa-sha3-256', 'rsa-sha256'], (algorithm) => ({
    where: `${V1} / ${algorithm} / private RSA key in PEM form`,
    holds: async () => {
      await signsWith(algorithm, pem(algorithm, 'pkcs1'));
      await signsWith(algorithm, pem(algorithm, 'pkcs8'));
    },
  })),
  ...each(['ecdsa-prime256v1-sha256', 'ecdsa-secp256k1-sha256'], (algorithm): Claim[] => [
    {
      where: `${V1} / ${algorithm} / private ECDSA key in PEM form`,
      holds: async () => {
        await signsWith(algorithm, pem(algorithm, 'sec1'));
        await signsWith(algorithm, pem(algorithm, 'pkcs8'));
      },
    },
    {
      where: `${V1} / ${algorithm} / signature in ASN.1 DER`,
      holds: async () => {
        const sent = await signerOf({ algorithm, ...BASE64 }).headers(GET);
        const bytes = Buffer.from(sent['X-FBAPI-SIGNATURE'], 'base64');
        expect([bytes[0], bytes[1], bytes[2]]).toEqual([0x30, bytes.length - 2, 0x02]);
      },
    },
    {
      where: `${V1} / ${algorithm} / not with a key of the other curve`,
      holds: () => {
        const other = algorithm.includes('secp256k1') ? 'ecdsa-prime256v1' : 'ecdsa-secp256k1';
        const secret = pem(`${other}-sha256`, 'pkcs8');
        expect(() => signerOf({ algorithm, ...BASE64 }, { secret })).toThrow(ConfigurationError);
      },
    },
  ]),
]);

/** A nonce with which the bytes of a signature are text that a header may hold. */
function sendable(algorithm: string, hash: string, timestamp: string) {
  for (;;) {
    const nonce = randomUUID();
    const message = `${timestamp}${nonce}GET/v1/accounts`;
    const bytes = createHmac(hash, SHARED_SECRET).update(message).digest();
    const text = bytes.toString('latin1');
    if (/^[\x21-\x7e\x80-\xff]+$/.test(text)) return { nonce, text, algorithm };
  }
}

claims('post-encoding PLAIN of network link v1', [
  ...each(
    [
      ['hmac-sha256', 'sha256'],
      ['hmac-sha3-256', 'sha3-256'],
    ] as const,
    ([algorithm, hash]) => ({
      where: `${V1} / rule 4 / ${algorithm} / post-encoding PLAIN`,
      holds: async () => {
        const scheme = { algorithm, preEncoding: 'PLAIN', postEncoding: 'PLAIN' };
        const timestamp = Date.now();
        const { nonce, text } = sendable(algorithm, hash, String(timestamp));
        const sent = await signerOf(scheme).headers({ ...GET, timestamp, nonce });
        expect(sent['X-FBAPI-SIGNATURE']).toBe(text);
        const answer = await verifierOf(scheme).verify({ ...GET, headers: { ...sent } });
        expect(answer).toMatchObject({ ok: true });
      },
    }),
  ),
]);
