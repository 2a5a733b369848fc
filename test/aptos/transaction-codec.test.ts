import {
  AccountAddress,
  generateSigningMessageForTransaction,
  MoveString,
  MultiAgentTransaction,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCall } from '../../src/aptos/wire/arguments.js';
import { decode } from '../../src/aptos/wire/decode.js';
import { parseGivenTransaction } from '../../src/aptos/wire/given-transaction.js';
import { knownFunction } from '../../src/aptos/wire/known-functions.js';
import { payloadOf, rebuild } from '../../src/aptos/wire/payload.js';
import type { UnsignedTransaction } from '../../src/aptos/wire/transaction.js';
import { signersOf } from '../../src/aptos/wire/transaction.js';
import { aptosCodec } from '../../src/aptos/wire/transaction-codec.js';
import { runs } from '../support/runs.js';
import { builtRawTransaction, builtTransaction } from './support/built.js';

const SENDER = `0x${'11'.repeat(32)}`;
const RECIPIENT = `0x${'22'.repeat(32)}`;
const PAYER = `0x${'33'.repeat(32)}`;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function transferOf(amount: bigint, functionName = '0x1::aptos_account::transfer') {
  const abi = knownFunction(functionName)!;
  const functionArguments = [RECIPIENT, amount];
  return encodeCall({ function: functionName, functionArguments }, abi);
}

const transfer: UnsignedTransaction = {
  sender: SENDER,
  sequenceNumber: 3n,
  payload: transferOf(2n ** 64n - 1n),
  maxGasAmount: 2_000n,
  gasUnitPrice: 100n,
  expirationTimestampSecs: 1_800_000_000n,
  chainId: 126,
};

/** As it arrives: through JSON. */
const arrived = (payload: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(payload));

const refusal = (field: string) => expect.objectContaining({ code: 'INVALID_INPUT', field });

