import {
  AccountAuthenticatorEd25519,
  AccountAuthenticatorSingleKey,
  AnyPublicKey,
  type AnyRawTransaction,
  AnySignature,
  deriveTransactionType,
  Ed25519Account,
  Ed25519PrivateKey,
  Ed25519PublicKey,
  Ed25519Signature,
  generateSignedTransaction,
  generateSignedTransactionForSimulation,
  generateSigningMessageForTransaction,
  generateUserTransactionHash,
  SignedTransaction,
  TransactionAuthenticatorSingleSender,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSigned, encodeSigned } from '../../src/aptos/wire/bcs/authenticator.js';
import {
  decodeRawTransaction,
  decodeRawTransactionWithData,
  encodeUnsigned,
} from '../../src/aptos/wire/bcs/transaction.js';
import { parseGivenTransaction } from '../../src/aptos/wire/given-transaction.js';
import {
  signedTransaction,
  signingMessage,
  simulatedTransaction,
} from '../../src/aptos/wire/signing.js';
import {
  concernsSeveral,
  ORDERLESS_SEQUENCE_NUMBER,
  signersOf,
} from '../../src/aptos/wire/transaction.js';
import { runs } from '../support/runs.js';
import { builtRawTransaction, builtTransaction } from './support/built.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** A key for each signer; the same one would hide a wrong order. */
function accounts(count: number): readonly Ed25519Account[] {
  return Array.from({ length: count }, (_, index) => {
    const privateKey = new Ed25519PrivateKey(new Uint8Array(32).fill(index + 1));
    return new Ed25519Account({ privateKey });
  });
}

/** As the chain's own library has its signers: the sender, the others, and who pays. */
function oracleSigners(transaction: AnyRawTransaction) {
  const others = transaction.secondarySignerAddresses?.length ?? 0;
  const all = accounts(others + 2);
  return { sender: all[0]!, others: all.slice(1, others + 1), payer: all[others + 1]! };
}

describe('the BCS of transactions', () => {
  it('is that of the chain’s own library, and decodes to what encodes to it', () => {
    fc.assert(
      fc.property(builtRawTransaction, (built) => {
        const bytes = built.bcsToBytes();
        const transaction = decodeRawTransaction(bytes);
        expect(hex(encodeUnsigned(transaction))).toBe(hex(bytes));
        expect(transaction.sender).toBe(built.sender.toStringLong());
        expect(transaction.sequenceNumber).toBe(built.sequence_number);
        expect(transaction.maxGasAmount).toBe(built.max_gas_amount);
        expect(transaction.gasUnitPrice).toBe(built.gas_unit_price);
        expect(transaction.expirationTimestampSecs).toBe(built.expiration_timestamp_secs);
        expect(transaction.chainId).toBe(built.chain_id.chainId);
      }),
      runs(2_000),
    );
  });

  it('is that of the chain’s own library where a transaction concerns several', () => {
    fc.assert(
      fc.property(builtTransaction, (built) => {
        const bytes = deriveTransactionType(built).bcsToBytes();
        const transaction = parseGivenTransaction(built);
        expect(hex(encodeUnsigned(transaction))).toBe(hex(bytes));
        const decode = concernsSeveral(transaction)
          ? decodeRawTransactionWithData
          : decodeRawTransaction;
        expect(decode(bytes)).toEqual(transaction);
      }),
      runs(1_000),
    );
  });
});

