import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { run } from '../support/cli.js';
import { CHAINS, failures, Workspace } from '../support/doctor.js';

/** An address at which nobody listens. */
async function deserted(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

let workspace: Workspace;
let sandbox: Sandbox;
beforeEach(async () => {
  workspace = await Workspace.start();
  ({ sandbox } = workspace);
});
afterEach(() => workspace.stop());

describe.each(CHAINS)('doctor %s', (chain) => {
  test('finds nothing wrong where all is well, and asks for no signature', async () => {
    const told = await workspace.doctor(chain);
    expect([failures(told), told.code]).toEqual([[], 0]);
    const passed = told.checks.filter(({ status }) => status === 'ok').map(({ name }) => name);
    expect(passed).toEqual(
      expect.arrayContaining(['settings', 'credentials', 'clock', 'vault account', 'funds']),
    );
    expect(told.named('raw signing')).toMatchObject({
      status: 'unknown',
      next: expect.stringContaining('run this again with --sign'),
    });
    expect(sandbox.custody.transactions).toEqual([]);
  });

  test('says so of a node that is down, and goes on', async () => {
    const host = await deserted();
    const url = `http://${host}`;
    const changed = { XRPL_URL: url, APTOS_FULLNODE_URL: url, STACKS_URL: url };
    const told = await workspace.doctor(chain, changed);
    expect([failures(told), told.code]).toEqual([[`node ${host}`], 1]);
    expect(told.named('node')?.found).toContain('ECONNREFUSED');
    // The node of Aptos says which address a key has now.
    const address = chain === 'aptos' ? 'unknown' : 'ok';
    expect(told.named('vault account')?.status).toBe(address);
    expect(told.named('funds')?.status).toBe('unknown');
  });

  test('finds a node of another network', async () => {
    const other = {
      CUSTODY_ASSET_ID: 'XRP',
      APTOS_NETWORK: 'movement-testnet',
      NETWORK: 'MAINNET',
    };
    const told = await workspace.doctor(chain, other);
    expect(told.code).toBe(1);
    expect(told.named('node')).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(/^it is of network \d+, and the settings say \d+$/),
    });
  });

  test('finds an account without funds', async () => {
    const told = await workspace.doctor(chain, {}, ['--vault', '50']);
    expect([failures(told), told.code]).toEqual([['funds'], 1]);
  });

  test('compares the pinned address', async () => {
    const [, address = ''] =
      / (\S+)$/.exec((await workspace.doctor(chain)).named('vault')?.found ?? '') ?? [];
    const same = await workspace.doctor(chain, {}, ['--address', address]);
    expect(same.named('pinned address')).toMatchObject({ status: 'ok' });
    const other = await workspace.doctor(chain, {}, ['--vault', '1', '--address', address]);
    expect([failures(other), other.code]).toEqual([['pinned address'], 1]);
  });

  test('works on a sandbox of its own', async () => {
    const { code, out } = await run(['doctor', chain, '--sandbox']);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing failed.'),
    });
  });
});

test('an address of Aptos may be written in other letters, and nothing else may be', async () => {
  const [, address = ''] =
    / (\S+)$/.exec((await workspace.doctor('aptos')).named('vault')?.found ?? '') ?? [];
  const capitals = `0x${address.slice(2).toUpperCase()}`;
  const same = await workspace.doctor('aptos', {}, ['--address', capitals]);
  expect(same.named('pinned address')?.status).toBe('ok');
  const other = await workspace.doctor('aptos', {}, ['--address', 'treasury']);
  expect(other.named('pinned address')?.status).toBe('failed');
});

test('a key of another user is told from a wrong clock', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(workspace.keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const told = await workspace.doctor('xrpl');
  expect([failures(told), told.code]).toEqual([['credentials'], 1]);
  expect(told.named('credentials')?.found).toContain('does not belong to the API key');
});

test('a wrong clock that Fireblocks accepts is found', async () => {
  sandbox.advanceTime(15_000);
  const told = await workspace.doctor('xrpl');
  expect([failures(told), told.code]).toEqual([['clock'], 1]);
  expect(told.named('clock')?.found).toMatch(/^it is 1[45] s behind Fireblocks’ clock$/);
});

