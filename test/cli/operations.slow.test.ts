import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseFlags } from '../../src/cli/flags.js';
import { commandsOf } from '../../src/cli/operate/chains.js';
import { csvOf } from '../../src/cli/operate/export.js';
import { fieldsOf } from '../../src/cli/operate/fields.js';
import { flagsOf } from '../../src/cli/operate/flags.js';
import { COMMON_FLAGS, WAIT_FLAG, WRITE_FLAGS } from '../../src/cli/operate/help.js';
import { commandOf } from '../../src/cli/operate/names.js';
import { readOnly } from '../../src/cli/operate/read-only.js';
import { askedBy } from '../../src/cli/operate/request.js';
import { rowsOf } from '../../src/cli/operate/rows.js';
import { summaryOf } from '../../src/cli/operate/show.js';
import { run } from '../support/cli.js';
import { newWorld, type World } from '../support/world.js';

const CHAINS = ['xrpl', 'aptos', 'stacks'] as const;
const OTHER = 'rnPAAUyTDxVNwQUVAGXyusB5EQN9hPSdxf';

/** The request that a command line makes. */
async function asked(chain: (typeof CHAINS)[number], name: string, args: readonly string[]) {
  const { routes } = await commandsOf(chain);
  const route = routes.find((one) => commandOf(chain, one) === name);
  if (!route) throw new Error(`no ${name}`);
  const flags = flagsOf(chain, route);
  const types = Object.fromEntries(flags.map((flag) => [flag.name, flag.type]));
  return askedBy(route, flags, parseFlags(args, types));
}

test('a switch is shown once, with its opposite', async () => {
  const { code, out } = await run(['xrpl', 'transfer', '--help']);
  expect(code).toBe(0);
  const switches = [...out.matchAll(/^ {2}(--\S*(?:native|use-tickets))/gm)].map(
    ([, flag]) => flag,
  );
  expect(switches).toEqual(['--[no-]use-tickets', '--[no-]native']);
  // One that only takes away has no opposite.
  expect((await run(['stacks', 'update-stake', '--help'])).out).toMatch(/^ {2}--no-payout\b/m);
});

describe.each(CHAINS)('the operations of %s', (chain) => {
  test('are commands, each with a name of its own', async () => {
    const { routes } = await commandsOf(chain);
    const names = routes.map((route) => commandOf(chain, route));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['pending', 'resume', 'cancel', 'transfer']));
  });

  test('have flags that are all different, and cover each field of the schemas', async () => {
    for (const route of (await commandsOf(chain)).routes) {
      const flags = flagsOf(chain, route);
      const names = flags.map(({ name }) => name);
      const common = [...Object.keys({ ...COMMON_FLAGS, ...WRITE_FLAGS, ...WAIT_FLAG })];
      expect(new Set([...names, ...common]).size).toBe(names.length + common.length);
      if (route.kind !== 'write') continue;
      const covered = new Set(flags.map(({ field }) => field));
      const left = fieldsOf(route.body)
        .map(({ path }) => path.join('.'))
        .filter((field) => !covered.has(field));
      expect(left.every((field) => ['unit', 'assetType'].includes(field))).toBe(true);
    }
  });

  test('have no amount without its unit', async () => {
    const UNIT =
      /-(?:xrp|drops|token|mpt|octas|coins|base|tokens|units|stx|sbtc|usdcx|sats|microstx|value)$/;
    for (const route of (await commandsOf(chain)).routes) {
      const amounts = flagsOf(chain, route)
        .map(({ name }) => name)
        .filter((name) => /(?:^|-)(?:amount|fee|gas|price|increase|claim)(?:-|$)/.test(name))
        // The text of a fee cap says its unit itself.
        .filter((name) => !/fee-payer|by-stx$|^max-fee$/.test(name));
      expect(amounts.filter((name) => !UNIT.test(name))).toEqual([]);
    }
  });

  test('are all listed, each with a help of its own', async () => {
    const { code, out } = await run([chain, '--help']);
    expect(code).toBe(0);
    for (const route of (await commandsOf(chain)).routes) {
      const name = commandOf(chain, route);
      expect(out).toContain(`  ${name}`);
      const own = await run([chain, name, '--help']);
      expect(own.code).toBe(0);
      expect(own.out).toContain(`Usage: custody-gateways ${chain} ${name}`);
      expect(own.out).toContain('Exit codes:');
    }
  });
});

