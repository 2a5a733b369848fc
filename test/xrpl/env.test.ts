import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/index.js';
import { xrplOptionsFromEnv } from '../../src/xrpl/index.js';
import { thrownBy } from '../support/rejections.js';

const least = { CUSTODY_API_KEY: 'an-api-key', CUSTODY_API_PATH_TO_SECRET: './secret.key' };
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----';

describe('the environment of an XRPL gateway', () => {
  it('needs two variables, and has the specification’s defaults for the others', () => {
    expect(xrplOptionsFromEnv(least)).toEqual({
      apiKey: 'an-api-key',
      apiSecretPath: './secret.key',
      basePath: 'US',
      assetId: 'XRP_TEST',
      network: 'testnet',
      vaultAccountId: undefined,
      logLevel: 'info',
      port: 3_000,
    });
  });

  it('can say all of it', () => {
    expect(
      xrplOptionsFromEnv({
        ...least,
        CUSTODY_API_SECRET: '/run/secrets/key',
        CUSTODY_VAULT_ACCOUNT_ID: '12',
        CUSTODY_ASSET_ID: 'XRP',
        CUSTODY_BASE_PATH: 'EU2',
        SDK_LOG_LEVEL: 'fatal',
        PORT: '8080',
      }),
    ).toEqual({
      apiKey: 'an-api-key',
      apiSecretPath: '/run/secrets/key',
      basePath: 'EU2',
      assetId: 'XRP',
      network: 'mainnet',
      vaultAccountId: '12',
      logLevel: 'fatal',
      port: 8_080,
    });
  });

  it.each<readonly [Record<string, string>, object]>([
    [{ CUSTODY_ASSET_ID: 'XRP' }, { assetId: 'XRP', network: 'mainnet' }],
    [{ CUSTODY_ASSET_ID: 'XRP_TEST' }, { assetId: 'XRP_TEST', network: 'testnet' }],
    [{ CUSTODY_ASSET_ID: '' }, { assetId: 'XRP_TEST' }],
    [{ CUSTODY_BASE_PATH: 'https://proxy.example' }, { basePath: 'https://proxy.example' }],
    [{ CUSTODY_BASE_PATH: '' }, { basePath: 'US' }],
    [{ SDK_LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ SDK_LOG_LEVEL: 'info' }, { logLevel: 'info' }],
    [{ SDK_LOG_LEVEL: 'warn' }, { logLevel: 'warn' }],
    [{ SDK_LOG_LEVEL: 'error' }, { logLevel: 'error' }],
    [{ SDK_LOG_LEVEL: '' }, { logLevel: 'info' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PORT: '' }, { port: 3_000 }],
    [{ CUSTODY_VAULT_ACCOUNT_ID: '0' }, { vaultAccountId: '0' }],
    [{ CUSTODY_VAULT_ACCOUNT_ID: '' }, { vaultAccountId: undefined }],
    [{ CUSTODY_API_SECRET: '' }, { apiSecretPath: './secret.key' }],
    [{ SOMETHING_ELSE: 'x' }, { apiKey: 'an-api-key' }],
  ])('%j', (env, expected) => {
    expect(xrplOptionsFromEnv({ ...least, ...env })).toMatchObject(expected);
  });

  it.each<readonly [Record<string, string | undefined>, RegExp]>([
    [{ CUSTODY_API_KEY: undefined }, /CUSTODY_API_KEY is missing/],
    [{ CUSTODY_API_KEY: '' }, /CUSTODY_API_KEY is missing/],
    [{ CUSTODY_API_PATH_TO_SECRET: undefined }, /CUSTODY_API_PATH_TO_SECRET is missing/],
    [{ CUSTODY_API_SECRET: PEM }, /CUSTODY_API_SECRET must be the path/],
    [{ CUSTODY_API_PATH_TO_SECRET: PEM }, /must be the path/],
    [{ CUSTODY_ASSET_ID: 'BTC' }, /CUSTODY_ASSET_ID must be XRP or XRP_TEST/],
    [{ CUSTODY_ASSET_ID: 'xrp' }, /CUSTODY_ASSET_ID/],
    [{ CUSTODY_ASSET_ID: 'XRP_TEST ' }, /CUSTODY_ASSET_ID/],
    [{ SDK_LOG_LEVEL: 'verbose' }, /SDK_LOG_LEVEL must be one of debug, info, warn, error, fatal/],
    [{ SDK_LOG_LEVEL: 'INFO' }, /SDK_LOG_LEVEL/],
    [{ PORT: '65536' }, /PORT must be 0 to 65535/],
    [{ PORT: '-1' }, /PORT/],
    [{ PORT: '3000.5' }, /PORT/],
    [{ PORT: ' 3000' }, /PORT/],
    [{ PORT: '0xBB8' }, /PORT/],
    [{ PORT: '1e3' }, /PORT/],
  ])('%j is refused', (env, message) => {
    const error = thrownBy(() => xrplOptionsFromEnv({ ...least, ...env }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/MII|BEGIN/);
  });

  it('names everything that is wrong at once', () => {
    const error = thrownBy(() =>
      xrplOptionsFromEnv({ CUSTODY_ASSET_ID: 'BTC', SDK_LOG_LEVEL: 'loud', PORT: 'x' }),
    );
    for (const name of ['API_KEY', 'API_PATH_TO_SECRET', 'ASSET_ID', 'LOG_LEVEL', 'PORT']) {
      expect(String(error)).toContain(name);
    }
  });

  it('reads nothing but what it is given', () => {
    const before = { ...process.env };
    process.env.CUSTODY_API_KEY = 'from the process';
    try {
      expect(thrownBy(() => xrplOptionsFromEnv({}))).toBeInstanceOf(ConfigurationError);
    } finally {
      process.env = before;
    }
  });
});
