import { expect, test, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { RecordingSigner } from '../support/recording-signer.js';

const loaded = vi.hoisted(() => new Set<string>());
vi.mock('../../src/stacks/stacking/error-codes.js', (original) => {
  loaded.add('error-codes');
  return original();
});

test('what the errors of a contract mean is loaded before its call is signed', async () => {
  const sandbox = await startSandbox({ stacks: { blockMs: 20 } });
  try {
    const loadedAtSigning: string[][] = [];
    class Watching extends RecordingSigner {
      override sign(request: Parameters<RecordingSigner['sign']>[0]) {
        loadedAtSigning.push([...loaded]);
        return super.sign(request);
      }
    }
    const { url, contracts } = sandbox.stacks;
    const signer = new Watching('loaded');
    const gateway = new StacksGateway({ signer, network: { network: 'testnet', url } });
    const [from, to] = await Promise.all(['0', '1'].map((id) => gateway.getAddress(id)));
    sandbox.stacks.fund(from ?? '', 100_000_000n);
    sandbox.stacks.mintToken(contracts.sbtc, from ?? '', 10n);
    await gateway.transferToken('0', { token: 'sBTC', to: to ?? '', amount: 1n });
    expect(loadedAtSigning).toEqual([['error-codes']]);
  } finally {
    await sandbox.stop();
  }
});
