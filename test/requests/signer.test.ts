import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, InvalidInputError } from '../../src/core/errors.js';
import {
  RequestSigner,
  type RequestSignerOptions,
  RequestVerifier,
  SignatureNotSendableError,
} from '../../src/requests/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { signerOptions, vectors, verifierOptions } from '../support/request-vectors.js';
import { oracleVerifier } from '../support/request-verifier.js';

const { hmac, rsa } = vectors.keys;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const newSigner = (options: Partial<RequestSignerOptions> = {}): RequestSigner =>
  new RequestSigner({ ...signerOptions('hmac-sha512'), ...options } as RequestSignerOptions);

const GET = { method: 'GET', path: '/capabilities' };

describe('the headers of a request', () => {
  it('name whole milliseconds, whatever the clock counts in', async () => {
    const clock = { now: () => 1_700_000_000_123.9, sleep: () => Promise.resolve() };
    const headers = await newSigner({ clock }).headers({ method: 'GET', path: '/v1/a' });
    expect(headers['X-FBAPI-TIMESTAMP']).toBe('1700000000123');
  });

  it('are four, with the time of the clock and a nonce of their own', async () => {
    const clock = new FakeClock();
    const signer = newSigner({ clock });
    const first = await signer.headers(GET);
    const second = await signer.headers(GET);
    expect(Object.keys(first)).toEqual([
      'X-FBAPI-KEY',
      'X-FBAPI-TIMESTAMP',
      'X-FBAPI-NONCE',
      'X-FBAPI-SIGNATURE',
    ]);
    expect(first['X-FBAPI-KEY']).toBe('key-1');
    expect(first['X-FBAPI-TIMESTAMP']).toBe(String(clock.now()));
    expect(first['X-FBAPI-NONCE']).toMatch(UUID);
    expect(second['X-FBAPI-NONCE']).not.toBe(first['X-FBAPI-NONCE']);
    expect(second['X-FBAPI-SIGNATURE']).not.toBe(first['X-FBAPI-SIGNATURE']);
  });

  it('have the nonce that they are given, or that comes from where the signer is told', async () => {
    const nonce = () => '11111111-1111-4111-8111-111111111111';
    expect(await newSigner({ nonce }).headers(GET)).toMatchObject({ 'X-FBAPI-NONCE': nonce() });
    const given = await newSigner({ nonce }).headers({ ...GET, nonce: 'mine', timestamp: 1 });
    expect(given).toMatchObject({ 'X-FBAPI-NONCE': 'mine', 'X-FBAPI-TIMESTAMP': '1' });
  });

  it('sign a method in upper case, whatever case it comes in', async () => {
    const fixed = { ...vectors.request, method: 'post' };
    expect(await newSigner({ preEncoding: 'plain' }).headers(fixed)).toMatchObject({
      'X-FBAPI-SIGNATURE': vectors.signatures['hmac-sha512'].plain.base64,
    });
  });

  it('sign bytes as they sign the text that they are, and nothing as an empty text', async () => {
    const { request } = vectors;
    const bytes = { ...request, body: Buffer.from(request.body) };
    const signer = newSigner();
    expect(await signer.headers(bytes)).toEqual(await signer.headers(request));
    const { body: _, ...none } = request;
    expect(await signer.headers({ ...none, body: '' })).toEqual(await signer.headers(none));
  });

  it.each([
    ['an empty method', { method: '' }, 'method'],
    ['a method with a digit', { method: 'GET1' }, 'method'],
    ['a path without its slash', { path: 'capabilities' }, 'path'],
    ['a whole URL', { path: 'https://provider/capabilities' }, 'path'],
    ['a blank in the path', { path: '/a b' }, 'path'],
    ['a letter that has to be escaped', { path: '/é' }, 'path'],
    ['a fragment', { path: '/a#b' }, 'path'],
    ['a dot segment', { path: '/a/../b' }, 'path'],
    ['an escaped dot segment', { path: '/a/%2e%2e/b' }, 'path'],
    ['a backslash', { path: '/a\\b' }, 'path'],
    ['a quote that clients escape in a query', { path: "/a?b='c'" }, 'path'],
    ['a parsed body', { method: 'POST', body: { amount: 1 } }, 'body'],
    ['a body of a GET', { body: 'a' }, 'body'],
    ['a timestamp with a fraction', { timestamp: 1.5 }, 'timestamp'],
    ['a timestamp that is none', { timestamp: Number.NaN }, 'timestamp'],
    ['a negative timestamp', { timestamp: -1 }, 'timestamp'],
    ['an empty nonce', { nonce: '' }, 'nonce'],
    ['a nonce with a line break', { nonce: 'a\nb' }, 'nonce'],
    ['a nonce with a comma', { nonce: 'a,b' }, 'nonce'],
  ])('are not made for %s', async (_, change, field) => {
    const request = { ...GET, ...(change as Partial<typeof GET>) };
    const error = await rejectionOf(newSigner().headers(request));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
  });
});

