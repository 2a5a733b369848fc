import { describe, expect, test } from 'vitest';
import { assertOwnFields, ownCopy, snapshotOf } from '../../src/core/own-fields.js';
import {
  AptosGateway,
  InvalidInputError,
  LocalRawSigner,
  StacksGateway,
  XrplGateway,
} from '../../src/index.js';
import { rejectionOf } from '../support/rejections.js';

const signer = new LocalRawSigner({ seed: 'own fields', quiet: true });
const unreached = () => Promise.reject(new Error('nothing is asked'));
const xrpl = new XrplGateway({ signer, network: 'testnet', fetch: unreached });
const aptos = new AptosGateway({ signer, network: 'aptos-testnet', fetch: unreached });
const stacks = new StacksGateway({ signer, network: 'testnet', fetch: unreached });

class Options {
  get idempotencyKey() {
    return 'pay-1';
  }
}
const hidden = Object.defineProperty({}, 'idempotencyKey', { value: 'pay-1' });
const ADDRESS = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';

describe('options that inherit or hide their key', () => {
  test.each([
    ['a class', new Options()],
    ['a prototype', Object.create({ idempotencyKey: 'pay-1' })],
    ['a hidden field', hidden],
  ])('are refused: %s', async (_, options) => {
    const refused = { code: 'INVALID_INPUT', field: 'options' };
    const pay = { destination: ADDRESS, amount: '1' };
    expect(await rejectionOf(xrpl.xrpTransfer('0', pay, options))).toMatchObject(refused);
    const batch = [{ TransactionType: 'AccountSet' }];
    expect(await rejectionOf(xrpl.submitBatch('0', batch, options))).toMatchObject(refused);
    const move = { recipientAddress: '0x2', amount: 1 };
    expect(await rejectionOf(aptos.transferMove('0', move, options))).toMatchObject(refused);
    const stx = { recipientAddress: 'ST000000000000000000002AMW42H', amount: 1 };
    expect(await stacks.transfer('0', stx, options)).toMatchObject({ success: false });
  });
});

test('options that can’t be read are refused by their name', async () => {
  const options = Object.defineProperty({}, 'maxFee', {
    enumerable: true,
    get: () => {
      throw new Error('a getter of the caller');
    },
  });
  const refused = { code: 'INVALID_INPUT', field: 'options', reason: "can't be read" };
  const transaction = { TransactionType: 'AccountSet', Account: ADDRESS, SigningPubKey: '' };
  const prepared = { ...transaction, Fee: '30', Sequence: 1, LastLedgerSequence: 9 };
  const calls = [
    xrpl.prepareMultisigned(transaction, 2, options),
    xrpl.signMultisigned('0', prepared, options),
    xrpl.submitMultisigned(prepared, [], options),
  ];
  for (const call of calls) expect(await rejectionOf(call)).toMatchObject(refused);
});

test('a batch is what it was when it was given', async () => {
  const entry = { transactionType: 'accountSet', params: { configs: { domain: 'a.example' } } };
  const taken = snapshotOf([entry], 'transactions');
  entry.params.configs.domain = 'b.example';
  expect(taken).toEqual([{ ...entry, params: { configs: { domain: 'a.example' } } }]);
});

test('bytes are what they were when they were given, of whatever kind', () => {
  const [bytes, buffer] = [Uint8Array.of(1, 2), Buffer.from([1, 2])];
  const taken = snapshotOf({ list: [bytes], buffer }, 'params');
  bytes.fill(9);
  buffer.fill(9);
  expect(taken).toEqual({ list: [Uint8Array.of(1, 2)], buffer: Uint8Array.of(1, 2) });
});

test('options are a copy in whole, but for what is no data', () => {
  const { signal } = new AbortController();
  const onEvent = () => undefined;
  const given = { ids: ['1'], salt: Uint8Array.of(1), deep: { list: [{ a: 1 }] }, signal, onEvent };
  const taken = ownCopy(given, 'options');
  given.ids[0] = '2';
  given.salt.fill(9);
  given.deep.list.push({ a: 2 });
  const expected = { ids: ['1'], salt: Uint8Array.of(1), deep: { list: [{ a: 1 }] } };
  expect(taken).toEqual({ ...expected, signal, onEvent });
  expect(taken.signal).toBe(signal);
});

test('what is no plain object stays what it is, and what holds itself has an end', () => {
  const bytes = new Uint8Array([1]);
  const self: { bytes: Uint8Array; self?: unknown } = { bytes };
  self.self = self;
  expect(snapshotOf(self, 'params')).toEqual({ bytes, self });
});

test('a member that inherits fields is refused by its place', () => {
  const given = [{ params: Object.create({ destinationTag: 77 }) }];
  expect(() => snapshotOf(given, 'transactions')).toThrow(InvalidInputError);
  expect(() => snapshotOf(given, 'transactions')).toThrow(/^transactions\[0\]\.params: /);
});

test.each([undefined, null, 'text', {}, Object.create(null), [1]])('%j is taken', (value) => {
  expect(() => assertOwnFields(value, 'options')).not.toThrow();
});
