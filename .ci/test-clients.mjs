// The ledger's tests once more with each SDK that a user may bring instead of our own client.
import { spawnSync } from 'node:child_process';

for (const CUSTODY_CLIENT of ['fireblocks-sdk', '@fireblocks/ts-sdk']) {
  console.error(`> test/xrpl with ${CUSTODY_CLIENT}`);
  const { status } = spawnSync('npx', ['vitest', 'run', 'test/xrpl', '--reporter=dot'], {
    env: { ...process.env, CUSTODY_CLIENT },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
