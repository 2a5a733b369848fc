import {
  Account,
  AccountAddress,
  ChainId,
  EntryFunction,
  generateSignedTransaction,
  generateSigningMessageForTransaction,
  generateUserTransactionHash,
  MultiAgentTransaction,
  parseTypeTag,
  RawTransaction,
  SimpleTransaction,
  TransactionExecutableEntryFunction,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import { describe, expect, it } from 'vitest';
import { aptosTerms, readAptos } from './reading/aptos.js';

const [sender, other, payer] = [Account.generate(), Account.generate(), Account.generate()];
const recipient = Account.generate().accountAddress;
const token = AccountAddress.from(`0x${'7e'.repeat(32)}`);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const call = (
  module: `${string}::${string}`,
  name: string,
  args: (AccountAddress | U64)[],
  type?: string,
) => EntryFunction.build(module, name, type ? [parseTypeTag(type)] : [], args);
const transfer = call('0x1::aptos_account', 'transfer', [recipient, new U64(12_345n)]);

function rawOf(payload: EntryFunction, nonce?: bigint): RawTransaction {
  const wrapped =
    nonce === undefined
      ? new TransactionPayloadEntryFunction(payload)
      : new TransactionInnerPayloadV1(
          new TransactionExecutableEntryFunction(payload),
          new TransactionExtraConfigV1(undefined, nonce),
        );
  const sequence = nonce === undefined ? 300n : 2n ** 64n - 1n;
  const address = sender.accountAddress;
  return new RawTransaction(
    address,
    sequence,
    wrapped,
    2_000n,
    101n,
    1_700_000_600n,
    new ChainId(2),
  );
}

function signed(transaction: SimpleTransaction | MultiAgentTransaction, others: Account[] = []) {
  const sign = (account: Account) => account.signTransactionWithAuthenticator(transaction);
  const args = {
    transaction,
    senderAuthenticator: sign(sender),
    ...(others.length > 0 && { additionalSignersAuthenticators: others.map(sign) }),
    ...(transaction.feePayerAddress && { feePayerAuthenticator: sign(payer) }),
  };
  return {
    blob: hex(generateSignedTransaction(args)),
    hash: generateUserTransactionHash(args).slice(2),
    message: hex(generateSigningMessageForTransaction(transaction)),
  };
}

describe('a transaction that the SDK signed', () => {
  it('is read with its payment, its terms and what was signed', () => {
    const { blob, hash, message } = signed(new SimpleTransaction(rawOf(transfer)));
    const terms = {
      account: sender.accountAddress.toStringLong(),
      number: { kind: 'sequence', value: '300' },
      expiry: 1_700_000_600,
    };
    expect(readAptos(blob)).toEqual({
      ...terms,
      chain: 'aptos',
      hash,
      messages: [message],
      payments: [{ destination: recipient.toStringLong(), amount: '12345', asset: 'native' }],
      fee: '202000',
    });
    expect(aptosTerms(message)).toMatchObject(terms);
  });

  it('is read without a number, and with several signers', () => {
    const orderless = signed(new SimpleTransaction(rawOf(transfer, 77n)));
    expect(readAptos(orderless.blob)).toMatchObject({
      number: { kind: 'ticket', value: '77' },
      hash: orderless.hash,
      messages: [orderless.message],
    });
    for (const feePayer of [undefined, payer.accountAddress]) {
      const several = new MultiAgentTransaction(rawOf(transfer), [other.accountAddress], feePayer);
      const { blob, hash, message } = signed(several, [other]);
      expect(readAptos(blob)).toMatchObject({ hash, messages: [message] });
      expect(aptosTerms(message).number.value).toBe('300');
    }
    const paid = signed(new SimpleTransaction(rawOf(transfer), payer.accountAddress));
    expect(readAptos(paid.blob)).toMatchObject({ hash: paid.hash, messages: [paid.message] });
  });

  it('is read with the token that it pays', () => {
    const paymentOf = (payload: EntryFunction) =>
      readAptos(signed(new SimpleTransaction(rawOf(payload))).blob).payments[0]?.asset;
    const coin = '0x1::aptos_coin::AptosCoin';
    const amount = new U64(5);
    const transferCoins = call('0x1::aptos_account', 'transfer_coins', [recipient, amount], coin);
    expect(paymentOf(transferCoins)).toBe(coin);
    const metadata = '0x1::fungible_asset::Metadata';
    const args = [token, recipient, amount];
    const ofStore = call('0x1::primary_fungible_store', 'transfer', args, metadata);
    expect(paymentOf(ofStore)).toBe(token.toStringLong());
  });
});

it('reads nothing in garbage', () => {
  expect(() => readAptos('00'.repeat(200))).toThrow();
  expect(() => aptosTerms('00'.repeat(200))).toThrow('not the message');
});
