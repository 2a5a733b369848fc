import {
  createHash,
  createVerify,
  generateKeyPairSync,
  publicDecrypt,
  randomUUID,
  sign,
} from 'node:crypto';
import { expect } from 'vitest';
import { PlatformSignatureVerifier } from '../../../src/requests/index.js';
import { claims, each } from '../support/claims.js';
import { API_KEY, isSigned, signerOf } from '../support/scheme.js';

const SCHEME = { algorithm: 'hmac-sha512', preEncoding: 'BASE64', postEncoding: 'HEXSTR' };
const PLATFORM = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CALL = { method: 'POST', path: '/accounts/1/collateral/2/addresses', body: '{"a":"é"}' };
const NAME = 'X-FB-PLATFORM-SIGNATURE';

const AT = 'provider-api.md / Platform signature (off-exchange)';

const messageOf = (timestamp: string, nonce: string) =>
  `${timestamp}${nonce}${CALL.method}${CALL.path}${CALL.body}`;

const signer = () => signerOf(SCHEME, { platformSecret: PLATFORM.privateKey });

/** Headers of a call that a platform signed with nothing but the document. */
function documented(edit: Readonly<Record<string, string | undefined>> = {}) {
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const message = Buffer.from(messageOf(timestamp, nonce));
  return {
    'X-FBAPI-KEY': API_KEY,
    'X-FBAPI-TIMESTAMP': timestamp,
    'X-FBAPI-NONCE': nonce,
    [NAME]: sign('sha512', message, PLATFORM.privateKey).toString('base64'),
    ...edit,
  };
}

const verify = (headers: Readonly<Record<string, string | undefined>>, call: object = {}) =>
  new PlatformSignatureVerifier({ publicKeys: [PLATFORM.publicKey] }).verify({
    ...CALL,
    ...call,
    headers,
  });

claims('the platform signature that is made', [
  {
    where: `${AT} / RSA PKCS1v15 with SHA512 over the message, in Base64`,
    holds: async () => {
      const sent = await signer().headers(CALL);
      const text = sent[NAME] ?? '';
      expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      const verifier = createVerify('RSA-SHA512');
      verifier.update(messageOf(sent['X-FBAPI-TIMESTAMP'], sent['X-FBAPI-NONCE']));
      expect(verifier.verify(PLATFORM.publicKey, text, 'base64')).toBe(true);
    },
  },
  {
    where: `${AT} / the hash behind the signature is SHA512 of the message`,
    holds: async () => {
      const sent = await signer().headers(CALL);
      const opened = publicDecrypt(PLATFORM.publicKey, Buffer.from(sent[NAME] ?? '', 'base64'));
      const message = messageOf(sent['X-FBAPI-TIMESTAMP'], sent['X-FBAPI-NONCE']);
      const hash = createHash('sha512').update(message).digest('hex');
      expect(opened.toString('hex').endsWith(hash)).toBe(true);
    },
  },
  {
    where: `${AT} / the message is that of X-FBAPI-SIGNATURE`,
    holds: async () => {
      const sent = await signer().headers(CALL);
      const message = messageOf(sent['X-FBAPI-TIMESTAMP'], sent['X-FBAPI-NONCE']);
      expect(isSigned(message, sent['X-FBAPI-SIGNATURE'], SCHEME)).toBe(true);
    },
  },
  {
    where: `${AT} / only on off-exchange requests`,
    holds: async () => {
      expect(await signerOf(SCHEME).headers(CALL)).not.toHaveProperty(NAME);
      const asked = { ...CALL, platformSignature: false };
      expect(await signer().headers(asked)).not.toHaveProperty(NAME);
    },
  },
]);

claims('the platform signature that is verified', [
  {
    where: `${AT} / valid`,
    holds: async () => expect(await verify(documented())).toEqual({ ok: true, signed: true }),
  },
  {
    where: `${AT} / required`,
    holds: async () => {
      const refused = await verify(documented({ [NAME]: undefined }));
      expect(refused).toMatchObject({ ok: false, reason: 'missing-header', header: NAME });
    },
  },
  ...each(
    [
      ['another body', { body: '{}' }],
      ['another method', { method: 'PUT' }],
      ['another path', { path: '/accounts/2/collateral/2/addresses' }],
      ['another query', { path: `${CALL.path}?limit=1` }],
    ] as const,
    ([what, call]) => ({
      where: `${AT} / not valid for ${what}`,
      holds: async () => {
        expect(await verify(documented(), call)).toMatchObject({ reason: 'wrong-signature' });
      },
    }),
  ),
  ...each(
    [
      ['another timestamp', { 'X-FBAPI-TIMESTAMP': '1700000000000' }],
      ['another nonce', { 'X-FBAPI-NONCE': 'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81' }],
    ] as const,
    ([what, edit]) => ({
      where: `${AT} / not valid for ${what}`,
      holds: async () => {
        expect(await verify(documented(edit))).toMatchObject({ reason: 'wrong-signature' });
      },
    }),
  ),
  {
    where: `${AT} / not valid with another platform’s key`,
    holds: async () => {
      const publicKeys = [OTHER.publicKey];
      const verifier = new PlatformSignatureVerifier({ publicKeys });
      const refused = await verifier.verify({ ...CALL, headers: documented() });
      expect(refused).toMatchObject({ reason: 'wrong-signature' });
    },
  },
  {
    where: `${AT} / not valid in hexadecimal`,
    holds: async () => {
      const headers = documented();
      const hex = Buffer.from(headers[NAME] ?? '', 'base64').toString('hex');
      expect(await verify({ ...headers, [NAME]: hex })).toMatchObject({ ok: false });
    },
  },
  ...each(['sha256', 'sha3-512', 'sha1'], (hash) => ({
    where: `${AT} / not valid with ${hash}`,
    holds: async () => {
      const headers = documented();
      const message = messageOf(headers['X-FBAPI-TIMESTAMP'] ?? '', headers['X-FBAPI-NONCE'] ?? '');
      const made = sign(hash, Buffer.from(message), PLATFORM.privateKey).toString('base64');
      expect(await verify({ ...headers, [NAME]: made })).toMatchObject({
        reason: 'wrong-signature',
      });
    },
  })),
]);
