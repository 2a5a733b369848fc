import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { rawSignerConformance } from '../../src/signer/index.js';
import { byAsset, byPath, eddsa, signerOn } from '../support/custody.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'conformance' });
});
afterAll(() => sandbox.stop());

describe.each([
  ['keys by asset', [byAsset('0'), byAsset('1')]],
  ['keys by path', [byPath('0', 144), byPath('1', 144)]],
  ['two keys of one vault, by path', [byPath('2', 144), byPath('2', 0)]],
  ['ed25519 keys', [eddsa('0'), eddsa('1')]],
] as const)('FireblocksRawSigner, %s', (_, keys) => {
  const cases = rawSignerConformance(async () => {
    const { apiKey, apiSecret } = sandbox.custody;
    const secrets = [apiKey, apiSecret, ...apiSecret.split('\n').slice(1, -2), 'Bearer'];
    return { signer: signerOn(sandbox), keys, secrets };
  });
  for (const { name, run } of cases) it(name, run);
});
