import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { launch, type Servers, serversOn } from '../support/serve-process.js';

let sandbox: Sandbox;
let servers: Servers;

beforeAll(async () => {
  sandbox = await startSandbox({ approvals: 'manual', ledgerCloseMs: 40, seed: 'output' });
  servers = serversOn(sandbox);
  for (const vault of ['0', '1']) {
    await sandbox.xrpl.fund(sandbox.custody.addressOf(vault, 'XRP_TEST'), 100_000_000n);
  }
});
afterAll(async () => {
  await servers.end();
  servers.remove();
  await sandbox.stop();
});

test.each([[[]], [['--json']]])(
  'a payment whose output nobody reads any more is paid, and ends with 0: %s',
  async (flags) => {
    const to = sandbox.custody.addressOf('1', 'XRP_TEST');
    const before = sandbox.xrpl.balanceOf(to);
    const key = `unread${flags.join('')}`;
    const paid = ['xrpl', 'transfer', '0', '--to', to, '--amount-xrp', '1', '--key', key];
    const command = launch([...paid, ...flags], servers.xrpl);
    const open = () =>
      sandbox.custody.transactions.find(({ status }) => status === 'PENDING_AUTHORIZATION');
    await expect.poll(open, { timeout: 20_000 }).toBeDefined();
    command.leaveUnread();
    sandbox.custody.approve(`${open()?.id}`);
    expect(await command.ended).toBe(0);
    expect(sandbox.xrpl.balanceOf(to) - before).toBe(1_000_000n);
  },
);