describe('aptosCodec', () => {
  it('shows a transfer in words, to the last octa', () => {
    const { transaction, ...rest } = decode(arrived(payloadOf(transfer)));
    expect(transaction).toEqual({
      sender: SENDER,
      sequenceNumber: '3',
      payload: {
        kind: 'entry-function',
        function: '0x1::aptos_account::transfer',
        typeArguments: [],
        arguments: [RECIPIENT, '0xffffffffffffffff'],
        functionArguments: [RECIPIENT, '18446744073709551615'],
      },
      maxGasAmount: '2000',
      gasUnitPrice: '100',
      expirationTimestampSecs: '1800000000',
      chainId: 126,
    });
    expect(rest).toMatchObject({ account: SENDER, signer: SENDER, kind: 'single' });
  });

  it('gives what the chain’s own library signs, and the same transaction, for any', () => {
    fc.assert(
      fc.property(builtTransaction, fc.nat(), (built, at) => {
        const unsigned = parseGivenTransaction(built);
        const signers = signersOf(unsigned);
        const signer = signers[at % signers.length]!;
        const payload = arrived(payloadOf(unsigned, signer));
        expect(aptosCodec.recognises(payload)).toBe(true);
        const decoded = decode(payload);
        expect(hex(decoded.content)).toBe(hex(generateSigningMessageForTransaction(built)));
        expect(decoded.signer).toBe(signer);
        expect(decoded.account).toBe(unsigned.sender);
        expect(arrived(decoded.transaction)).toEqual(payload.transaction);
        expect(rebuild(payload)).toEqual(unsigned);
      }),
      runs(1_000),
    );
  });

  it('believes only the bytes', () => {
    const payload = arrived(payloadOf(transfer));
    const lesser = arrived(payloadOf({ ...transfer, payload: transferOf(1n) }));
    expect(() => decode({ ...payload, transaction: lesser.transaction })).toThrow(
      refusal('transaction'),
    );
    expect(() => decode({ ...payload, bcs: lesser.bcs })).toThrow(refusal('transaction'));
    expect(rebuild({ ...payload, bcs: lesser.bcs })).toEqual({
      ...transfer,
      payload: transferOf(1n),
    });
  });

  it('refuses a readable form with any one thing changed, left out or put in', () => {
    const whole = { ...transfer, secondarySignerAddresses: [RECIPIENT], feePayerAddress: PAYER };
    const payload = arrived(payloadOf(whole));
    const shown = payload.transaction as Record<string, unknown>;
    expect(decode(payload).kind).toBe('multisign');
    for (const name of Object.keys(shown)) {
      const { [name]: _, ...without } = shown;
      for (const transaction of [without, { ...shown, [name]: 'x' }, { ...shown, [name]: null }]) {
        expect(() => decode({ ...payload, transaction })).toThrow(refusal('transaction'));
      }
    }
    for (const transaction of [{ ...shown, note: 'harmless' }, [], 'text', null]) {
      expect(() => decode({ ...payload, transaction })).toThrow(refusal('transaction'));
    }
    for (const transaction of [undefined, { ...shown, chainId: Number.NaN }]) {
      expect(() => decode({ ...payload, transaction })).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      );
    }
  });

  it('takes the arguments’ bytes alone, as versions show them that can’t read them', () => {
    const payload = arrived(payloadOf(transfer));
    const shown = structuredClone(payload.transaction) as { payload: Record<string, unknown> };
    delete shown.payload.functionArguments;
    const { transaction } = decode({ ...payload, transaction: shown });
    expect(transaction.payload).toHaveProperty('functionArguments');
    shown.payload.functionArguments = [RECIPIENT, '1'];
    expect(() => decode({ ...payload, transaction: shown })).toThrow(refusal('transaction'));
  });

  it('tells a transaction of one from the same bytes as one of several', () => {
    const payload = arrived(payloadOf(transfer));
    expect(() => decode({ ...payload, type: 'RawTransactionWithData' })).toThrow(refusal('bcs'));
    const several = arrived(payloadOf({ ...transfer, secondarySignerAddresses: [] }));
    expect(several.type).toBe('RawTransactionWithData');
    expect(() => decode({ ...several, type: 'RawTransaction' })).toThrow(refusal('bcs'));
    const [one, more] = [payload, several].map((given) => decode(given).content);
    expect(hex(one!.subarray(0, 32))).not.toBe(hex(more!.subarray(0, 32)));
  });

  it('says who signs: the sender, another, or who pays', () => {
    const whole = { ...transfer, secondarySignerAddresses: [RECIPIENT], feePayerAddress: PAYER };
    for (const signer of [SENDER, RECIPIENT, PAYER]) {
      const decoded = decode(arrived(payloadOf(whole, signer)));
      expect(decoded).toMatchObject({ account: SENDER, signer, kind: 'multisign' });
    }
    const payload = arrived(payloadOf(whole, PAYER));
    for (const signer of [`0x${'44'.repeat(32)}`, '0x1', 5, '']) {
      expect(() => decode({ ...payload, signer })).toThrow(refusal('signer'));
    }
  });

  it.each([
    [{ type: 'RawTransaction', bcs: '' }, true],
    [{ type: 'RawTransactionWithData', bcs: 'x' }, true],
    [{ type: 'SignedTransaction', bcs: '0x' }, false],
    [{ type: 'RawTransaction' }, false],
    [{ bcs: '0x' }, false],
    [{ TransactionType: 'Payment', Account: 'r' }, false],
    ['RawTransaction', false],
    [[], false],
    [null, false],
    [undefined, false],
  ])('recognises %j: %s', (payload, expected) => {
    expect(aptosCodec.recognises(payload)).toBe(expected);
  });

  it.each([
    ['nothing', undefined, 'bcs'],
    ['no bytes', { type: 'RawTransaction', bcs: '0x', transaction: {} }, 'bcs'],
    ['no 0x', { type: 'RawTransaction', bcs: 'ab', transaction: {} }, 'bcs'],
    ['no hexadecimal', { type: 'RawTransaction', bcs: '0xzz', transaction: {} }, 'bcs'],
    ['no type', { bcs: payloadOf(transfer).bcs, transaction: {} }, 'type'],
    ['a field of its own', { ...payloadOf(transfer), fee: '1' }, 'payload'],
  ])('refuses a payload with %s', (_, payload, field) => {
    expect(() => decode(payload)).toThrow(refusal(field));
    if (field !== 'payload') expect(rebuild(payload)).toBeUndefined();
  });

  it('shows arguments that are no such function’s as bytes only', () => {
    const known = transferOf(1n);
    const odd = { ...known, arguments: [...known.arguments, '0x00'] };
    const { transaction } = decode(arrived(payloadOf({ ...transfer, payload: odd })));
    expect(transaction.payload).not.toHaveProperty('functionArguments');
    const text = new MoveString('hello').bcsToBytes();
    const other = { ...known, function: '0x5::a::b', arguments: [`0x${hex(text)}`] };
    const decoded = decode(arrived(payloadOf({ ...transfer, payload: other })));
    expect(decoded.transaction.payload).toEqual(other);
  });

  it('reads what a multisig account or an orderless transaction calls', () => {
    const call = transferOf(5n);
    const { kind: _, ...entry } = call;
    const payloads = [
      { kind: 'multisig', multisigAddress: PAYER, call: entry },
      { kind: 'inner', executable: call, replayProtectionNonce: 2n ** 63n },
    ] as const;
    const [multisig, inner] = payloads.map(
      (payload) => decode(arrived(payloadOf({ ...transfer, payload }))).transaction.payload,
    );
    const functionArguments = [RECIPIENT, '5'];
    expect(multisig).toMatchObject({ call: { functionArguments } });
    expect(inner).toMatchObject({
      executable: { functionArguments },
      replayProtectionNonce: '9223372036854775808',
    });
  });

  it('keeps a fee payer that is not chosen yet as the zeros that stand for it', () => {
    const [raw] = fc.sample(builtRawTransaction, 1);
    const built = new SimpleTransaction(raw!, AccountAddress.ZERO);
    const unsigned = parseGivenTransaction(built);
    expect(unsigned.feePayerAddress).toBe(`0x${'0'.repeat(64)}`);
    expect(decode(arrived(payloadOf(unsigned))).kind).toBe('multisign');
    const empty = parseGivenTransaction(new MultiAgentTransaction(raw!, []));
    expect(decode(arrived(payloadOf(empty))).kind).toBe('multisign');
  });
});
