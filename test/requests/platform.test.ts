import { describe, expect, it } from 'vitest';
import {
  PlatformSignatureVerifier,
  type PlatformSignatureVerifierOptions,
  RequestSigner,
} from '../../src/requests/index.js';
import { thrownBy } from '../support/rejections.js';
import { LIBRARIES, signerOptions, vectors } from '../support/request-vectors.js';
import { rsaKeys } from '../support/rsa-keys.js';

const { rsa } = vectors.keys;
const stranger = rsaKeys('stranger');
const CALL = {
  method: 'POST',
  path: '/v2/accounts/1/collateral/2/intents/deposits',
  body: '{"amount":"1"}',
};

async function signedHeaders(): Promise<Record<string, string>> {
  const signer = new RequestSigner({
    ...signerOptions('hmac-sha512'),
    basePath: '/v2',
    platformSecret: rsa.pkcs8,
  });
  return { ...(await signer.headers(CALL)) };
}

const HEADER = 'X-FB-PLATFORM-SIGNATURE';
const refused = (reason: string, header: string = HEADER) => ({ ok: false, reason, header });

describe.each(LIBRARIES)('the platform signature ($name)', (primitives) => {
  const newVerifier = (options: Partial<PlatformSignatureVerifierOptions> = {}) =>
    new PlatformSignatureVerifier({
      publicKeys: [rsa.spki],
      basePath: '/v2',
      primitives,
      ...options,
    });

  it('is accepted when any of the keys made it', async () => {
    const strangers = stranger.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const headers = await signedHeaders();
    for (const publicKeys of [[rsa.spki], [strangers, rsa.publicPkcs1]]) {
      const answer = await newVerifier({ publicKeys }).verify({ ...CALL, headers });
      expect(answer).toEqual({ ok: true, signed: true });
    }
    const answer = await newVerifier({ publicKeys: [strangers] }).verify({ ...CALL, headers });
    expect(answer).toEqual(refused('wrong-signature'));
  });

  it('is refused when anything of the message changed', async () => {
    const headers = await signedHeaders();
    for (const change of [
      { body: '{"amount":"2"}' },
      { path: `${CALL.path}?a` },
      { method: 'PUT' },
      { headers: { ...headers, 'X-FBAPI-TIMESTAMP': '1' } },
      { headers: { ...headers, 'X-FBAPI-NONCE': '1' } },
    ]) {
      expect(await newVerifier().verify({ ...CALL, headers, ...change })).toEqual(
        refused('wrong-signature'),
      );
    }
    const malformed = { ...headers, [HEADER]: 'no base64' };
    expect(await newVerifier().verify({ ...CALL, headers: malformed })).toEqual(
      refused('malformed-signature'),
    );
    for (const name of ['X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE']) {
      const without = { ...headers, [name]: '' };
      expect(await newVerifier().verify({ ...CALL, headers: without })).toEqual(
        refused('missing-header', name),
      );
    }
  });

  it('is that of a request', async () => {
    const headers = await signedHeaders();
    const parsed = { amount: '1' };
    for (const [change, reason] of [
      [{ body: parsed }, 'body-not-raw'],
      [{ path: '/v1/accounts' }, 'outside-base-path'],
    ] as const) {
      const call = { ...CALL, headers, ...change };
      // @ts-expect-error Plain JavaScript may give what a parser made of the body.
      expect(await newVerifier().verify(call)).toEqual({ ok: false, reason });
    }
  });

  it.each([
    ['required', undefined, refused('missing-header')],
    ['required', '', refused('missing-header')],
    ['required', 'AAAA', refused('wrong-signature')],
    ['when-present', undefined, { ok: true, signed: false }],
    ['when-present', '', { ok: true, signed: false }],
    ['when-present', 'AAAA', refused('wrong-signature')],
    ['when-present', 'AAAA, AAAA', refused('duplicate-header')],
    ['off', undefined, { ok: true, signed: false }],
    ['off', 'AAAA', { ok: true, signed: false }],
  ] as const)('%s, with %j as the header', async (enforcement, value, answer) => {
    const headers = { ...(await signedHeaders()), [HEADER]: value };
    expect(await newVerifier({ enforcement }).verify({ ...CALL, headers })).toEqual(answer);
  });

  it('names the setting that is wrong', () => {
    const wrong = (options: object) => thrownBy(() => newVerifier(options));
    expect(wrong({ publicKeys: [] })).toMatchObject({ setting: 'publicKeys' });
    expect(wrong({ publicKeys: rsa.spki })).toMatchObject({ setting: 'publicKeys' });
    expect(wrong({ publicKeys: [rsa.pkcs8] })).toMatchObject({ setting: 'publicKeys' });
    expect(wrong({ enforcement: 'maybe' })).toMatchObject({ setting: 'enforcement' });
    expect(newVerifier({ publicKeys: [], enforcement: 'off' })).toBeDefined();
  });
});
