import { afterAll, beforeAll, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { RecordingSigner } from '../support/recording-signer.js';

/** What other processes and other versions have to be able to read, for ever. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ aptosBlockMs: 10, aptosChainId: 126 });
});
afterAll(() => sandbox.stop());

const SENDER = '0xa8a45c51947bd1500edf5f7c6a4acd8983bce5b20db5ff50b65ecd4ebf98ad56';
const RECIPIENT = '0xdaf5c228585776697299537c759c2085c9b6ce08a4508b17a7014506dec22a2e';
const BCS = [
  SENDER,
  '0000000000000000', // its number
  `02${'1'.padStart(64, '0')}`,
  '0d6170746f735f6163636f756e74', // aptos_account
  '087472616e73666572', // transfer
  `000220${RECIPIENT.slice(2)}`,
  '080500000000000000', // the amount
  'd007000000000000', // gas units
  '6400000000000000', // octas a unit
  '00286bee00000000', // when it is over
  '7e', // Movement
].join('');

test('the id, the note and the payload of a request are frozen', async () => {
  const signer = new RecordingSigner('frozen');
  const gateway = new AptosGateway({ signer, network: sandbox.aptos, summaryLength: 0 });
  const [sender, recipientAddress] = [await gateway.getAddress('0'), await gateway.getAddress('1')];
  expect([sender, recipientAddress]).toEqual([SENDER, RECIPIENT]);
  sandbox.aptos.fund(sender, 100_000_000n);
  sandbox.aptos.fund(recipientAddress, 100_000_000n);
  const options = {
    idempotencyKey: 'frozen-1',
    note: 'rent',
    maxGasAmount: 2_000,
    gasUnitPrice: 100,
    expireTimestamp: 4_000_000_000,
  };
  await gateway.transferMove('0', { recipientAddress, amount: 5 }, options);
  const paidFor = { ...options, idempotencyKey: 'frozen-2', feePayerVaultAccountId: '1' };
  await gateway.transferMove('0', { recipientAddress, amount: 5 }, paidFor);
  const [single, several] = signer.requests;
  expect(single?.idempotencyKey).toBe('cg-d38165e5b29dbfb103bacf851d464b208e751ab1');
  const note =
    /^rent \(not of its key alone\) \(built at ledger \d{10}, \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\) (.*)$/.exec(
      single?.note ?? '',
    );
  expect(note?.[1]).toBe('[cg1 cfdbbaaa8fb32146cb72a9f4dbbe184d s0 200000 4000000000 1 frozen-1]');
  expect(single?.unhashedPayload).toEqual({
    type: 'RawTransaction',
    bcs: BCS,
    transaction: {
      sender,
      sequenceNumber: '0',
      payload: {
        kind: 'entry-function',
        function: '0x1::aptos_account::transfer',
        typeArguments: [],
        arguments: [recipientAddress, '0x0500000000000000'],
        functionArguments: [recipientAddress, '5'],
      },
      maxGasAmount: '2000',
      gasUnitPrice: '100',
      expirationTimestampSecs: '4000000000',
      chainId: 126,
    },
  });
  expect(several?.unhashedPayload).toMatchObject([
    { type: 'RawTransactionWithData' },
    { type: 'RawTransactionWithData', signer: recipientAddress, vaultAccountId: '1' },
  ]);
});