describe('base path and path prefix', () => {
  it.each([
    ['/v2', '/v2/capabilities?limit=2', '/capabilities?limit=2'],
    ['/v2/', '/v2/capabilities', '/capabilities'],
    ['/', '/capabilities', '/capabilities'],
    ['/a/b', '/a/b?c=d', '?c=d'],
  ])('%s is left out of %s', async (basePath, path, signed) => {
    const at = { timestamp: vectors.request.timestamp, nonce: vectors.request.nonce };
    const headers = await newSigner({ basePath }).headers({ method: 'GET', path, ...at });
    const check = oracleVerifier({
      ...signerOptions('hmac-sha512'),
      keys: { 'key-1': hmac },
      now: () => at.timestamp,
    });
    const lower = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]));
    expect(check({ method: 'GET', url: signed, headers: lower })).toBe('key-1');
  });

  it('a prefix is put in front, on both sides', async () => {
    const rules = { basePath: '/api', pathPrefix: '/fireblocks' };
    const request = { method: 'GET', path: '/api/v1/accounts' };
    const { timestamp } = vectors.request;
    const headers = { ...(await newSigner(rules).headers({ ...request, timestamp })) };
    const same = await new RequestVerifier({ ...verifierOptions('hmac-sha512'), ...rules }).verify({
      ...request,
      headers,
    });
    expect(same).toMatchObject({ ok: true });
    const direct = await new RequestVerifier(verifierOptions('hmac-sha512')).verify({
      ...request,
      path: '/fireblocks/v1/accounts',
      headers,
    });
    expect(direct).toMatchObject({ ok: true });
  });

  it('a path outside of the base path is not signed', async () => {
    for (const path of ['/v1/accounts', '/v22/accounts', '/']) {
      const error = await rejectionOf(newSigner({ basePath: '/v2' }).headers({ ...GET, path }));
      expect(error).toMatchObject({ field: 'path' });
    }
  });

  it.each(['v2', 'https://provider/v2', '/v2?a=b', '/v 2'])('%j is no base path', (basePath) => {
    expect(thrownBy(() => newSigner({ basePath }))).toMatchObject({ setting: 'basePath' });
  });
});

describe('the settings', () => {
  it.each([
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: 'a\nb' }],
    ['apiKey', { apiKey: undefined }],
    ['algorithm', { algorithm: 'hmac-md5' }],
    ['algorithm', { algorithm: 'toString' }],
    ['preEncoding', { preEncoding: undefined }],
    ['preEncoding', { preEncoding: 'PLAIN ' }],
    ['postEncoding', { postEncoding: 'url-encoded' }],
    ['plainBytes', { postEncoding: 'plain', plainBytes: 'utf8' }],
    ['base32Case', { base32Case: 'mixed' }],
    ['secret', { secret: undefined }],
  ])('name %s when it is wrong: %j', (setting, change) => {
    const error = thrownBy(() => newSigner(change as Partial<RequestSignerOptions>));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting });
  });

  it.each([
    [{ algorithm: 'HMAC-SHA512', preEncoding: 'BASE64', postEncoding: 'HexStr' }, 'hexstr'],
    [{ algorithm: 'HMAC-SHA3_256', preEncoding: 'HEXSTR', postEncoding: 'Base58' }, 'base58'],
    [{ algorithm: 'HMAC_SHA256', preEncoding: 'URL encoded', postEncoding: 'BASE32' }, 'base32'],
    [{ algorithm: 'hmac-sha256', preEncoding: 'PLAIN', postEncoding: 'Base64' }, 'base64'],
  ])('take names as documents and forms write them: %j', async (written, postEncoding) => {
    const lower = (text: string) => text.toLowerCase().replace(/[ _]/g, '-');
    const listed = {
      algorithm: lower(written.algorithm),
      preEncoding: lower(written.preEncoding),
      postEncoding,
    };
    const { request } = vectors;
    const options = written as Partial<RequestSignerOptions>;
    const headers = await newSigner(options).headers(request);
    expect(headers).toEqual(
      await newSigner(listed as Partial<RequestSignerOptions>).headers(request),
    );
  });

  it('are written so by verifiers as well', async () => {
    const scheme = {
      algorithm: 'HMAC-SHA3_256',
      preEncoding: 'HexStr',
      postEncoding: 'BASE64',
    } as const;
    const signer = newSigner({ ...scheme, secret: 'a shared secret' });
    const verifier = new RequestVerifier({ ...scheme, keys: { 'key-1': 'a shared secret' } });
    const headers = { ...(await signer.headers(GET)) };
    expect(await verifier.verify({ ...GET, headers })).toEqual({ ok: true, apiKey: 'key-1' });
  });
});

