import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/aptos/node/fullnode.js';
import { lookUp } from '../../src/aptos/node/lookup.js';
import type { UnsignedTransaction } from '../../src/aptos/wire/transaction.js';
import { answeringNodes } from '../support/answering-nodes.js';

const SENDER = `0x0${'ab'.repeat(31)}c`;
const HASH = `0x${'12'.repeat(32)}`;
const EXPIRY = 1_000n;

const call = {
  function: '0x1::aptos_account::transfer',
  typeArguments: [],
  arguments: [],
} as const;

const ours: UnsignedTransaction = {
  sender: SENDER,
  sequenceNumber: 7n,
  payload: { kind: 'entry-function', ...call },
  maxGasAmount: 100n,
  gasUnitPrice: 100n,
  expirationTimestampSecs: EXPIRY,
  chainId: 4,
};

const orderless: UnsignedTransaction = {
  ...ours,
  payload: {
    kind: 'inner',
    executable: { kind: 'entry-function', ...call },
    replayProtectionNonce: 5n,
  },
};

const onLedger = {
  type: 'user_transaction',
  hash: HASH,
  sender: SENDER,
  sequence_number: '7',
  max_gas_amount: '100',
  gas_unit_price: '100',
  expiration_timestamp_secs: `${EXPIRY}`,
  payload: { type: 'entry_function_payload' },
  version: '41',
  success: true,
  vm_status: 'Executed successfully',
  gas_used: '9',
  timestamp: '900000000',
  events: [],
  changes: [],
};
const { version: _version, success: _success, timestamp: _timestamp, ...inMempool } = onLedger;
const waiting = { ...inMempool, type: 'pending_transaction' };

interface Node {
  /** What it has under our hash. */
  readonly shown?: object;
  /** The time of its ledger. */
  readonly time?: bigint;
  readonly number?: bigint;
  /** The first block that it has, and when that was made. */
  readonly oldestBlock?: bigint;
  readonly oldestTime?: bigint;
}

/** What a look-up makes of a node, and which paths it has asked for. */
async function seen(
  { shown, time = 900n, number = 7n, oldestBlock, oldestTime = 0n }: Node,
  transaction: UnsignedTransaction = ours,
  patient = false,
) {
  const asked: string[] = [];
  const headers = {
    'x-aptos-chain-id': `${transaction.chainId}`,
    'x-aptos-ledger-version': '50',
    'x-aptos-ledger-timestampusec': `${time}000000`,
    ...(oldestBlock === undefined ? {} : { 'x-aptos-oldest-block-height': `${oldestBlock}` }),
  };
  const nodes = answeringNodes('aptos', ({ pathname }) => {
    asked.push(pathname);
    if (pathname.includes('by_hash')) {
      const missing = { error_code: 'transaction_not_found', message: 'none' };
      return Response.json(shown ?? missing, { headers, status: shown ? 200 : 404 });
    }
    if (pathname.startsWith('/blocks/by_height/')) {
      const block = { block_height: `${oldestBlock}`, block_timestamp: `${oldestTime}000000` };
      return Response.json(block, { headers });
    }
    if (pathname.endsWith('/transactions')) return Response.json([], { headers });
    const account = { sequence_number: `${number}`, authentication_key: SENDER };
    return Response.json(account, { headers });
  });
  const ledger = { ledger: new Ledger(nodes, transaction.chainId), otherKeys: undefined };
  const request = { transaction: { unsigned: transaction, signatories: [] }, hash: HASH, patient };
  return { status: await lookUp(ledger, request, {}), asked };
}

describe('what a node shows under our hash', () => {
  it('is ours by its sender, with or without leading zeros, and its number', async () => {
    for (const sender of [SENDER, SENDER.replace('0x0', '0x')]) {
      const { status } = await seen({ shown: { ...onLedger, sender } });
      expect(status).toMatchObject({ state: 'confirmed', hash: HASH });
    }
  });

  it.each([
    ['of another sender', { ...onLedger, sender: `0x${'cd'.repeat(32)}` }],
    ['with another number', { ...onLedger, sequence_number: '8' }],
    ['without a user', { type: 'state_checkpoint_transaction', hash: HASH }],
    [
      'without a user, whatever it calls a sender',
      { type: 'state_checkpoint_transaction', hash: HASH, sender: 5, sequence_number: '7' },
    ],
  ])('is unknown when it is one %s', async (_, shown) => {
    const reason = 'the node shows another transaction under this hash';
    expect((await seen({ shown })).status).toEqual({ state: 'unknown', reason });
  });

  it('is open in a mempool, until the ledger has left it behind', async () => {
    expect((await seen({ shown: waiting })).status).toEqual({ state: 'open', seen: true });
    const late = await seen({ shown: waiting, time: EXPIRY + 1n });
    expect(late.status).toEqual({ state: 'expired' });
    const spent = await seen({ shown: waiting, number: 8n });
    expect(spent.status).toMatchObject({ state: 'unknown' });
  });

  it('is waited for by the node where the caller is patient', async () => {
    const { asked } = await seen({ shown: onLedger }, ours, true);
    expect(asked).toEqual([`/transactions/wait_by_hash/${HASH}`]);
    const { asked: atOnce } = await seen({ shown: onLedger });
    expect(atOnce).toContain(`/transactions/by_hash/${HASH}`);
  });
});

describe('an orderless transaction that a node does not show', () => {
  it.each([
    [66n, 'expired'],
    [65n, 'unknown'],
  ])('may have landed in the 65 seconds that Movement gives it', async (before, state) => {
    const node = { time: EXPIRY + 1n, oldestBlock: 9n, oldestTime: EXPIRY - before };
    const { status } = await seen(node, { ...orderless, chainId: 126 });
    expect(status).toMatchObject({ state });
  });

  const late = { time: EXPIRY + 1n };

  it('is open until its time is over', async () => {
    const { status } = await seen({ time: EXPIRY, oldestBlock: 0n }, orderless);
    expect(status).toEqual({ state: 'open', seen: false });
  });

  it.each([
    ['has all there was', { oldestBlock: 0n, oldestTime: EXPIRY }, 'expired'],
    ['begins before it could land', { oldestBlock: 9n, oldestTime: EXPIRY - 101n }, 'expired'],
    ['begins when it could land', { oldestBlock: 9n, oldestTime: EXPIRY - 100n }, 'unknown'],
    ['does not say where it begins', {}, 'unknown'],
  ])('is judged by a node that %s', async (_, node, state) => {
    const { status } = await seen({ ...late, ...node }, orderless);
    expect(status).toMatchObject({ state });
  });
});
