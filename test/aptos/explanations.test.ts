import { expect, test } from 'vitest';
import { aptosCodec } from '../../src/aptos/index.js';
import { encodeCall } from '../../src/aptos/wire/arguments.js';
import { knownFunction } from '../../src/aptos/wire/known-functions.js';
import { payloadOf } from '../../src/aptos/wire/payload.js';
import type { UnsignedTransaction } from '../../src/aptos/wire/transaction.js';

const own = `0x${'a1'.repeat(32)}`;
const other = `0x${'b2'.repeat(32)}`;
const third = `0x${'c3'.repeat(32)}`;
const USD = `${third}::usd::USD`;
const at = 1_800_000_000;

function transactionWith(
  payload: UnsignedTransaction['payload'],
  more: Partial<UnsignedTransaction> = {},
): UnsignedTransaction {
  return {
    sender: own,
    sequenceNumber: 5n,
    payload,
    maxGasAmount: 2_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: BigInt(at),
    chainId: 126,
    ...more,
  };
}

function call(name: string, functionArguments: readonly unknown[], typeArguments: string[] = []) {
  const abi = knownFunction(name);
  if (!abi) throw new Error('The function has to be a known one.');
  return encodeCall({ function: name, typeArguments, functionArguments } as never, abi);
}

const explain = (transaction: UnsignedTransaction, options = {}) =>
  aptosCodec.explain(payloadOf(transaction), options);

test('a transfer in one line, by a clock or by a date', async () => {
  const transaction = transactionWith(call('0x1::aptos_account::transfer', [other, '150000000']));
  const line = `Pay 1.5 MOVE to ${other}; fee at most 0.002 MOVE; expires`;
  const { summary, fee, expiry } = await explain(transaction);
  expect(summary).toBe(`${line} 2027-01-15 08:00:00 UTC`);
  expect(fee).toEqual({ units: 200_000n, decimals: 8, symbol: 'MOVE', isLimit: true });
  expect(expiry).toEqual({ kind: 'time', seconds: BigInt(at) });
  for (const [seconds, words] of [
    [2 * 3_600 + 5 * 60 + 7, 'in 2 h 5 min'],
    [3 * 86_400, 'in 3 d'],
    [59, 'in 59 s'],
    [0, 'now'],
    [-5, 'now'],
  ] as const) {
    const now = (at - seconds) * 1_000;
    expect((await explain(transaction, { now })).summary).toBe(`${line} ${words}`);
  }
});

test.each<readonly [string, ReturnType<typeof call>]>([
  [
    `Pay 7 base units of the token ${USD} to ${other}`,
    call('0x1::aptos_account::transfer_coins', [other, '7'], [USD]),
  ],
  [
    `Pay 0.00000007 MOVE to ${other}`,
    call('0x1::coin::transfer', [other, '7'], ['0x1::aptos_coin::AptosCoin']),
  ],
  [
    `Pay 7 base units of the token ${third} to ${other}`,
    call(
      '0x1::primary_fungible_store::transfer',
      [third, other, '7'],
      ['0x1::fungible_asset::Metadata'],
    ),
  ],
  [
    'Pay 3 MOVE to 2 accounts',
    call('0x1::aptos_account::batch_transfer', [
      [other, third],
      ['100000000', '200000000'],
    ]),
  ],
  ['Pay nothing', call('0x1::aptos_account::batch_transfer', [[], []])],
])('%s', async (action, payload) => {
  await expect(explain(transactionWith(payload))).resolves.toMatchObject({ action });
});

test('of another function the arguments are bytes, since only a node knows their types', async () => {
  const payload = {
    kind: 'entry-function',
    function: `${third}::vault::withdraw`,
    typeArguments: [USD],
    arguments: ['0x0500000000000000', `0x${'ee'.repeat(40)}`],
  } as const;
  const { action, details } = await explain(transactionWith(payload));
  expect(action).toBe(`Call ${third}::vault::withdraw`);
  expect(details).toBe(`of ${USD}, with 0x0500000000000000, 0x${'e'.repeat(21)}…`);
});

test('several payments say what they are in all, and lists that don’t fit are only a call', async () => {
  const batch = (amounts: readonly string[]) =>
    explain(transactionWith(call('0x1::aptos_account::batch_transfer', [[other, third], amounts])));
  const both = await batch(['100000000', '200000000']);
  expect(both.details).toBe(`1 MOVE to ${other}, 2 MOVE to ${third}`);
  expect(both.summary).toMatch(/^Pay 3 MOVE to 2 accounts; fee .*; 1 MOVE to 0x/);
  for (const amounts of [['1'], ['1', '2', '3'], []]) {
    const { action } = await batch(amounts);
    expect(action).toBe('Call 0x1::aptos_account::batch_transfer');
  }
});

test('a long name of a token pushes neither the recipient nor the fee out of the line', async () => {
  const type = `0x5::m::${'C'.repeat(200)}`;
  const pay = call('0x1::aptos_account::transfer_coins', [other, '7'], [type]);
  const { summary } = await explain(transactionWith(pay));
  expect(summary.slice(0, 260)).toMatch(new RegExp(`…C+ to ${other}; fee at most `));
});

test('other signers, an unknown chain, shared accounts and scripts', async () => {
  const transfer = call('0x1::aptos_account::transfer', [other, '100000000']);
  const more = { secondarySignerAddresses: [other], feePayerAddress: third, chainId: 4 };
  const several = await explain(transactionWith(transfer, more));
  expect(several.action).toBe(
    `Pay 1 coins of chain 4 to ${other}, with the signature of ${other}, gas paid by ${third}`,
  );
  const { kind: _, ...inner } = transfer;
  const shared = { kind: 'multisig', multisigAddress: third, call: inner } as const;
  await expect(explain(transactionWith(shared))).resolves.toMatchObject({
    action: `From the shared account ${third}: Pay 1 MOVE to ${other}`,
  });
  const stored = { kind: 'multisig', multisigAddress: third } as const;
  await expect(explain(transactionWith(stored))).resolves.toMatchObject({
    action: `From the shared account ${third}: carry out the call that it has stored`,
  });
  const script = {
    kind: 'script',
    code: '0xa11ceb0b',
    typeArguments: [],
    arguments: [{ type: 'u64', value: '7' }],
  } as const;
  await expect(explain(transactionWith(script))).resolves.toMatchObject({
    action: 'Run a script of 4 bytes',
    details: 'with u64 7',
  });
});
