// The ledger's tests once more with each SDK that a user may bring instead of our own client.
import { spawnSync } from 'node:child_process';

for (const CUSTODY_CLIENT of ['fireblocks-sdk', '@fireblocks/ts-sdk']) {
  console.error(`> test/xrpl with ${CUSTODY_CLIENT}`);
  // What is captured before it reaches any custody is the same whoever carries it.
  const without = ['--exclude', 'test/xrpl/signed-transactions.test.ts'];
  const args = ['vitest', 'run', 'test/xrpl', ...without, '--reporter=dot'];
  const { status } = spawnSync('npx', args, {
    env: { ...process.env, CUSTODY_CLIENT },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
