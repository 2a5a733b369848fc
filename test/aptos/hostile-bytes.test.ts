import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSigned, encodeSigned } from '../../src/aptos/wire/bcs/authenticator.js';
import {
  decodeRawTransaction,
  decodeRawTransactionWithData,
  encodeUnsigned,
} from '../../src/aptos/wire/bcs/transaction.js';
import { parseGivenTransaction } from '../../src/aptos/wire/given-transaction.js';
import { signedTransaction } from '../../src/aptos/wire/signing.js';
import { InvalidInputError } from '../../src/core/errors.js';
import { runs } from '../support/runs.js';
import { builtRawTransaction, builtTransaction } from './support/built.js';

const SENDER = '00'.repeat(32);
const SEQUENCE = '00'.repeat(8);
const TAIL = `${'00'.repeat(24)}01`;
const HUGE = 'ffffffff0f';

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** The encoding of a RawTransaction with this payload. */
const withPayload = (payload: string) => bytesOf(SENDER + SEQUENCE + payload + TAIL);

/** `0x0::a::b` with type arguments and arguments. */
const call = (types: string, values: string) => withPayload(`02${SENDER}01610162${types}${values}`);

const proof = { publicKey: new Uint8Array(32).fill(1), signature: new Uint8Array(64).fill(2) };

const DECODERS = [
  ['RawTransaction', decodeRawTransaction, encodeUnsigned],
  ['RawTransactionWithData', decodeRawTransactionWithData, encodeUnsigned],
  ['SignedTransaction', decodeSigned, encodeSigned],
] as const;

function refused(decode: (bytes: Uint8Array) => unknown, bytes: Uint8Array): boolean {
  try {
    decode(bytes);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    return true;
  }
}