test('a wrong clock that Fireblocks refuses says nothing about the credentials', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const body = { message: 'The request is with a future issuance timestamp (iat)', code: -10 };
  const effect = { kind: 'answer', status: 401, body, headers: { date } } as const;
  sandbox.inject({ server: 'custody', times: 100, effect });
  const told = await workspace.doctor('xrpl');
  expect(failures(told)).toContain('clock');
  expect(told.named('clock')?.found).toMatch(/^it is 3[56]\d\d s ahead of/);
  expect(told.named('credentials')?.status).toBe('unknown');
  expect(told.code).toBe(1);
});

test('a user that may not read public keys is told to pin them', async () => {
  const body = { message: 'Unauthorized', code: -8 };
  const effect = { kind: 'answer', status: 403, body } as const;
  sandbox.inject({ server: 'custody', path: /public_key_info/, times: 100, effect });
  const told = await workspace.doctor('xrpl');
  expect(told.code).toBe(0);
  expect(told.named('vault account')).toMatchObject({
    status: 'unknown',
    next: expect.stringContaining('pin them'),
  });
});

test('a node that does not keep up is found, and so is what still works', async () => {
  const other = await startSandbox({ ledgerCloseMs: 0 });
  try {
    for (let ledger = 0; ledger < 100; ledger++) other.xrpl.closeLedger();
    const told = await workspace.doctor('xrpl', {
      XRPL_URL: `${sandbox.xrpl.url},${other.xrpl.url}`,
    });
    const behind = `node ${new URL(sandbox.xrpl.url).host}`;
    expect(failures(told)).toEqual([behind]);
    expect(told.named(behind)?.found).toMatch(/ \d+ behind/);
  } finally {
    await other.stop();
  }
});

test('a vault account that there is not is found', async () => {
  const told = await workspace.doctor('xrpl', {}, ['--vault', '5000']);
  expect([failures(told), told.code]).toEqual([['vault account'], 1]);
});

test('every setting that is missing or wrong is listed, and nothing else is checked', async () => {
  const changed = { CUSTODY_API_PATH_TO_SECRET: '/no/such.pem', CUSTODY_ASSET_ID: 'BTC' };
  const told = await workspace.doctor('xrpl', changed);
  expect(told.code).toBe(1);
  expect(told.checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'settings failed',
    'settings failed',
  ]);
  expect(told.checks.map(({ found }) => found).join()).toMatch(/API_PATH_TO_SECRET.*ASSET_ID/);
});

test('a store that does not answer is found, and its password is not shown', async () => {
  const { code, out, err } = await run([
    'doctor',
    'xrpl',
    ...workspace.connection({ REDIS_URL: `redis://user:s3cret@${await deserted()}` }),
  ]);
  expect(code).toBe(1);
  expect(out).toMatch(/^failed +store: .*ECONNREFUSED/m);
  expect(out + err).not.toContain('s3cret');
});

test('a key in the URL of a node is not shown', async () => {
  const url = `http://${await deserted()}/s3cret`;
  const { out, err } = await run(['doctor', 'xrpl', ...workspace.connection({ XRPL_URL: url })]);
  expect(out).toMatch(/^failed +node 127\.0\.0\.1:\d+: xrpl gave no answer: ECONNREFUSED$/m);
  expect(out + err).not.toContain('s3cret');
});

test.each([
  [[], 'doctor takes one of: xrpl, aptos, stacks.'],
  [['bitcoin'], 'doctor takes one of: xrpl, aptos, stacks.'],
  [['xrpl', '0'], '0 is too much: see --help.'],
  [['xrpl', '--vault', 'x'], '--vault must be the id of a vault account, such as 0.'],
  [['xrpl', '--valt', '0'], 'There is no --valt; did you mean --vault?'],
])('doctor %j is a mistake', async (args, message) => {
  expect(await run(['doctor', ...args])).toMatchObject({ code: 2, out: '', err: `${message}\n` });
});