describe('post-encoding plain', () => {
  const scheme = { preEncoding: 'plain', postEncoding: 'plain' } as const;

  it('is sent where a header can carry the bytes, and refused with a reason where not', async () => {
    const signer = newSigner({ ...signerOptions('hmac-sha256'), ...scheme });
    const { timestamp } = vectors.request;
    const verifier = new RequestVerifier({ ...verifierOptions('hmac-sha256'), ...scheme });
    let refused = 0;
    let sent = 0;
    for (let count = 0; sent < 3; count++) {
      const request = {
        ...GET,
        timestamp,
        nonce: `7b5d8f3e-0e7e-4f94-a199-${String(count).padStart(12, '0')}`,
      };
      try {
        const headers = new Headers({ ...(await signer.headers(request)) });
        expect(await verifier.verify({ ...GET, headers })).toMatchObject({ ok: true });
        sent++;
      } catch (error) {
        expect(error).toBeInstanceOf(SignatureNotSendableError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(3);
  });
});

describe('sign(Request)', () => {
  it('gives a copy that a provider accepts as it comes off the wire', async () => {
    const check = oracleVerifier({
      ...signerOptions('rsa-sha256', { preEncoding: 'hexstr' }),
      keys: { 'key-1': createPublicKey(rsa.spki) },
      basePath: '/v2',
    });
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      try {
        response.end(`${check(request, Buffer.concat(chunks))} ${request.headers['x-mine']}`);
      } catch (error) {
        response.end(String(error));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
    const signer = newSigner({
      ...signerOptions('rsa-sha256', { preEncoding: 'hexstr' }),
      basePath: '/v2',
    });
    const headers = { 'content-type': 'application/json', 'x-mine': 'kept' };
    try {
      for (const request of [
        new Request(`${base}/accounts?note=a b&q='é'&braces={}#part`, { headers }),
        new Request(`${base}/accounts/1/quotes`, {
          method: 'POST',
          body: '{"note":"h\u00e9llo \u{1F600}"}',
          headers,
        }),
        new Request(`${base}/accounts/1`, { method: 'delete', headers }),
        new Request(`${base}/a/./b/../c`, {
          method: 'PATCH',
          body: new Uint8Array([255, 0]),
          headers,
        }),
        new Request(`${base}/empty`, { method: 'POST', body: '', headers }),
      ]) {
        const signed = await signer.sign(request);
        expect(request.headers.has('X-FBAPI-KEY')).toBe(false);
        expect(request.bodyUsed).toBe(false);
        expect(signed.redirect).toBe('manual');
        expect(await (await fetch(signed)).text()).toBe('key-1 kept');
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('puts its headers in the place of old ones', async () => {
    const signer = newSigner();
    const once = await signer.sign(new Request('http://provider/capabilities'));
    const twice = await signer.sign(once);
    expect(twice.headers.get('x-fbapi-nonce')).not.toBe(once.headers.get('x-fbapi-nonce'));
    expect(twice.headers.get('x-fbapi-key')).toBe('key-1');
  });
});

describe('the platform signature', () => {
  it('is RSA with SHA-512 over the message without pre-encoding, in base64', async () => {
    const signer = newSigner({
      preEncoding: 'base58',
      platformSecret: createPrivateKey(rsa.pkcs8),
    });
    const { request } = vectors;
    const { timestamp, nonce, method, path, body } = request;
    const headers = await signer.headers(request);
    const message = Buffer.from(`${timestamp}${nonce}${method}${path}${body}`);
    const signature = Buffer.from(headers['X-FB-PLATFORM-SIGNATURE'] ?? '', 'base64');
    expect(verify('sha512', message, rsa.spki, signature)).toBe(true);
    expect(headers['X-FB-PLATFORM-SIGNATURE']).toBe(vectors.signatures['rsa-sha512'].plain.base64);
  });

  it('stays away from calls that are not off-exchange', async () => {
    const signer = newSigner({ platformSecret: rsa.pkcs1 });
    const headers = await signer.headers({ ...GET, platformSignature: false });
    expect(headers).not.toHaveProperty('X-FB-PLATFORM-SIGNATURE');
  });

  it('names its own setting when its key is wrong', () => {
    expect(thrownBy(() => newSigner({ platformSecret: hmac }))).toMatchObject({
      setting: 'platformSecret',
    });
  });
});
