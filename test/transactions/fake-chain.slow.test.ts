import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rawSignerConformance } from '../../src/signer/index.js';
import {
  type Action,
  digestOf,
  type FakeTransaction,
  hashOf,
  writeBlob,
} from '../support/fake-chain/transaction.js';
import { publicKeyOf, signDigest } from '../support/fake-chain/vault-keys.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { ORDERS, to32Bytes, toBigInt } from '../support/keys.js';

/** What the tests of this folder stand on: a ledger and a custody that have rules of their own. */
let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const now = () => Math.floor(world.time.clock.now() / 1_000);

function transactionOf(vault: string, value: number, changes: Partial<FakeTransaction> = {}) {
  return {
    network: 1,
    account: world.custody.addressOf(vault),
    publicKey: Buffer.from(publicKeyOf(vault)).toString('hex'),
    number: { kind: 'sequence', value: `${value}` },
    fee: '10',
    expiry: `${now() + 600}`,
    action: { type: 'pay', to: world.custody.addressOf('1'), amount: '5' },
    ...changes,
  } satisfies FakeTransaction;
}

const signatureOf = (transaction: FakeTransaction, vault: string) =>
  signDigest(digestOf(transaction), vault).slice(1);
const blobOf = (transaction: FakeTransaction, vault = '0') =>
  writeBlob(transaction, signatureOf(transaction, vault));
const submit = (blob: string) => world.ledger.submit(blob).code;
const close = () => world.time.pass(4_000);
const numbers = () => world.ledger.numbersOf(world.address);

