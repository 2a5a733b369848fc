import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mistakes } from '../../src/cli/mistakes.js';
import { Environment } from '../../src/cli/serve/environment.js';
import { type Plan, planOf } from '../../src/cli/serve/plan.js';
import { servedXrpl } from '../../src/cli/serve/xrpl.js';
import { rejectionOf } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

type Variables = Readonly<Record<string, string>>;

const PEM = rsaKeys('serve-variables').privateKey.export({ type: 'pkcs8', format: 'pem' });

let folder: string;
let custody: Variables;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-variables-'));
  custody = { CUSTODY_API_KEY: 'an-api-user', CUSTODY_API_PATH_TO_SECRET: write('key.pem', PEM) };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file that only its owner can read; gives its path. */
function write(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const plan = (more: Variables): Promise<Plan> =>
  planOf(servedXrpl, new Environment({ ...custody, CUSTODY_ASSET_ID: 'XRP_TEST', ...more }));

/** What `serve xrpl` says, and then ends. */
async function refusal(more: Variables): Promise<string> {
  const error = await rejectionOf(plan(more));
  expect(error).toBeInstanceOf(Mistakes);
  return error instanceof Error ? error.message : '';
}

describe('a variable of a server', () => {
  test.each([
    ['CUSTODY_BASE_PATH', 'FIREBLOCKS_BASE_PATH', 'EU'],
    ['CUSTODY_API_KEY', 'FIREBLOCKS_API_KEY', 'another'],
    ['CUSTODY_API_PATH_TO_SECRET', 'CUSTODY_SECRET_KEY_PATH', '/another'],
  ])('%s doesn’t go with another %s', async (one, two, value) => {
    const said = await refusal({ CUSTODY_BASE_PATH: 'US', [two]: value });
    expect(said).toBe(`${one} and ${two} disagree; set one of them.`);
  });

  test.each(['us', 'EU', 'eu2', 'Sandbox'])('CUSTODY_BASE_PATH may be %s', async (basePath) => {
    expect((await plan({ CUSTODY_BASE_PATH: basePath })).warnings).toEqual([]);
  });

  test.each([
    ['UK', 'must be US, EU, EU2, sandbox or a URL'],
    ['http://proxy.example', 'must be an https URL'],
    ['https://me:a-password@proxy.example', 'must have no user, query or fragment'],
    ['https://proxy.example/?key=a-password', 'must have no user, query or fragment'],
  ])('CUSTODY_BASE_PATH is no %s: it %s', async (basePath, refused) => {
    const said = await refusal({ CUSTODY_BASE_PATH: basePath });
    expect(said).toBe(`CUSTODY_BASE_PATH ${refused}.`);
  });

  test.each([
    ['XRP', 'XRP Ledger mainnet'],
    ['XRP_TEST', 'XRP Ledger testnet'],
  ])('CUSTODY_ASSET_ID %s is of the %s', async (assetId, network) => {
    const { settled } = await plan({ CUSTODY_ASSET_ID: assetId });
    expect(settled.description).toBe(network);
  });

  test.each([
    ['of a path that is no number', 'redis://me:a-password@cache.example/main'],
    ['with a password that is not escaped', 'redis://me:a-password%@cache.example'],
    ['without a host', 'redis://me:a-password@'],
  ])('REDIS_URL is refused %s', async (_, url) => {
    const said = await refusal({ REDIS_URL: url });
    expect(said).toMatch(/^REDIS_URL must be .*$/);
    expect(said).not.toContain('a-password');
  });

  test.each([
    ['of two words', 'two words'],
    ['that is a key', 'the-key-of'.repeat(50)],
  ])('CUSTODY_API_KEY is refused %s', async (_, value) => {
    const said = await refusal({ CUSTODY_API_KEY: value, PORT: 'x' });
    expect(said).toMatch(/^CUSTODY_API_KEY must be .*a UUID\.\nPORT must be .*$/);
    expect(said).not.toContain(value);
  });
});

describe('the key’s file', () => {
  const bare = (pem: string) => pem.replace(/-----.*-----\n?/g, '');
  const onOneLine = (pem: string) => pem.replaceAll('\n', '\\n');

  describe.each(['CUSTODY_API_SECRET', 'CUSTODY_API_PATH_TO_SECRET'])('of %s', (name) => {
    test.each([
      ['as it is', (pem: string) => pem],
      ['as PKCS#1', (pem: string) => pem.replaceAll('PRIVATE KEY', 'RSA PRIVATE KEY')],
      ['of a curve', (pem: string) => pem.replaceAll('PRIVATE KEY', 'EC PRIVATE KEY')],
      ['in Base64', (pem: string) => Buffer.from(pem).toString('base64')],
      ['on one line', onOneLine],
      ['without its first line', bare],
      ['without its first line, on one line', (pem: string) => onOneLine(bare(pem))],
    ])('is never the key itself, %s', async (_, spelt) => {
      const said = await refusal({ [name]: spelt(String(PEM)) });
      expect(said).toBe(`${name} holds the key itself; it must be the path of the key’s file.`);
    });
  });

  test.each([
    ['isn’t there', 'ENOENT', () => join(folder, 'no-such-file')],
    ['is a folder', 'EISDIR', () => folder],
    ['holds no key', 'names no PEM file', () => write('nothing', 'nothing to see')],
    ['holds a broken one', 'cannot be read', () => write('broken', brokenKey())],
  ])('is refused when it %s', async (_, reason, pathOf) => {
    const said = await refusal({ CUSTODY_API_PATH_TO_SECRET: pathOf() });
    expect(said).toMatch(/^CUSTODY_API_PATH_TO_SECRET .*$/);
    expect(said).toContain(reason);
    expect(said).not.toContain('nothing to see');
  });

  function brokenKey(): string {
    return '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
  }
});
