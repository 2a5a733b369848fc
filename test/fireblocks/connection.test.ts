import { describe, expect, it } from 'vitest';
import { ConfigurationError, GatewayError } from '../../src/core/errors.js';
import {
  type FireblocksConnection,
  FireblocksRawSigner,
  FireblocksRestClient,
} from '../../src/fireblocks/index.js';
import { FakeCustody } from '../support/custody.js';
import { thrownBy } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

const { privateKey: apiSecret } = rsaKeys('own');

/** Where a client with these settings sends its requests. */
async function addressOf(connection: Partial<FireblocksConnection>): Promise<string> {
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return Response.json({ id: 'a', status: 'COMPLETED' });
  };
  await new FireblocksRestClient({ apiKey: 'key', apiSecret, fetch, ...connection }).getTransaction(
    'a',
  );
  return urls.join();
}

function complaintOf(connection: object): { setting: string; message: string } {
  const given = { apiKey: 'key', apiSecret, ...connection } as FireblocksConnection;
  const error = thrownBy(() => new FireblocksRawSigner(given));
  expect(error).toBeInstanceOf(ConfigurationError);
  const { setting, message } = error as ConfigurationError;
  return { setting, message };
}

describe('basePath', () => {
  it.each([
    [undefined, 'https://api.fireblocks.io'],
    ['US', 'https://api.fireblocks.io'],
    ['us', 'https://api.fireblocks.io'],
    ['EU', 'https://eu-api.fireblocks.io'],
    ['EU2', 'https://eu2-api.fireblocks.io'],
    ['sandbox', 'https://sandbox-api.fireblocks.io'],
    ['SANDBOX', 'https://sandbox-api.fireblocks.io'],
    ['https://api.fireblocks.io', 'https://api.fireblocks.io'],
    ['https://api.fireblocks.io/', 'https://api.fireblocks.io'],
    ['https://api.fireblocks.io/v1', 'https://api.fireblocks.io'],
    ['https://api.fireblocks.io/v1/', 'https://api.fireblocks.io'],
    ['https://api.fireblocks.io//v1//', 'https://api.fireblocks.io'],
    ['HTTPS://API.Fireblocks.IO:443/v1', 'https://api.fireblocks.io'],
    ['https://proxy.example/fb/v1', 'https://proxy.example/fb'],
    ['https://proxy.example/v1/fb', 'https://proxy.example/v1/fb'],
    ['https://proxy.example:8443', 'https://proxy.example:8443'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/v1', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is %s', async (basePath, expected) => {
    expect(await addressOf(basePath === undefined ? {} : { basePath })).toBe(
      `${expected}/v1/transactions/a`,
    );
  });

  it.each([
    '',
    ' ',
    'US ',
    'ASIA',
    'api.fireblocks.io',
    '/v1',
    'http://api.fireblocks.io',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://user@127.0.0.1@evil.example',
    'ws://localhost',
    'ftp://localhost',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@api.fireblocks.io',
    'https://user:hunter2@api.fireblocks.io',
    'https://api.fireblocks.io?token=hunter2',
    'https://api.fireblocks.io/#hunter2',
  ])('refuses %j, without repeating it', (basePath) => {
    const { setting, message } = complaintOf({ basePath });
    expect(setting).toBe('basePath');
    expect(message).not.toContain('hunter2');
  });
});

describe('apiKey', () => {
  it.each(['', ' ', 'a b', 'key\n', 'key\r\nx-evil: 1', 'schlüssel', undefined, null, 5, {}])(
    'refuses %j',
    (apiKey) => {
      expect(complaintOf({ apiKey }).setting).toBe('apiKey');
    },
  );
});

describe('times', () => {
  it.each([0, -1, Number.NaN])('refuses a timeoutMs of %s', (timeoutMs) => {
    expect(complaintOf({ timeoutMs }).setting).toBe('timeoutMs');
  });

  it.each([-1, Number.NaN])('refuses a signatureTimeoutMs of %s', (signatureTimeoutMs) => {
    expect(complaintOf({ signatureTimeoutMs }).setting).toBe('signatureTimeoutMs');
  });

  it.each([
    { firstMs: 0, factor: 2, maxMs: 10 },
    { firstMs: -5, factor: 2, maxMs: 10 },
    { firstMs: Number.NaN, factor: 2, maxMs: 10 },
    { firstMs: 5, factor: 0.5, maxMs: 10 },
    { firstMs: 5, factor: Number.NaN, maxMs: 10 },
    { firstMs: 5, factor: 2, maxMs: 0 },
    { firstMs: 5, factor: 2, maxMs: Number.NaN },
  ])('refuses to ask the custody without a pause: %j', (polling) => {
    expect(complaintOf({ polling }).setting).toMatch(/^polling/);
  });

  it('refuses a timeoutMs of a call that is none', async () => {
    const signer = new FireblocksRawSigner({ client: new FakeCustody() });
    const message = {
      kind: 'digest',
      key: { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP' },
      digest: new Uint8Array(32),
      hash: 'sha256',
    } as const;
    for (const timeoutMs of [Number.NaN, -1]) {
      const signing = signer.sign({ idempotencyKey: 'a', messages: [message] }, { timeoutMs });
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'timeoutMs' });
      await expect(signing).rejects.toBeInstanceOf(GatewayError);
    }
  });
});
