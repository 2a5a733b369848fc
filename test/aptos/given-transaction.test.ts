import {
  AccountAddress,
  ChainId,
  deriveTransactionType,
  EntryFunction,
  MultiAgentTransaction,
  RawTransaction,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOBODY } from '../../src/aptos/operations/building.js';
import { givenTransaction } from '../../src/aptos/operations/given-transaction.js';
import { decodeRawTransaction } from '../../src/aptos/wire/bcs/transaction.js';
import { parseGivenTransaction } from '../../src/aptos/wire/given-transaction.js';
import { runs } from '../support/runs.js';
import { builtTransaction } from './support/built.js';

const address = (byte: number) => new AccountAddress(new Uint8Array(32).fill(byte));
const raw = new RawTransaction(
  address(1),
  7n,
  new TransactionPayloadEntryFunction(
    EntryFunction.build('0x1::aptos_account', 'transfer', [], [address(2), new U64(1_000n)]),
  ),
  2_000n,
  100n,
  1_800_000_000n,
  new ChainId(126),
);
const bytes = raw.bcsToBytes();
const hex = Buffer.from(bytes).toString('hex');

const refusal = (field: string) => expect.objectContaining({ code: 'INVALID_INPUT', field });

describe('a transaction that was built elsewhere', () => {
  const expected = {
    sender: address(1).toStringLong(),
    sequenceNumber: 7n,
    payload: {
      kind: 'entry-function',
      function: '0x1::aptos_account::transfer',
      typeArguments: [],
      arguments: [address(2).toStringLong(), '0xe803000000000000'],
    },
    maxGasAmount: 2_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: 1_800_000_000n,
    chainId: 126,
  };

  it.each([
    ['a RawTransaction', raw],
    ['its bytes', bytes],
    ['its bytes in a Buffer', Buffer.from(bytes)],
    ['hexadecimal', hex],
    ['hexadecimal behind 0x', `0x${hex}`],
    ['a SimpleTransaction', new SimpleTransaction(raw)],
    ['an object that holds the bytes', { rawTransaction: hex }],
  ])('is read from %s', (_, given) => {
    expect(parseGivenTransaction(given)).toEqual(expected);
  });

  it.each([2n ** 63n, 2n ** 64n - 1n])(
    'is not signed with the sequence number %s, which no transaction can have',
    (sequenceNumber) => {
      const { chainId, sender } = expected;
      const given = () =>
        givenTransaction(
          { ...parseGivenTransaction(raw), sequenceNumber },
          { chainId, address: sender, cosigners: NOBODY },
        );
      expect(given).toThrow(refusal('transaction.sequenceNumber'));
    },
  );

  it.each(['feePayerAdress', 'secondarySignersAddresses', 'foo'])(
    'is refused with a field %s, which nobody would read',
    (name) => {
      const given = { rawTransaction: hex, [name]: address(3).toStringLong() };
      expect(() => parseGivenTransaction(given)).toThrow(refusal(`transaction.${name}`));
    },
  );

  it('has one form with a payer, whether its options or it itself named the payer', () => {
    const payer = address(3);
    const feePayerAddress = payer.toStringLong();
    const feePayer = {
      vaultAccountId: '1',
      publicKey: new Uint8Array(32),
      address: feePayerAddress,
    };
    const signing = { chainId: 126, address: address(1).toStringLong() };
    const open = parseGivenTransaction(new MultiAgentTransaction(raw, []));
    expect(open).toEqual({ ...expected, secondarySignerAddresses: [] });
    const filledIn = givenTransaction(open, { ...signing, cosigners: { secondary: [], feePayer } });
    expect(filledIn).toEqual(parseGivenTransaction(new MultiAgentTransaction(raw, [], payer)));
    expect(filledIn).toEqual({ ...expected, feePayerAddress });
  });

  it('keeps whoever signs beside the sender', () => {
    const payer = address(3);
    const others = [address(4), address(5)];
    const names = others.map((other) => other.toStringLong());
    const feePayerAddress = payer.toStringLong();
    expect(parseGivenTransaction(new SimpleTransaction(raw, payer))).toEqual({
      ...expected,
      feePayerAddress,
    });
    expect(parseGivenTransaction(new MultiAgentTransaction(raw, others))).toEqual({
      ...expected,
      secondarySignerAddresses: names,
    });
    const whole = { ...expected, secondarySignerAddresses: names, feePayerAddress };
    expect(parseGivenTransaction(new MultiAgentTransaction(raw, others, payer))).toEqual(whole);
    const plain = { rawTransaction: bytes, secondarySignerAddresses: names, feePayerAddress };
    expect(parseGivenTransaction(plain)).toEqual(whole);
  });

  it('is the same from what the chain’s own library signs', () => {
    fc.assert(
      fc.property(builtTransaction, (built) => {
        const signed = parseGivenTransaction(deriveTransactionType(built));
        expect(signed).toEqual(parseGivenTransaction(built));
      }),
      runs(300),
    );
  });

  it.each([
    ['nothing', undefined, 'transaction'],
    ['null', null, 'transaction'],
    ['a number', 5, 'transaction'],
    ['an empty object', {}, 'transaction'],
    ['a list', [1, 2], 'transaction'],
    ['no hexadecimal', '0xzz', 'transaction'],
    ['half a byte', hex.slice(1), 'transaction'],
    ['a transaction with a byte more', `${hex}00`, 'transaction'],
    ['the bytes of a SimpleTransaction', new SimpleTransaction(raw).bcsToBytes(), 'transaction'],
    ['what writes no bytes', { bcsToBytes: () => 'x y' }, 'transaction'],
    ['what fails to write', { bcsToBytes: () => JSON.parse('{') }, 'transaction'],
    ['an inner transaction that is none', { rawTransaction: {} }, 'transaction.rawTransaction'],
    ['a null inside', { rawTransaction: null }, 'transaction.rawTransaction'],
    [
      'a short address',
      { rawTransaction: raw, feePayerAddress: '0x123' },
      'transaction.feePayerAddress',
    ],
    [
      'addresses that are no list',
      { rawTransaction: raw, secondarySignerAddresses: '0x1' },
      'transaction.secondarySignerAddresses',
    ],
    [
      'an address that is none',
      { rawTransaction: raw, secondarySignerAddresses: [address(4), {}] },
      'transaction.secondarySignerAddresses[1]',
    ],
  ])('is refused when it is %s', (_, given, field) => {
    expect(() => parseGivenTransaction(given)).toThrow(refusal(field));
  });

  it('has its BCS from the object at one time, and nothing else of it', () => {
    let asked = 0;
    const shifty = {
      sender: 'somebody else',
      bcsToBytes: () => {
        asked += 1;
        return bytes;
      },
    };
    expect(parseGivenTransaction(shifty)).toEqual(decodeRawTransaction(bytes));
    expect(asked).toBe(1);
  });
});
