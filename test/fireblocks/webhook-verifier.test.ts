import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, UnexpectedAnswerError } from '../../src/core/errors.js';
import { type WebhookVerifierOptions, webhookVerifier } from '../../src/fireblocks/index.js';
import { HttpError } from '../../src/handlers.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { detached, KeyServer, legacy, newKey, type WebhookKey } from '../support/webhook-keys.js';

const key = newKey('key-1');
const other = newKey('key-2');
const small = newKey('small', 1024);
const oldKey = newKey('old');

const V2 = JSON.stringify({
  id: 'event-1',
  eventType: 'transaction.status.updated',
  eventVersion: 1,
  resourceId: 'tx',
  workspaceId: 'workspace',
  createdAt: 1_700_000_000_000,
  data: { id: 'tx', status: 'COMPLETED', externalTxId: 'mine' },
});
const V1 = JSON.stringify({
  type: 'TRANSACTION_STATUS_UPDATED',
  tenantId: 'workspace',
  timestamp: 1_700_000_000_000,
  data: { id: 'tx', status: 'COMPLETED' },
});

const received = (body: string, headers: Record<string, string>) => ({
  headers: new Headers(headers),
  body: new TextEncoder().encode(body),
});
const v2 = (body: string, jws: string) => received(body, { 'Fireblocks-Webhook-Signature': jws });
const v1 = (body: string, signature: string) =>
  received(body, { 'Fireblocks-Signature': signature });

function verifierOn(server: KeyServer, options: Partial<WebhookVerifierOptions> = {}) {
  return webhookVerifier({
    keySet: 'https://keys.example/jwks.json',
    legacyKeys: [oldKey.publicKey],
    fetch: server.fetch,
    clock: new FakeClock(),
    ...options,
  });
}

