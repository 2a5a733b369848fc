import { afterAll, beforeAll, expect } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.js';
import { xrplOptionsFromEnv } from '../../../src/xrpl/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import { ask } from '../support/http.js';
import {
  complaintOf,
  custodyHost,
  keyFile,
  type Letter,
  opened,
  planned,
} from '../support/serve.js';

let sandbox: Sandbox;
let key: ReturnType<typeof keyFile>;
let custody: Readonly<Record<'CUSTODY_API_KEY' | 'CUSTODY_BASE_PATH', string>>;

beforeAll(async () => {
  sandbox = await startSandbox();
  key = keyFile(sandbox);
  custody = { CUSTODY_API_KEY: sandbox.custody.apiKey, CUSTODY_BASE_PATH: sandbox.custody.url };
});
afterAll(async () => {
  key.remove();
  await sandbox.stop();
});

const AT = 'gateways.md / Configuration';
const SECRET = { A: 'CUSTODY_API_PATH_TO_SECRET', B: 'CUSTODY_SECRET_KEY_PATH' } as const;
const secretOf = (gateway: Letter) => (gateway === 'A' ? SECRET.A : SECRET.B);
const required = (gateway: Letter) => ({
  CUSTODY_API_KEY: custody.CUSTODY_API_KEY,
  [secretOf(gateway)]: key.path,
});
const where = (gateway: Letter, rest: string) => `${AT} / Gateway ${gateway} / ${rest}`;

/** A library's settings of gateway A. */
const library = (more: Readonly<Record<string, string>> = {}) =>
  xrplOptionsFromEnv({ CUSTODY_API_KEY: 'k', CUSTODY_API_PATH_TO_SECRET: '/key', ...more });

claims('variables of every gateway', [
  ...each(['A', 'B', 'C'], (gateway: Letter): Claim[] => [
    {
      where: where(gateway, 'CUSTODY_API_KEY / required'),
      holds: async () => {
        const complaint = await complaintOf(gateway, { [secretOf(gateway)]: key.path });
        expect(complaint).toContain('CUSTODY_API_KEY');
      },
    },
    {
      where: where(gateway, `${secretOf(gateway)} / required`),
      holds: async () => {
        const complaint = await complaintOf(gateway, { CUSTODY_API_KEY: 'k' });
        expect(complaint).toContain(secretOf(gateway));
      },
    },
    {
      where: where(gateway, 'the required variables are enough'),
      holds: async () => expect(await complaintOf(gateway, required(gateway))).toBe(''),
    },
    {
      where: where(gateway, 'CUSTODY_BASE_PATH / default US'),
      holds: async () => {
        const unset = await custodyHost(gateway, required(gateway));
        const us = { ...required(gateway), CUSTODY_BASE_PATH: 'US' };
        expect(unset).toBe(await custodyHost(gateway, us));
      },
    },
    {
      where: where(gateway, 'CUSTODY_BASE_PATH / another region'),
      holds: async () => {
        const eu = { ...required(gateway), CUSTODY_BASE_PATH: 'EU' };
        expect(await custodyHost(gateway, eu)).not.toBe(
          await custodyHost(gateway, required(gateway)),
        );
      },
    },
    {
      where: where(gateway, 'CUSTODY_BASE_PATH / base URL'),
      holds: async () => {
        const url = { ...required(gateway), CUSTODY_BASE_PATH: 'https://custody.example/v1' };
        expect(await custodyHost(gateway, url)).toBe('custody.example');
      },
    },
    {
      where: where(gateway, 'PORT / default 3000'),
      holds: async () => {
        expect((await planned(gateway, required(gateway))).settings.port).toBe(3000);
      },
    },
    {
      where: where(gateway, 'PORT / set'),
      holds: async () => {
        const { settings } = await planned(gateway, { ...required(gateway), PORT: '8080' });
        expect(settings.port).toBe(8080);
      },
    },
  ]),
]);

