import { type Account, AccountAuthenticatorEd25519, Ed25519Signature } from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../support/runs.js';
import { addressOf, BOB, bytesOf, TestAptos } from './support/aptos.js';

/** Blocks are made only when a test says so: what waits can be looked at. */
let aptos: TestAptos;

beforeAll(async () => {
  aptos = await TestAptos.start({ aptosBlockMs: 0 });
});

afterAll(() => aptos.stop());

const produceBlock = () => aptos.sandbox.aptos.produceBlock();
/** In the ledger's time, which stands still between blocks. */
async function secondsFromNow(seconds: number): Promise<number> {
  const { json } = await aptos.ask('');
  return Math.floor(Number(json.ledger_timestamp) / 1_000_000) + seconds;
}

async function signed(account: Account, options: object = {}, amount = 1n): Promise<Uint8Array> {
  const expireTimestamp = await secondsFromNow(60);
  const transaction = await aptos.transfer(account, BOB, amount, { expireTimestamp, ...options });
  return aptos.signed(account, transaction);
}

const hashOf = ({ json }: { readonly json: Record<string, unknown> }) => String(json.hash);

async function statusOf(hash: string): Promise<unknown> {
  const { json } = await aptos.ask(`/transactions/by_hash/${hash}`);
  return json.type ?? json.error_code;
}

/** A refusal of the chain's validation. */
function vmError(status: string, number: number) {
  return {
    status: 400,
    json: {
      message: `Invalid transaction: Type: Validation Code: ${status}`,
      error_code: 'vm_error',
      vm_error_code: number,
    },
  };
}

describe('a submission', () => {
  it('is pending until it is in a block', async () => {
    const alice = aptos.account(1);
    const answer = await aptos.submit(await signed(alice));
    expect(answer.status).toBe(202);
    expect(await statusOf(hashOf(answer))).toBe('pending_transaction');
    produceBlock();
    expect(await statusOf(hashOf(answer))).toBe('user_transaction');
  });

  it('may be repeated while it waits, and not afterwards', async () => {
    const alice = aptos.account(1);
    const bytes = await signed(alice);
    const first = await aptos.submit(bytes);
    const second = await aptos.submit(bytes);
    expect(second).toMatchObject({ status: 202, json: first.json });
    produceBlock();
    expect(await aptos.submit(bytes)).toMatchObject(vmError('SEQUENCE_NUMBER_TOO_OLD', 3));
    expect(aptos.sandbox.aptos.transactionsOf(addressOf(alice))).toHaveLength(1);
  });

  it('waits until its number is up', async () => {
    const alice = aptos.account(1);
    const numbers = [2, 1, 0].map((accountSequenceNumber) => ({ accountSequenceNumber }));
    const hashes: string[] = [];
    for (const options of numbers) {
      hashes.push(hashOf(await aptos.submit(await signed(alice, options))));
      if (options.accountSequenceNumber > 0) {
        produceBlock();
        expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(0n);
      }
    }
    const { firstVersion, lastVersion } = produceBlock();
    expect(lastVersion - firstVersion).toBe(4);
    const committed = aptos.sandbox.aptos.transactionsOf(addressOf(alice));
    expect(committed.map(({ hash }) => hash)).toEqual(hashes.reverse());
  });

  it('is sped up by a higher price, and by nothing else', async () => {
    const alice = aptos.account(1);
    const expireTimestamp = await secondsFromNow(60);
    const send = async (options: object, amount = 1n) =>
      aptos.submit(await signed(alice, { expireTimestamp, gasUnitPrice: 200, ...options }, amount));
    const first = await send({});
    const update = (what: string) => ({
      status: 400,
      json: {
        message: `Transaction already in mempool with a ${what}`,
        error_code: 'invalid_transaction_update',
      },
    });
    expect(await send({}, 2n)).toMatchObject(update('different payload'));
    expect(await send({ expireTimestamp: expireTimestamp + 1 })).toMatchObject(
      update('different expiration timestamp'),
    );
    expect(await send({ maxGasAmount: 9_999 })).toMatchObject(update('different max gas amount'));
    expect(await send({ gasUnitPrice: 150 })).toMatchObject(update('higher gas price'));
    const faster = await send({ gasUnitPrice: 300 });
    expect(faster.status).toBe(202);
    produceBlock();
    expect(await statusOf(hashOf(first))).toBe('transaction_not_found');
    expect(await statusOf(hashOf(faster))).toBe('user_transaction');
  });

  it('finds no room when too much waits', async () => {
    const [alice, carol] = [aptos.account(1), aptos.account(1)];
    aptos.sandbox.aptos.limitMempool({ perAccount: 2 });
    const send = async (account: Account, accountSequenceNumber: number) =>
      aptos.submit(await signed(account, { accountSequenceNumber }));
    expect((await send(alice, 0)).status).toBe(202);
    expect((await send(alice, 1)).status).toBe(202);
    expect(await send(alice, 2)).toMatchObject({
      status: 507,
      json: {
        message:
          'Mempool over capacity for account. Number of seq number transactions from account: 2 Capacity per account: 2',
        error_code: 'mempool_is_full',
      },
    });
    aptos.sandbox.aptos.limitMempool({ capacity: 2 });
    expect(await send(carol, 0)).toMatchObject({
      status: 507,
      json: { message: 'Mempool is full. Mempool size: 2, Capacity: 2' },
    });
    aptos.sandbox.aptos.limitMempool({});
    expect((await send(carol, 0)).status).toBe(202);
    produceBlock();
  });

  it('can be lost on the way', async () => {
    const alice = aptos.account(1);
    const answer = await aptos.submit(await signed(alice));
    aptos.sandbox.aptos.dropPending();
    produceBlock();
    expect(await statusOf(hashOf(answer))).toBe('transaction_not_found');
    expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(0n);
  });

  it('that expires while it waits never gets in', async () => {
    const alice = aptos.account(1);
    const expireTimestamp = await secondsFromNow(5);
    const answer = await aptos.submit(await signed(alice, { expireTimestamp }));
    aptos.sandbox.advanceTime(10_000);
    produceBlock();
    expect(await statusOf(hashOf(answer))).toBe('transaction_not_found');
    expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(0n);
  });
});