describe('a webhook of version 2', () => {
  it('is read when its signature is right', async () => {
    const event = await verifierOn(new KeyServer(other, key))(v2(V2, detached(V2, key)));
    expect(event).toEqual({
      id: 'event-1',
      type: 'transaction.status.updated',
      createdAt: 1_700_000_000_000,
      workspaceId: 'workspace',
      transaction: expect.objectContaining({ id: 'tx', status: 'COMPLETED', externalTxId: 'mine' }),
      data: { id: 'tx', status: 'COMPLETED', externalTxId: 'mine' },
    });
  });

  const rsa = { privateKey: other.privateKey, kid: key.kid } as WebhookKey;
  const [head = '', , tail = ''] = detached(V2, key).split('.');
  const payload = Buffer.from(V2).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url');
  const hs512 = Buffer.from(JSON.stringify({ alg: 'HS512', kid: key.kid })).toString('base64url');
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
  const mac = createHmac('sha512', pem).update(`${hs512}.${payload}`).digest('base64url');
  const ATTACKS: Record<string, readonly [body: string, jws: string]> = {
    'an altered body': [V2.replace('COMPLETED', 'REJECTED'), detached(V2, key)],
    'a blank more': [`${V2} `, detached(V2, key)],
    'another key under a known id': [V2, detached(V2, rsa)],
    'the id of another known key': [V2, detached(V2, key, { kid: 'key-2' })],
    'an unknown key': [V2, detached(V2, key, { kid: 'key-9' })],
    'no key id': [V2, detached(V2, key, { kid: undefined })],
    'a key of its own': [V2, detached(V2, other, { kid: 'key-9', jwk: other.jwk })],
    'a key set of its own': [
      V2,
      detached(V2, other, { kid: 'key-9', jku: 'https://evil.example/jwks.json' }),
    ],
    'RS256, honestly signed': [V2, detached(V2, key, { alg: 'RS256' }, 'sha256')],
    'RS256 under the name of RS512': [V2, detached(V2, key, {}, 'sha256')],
    'PS512 by name': [V2, detached(V2, key, { alg: 'PS512' })],
    'alg none': [V2, `${none}..`],
    'alg none with a signature': [V2, `${none}..${tail}`],
    'HMAC over the public key': [V2, `${hs512}..${mac}`],
    'critical extensions': [V2, detached(V2, key, { crit: ['b64'], b64: false })],
    'a payload of its own': [V2, `${head}.${payload}.${tail}`],
    'a key too short': [V2, detached(V2, small)],
    'a key for something else': [V2, detached(V2, { ...other, kid: 'encryption' })],
    'a key that is not for verifying': [V2, detached(V2, { ...other, kid: 'signing' })],
    'a key for who knows what': [V2, detached(V2, { ...other, kid: 'nothing' })],
    'nothing like a signature': [V2, 'signature'],
    'an empty signature': [V2, ''],
  };
  it.each(Object.entries(ATTACKS))('is refused with %s', async (_, [body, jws]) => {
    const server = new KeyServer(key, other, small);
    server.keys = [
      ...server.keys,
      { ...other.jwk, kid: 'encryption', use: 'enc' },
      { ...other.jwk, kid: 'signing', key_ops: ['sign'] },
      { ...other.jwk, kid: 'nothing', key_ops: 'verify' },
    ];
    const error = await rejectionOf(verifierOn(server)(v2(body, jws)));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(new Set(server.urls).size).toBeLessThanOrEqual(1);
    expect(server.urls).not.toContain('https://evil.example/jwks.json');
  });

  it.each([
    ['another algorithm', detached(V2, key, { alg: 'RS256' })],
    ['no key id', detached(V2, key, { kid: undefined })],
    ['a payload of its own', `${head}.${payload}.${tail}`],
  ])('is refused with %s before any key is looked for', async (_, jws) => {
    const server = new KeyServer(key);
    expect(await rejectionOf(verifierOn(server)(v2(V2, jws)))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(server.urls).toEqual([]);
  });

  it('is refused without any signature, and with only the other one when that is not configured', async () => {
    const verify = verifierOn(new KeyServer(key), { legacyKeys: [] });
    for (const webhook of [received(V2, {}), v1(V1, legacy(V1, oldKey))]) {
      expect(await rejectionOf(verify(webhook))).toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  it('is decided by version 2 when it carries both signatures', async () => {
    const verify = verifierOn(new KeyServer(key));
    const both = (jws: string, signature: string) =>
      received(V2, { 'fireblocks-webhook-signature': jws, 'fireblocks-signature': signature });
    expect(await verify(both(detached(V2, key), 'wrong'))).toMatchObject({ id: 'event-1' });
    const error = await rejectionOf(verify(both(detached(V1, key), legacy(V2, oldKey))));
    expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('is read with the old signature alone where only that is configured', async () => {
    const verify = webhookVerifier({ legacyKeys: [oldKey.publicKey] });
    const both = received(V2, {
      'fireblocks-webhook-signature': detached(V2, key),
      'fireblocks-signature': legacy(V2, oldKey),
    });
    expect(await verify(both)).toMatchObject({ id: 'event-1' });
  });
});

describe('the set of keys', () => {
  const good = v2(V2, detached(V2, key));
  const unknown = v2(V2, detached(V2, key, { kid: 'key-9' }));

  it('is read when first needed, and again when its time is over', async () => {
    const server = new KeyServer(key);
    const clock = new FakeClock();
    const verify = verifierOn(server, { clock });
    expect(server.urls).toEqual([]);
    await verify(good);
    clock.pass(3_599_000);
    await verify(good);
    expect(server.urls).toEqual(['https://keys.example/jwks.json']);
    clock.pass(1_000);
    await verify(good);
    expect(server.urls).toHaveLength(2);
  });

  it('is read once more for a key that it lacks: keys are rotated', async () => {
    const server = new KeyServer(key);
    const verify = verifierOn(server);
    await verify(good);
    server.keys = [key.jwk, other.jwk];
    await verify(v2(V2, detached(V2, other)));
    await verify(v2(V2, detached(V2, other)));
    expect(server.urls).toHaveLength(2);
  });

  it('is not read without limit for whoever sends unknown keys', async () => {
    const server = new KeyServer(key);
    const clock = new FakeClock();
    const verify = verifierOn(server, { clock, minRefetchMs: 10_000 });
    await verify(good);
    expect(await rejectionOf(verify(unknown))).toMatchObject({ code: 'UNAUTHORIZED' });
    for (let index = 0; index < 50; index += 1) {
      // Perhaps genuine, so the sender is to come again.
      const error = await rejectionOf(verify(unknown));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ retryable: true });
    }
    expect(server.urls).toHaveLength(2);
    await verify(good);
    clock.pass(10_000);
    server.keys = [key.jwk, { ...key.jwk, kid: 'key-9' }];
    await verify(unknown);
    expect(server.urls).toHaveLength(3);
  });

  it('is read once for all who ask at once', async () => {
    const server = new KeyServer(key);
    const verify = verifierOn(server);
    await Promise.all(Array.from({ length: 20 }, () => verify(good)));
    expect(server.urls).toHaveLength(1);
    const refused = Array.from({ length: 20 }, () => rejectionOf(verify(unknown)));
    for (const error of await Promise.all(refused)) {
      expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(server.urls).toHaveLength(2);
  });

  it.each([
    ['is not there', (server: KeyServer) => Object.assign(server, { status: 503 })],
    ['is empty', (server: KeyServer) => Object.assign(server, { keys: [] })],
    [
      'holds nothing usable',
      (server: KeyServer) =>
        Object.assign(server, {
          keys: [null, { kid: 'key-1', kty: 'EC' }, { kty: 'RSA', kid: 'key-1', n: '!', e: '' }],
        }),
    ],
  ])('that %s refuses nothing for good, and is not read for each webhook', async (_, spoil) => {
    const server = new KeyServer(key);
    const clock = new FakeClock();
    const verify = verifierOn(server, { clock, minRefetchMs: 10_000 });
    const { keys } = server;
    spoil(server);
    for (let index = 0; index < 10; index += 1) {
      expect(await rejectionOf(verify(good))).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    }
    expect(server.urls).toHaveLength(1);
    Object.assign(server, { keys, status: 200 });
    clock.pass(10_000);
    await verify(good);
  });

  it('that forbids to be kept is kept a little all the same', async () => {
    const server = new KeyServer(key);
    const clock = new FakeClock();
    const verify = verifierOn(server, { clock, minRefetchMs: 10_000 });
    server.maxAge = 0;
    await verify(good);
    await verify(good);
    expect(server.urls).toHaveLength(1);
    clock.pass(10_000);
    server.maxAge = undefined;
    await verify(good);
    clock.pass(3_599_000);
    await verify(good);
    expect(server.urls).toHaveLength(2);
  });

  it.each([
    ['US', 'https://keys.fireblocks.io/.well-known/jwks.json'],
    ['eu', 'https://eu-keys.fireblocks.io/.well-known/jwks.json'],
    ['EU2', 'https://eu2-keys.fireblocks.io/.well-known/jwks.json'],
    ['sandbox', 'https://sandbox-keys.fireblocks.io/.well-known/jwks.json'],
  ])('of the region %s is at %s', async (keySet, url) => {
    const server = new KeyServer(key);
    await verifierOn(server, { keySet })(good);
    expect(server.urls).toEqual([url]);
  });
});

describe('a webhook of version 1', () => {
  it('is read when its signature is right, by any of the keys', async () => {
    const verify = webhookVerifier({
      legacyKeys: [
        other.publicKey,
        oldKey.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      ],
    });
    const event = await verify(v1(V1, legacy(V1, oldKey)));
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      type: 'TRANSACTION_STATUS_UPDATED',
      createdAt: 1_700_000_000_000,
      workspaceId: 'workspace',
      transaction: expect.objectContaining({ id: 'tx', status: 'COMPLETED' }),
      data: { id: 'tx', status: 'COMPLETED' },
    });
    expect(await verify(v1(V1, legacy(V1, oldKey)))).toEqual(event);
  });

  const signature = legacy(V1, oldKey);
  it.each([
    ['an altered body', V1.replace('COMPLETED', 'FAILED'), signature],
    ['another key', V1, legacy(V1, other)],
    ['SHA-256', V1, legacy(V1, oldKey, 'sha256')],
    ['a signature cut short', V1, signature.slice(0, -8)],
    ['something added to the signature', V1, `${signature}!`],
    ['a blank in the signature', V1, `${signature.slice(0, 20)} ${signature.slice(20)}`],
    ['an empty signature', V1, ''],
  ])('is refused with %s', async (_, body, given) => {
    const error = await rejectionOf(verifierOn(new KeyServer(key))(v1(body, given)));
    expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('a webhook of another workspace', () => {
  const v1WithNewSignature = v2(V1, detached(V1, key));
  const cases: readonly (readonly [string, ReturnType<typeof received>])[] = [
    ['version 2', v2(V2, detached(V2, key))],
    ['version 1', v1(V1, legacy(V1, oldKey))],
    ['version 1 with the signature of version 2', v1WithNewSignature],
  ];
  it.each(cases)('is refused in %s, and taken when it is one of ours', async (_, webhook) => {
    const server = new KeyServer(key);
    const theirs = verifierOn(server, { workspaceIds: ['mine', 'WORKSPACE'] });
    const error = await rejectionOf(theirs(webhook));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      code: 'UNAUTHORIZED',
      message: expect.stringMatching(/workspace/),
    });
    const ours = verifierOn(server, { workspaceIds: ['mine', 'workspace'] });
    expect(await ours(webhook)).toMatchObject({ workspaceId: 'workspace' });
  });

  it.each([
    ['version 2', V2.replace('"workspaceId":"workspace",', '')],
    ['version 2, with null', V2.replace('"workspaceId":"workspace"', '"workspaceId":null')],
    ['version 2, with an old name', V2.replace('workspaceId', 'tenantId')],
    ['version 1', V1.replace('"tenantId":"workspace",', '')],
    ['version 1, with a new name', V1.replace('tenantId', 'workspaceId')],
  ])('may be one that does not say so: %s', async (_, body) => {
    const verify = verifierOn(new KeyServer(key), { workspaceIds: ['workspace'] });
    const error = await rejectionOf(verify(v2(body, detached(body, key))));
    expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('is every one, where the list is empty', async () => {
    const verify = verifierOn(new KeyServer(key), { workspaceIds: [] });
    expect(await rejectionOf(verify(v2(V2, detached(V2, key))))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it.each<{ given: unknown }>([
    { given: [''] },
    { given: 'workspace' },
    { given: [undefined] },
    { given: null },
  ])('is not looked for by $given', ({ given }) => {
    const workspaceIds = given as string[];
    const error = thrownBy(() => verifierOn(new KeyServer(key), { workspaceIds }));
    expect(error).toMatchObject({ code: 'CONFIGURATION', setting: 'workspaceIds' });
  });
});

describe('a signed body', () => {
  const read = (body: string) => verifierOn(new KeyServer(key), {})(v2(body, detached(body, key)));

  it.each([
    '',
    'text',
    '[]',
    'null',
    '{}',
    '{"eventType":"a"}',
    '{"eventType":1,"id":"1"}',
    '{"type":7}',
  ])('that is no event is bad input: %s', async (body) => {
    expect(await rejectionOf(read(body))).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('about something else has no transaction', async () => {
    const data = { id: '5', status: 'ready' };
    const event = await read(JSON.stringify({ id: '1', eventType: 'vault_account.created', data }));
    expect(event).toEqual({ id: '1', type: 'vault_account.created', data });
  });

  it('about a transaction that is not as documented has none', async () => {
    const data = { status: 'COMPLETED' };
    const event = await read(JSON.stringify({ id: '1', eventType: 'transaction.created', data }));
    expect(event).not.toHaveProperty('transaction');
  });

  it('may tell its time in seconds, as documented, or in milliseconds, as sent', async () => {
    for (const createdAt of [1_700_000_000, 1_700_000_000_000]) {
      const body = JSON.stringify({ id: '1', eventType: 'a', createdAt });
      expect(await read(body)).toMatchObject({ createdAt: 1_700_000_000_000 });
    }
  });
});

describe('the configuration', () => {
  const secret = oldKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  it.each([
    ['no keys at all', {}, 'keySet'],
    ['an empty list', { legacyKeys: [] }, 'keySet'],
    ['a key that is none', { legacyKeys: ['key'] }, 'legacyKeys[0]'],
    ['a private key', { legacyKeys: [oldKey.publicKey, secret] }, 'legacyKeys[1]'],
    ['a short key', { legacyKeys: [small.publicKey] }, 'legacyKeys[0]'],
    ['a place that is none', { keySet: 'MARS' }, 'keySet'],
    ['a key set in clear', { keySet: 'http://keys.example/jwks.json' }, 'keySet'],
    ['no pause between readings', { keySet: 'US', minRefetchMs: 0 }, 'minRefetchMs'],
  ])('is refused with %s', (_, options, setting) => {
    const error = thrownBy(() => webhookVerifier(options));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting });
    expect(String(error)).not.toContain('PRIVATE KEY');
  });
});