claims('variables of gateway A', [
  {
    where: where('A', 'CUSTODY_API_SECRET / holds the path of the mounted key file'),
    holds: async () => {
      const variables = { ...custody, CUSTODY_API_SECRET: key.path, XRPL_URL: sandbox.xrpl.url };
      const handler = await opened('A', variables);
      expect((await ask(handler, 'GET /api/account/address/0')).status).toBe(200);
    },
  },
  {
    where: where('A', 'CUSTODY_API_SECRET / in the library'),
    holds: () => {
      expect(library({ CUSTODY_API_SECRET: '/run/key' }).apiSecretPath).toBe('/run/key');
    },
  },
  {
    where: where('A', 'CUSTODY_API_KEY / required in the library'),
    holds: () => {
      const without = () => xrplOptionsFromEnv({ CUSTODY_API_PATH_TO_SECRET: '/key' });
      expect(without).toThrow('CUSTODY_API_KEY');
    },
  },
  {
    where: where('A', 'CUSTODY_API_PATH_TO_SECRET / required in the library'),
    holds: () => {
      const without = () => xrplOptionsFromEnv({ CUSTODY_API_KEY: 'k' });
      expect(without).toThrow('CUSTODY_API_PATH_TO_SECRET');
    },
  },
  {
    where: where('A', 'CUSTODY_API_PATH_TO_SECRET / path'),
    holds: () => expect(library().apiSecretPath).toBe('/key'),
  },
  {
    where: where('A', 'CUSTODY_VAULT_ACCOUNT_ID / default none'),
    holds: () => expect(library().vaultAccountId).toBeUndefined(),
  },
  {
    where: where('A', 'CUSTODY_VAULT_ACCOUNT_ID / a single-wallet library instance'),
    holds: () => expect(library({ CUSTODY_VAULT_ACCOUNT_ID: '7' }).vaultAccountId).toBe('7'),
  },
  {
    where: where('A', 'CUSTODY_ASSET_ID / default XRP_TEST'),
    holds: () => expect(library()).toMatchObject({ assetId: 'XRP_TEST', network: 'testnet' }),
  },
  {
    where: where('A', 'CUSTODY_ASSET_ID / default XRP_TEST, served'),
    holds: async () => {
      expect((await planned('A', required('A'))).settled.description).toContain('testnet');
    },
  },
  {
    where: where('A', 'CUSTODY_ASSET_ID / XRP for mainnet'),
    holds: () => {
      expect(library({ CUSTODY_ASSET_ID: 'XRP' })).toMatchObject({ network: 'mainnet' });
    },
  },
  {
    where: where('A', 'CUSTODY_ASSET_ID / XRP for mainnet, served'),
    holds: async () => {
      const { settled } = await planned('A', { ...required('A'), CUSTODY_ASSET_ID: 'XRP' });
      expect(settled.description).toContain('mainnet');
    },
  },
  {
    where: where('A', 'CUSTODY_ASSET_ID / XRP_TEST for testnet'),
    holds: () => {
      expect(library({ CUSTODY_ASSET_ID: 'XRP_TEST' })).toMatchObject({ network: 'testnet' });
    },
  },
  {
    where: where('A', 'CUSTODY_BASE_PATH / default US, in the library'),
    holds: () => expect(library().basePath).toBe('US'),
  },
  {
    where: where('A', 'PORT / default 3000, in the library'),
    holds: () => expect(library().port).toBe(3000),
  },
  {
    where: where('A', 'SDK_LOG_LEVEL / default info'),
    holds: async () => {
      expect(library().logLevel).toBe('info');
      expect((await planned('A', required('A'))).settings.logLevel).toBe('info');
    },
  },
  ...each(['debug', 'info', 'warn', 'error', 'fatal'], (level) => ({
    where: where('A', `SDK_LOG_LEVEL / ${level}`),
    holds: async () => {
      expect(library({ SDK_LOG_LEVEL: level }).logLevel).toBe(level);
      const { settings } = await planned('A', { ...required('A'), SDK_LOG_LEVEL: level });
      expect(settings.logLevel).toBe(level);
    },
  })),
  {
    where: where('A', 'SDK_LOG_LEVEL / one of these'),
    holds: async () => {
      expect(() => library({ SDK_LOG_LEVEL: 'loud' })).toThrow('SDK_LOG_LEVEL');
      const complaint = await complaintOf('A', { ...required('A'), SDK_LOG_LEVEL: 'loud' });
      expect(complaint).toContain('SDK_LOG_LEVEL');
    },
  },
]);

claims('variables of gateway B', [
  {
    where: where('B', 'CHAIN_FULLNODE_URL / default mainnet'),
    holds: async () => {
      expect((await planned('B', required('B'))).settled.description).toContain('mainnet');
    },
  },
  {
    where: where('B', 'CHAIN_FULLNODE_URL / set'),
    holds: async () => {
      const CHAIN_FULLNODE_URL = sandbox.aptos.fullnodeUrl;
      const handler = await opened('B', { ...required('B'), ...custody, CHAIN_FULLNODE_URL });
      expect((await ask(handler, 'GET /api/0/balance')).status).toBe(200);
    },
  },
  {
    where: where('B', 'CHAIN_INDEXER_URL / default mainnet'),
    holds: async () => {
      expect(await complaintOf('B', required('B'))).toBe('');
    },
  },
  {
    where: where('B', 'CHAIN_INDEXER_URL / set'),
    holds: async () => {
      const { fullnodeUrl, indexerUrl } = sandbox.aptos;
      const urls = { CHAIN_FULLNODE_URL: fullnodeUrl, CHAIN_INDEXER_URL: indexerUrl };
      const handler = await opened('B', { ...required('B'), ...custody, ...urls });
      expect((await ask(handler, 'GET /api/0/balances')).status).toBe(200);
    },
  },
]);