describe('the fake ledger', () => {
  test('takes only what the account’s own key has signed, with a low s', () => {
    const transaction = transactionOf('0', 1);
    const good = signatureOf(transaction, '0');
    const s = ORDERS['ecdsa-secp256k1'] - toBigInt(good.subarray(32));
    const highS = Uint8Array.from([...good.subarray(0, 32), ...to32Bytes(s)]);
    for (const signature of [highS, signatureOf(transaction, '1'), good.subarray(1)]) {
      expect(submit(writeBlob(transaction, signature))).toBe('BAD_SIGNATURE');
    }
    const dearer = { ...transaction, fee: '11' };
    expect(submit(writeBlob(dearer, good))).toBe('BAD_SIGNATURE');
    const stolen = { ...transaction, publicKey: transactionOf('1', 1).publicKey };
    expect(submit(blobOf(stolen, '1'))).toBe('BAD_SIGNATURE');
    expect(submit(writeBlob(transaction, good))).toBe('TAKEN');
  });

  test('refuses what is no transaction of its own', () => {
    expect(submit('{}')).toBe('MALFORMED');
    expect(submit(blobOf(transactionOf('0', 1, { network: 2 })))).toBe('OTHER_NETWORK');
    expect(submit(blobOf(transactionOf('5', 1), '5'))).toBe('NO_ACCOUNT');
    expect(submit(blobOf(transactionOf('0', 1, { fee: '9' })))).toBe('FEE_TOO_LOW');
    expect(submit(blobOf(transactionOf('0', 1, { fee: '1000001' })))).toBe('CANNOT_PAY_FEE');
  });

  test('spends each number once, in order, and waits for the one that is missing', async () => {
    const [one, two] = [blobOf(transactionOf('0', 1)), blobOf(transactionOf('0', 2))];
    expect(submit(two)).toBe('HELD');
    await close();
    expect(numbers()).toEqual([]);
    expect(submit(one)).toBe('TAKEN');
    expect(submit(one)).toBe('KNOWN');
    expect(submit(blobOf(transactionOf('0', 1, { fee: '20' })))).toBe('NUMBER_TAKEN');
    await close();
    expect(numbers()).toEqual([1, 2]);
    expect(submit(blobOf(transactionOf('0', 1, { fee: '20' })))).toBe('NUMBER_SPENT');
    expect(world.ledger.transaction(hashOf(one))?.applied).toMatchObject({ result: 'DONE' });
  });

  test('takes nothing after its time, and lets go of what it had', async () => {
    expect(submit(blobOf(transactionOf('0', 2, { expiry: `${now() + 7}` })))).toBe('HELD');
    await world.time.pass(8_000);
    expect(submit(blobOf(transactionOf('0', 1)))).toBe('TAKEN');
    await close();
    expect(numbers()).toEqual([1]);
    const late = transactionOf('0', 2, { expiry: `${now() - 1}` });
    expect(submit(blobOf(late))).toBe('EXPIRED');
  });

  test('lets wait what pays too little for now', async () => {
    world.ledger.setFees({ open: 50n });
    expect(submit(blobOf(transactionOf('0', 1)))).toBe('QUEUED');
    await close();
    expect(numbers()).toEqual([]);
    world.ledger.setFees({ open: 10n });
    await close();
    expect(numbers()).toEqual([1]);
  });

  test('has room for so many that wait', async () => {
    world.ledger.room = 1;
    expect(submit(blobOf(transactionOf('0', 1)))).toBe('TAKEN');
    const another = blobOf(transactionOf('1', 1), '1');
    expect(submit(another)).toBe('NO_ROOM');
    await close();
    expect(submit(another)).toBe('TAKEN');
  });

  test('makes Tickets of the numbers behind, and takes each once in any order', async () => {
    const ticket = (value: number) =>
      blobOf(transactionOf('0', value, { number: { kind: 'ticket', value: `${value}` } }));
    expect(submit(ticket(2))).toBe('NO_TICKET');
    submit(blobOf(transactionOf('0', 1, { action: { type: 'create-tickets', count: 2 } })));
    await close();
    expect(world.ledger.account(world.address)).toMatchObject({ tickets: [2n, 3n], next: 4n });
    expect([submit(ticket(3)), submit(ticket(2))]).toEqual(['TAKEN', 'TAKEN']);
    await close();
    expect(submit(ticket(3))).toBe('NO_TICKET');
    expect(world.ledger.account(world.address)).toMatchObject({ tickets: [], next: 4n });
  });

  test('counts its money, whatever is sent in whatever order', async () => {
    const action: fc.Arbitrary<Action> = fc.oneof(
      fc.record({
        type: fc.constant('pay' as const),
        to: fc.constantFrom('0', '1', '7').map((vault) => world.custody.addressOf(vault)),
        amount: fc.nat(700_000).map(String),
      }),
      fc.record({
        type: fc.constant('create-tickets' as const),
        count: fc.integer({ min: 1, max: 3 }),
      }),
      fc.constant({ type: 'nothing' as const }),
    );
    const sending = fc.record({
      vault: fc.constantFrom('0', '1'),
      number: fc.record({
        kind: fc.constantFrom('sequence' as const, 'ticket' as const),
        value: fc.integer({ min: 1, max: 8 }).map(String),
      }),
      action,
      closes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sending, { maxLength: 25 }), async (all) => {
        world.end();
        world = new FakeWorld();
        for (const { vault, closes, ...changes } of all) {
          submit(blobOf(transactionOf(vault, 0, changes), vault));
          if (closes) await close();
        }
        await close();
        for (const vault of ['0', '1']) {
          const address = world.custody.addressOf(vault);
          const spent = world.ledger
            .sentBy(address)
            .map(({ number }) => `${number.kind} ${number.value}`);
          expect(new Set(spent).size).toBe(spent.length);
          const sequences = world.ledger.numbersOf(address);
          expect([...sequences].sort((one, other) => one - other)).toEqual(sequences);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the custody in memory', () => {
  const key = (id: string) => ({ algorithm: 'ecdsa-secp256k1', id }) as const;
  const cases = rawSignerConformance(async () => ({
    signer: world.newSigner(),
    keys: [key('0'), key('1')],
  }));

  test.each(cases.map(({ name, run }) => [name, run] as const))('%s', async (_, run) => {
    await world.run(run());
  });

  test('gives up what nobody approves in time', async () => {
    world.custody.decide = () => 'wait';
    const call = world.pay({ approvalWindowSeconds: 60 });
    await expect(world.run(call)).rejects.toMatchObject({
      request: { status: 'FAILED', subStatus: 'TIMEOUT' },
    });
    expect(world.time.clock.now() - world.custody.latest.createdAt).toBeGreaterThanOrEqual(60_000);
    expect(() => world.custody.approve()).toThrow(/FAILED already/);
  });

  test('transfers by itself, with a number that nobody else has', async () => {
    submit(blobOf(transactionOf('0', 1)));
    const balance = () => world.ledger.account(world.custody.addressOf('1'))?.balance ?? 0n;
    await world.run(world.pay({ native: true }, '7'));
    expect(numbers()).toEqual([1, 2]);
    expect(balance()).toBe(1_000_012n);
  });
});