describe('bytes from anywhere', () => {
  it('has a good transaction to begin with', () => {
    expect(decodeRawTransaction(call('00', '00')).payload).toEqual({
      kind: 'entry-function',
      function: '0x0::a::b',
      typeArguments: [],
      arguments: [],
    });
  });

  it('refuses a transaction that ends early, wherever it does', () => {
    fc.assert(
      fc.property(builtRawTransaction, fc.nat(), (built, at) => {
        const bytes = built.bcsToBytes();
        expect(refused(decodeRawTransaction, bytes.slice(0, at % bytes.length))).toBe(true);
      }),
      runs(500),
    );
  });

  it('refuses what stands behind a transaction', () => {
    fc.assert(
      fc.property(builtRawTransaction, fc.uint8Array({ minLength: 1 }), (built, more) => {
        const bytes = Buffer.concat([built.bcsToBytes(), more]);
        expect(refused(decodeRawTransaction, bytes)).toBe(true);
      }),
      runs(300),
    );
  });

  it('reads nothing beyond a view of other bytes', () => {
    const whole = call('00', '0102aabb');
    const cut = call('00', '0102aabb').length - TAIL.length / 2 - 1;
    expect(refused(decodeRawTransaction, whole.subarray(0, cut))).toBe(true);
    const padded = Buffer.concat([Buffer.alloc(7, 9), whole, Buffer.alloc(9, 9)]);
    const view = padded.subarray(7, 7 + whole.length);
    expect(decodeRawTransaction(view)).toEqual(decodeRawTransaction(whole));
  });

  it.each(DECODERS)('takes bytes for a %s only if it would write the same', (_, decode, encode) => {
    const signed = builtTransaction.map((built) => {
      const transaction = parseGivenTransaction(built);
      const count = 1 + (transaction.secondarySignerAddresses?.length ?? 0);
      const proofs = Array(count + (transaction.feePayerAddress ? 1 : 0)).fill(proof);
      return [encodeUnsigned(transaction), signedTransaction(transaction, proofs).bytes];
    });
    const mutated = fc
      .tuple(signed, fc.boolean(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
      .map(([[unsigned, whole], which, changes]) => {
        const bytes = Uint8Array.from((which ? unsigned : whole) ?? []);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 400 })), (bytes) => {
        if (refused(decode, bytes)) return;
        const again = (encode as (value: unknown) => Uint8Array)(decode(bytes));
        expect(Buffer.from(again).equals(bytes)).toBe(true);
      }),
      runs(1_500),
    );
  });

  it.each([
    ['two bytes for a zero', call('8000', '00')],
    ['two bytes for a one', call('00', '818000aa')],
    ['a variant in two bytes', withPayload(`8200${SENDER}016101620000`)],
    ['six bytes of a number', call('00', '818080808000aa')],
    ['a bool that is neither', withPayload(`0400020002`)],
    ['an option that is neither', withPayload(`040002000200`)],
    ['a bundle of modules', withPayload('0100')],
    ['a payload of no kind', withPayload('05')],
    ['an inner payload of a later version', withPayload('0401')],
    ['a reference as a type', call('01fe0100', '00')],
    ['a type of no kind', call('0111', '00')],
    ['an empty name', withPayload(`02${SENDER}0001620000`)],
    ['a name with a colon', withPayload(`02${SENDER}03613a3a01620000`)],
    ['a name that is not UTF-8', withPayload(`02${SENDER}02c32801620000`)],
    ['a script argument of no kind', withPayload('000000011000')],
  ])('refuses %s', (_, bytes) => {
    expect(refused(decodeRawTransaction, bytes)).toBe(true);
  });

  it.each([
    ['type arguments', call(HUGE, '')],
    ['arguments', call('00', HUGE)],
    ['the bytes of an argument', call('00', `01${HUGE}`)],
    ['a name', withPayload(`02${SENDER}${HUGE}`)],
    ['a script', withPayload(`00${HUGE}`)],
    ['a script’s arguments', withPayload(`000000${HUGE}`)],
  ])('allocates nothing for %s that are said to be 2^32 - 1', (_, bytes) => {
    const before = process.memoryUsage();
    for (let round = 0; round < 20; round += 1) {
      expect(refused(decodeRawTransaction, bytes)).toBe(true);
    }
    const after = process.memoryUsage();
    const grown = after.heapTotal + after.arrayBuffers - before.heapTotal - before.arrayBuffers;
    expect(grown).toBeLessThan(64 * 1024 * 1024);
  });

  it('takes types eight deep, and refuses those beyond', () => {
    const vectors = (depth: number) => call(`01${'06'.repeat(depth)}01`, '00');
    expect(decodeRawTransaction(vectors(8)).payload).toMatchObject({
      typeArguments: ['vector<vector<vector<vector<vector<vector<vector<vector<u8>>>>>>>>'],
    });
    expect(refused(decodeRawTransaction, vectors(9))).toBe(true);
    expect(refused(decodeRawTransaction, vectors(60_000))).toBe(true);
    const structs = `07${SENDER}01610162`;
    expect(refused(decodeRawTransaction, call(`01${`${structs}01`.repeat(9)}01`, '00'))).toBe(true);
  });

  it('refuses more bytes than a transaction can have, and endless numbers', () => {
    const argument = (size: number, length: string) =>
      call('00', `01${length}${'aa'.repeat(size)}`);
    expect(refused(decodeRawTransaction, argument(100_000, 'a08d06'))).toBe(false);
    expect(refused(decodeRawTransaction, argument(200_000, 'c09a0c'))).toBe(true);
    expect(refused(decodeRawTransaction, call('ff'.repeat(100_000), ''))).toBe(true);
  });

  it.each([
    ['MultiEd25519', '0120'],
    ['of an unknown kind', '05'],
    ['a key that is too short', `001f${'00'.repeat(31)}`],
    ['a signature that is too long', `0020${'00'.repeat(32)}41${'00'.repeat(65)}`],
    ['an account’s, with several keys', '0403'],
    ['an account’s, by abstraction', '0405'],
    ['a secp256k1 key', '040201'],
  ])('refuses an authenticator: %s', (_, authenticator) => {
    const transaction = Buffer.from(call('00', '00')).toString('hex');
    expect(refused(decodeSigned, bytesOf(transaction + authenticator))).toBe(true);
  });

  it('keeps what it has read, whatever becomes of the bytes', () => {
    const transaction = Buffer.from(call('00', '00')).toString('hex');
    const [key, signature] = ['01'.repeat(32), '02'.repeat(64)];
    const bytes = bytesOf(`${transaction}0020${key}40${signature}`);
    const { authenticator } = decodeSigned(bytes);
    bytes.fill(0);
    expect(authenticator).toEqual({ kind: 'ed25519', ...proof });
  });

  it('says in its error nothing of the bytes', () => {
    const secret = 'deadbeefdeadbeef';
    try {
      decodeRawTransaction(call('00', `01ff${secret}`));
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain(secret);
    }
  });
});