describe('signing', () => {
  it('signs the message that the chain’s own library signs', () => {
    fc.assert(
      fc.property(builtTransaction, (built) => {
        const message = signingMessage(parseGivenTransaction(built));
        expect(hex(message)).toBe(hex(generateSigningMessageForTransaction(built)));
      }),
      runs(1_000),
    );
  });

  it('begins with the known hash of the domain', () => {
    const [built] = fc.sample(builtRawTransaction, 1);
    const message = signingMessage(parseGivenTransaction(built));
    expect(hex(message.subarray(0, 32))).toBe(
      'b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193',
    );
  });

  it('assembles the bytes and the hash that the chain’s own library makes', () => {
    fc.assert(
      fc.property(builtTransaction, (built) => {
        const transaction = parseGivenTransaction(built);
        const { sender, others, payer } = oracleSigners(built);
        const oracle = {
          transaction: built,
          senderAuthenticator: sender.signTransactionWithAuthenticator(built),
          ...(built.feePayerAddress && {
            feePayerAuthenticator: payer.signTransactionWithAuthenticator(built),
          }),
          ...(built.secondarySignerAddresses && {
            additionalSignersAuthenticators: others.map((signer) =>
              signer.signTransactionWithAuthenticator(built),
            ),
          }),
        };
        const signers = [sender, ...others, ...(built.feePayerAddress ? [payer] : [])];
        expect(signersOf(transaction)).toHaveLength(signers.length);
        const message = signingMessage(transaction);
        const proofs = signers.map((signer) => ({
          publicKey: signer.publicKey.toUint8Array(),
          signature: signer.sign(message).toUint8Array(),
        }));
        const signed = signedTransaction(transaction, proofs);
        expect(hex(signed.bytes)).toBe(hex(generateSignedTransaction(oracle)));
        expect(signed.hash).toBe(generateUserTransactionHash(oracle));
        expect(hex(encodeSigned(decodeSigned(signed.bytes)))).toBe(hex(signed.bytes));
      }),
      runs(300),
    );
  });

  it('wants a signature of every signer, and no more', () => {
    const [built] = fc.sample(builtRawTransaction, 1);
    const transaction = parseGivenTransaction(built);
    const proof = { publicKey: new Uint8Array(32), signature: new Uint8Array(64) };
    expect(() => signedTransaction(transaction, [])).toThrow(/signatures: must be 1/);
    expect(() => signedTransaction(transaction, [proof, proof])).toThrow(/signatures: must be 1/);
    const feePayerAddress = transaction.sender;
    expect(() => signedTransaction({ ...transaction, feePayerAddress }, [proof])).toThrow(
      /signatures: must be 2/,
    );
    const short = { ...proof, signature: new Uint8Array(63) };
    expect(() => signedTransaction(transaction, [short])).toThrow(/can't be encoded/);
  });

  it('simulates with the keys that will sign, and no signatures', () => {
    fc.assert(
      fc.property(builtTransaction, fc.boolean(), (built, known) => {
        const { sender, others, payer } = oracleSigners(built);
        const expected = generateSignedTransactionForSimulation({
          transaction: built,
          signerPublicKey: sender.publicKey,
          ...(known && {
            secondarySignersPublicKeys: others.map(({ publicKey }) => publicKey),
            feePayerPublicKey: payer.publicKey,
          }),
        });
        const bytesOf = ({ publicKey }: Ed25519Account) =>
          known ? publicKey.toUint8Array() : undefined;
        const keys = [
          sender.publicKey.toUint8Array(),
          ...others.map(bytesOf),
          ...(built.feePayerAddress ? [bytesOf(payer)] : []),
        ];
        expect(hex(simulatedTransaction(parseGivenTransaction(built), keys))).toBe(hex(expected));
      }),
      runs(300),
    );
  });

  it('simulates for a sender whose key is not known', () => {
    const [built] = fc.sample(builtRawTransaction, 1);
    const bytes = simulatedTransaction(parseGivenTransaction(built), [undefined]);
    const { authenticator } = decodeSigned(bytes);
    expect(authenticator).toEqual({ kind: 'single-sender', sender: { kind: 'none' } });
  });

  it('reads the authenticator of an account of the unified kind', () => {
    const [built] = fc.sample(builtRawTransaction, 1);
    const publicKey = new Ed25519PublicKey(new Uint8Array(32).fill(3));
    const signature = new Ed25519Signature(new Uint8Array(64).fill(4));
    const single = new AccountAuthenticatorSingleKey(
      new AnyPublicKey(publicKey),
      new AnySignature(signature),
    );
    for (const sender of [single, new AccountAuthenticatorEd25519(publicKey, signature)]) {
      const signed = new SignedTransaction(
        built!,
        new TransactionAuthenticatorSingleSender(sender),
      );
      const bytes = signed.bcsToBytes();
      const { authenticator } = decodeSigned(bytes);
      expect(authenticator).toMatchObject({
        kind: 'single-sender',
        sender: { publicKey: publicKey.toUint8Array(), signature: signature.toUint8Array() },
      });
      expect(hex(encodeSigned(decodeSigned(bytes)))).toBe(hex(bytes));
    }
  });
});

describe('bounds', () => {
  const [built] = fc.sample(builtRawTransaction, 1);
  const transaction = decodeRawTransaction(built!.bcsToBytes());
  const AMOUNTS = [
    'sequenceNumber',
    'maxGasAmount',
    'gasUnitPrice',
    'expirationTimestampSecs',
  ] as const;

  it.each(AMOUNTS)('%s takes 2^64 - 1, and nothing beyond', (field) => {
    const most = { ...transaction, [field]: ORDERLESS_SEQUENCE_NUMBER };
    expect(decodeRawTransaction(encodeUnsigned(most))[field]).toBe(18446744073709551615n);
    for (const value of [2n ** 64n, -1n]) {
      expect(() => encodeUnsigned({ ...transaction, [field]: value })).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT', field }),
      );
    }
  });

  it.each([256, -1, 1.5, Number.NaN])('refuses the chain id %s', (chainId) => {
    expect(() => encodeUnsigned({ ...transaction, chainId })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', field: 'chainId' }),
    );
  });
});
