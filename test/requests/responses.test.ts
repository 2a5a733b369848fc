import { describe, expect, it } from 'vitest';
import { RequestSigner, ResponseSigner, ResponseVerifier } from '../../src/requests/index.js';
import { rejectionOf } from '../support/rejections.js';
import { ALGORITHMS, keysFor, signerOptions, vectors } from '../support/request-vectors.js';
import { oracleVerifies } from '../support/request-verifier.js';

const { request: sent } = vectors;
const ANSWER = '{"status":"Approved"}';
const HEADER = 'X-PROVIDER-SIGNATURE';

async function answered(algorithm: (typeof ALGORITHMS)[number]) {
  const {
    apiKey: _,
    secret,
    ...scheme
  } = signerOptions(algorithm, {
    preEncoding: 'url-encoded',
  });
  const requestHeaders = await new RequestSigner(signerOptions(algorithm)).headers(sent);
  const request = { method: sent.method, path: sent.path, headers: { ...requestHeaders } };
  const headers = await new ResponseSigner({ ...scheme, secret }).headers(request, ANSWER);
  const verifier = new ResponseVerifier({ ...scheme, key: keysFor(algorithm).key });
  return { request, headers, verifier };
}

describe('signed responses', () => {
  it.each(ALGORITHMS)('%s: are verified with the request that they answer', async (algorithm) => {
    const { request, headers, verifier } = await answered(algorithm);
    expect(await verifier.verify({ request, headers, body: ANSWER })).toEqual({ ok: true });
    const message = `${sent.timestamp}${sent.nonce}${sent.method}${sent.path}${ANSWER}`;
    const scheme = { algorithm, preEncoding: 'url-encoded', postEncoding: 'base64' };
    const { key } = keysFor(algorithm);
    expect(oracleVerifies(Buffer.from(message), headers[HEADER], scheme, key)).toBe(true);
  });

  it('are refused for another body, another request, or without their header', async () => {
    const { request, headers, verifier } = await answered('rsa-sha512');
    const wrong = { ok: false, reason: 'wrong-signature', header: HEADER };
    expect(await verifier.verify({ request, headers, body: '{}' })).toEqual(wrong);
    const other = { ...request, headers: { ...request.headers, 'X-FBAPI-NONCE': 'other' } };
    expect(await verifier.verify({ request: other, headers, body: ANSWER })).toEqual(wrong);
    const missing = { ok: false, reason: 'missing-header', header: HEADER };
    expect(await verifier.verify({ request, headers: {}, body: ANSWER })).toEqual(missing);
    const malformed = { [HEADER]: '?' };
    expect(await verifier.verify({ request, headers: malformed, body: ANSWER })).toMatchObject({
      reason: 'malformed-signature',
    });
    for (const header of ['X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE']) {
      const without = { ...request, headers: { ...request.headers, [header]: undefined } };
      const answer = await verifier.verify({ request: without, headers, body: ANSWER });
      expect(answer).toEqual({ ok: false, reason: 'missing-header', header });
    }
  });

  it('are refused where request or response are not as they were sent', async () => {
    const { request, headers, verifier } = await answered('rsa-sha512');
    const noPath = { ...request, path: 'capabilities' };
    const malformed = await verifier.verify({ request: noPath, headers, body: ANSWER });
    expect(malformed).toEqual({ ok: false, reason: 'malformed-request' });
    const parsed = JSON.parse(ANSWER);
    const answer = await verifier.verify({ request, headers, body: parsed });
    expect(answer).toEqual({ ok: false, reason: 'body-not-raw' });
  });

  it('are over whatever the two sides agreed on', async () => {
    const { apiKey: _, secret, ...options } = signerOptions('hmac-sha256');
    const message = ({ body }: { body?: unknown }) => Buffer.from(`only the body: ${body}`);
    const { request } = await answered('hmac-sha256');
    const signer = new ResponseSigner({ ...options, secret, message });
    const headers = await signer.headers(request, ANSWER);
    const { key } = keysFor('hmac-sha256');
    const response = { request, headers, body: ANSWER };
    expect(await new ResponseVerifier({ ...options, key, message }).verify(response)).toEqual({
      ok: true,
    });
    expect(await new ResponseVerifier({ ...options, key }).verify(response)).toMatchObject({
      ok: false,
    });
  });

  it('are not made for what is no request', async () => {
    const { apiKey: _, ...options } = signerOptions('hmac-sha256');
    const request = { method: 'GET', path: '/', headers: {} };
    expect(await rejectionOf(new ResponseSigner(options).headers(request))).toMatchObject({
      field: 'request',
    });
  });
});
