import {
  AddressVersion,
  AuthType,
  addressFromVersionHash,
  addressToString,
  Cl,
  makeContractCall,
  makeSTXTokenTransfer,
  privateKeyToAddress,
  type StacksTransactionWire,
  sigHashPreSign,
} from '@stacks/transactions';
import { expect, it } from 'vitest';
import { c32Address, readStacks } from './reading/stacks.js';

const senderKey = `${'1f'.repeat(32)}01`;
const recipient = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

const digestOf = (transaction: StacksTransactionWire, fee: bigint, nonce: bigint) =>
  sigHashPreSign(transaction.signBegin(), AuthType.Standard, fee, nonce);

it('reads a transfer as the library made it', async () => {
  const options = { recipient, amount: 12_345n, senderKey, fee: 200n, nonce: 9n, memo: 'a memo' };
  const transaction = await makeSTXTokenTransfer(options);
  expect(readStacks(transaction.serialize())).toEqual({
    chain: 'stacks',
    account: privateKeyToAddress(senderKey),
    number: { kind: 'sequence', value: '9' },
    hash: transaction.txid(),
    messages: [digestOf(transaction, 200n, 9n)],
    payments: [{ destination: recipient, amount: '12345', asset: 'STX' }],
    fee: '200',
  });
});

it('reads the transfer of a token, on the testnet', async () => {
  const functionArgs = [
    Cl.uint(77),
    Cl.principal(recipient),
    Cl.principal(`${recipient}.treasury`),
    Cl.none(),
  ];
  const contract = { contractAddress: recipient, contractName: 'token', functionName: 'transfer' };
  const options = { ...contract, functionArgs, senderKey, fee: 1n, nonce: 0n };
  const transaction = await makeContractCall({ ...options, network: 'testnet' });
  const read = readStacks(transaction.serialize());
  expect(read.account).toBe(privateKeyToAddress(senderKey, 'testnet'));
  expect(read.hash).toBe(transaction.txid());
  expect(read.messages).toEqual([digestOf(transaction, 1n, 0n)]);
  expect(read.payments).toEqual([
    { destination: `${recipient}.treasury`, amount: '77', asset: `${recipient}.token` },
  ]);
});

it('writes addresses as the library does', () => {
  for (const hash of ['00'.repeat(20), `0000${'a5'.repeat(18)}`, 'ff'.repeat(20)]) {
    for (const version of [AddressVersion.MainnetSingleSig, AddressVersion.TestnetSingleSig]) {
      expect(c32Address(version, hash)).toBe(
        addressToString(addressFromVersionHash(version, hash)),
      );
    }
  }
});

it('reads nothing in garbage', () => {
  expect(() => readStacks('00'.repeat(27))).toThrow();
});