describe('a request', () => {
  test.each([
    [
      'xrpl',
      'transfer',
      ['--to', OTHER, '--amount-xrp', '25'],
      { destination: OTHER, amount: '25' },
    ],
    [
      'xrpl',
      'offer-create',
      [
        '--sell-amount-xrp',
        '1.5',
        '--buy-amount-token',
        `5/USD/${OTHER}`,
        '--flags',
        'tfSellOffer',
      ],
      {
        sellAmount: '1500000',
        buyAmount: { value: '5', currency: 'USD', issuer: OTHER },
        flags: { tfSellOffer: true },
      },
    ],
    [
      'xrpl',
      'transfer',
      ['--to', '{"type":"VAULT_ACCOUNT","id":"1"}', '--amount-xrp', '2'],
      { destination: { type: 'VAULT_ACCOUNT', id: '1' }, amount: '2' },
    ],
    [
      'xrpl',
      'account-set',
      ['--configs-domain', 'a.example', '--configs-set-flag', 'asfRequireDest'],
      { configs: { domain: 'a.example', setFlag: { asfRequireDest: true } } },
    ],
    [
      'xrpl',
      'freeze-token',
      ['--holder', OTHER, '--currency', 'USD', '--no-freeze'],
      { holder: OTHER, currency: 'USD', freeze: false },
    ],
    [
      'aptos',
      'transfer',
      ['--to', '0xab', '--amount-coins', '1.5'],
      { recipientAddress: '0xab', amount: '1.5', unit: 'coins' },
    ],
    [
      'aptos',
      'transfer',
      ['--function', '0x1::a::b', '--type-arguments', 'u8', '--function-arguments', '[1,"2"]'],
      { function: '0x1::a::b', typeArguments: ['u8'], functionArguments: [1, '2'] },
    ],
    [
      'stacks',
      'transfer',
      ['--to', 'ST1', '--amount-sbtc', '0.1', '--fee-stx', '0.01'],
      { recipientAddress: 'ST1', amount: '0.1', assetType: 'sBTC', fee: '0.01' },
    ],
    [
      'stacks',
      'stake',
      ['--signer-manager', 'S', '--amount-stx', '5', '--cycles', '2', '--payout-max-fee-sats', '9'],
      { signerManager: 'S', amount: '5', cycles: 2, payout: { maxFee: '9' } },
    ],
    ['stacks', 'update-stake', ['--cycles', '1', '--no-payout'], { cycles: 1, payout: null }],
  ] as const)('of %s %s has the body of its flags', async (chain, name, args, body) => {
    expect((await asked(chain, name, ['0', ...args])).body).toEqual(body);
  });

  test('has its path and its query', async () => {
    const { target } = await asked('xrpl', 'transactions', ['a/b', '--limit', '20']);
    expect(target).toBe('/api/account/transactions/a%2Fb?limit=20');
    expect((await asked('xrpl', 'resume', ['0', 'a key'])).target).toBe('/api/requests/0/a%20key');
  });

  test.each([
    [[], 'VAULT is missing: see --help.'],
    [['..'], 'VAULT must be an id.'],
    [['0', 'more'], 'more is too much: everything else is given by flags.'],
    [['0'], '--to is required.'],
    [['0', '--to', OTHER], '--amount-xrp is required.'],
    [['0', '--to', OTHER, '--amount', '5'], 'There is no --amount; did you mean --amount-xrp?'],
    [['0', '--to', OTHER, '--amount-xrp', '1e3'], /^--amount-xrp must be a plain decimal/],
    [['0', '--to', OTHER, '--amount-xrp', '0.0000001'], '--amount-xrp may have 6 decimals.'],
    [['0', '--to', OTHER, '--amount-xrp=-5'], /^--amount-xrp must be a plain decimal/],
    [['0', '--to', '{x', '--amount-xrp', '1'], /^--to must be JSON, or @FILE/],
    [['0', '--to', '{"id":"1"}', '--amount-xrp', '1'], /^--to /],
    [
      ['0', '--to', OTHER, '--destination-tag', 'x', '--amount-xrp', '1'],
      /^--destination-tag must/,
    ],
    [
      ['0', '--to', OTHER, '--amount-xrp', '1', '--trial', 'ref'],
      /^--trial must be one of .*refuse/,
    ],
  ])('is refused for %j before anything is asked', async (args, message) => {
    const {
      code,
      err,
      asked: questions,
    } = await run(['xrpl', 'transfer', ...args], {
      answer: true,
    });
    expect({ code, questions }).toEqual({ code: 2, questions: [] });
    if (typeof message === 'string') expect(err).toBe(`${message}\n`);
    else expect(err).toMatch(message);
  });

  test('names both flags of an amount that was given twice', async () => {
    const args = ['0', '--to', '0xab', '--amount-coins', '1', '--amount-octas', '1'];
    const { code, err } = await run(['aptos', 'transfer', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(/^--amount-\w+ doesn't go with --amount-\w+: give one of them\.\n$/);
  });

  test('is refused for an operation that there isn’t, with the nearest', async () => {
    const { code, err } = await run(['xrpl', 'tranfer', '0']);
    expect(code).toBe(2);
    expect(err).toBe('xrpl has no operation tranfer; did you mean transfer?\n');
  });

  test('loses no digit of JSON', async () => {
    const given = asked('xrpl', 'submit', ['0', '--transaction', '{"Fee":9007199254740993}']);
    await expect(given).rejects.toThrow(/--transaction: Fee must be a number that is exact/);
  });
});

test.each([
  [{ result: { meta: { TransactionResult: 'tesSUCCESS' }, tx_json: { Fee: '12' } } }, '12 drops'],
  [{ vm_status: 'Executed successfully', gas_used: '9', gas_unit_price: '100' }, '900 octas'],
  [{ data: { tx_status: 'success', fee_rate: '180' } }, '180 microSTX'],
  [{ status: 'COMPLETED' }, ''],
])('a summary has the fee in the chain’s unit: %j', (answer, fee) => {
  const receipt = { idempotencyKey: 'k', hash: 'AB' };
  expect(summaryOf({ ...answer, receipt })).toMatchObject({ key: 'k', hash: 'AB', fee });
});

describe('an operation', () => {
  let world: World;
  let folder: string;
  let connection: string[];
  beforeAll(async () => {
    world = await newWorld({
      approvals: ({ note = '' }) => (note.includes('wait') ? 'wait' : 'approve'),
    });
    folder = mkdtempSync(join(tmpdir(), 'operations-'));
    const { apiKey, apiSecret, url } = world.sandbox.custody;
    const key = join(folder, 'key.pem');
    writeFileSync(key, apiSecret, { mode: 0o600 });
    const env = join(folder, 'env');
    // Of a server that others reach: its settings are none of this command's.
    const lines = [
      `CUSTODY_API_KEY=${apiKey}`,
      `CUSTODY_API_PATH_TO_SECRET=${key}`,
      `CUSTODY_BASE_PATH=${url}`,
      `XRPL_URL=${world.sandbox.xrpl.url}`,
      'HOST=0.0.0.0',
    ];
    writeFileSync(env, lines.join('\n'));
    connection = ['--env-file', env];
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await world.stop();
  });

  const xrpl = (args: readonly string[], answer?: boolean) =>
    run(['xrpl', ...args, ...connection], answer === undefined ? {} : { answer });
  const transfer = ['transfer', '0', '--to', OTHER, '--amount-xrp', '25', '--no-native'];

  const made = () => world.sandbox.custody.transactions.length;

  /** On a busy machine the wait may be over before the custody platform is asked; the key then makes it one request. */
  const waiting = async (key: string) => {
    for (;;) {
      const args = [...transfer, '--note', 'wait', '--key', key, '--wait', '1'];
      const answer = await xrpl(args);
      expect(answer.code).toBe(3);
      if (answer.err.includes('custodyId: ')) return answer;
    }
  };

  test('that reads answers a person, or a script', async () => {
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    const { code, out } = await xrpl(['address', '0']);
    expect({ code, out }).toEqual({ code: 0, out: `address: ${address}\n` });
    const { out: json } = await xrpl(['address', '0', '--json']);
    expect(JSON.parse(json)).toEqual({ address });
  });

  test('that writes is refused where there is no terminal and no key', async () => {
    const before = made();
    const { code, err } = await xrpl(transfer);
    expect(code).toBe(2);
    expect(err).toMatch(/^--key is required where there is no terminal/);
    expect(made()).toBe(before);
  });

  test('that writes shows its key and what it does, asks, and does nothing after a no', async () => {
    const before = made();
    const { code, err, asked: questions } = await xrpl(transfer, false);
    expect(code).toBe(1);
    expect(questions).toEqual(['Make this transaction? [y/N] ']);
    expect(err).toMatch(
      /^--key ([0-9a-f-]{36})\nXRP Ledger testnet.*, Pay 25 XRP to r\w+; fee 0\.\d+ XRP; .*; key \1\n/,
    );
    expect(err).toContain('Nothing was done.');
    expect(made()).toBe(before);
  });

  test('that writes shows what it would have signed, for a person or a script', async () => {
    const before = made();
    const { code, out } = await xrpl([...transfer, '--preview']);
    expect(code).toBe(0);
    expect(out).toMatch(/^summary: Pay 25 XRP to r\w+; fee /);
    expect(out).toMatch(/^balances:\n {2}- asset: XRP\n {4}before: \d+\n {4}after: \d+\n/m);
    const { out: json } = await xrpl([...transfer, '--preview', '--json', '--key', 'k']);
    expect(JSON.parse(json)).toMatchObject({
      summary: expect.stringMatching(/; key k$/),
      transactions: [{ action: expect.stringMatching(/^Pay 25 XRP to/) }],
      balances: [{ asset: 'XRP', before: expect.any(String), after: expect.any(String) }],
    });
    expect(made()).toBe(before);
  });

  test('that would fail says so before it asks', async () => {
    const args = ['transfer', '0', '--to', OTHER, '--amount-xrp', '999999999', '--no-native'];
    const { code, err } = await xrpl(args, false);
    expect(code).toBe(1);
    expect(err).toMatch(/; it would fail: .*\nNothing was done\.\n$/);
  });

  test('that is refused is not asked about', async () => {
    const args = ['transfer', '55', '--to', OTHER, '--amount-xrp', '25', '--no-native'];
    const { code, err, asked: questions } = await xrpl(args, true);
    expect([code, questions]).toEqual([1, []]);
    expect(err).toContain('ACCOUNT_NOT_FUNDED');
  });

  test('that writes is done after a yes, and found again by the key that was shown', async () => {
    const { code, out, err } = await xrpl(transfer, true);
    expect(code).toBe(0);
    const [, key = ''] = /^--key (\S+)/.exec(err) ?? [];
    expect(out).toMatch(/^outcome {2}tesSUCCESS\nhash {5}[0-9A-F]{64}\nfee {6}\d+ drops\nkey/);
    const again = await xrpl(['resume', '0', key]);
    expect(again).toMatchObject({ code: 0, out });
  });

  test('that writes with a key never asks, and has the effect of one when repeated', async () => {
    const before = made();
    const args = [...transfer, '--key', 'a-key-of-a-script', '--json'];
    const first = await xrpl(args, false);
    const second = await xrpl(args);
    expect([first.code, second.code, first.asked.length]).toEqual([0, 0, 0]);
    expect(JSON.parse(second.out).result.hash).toBe(JSON.parse(first.out).result.hash);
    expect(made()).toBe(before + 1);
  });

  test('that is not final ends with 3 and says how to go on, and can be cancelled', async () => {
    const { err } = await waiting('waits');
    expect(err).toMatch(/SIGNATURE_PENDING: /);
    expect(err).toContain('custody-gateways xrpl resume 0 waits');
    const pending = await xrpl(['pending', '0', '--json']);
    expect(JSON.parse(pending.out)).toMatchObject([{ idempotencyKey: 'waits' }]);
    const cancelled = await xrpl(['cancel', '0', 'waits']);
    expect(cancelled).toMatchObject({ code: 0 });
    expect((await xrpl(['resume', '0', 'waits', '--wait', '1'])).code).toBe(1);
  });

  test('that does not learn what a key did ends with 3, and one that did nothing with 1', async () => {
    // Another process may be about to ask for it.
    expect(await xrpl(['resume', '0', 'no-such-key'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^TRANSACTION_NOT_FOUND: /),
    });
    const [, file = ''] = connection;
    const variables = readFileSync(file, 'utf8');
    for (const [line, fault] of [
      ['CUSTODY_BASE_PATH=http://127.0.0.1:9', 'UNREACHABLE: '],
      ['CUSTODY_API_KEY=00000000-0000-4000-8000-000000000000', 'CUSTODY_'],
    ] as const) {
      const [name] = line.split('=');
      const faulty = join(folder, `without-${name}`);
      writeFileSync(faulty, variables.replace(new RegExp(`^${name}=.*$`, 'm'), line));
      for (const [operation, code] of Object.entries({ resume: 3, cancel: 1 })) {
        const told = await run(['xrpl', operation, '0', 'waits', '--env-file', faulty]);
        expect(told).toMatchObject({ code, err: expect.stringContaining(fault) });
      }
    }
  });

  test('of a day is exported as CSV, and nothing is signed or sent', async () => {
    const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const before = made();
    const days = [dayOf(-1), dayOf(0)].map((day) => day.slice(0, 10));
    const exported = await Promise.all(days.map((day) => xrpl(['export', '0', '--day', day])));
    const rows = exported.flatMap(({ out }) => out.split('\r\n'));
    expect(rows[0]).toBe('key,hash,fee_drops,outcome');
    expect(rows).toContainEqual(
      expect.stringMatching(/^a-key-of-a-script,[0-9A-F]{64},\d+,confirmed$/),
    );
    expect(rows).toContainEqual(expect.stringMatching(/^waits,,,SIGNATURE_REJECTED$/));
    expect(exported.map(({ code }) => code)).toEqual([0, 0]);
    expect(made()).toBe(before);
    expect(await xrpl(['export', '0', '--day', '2026-02-30'])).toMatchObject({
      code: 2,
      err: '--day must be a day such as 2026-01-31.\n',
    });
  });

  test('with bad input ends with 2, and names its flag', async () => {
    const bad = ['transfer', '0', '--to', 'rNowhere', '--amount-xrp', '1', '--key', 'bad'];
    const before = made();
    const { code, err } = await xrpl(bad);
    expect(code).toBe(2);
    expect(err).toMatch(/^--to /);
    expect(made()).toBe(before);
  });
});

test.each([
  ['TRANSACTION_FAILED', 422, false, true],
  ['TRANSACTION_REFUSED', 422, true, false],
  ['SIGNATURE_PENDING', 202, true, false],
  ['NODE_MISBEHAVED', 502, false, false],
])('a row that ends with %s is final, or not', (code, status, retryable, isFinal) => {
  expect(rowsOf('k', status, { code, retryable })).toMatchObject([{ outcome: code, isFinal }]);
});

test('a field of CSV is quoted where it has to be', () => {
  const row = { key: 'a,"b"\n', hash: '', fee: '12', outcome: 'confirmed', isFinal: true };
  expect(csvOf('fee_drops', [row])).toBe(
    'key,hash,fee_drops,outcome\r\n"a,""b""\n",,12,confirmed\r\n',
  );
});

describe('a command that only reads', () => {
  const sent: string[] = [];
  const only = readOnly(async (url) => {
    sent.push(url);
    return new Response();
  });

  test.each([
    ['https://node/', { method: 'POST', body: '{"method":"submit","params":[]}' }],
    ['https://node/v1/transactions', { method: 'POST', body: new Uint8Array(2) }],
    ['https://api/v1/transactions', { method: 'POST', body: '{"operation":"RAW"}' }],
    ['https://api/v1/transactions/1/cancel', { method: 'POST' }],
    ['https://node/v2/transactions', { method: 'POST', body: '{"tx":"00"}' }],
  ])('sends no transaction to %s', async (url, init) => {
    await expect(only(url, init)).rejects.toThrow('this command only reads');
    expect(sent).not.toContain(url);
  });

  test.each([
    ['https://node/1', { method: 'POST', body: '{"method":"tx","params":[]}' }],
    ['https://node/v1/view', { method: 'POST', body: '{}' }],
    ['https://node/v1/accounts/1', {}],
  ])('asks %s', async (url, init) => {
    await only(url, init);
    expect(sent).toContain(url);
  });
});

test('an operation on a sandbox of its own needs no variables', async () => {
  const args = ['transfer', '0', '--to', OTHER, '--amount-xrp', '1', '--key', 'k', '--sandbox'];
  const { code, out } = await run(['xrpl', ...args]);
  expect(code).toBe(0);
  expect(out).toContain('outcome');
});