describe('what the chain’s validation refuses', () => {
  it.each([
    ['TRANSACTION_EXPIRED', 6, { expireTimestamp: 1 }],
    ['MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND', 13, { maxGasAmount: 2_000_001 }],
    ['MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 14, { maxGasAmount: 1 }],
    ['GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15, { gasUnitPrice: 99 }],
    ['GAS_UNIT_PRICE_ABOVE_MAX_BOUND', 16, { gasUnitPrice: 10_000_000_001, maxGasAmount: 5 }],
    ['INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5, { maxGasAmount: 1_000_001 }],
    ['SEQUENCE_NUMBER_TOO_BIG', 24, { accountSequenceNumber: 2n ** 63n }],
  ])('is %s', async (status, number, options) => {
    const alice = aptos.account(1);
    expect(await aptos.submit(await signed(alice, options))).toMatchObject(vmError(status, number));
  });

  it('is a signature that is none', async () => {
    const alice = aptos.account(1);
    const transaction = await aptos.transfer(alice, BOB, 1n);
    const forged = new AccountAuthenticatorEd25519(
      alice.publicKey,
      new Ed25519Signature(new Uint8Array(64).fill(7)),
    );
    expect(await aptos.submit(bytesOf(transaction, forged))).toMatchObject(
      vmError('INVALID_SIGNATURE', 1),
    );
  });

  it('is a key that is not the account’s', async () => {
    const [alice, mallory] = [aptos.account(1), aptos.account(1)];
    const bytes = aptos.signed(mallory, await aptos.transfer(alice, BOB, 1n));
    expect(await aptos.submit(bytes)).toMatchObject(vmError('INVALID_AUTH_KEY', 2));
    const own = await signed(alice);
    aptos.sandbox.aptos.rotateKey(addressOf(alice), addressOf(mallory));
    expect(await aptos.submit(own)).toMatchObject(vmError('INVALID_AUTH_KEY', 2));
  });

  it('is a transaction of another chain', async () => {
    const other = await TestAptos.start({ aptosChainId: 126, aptosBlockMs: 0 });
    const alice = other.account(1);
    const bytes = other.signed(alice, await other.transfer(alice, BOB, 1n));
    expect(await aptos.submit(bytes)).toMatchObject(vmError('BAD_CHAIN_ID', 23));
    await other.stop();
  });

  it('is bytes that are no transaction, in the node’s words', async () => {
    expect(await aptos.submit(Uint8Array.of(1, 2, 3))).toMatchObject({
      status: 400,
      json: {
        message: 'Failed to deserialize input into SignedTransaction: unexpected end of input',
        error_code: 'invalid_input',
        vm_error_code: null,
      },
    });
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await aptos.ask('/transactions', json)).status).toBe(415);
  });

  it('is said of paths and parameters too', async () => {
    const errorOf = async (path: string, init?: RequestInit) => {
      const { status, json } = await aptos.ask(path, init);
      return [status, json.error_code];
    };
    expect(await errorOf('/accounts/0xzz')).toEqual([400, 'web_framework_error']);
    expect(await errorOf('/accounts/0x1/module/none')).toEqual([404, 'module_not_found']);
    expect(await errorOf('/accounts/0x1/resource/0x1::a::B')).toEqual([404, 'resource_not_found']);
    expect(await errorOf('/accounts/0x1/resource/wrong')).toEqual([400, 'web_framework_error']);
    expect(await errorOf('/accounts/0x1/transactions?limit=0')).toEqual([400, 'invalid_input']);
    expect(await errorOf('/transactions/by_hash/0x12')).toEqual([400, 'web_framework_error']);
    expect(await errorOf(`/transactions/by_hash/0x${'0'.repeat(64)}`)).toEqual([
      404,
      'transaction_not_found',
    ]);
    expect(await errorOf('/transactions/by_version/999999999')).toEqual([
      404,
      'transaction_not_found',
    ]);
    expect(await errorOf('/nothing')).toEqual([404, 'web_framework_error']);
    expect(await errorOf('/estimate_gas_price', { method: 'POST' })).toEqual([
      405,
      'web_framework_error',
    ]);
  });
});

describe('whatever is submitted, in whatever order', () => {
  it('spends each number once and in order, and no coin comes from nowhere', async () => {
    const step = fc.record({
      from: fc.nat({ max: 2 }),
      to: fc.nat({ max: 2 }),
      number: fc.integer({ min: 0, max: 4 }),
      amount: fc.bigInt({ min: 0n, max: 150_000_000n }),
      block: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const people = [aptos.account(1), aptos.account(1), aptos.account(1)] as const;
        const expireTimestamp = await secondsFromNow(60);
        for (const { from, to, number, amount, block } of steps) {
          const [sender, recipient] = [people[from] ?? people[0], people[to] ?? people[0]];
          const options = { accountSequenceNumber: number, expireTimestamp, maxGasAmount: 1_000 };
          const tx = await aptos.transfer(sender, addressOf(recipient), amount, options);
          await aptos.submit(aptos.signed(sender, tx));
          if (block) produceBlock();
        }
        produceBlock();
        let burnt = 0n;
        for (const person of people) {
          const sent = aptos.sandbox.aptos.transactionsOf(addressOf(person));
          expect(sent.map((tx) => tx.sequence_number)).toEqual(sent.map((_, index) => `${index}`));
          const next = aptos.sandbox.aptos.sequenceNumberOf(addressOf(person));
          expect(next).toBe(BigInt(sent.length));
          for (const tx of sent) burnt += BigInt(`${tx.gas_used}`) * BigInt(`${tx.gas_unit_price}`);
        }
        const left = people.map((person) => aptos.sandbox.aptos.balanceOf(addressOf(person)));
        expect(left.reduce((sum, each) => sum + each, burnt)).toBe(300_000_000n);
        aptos.sandbox.aptos.dropPending();
      }),
      runs(15),
    );
  });
});
