import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { rawSignerConformance } from '../../src/signer/index.js';
import { CLIENTS } from '../support/clients.js';
import { byAsset, byPath, eddsa, signerThrough } from '../support/custody.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 20, seed: 'conformance' });
  for (const vault of ['0', '1']) {
    await sandbox.xrpl.fund(sandbox.custody.addressOf(vault, 'XRP_TEST'), 1_000_000_000n);
  }
});
afterAll(() => sandbox.stop());

const ACCOUNT = { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' } as const;
const ADDRESS = { type: 'address', address: 'rrrrrrrrrrrrrrrrrrrrBZbvji' } as const;

const KEYS = [
  ['keys by asset', [byAsset('0'), byAsset('1')], ACCOUNT],
  ['keys by path', [byPath('0', 144), byPath('1', 144)], { ...ADDRESS, tag: '7' }],
  ['two keys of one vault, by path', [byPath('2', 144), byPath('2', 0)], ADDRESS],
  ['ed25519 keys', [eddsa('0'), eddsa('1')], ACCOUNT],
] as const;

describe.each(
  CLIENTS.flatMap((client) =>
    KEYS.map(([what, keys, to]) => ({ client, name: client.name, what, keys, to })),
  ),
)('FireblocksRawSigner with $name, $what', ({ client, keys, to }) => {
  const cases = rawSignerConformance(async () => {
    const { apiKey, apiSecret } = sandbox.custody;
    const secrets = [apiKey, apiSecret, ...apiSecret.split('\n').slice(1, -2), 'Bearer'];
    const transfer = { from: { ...byAsset('0'), assetId: 'XRP_TEST' }, to, amount: '2.5' };
    return { signer: signerThrough(client, sandbox.custody), keys, secrets, transfer };
  });
  for (const { name, run } of cases) it(name, run);
});
