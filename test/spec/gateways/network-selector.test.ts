import { afterAll, beforeAll, expect } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.js';
import { claims, each } from '../support/claims.js';
import { stacksGateway } from '../support/gateways.js';
import { ask } from '../support/http.js';
import { keyFile, opened, planned } from '../support/serve.js';

let sandbox: Sandbox;
let key: ReturnType<typeof keyFile>;

beforeAll(async () => {
  sandbox = await startSandbox();
  key = keyFile(sandbox);
});
afterAll(async () => {
  key.remove();
  await sandbox.stop();
});

const AT = 'gateways.md / Configuration / Gateway C';
const [MAINNET, TESTNET] = [/^S[PM]/, /^S[TN]/];

const variables = (more: Readonly<Record<string, string>>) => ({
  CUSTODY_API_KEY: sandbox.custody.apiKey,
  CUSTODY_SECRET_KEY_PATH: key.path,
  CUSTODY_BASE_PATH: sandbox.custody.url,
  ...more,
});

/** The address that a server with these variables answers with: its beginning tells the network. */
async function addressWith(more: Readonly<Record<string, string>>): Promise<string> {
  const handler = await opened('C', variables(more));
  return (await ask(handler, 'GET /api/0/address')).body.address;
}

claims('the network selector of gateway C', [
  {
    where: `${AT} / NETWORK / default MAINNET`,
    holds: async () => {
      expect(await addressWith({})).toMatch(MAINNET);
      expect((await planned('C', variables({}))).settled.description).toContain('mainnet');
    },
  },
  ...each(['NETWORK', 'STACKS_NETWORK'], (name) => [
    {
      where: `${AT} / ${name} / TESTNET selects the test network`,
      holds: async () => expect(await addressWith({ [name]: 'TESTNET' })).toMatch(TESTNET),
    },
    {
      where: `${AT} / ${name} / testnet in lower case`,
      holds: async () => expect(await addressWith({ [name]: 'testnet' })).toMatch(TESTNET),
    },
    ...each(['MAINNET', 'mainnet', 'DEVNET', 'test', 'anything'], (value) => ({
      where: `${AT} / ${name} / any other value selects mainnet: ${value}`,
      holds: async () => expect(await addressWith({ [name]: value })).toMatch(MAINNET),
    })),
  ]),
  {
    where: `${AT} / library / testnet: true`,
    holds: async () => {
      expect(await stacksGateway({ testnet: true }).getAddress('0')).toMatch(TESTNET);
    },
  },
  {
    where: `${AT} / library / testnet: false`,
    holds: async () => {
      expect(await stacksGateway({ testnet: false }).getAddress('0')).toMatch(MAINNET);
    },
  },
]);
