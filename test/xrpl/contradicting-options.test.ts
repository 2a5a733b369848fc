import { expect, it } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { memoryStore } from '../../src/store/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';

it('Tickets are not for what can’t spend one', async () => {
  const { gateway, node } = await Capture.start();
  const transfer = { destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf', amount: '1' };
  for (const call of [
    gateway.xrpTransfer('0', transfer, { useTickets: true, native: true }),
    gateway.submitBatch('0', [], { useTickets: true } as never),
  ]) {
    expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT' });
  }
  expect(node.requests).toEqual([]);
});

it('a cap on the fee is not for the custody platform’s own transfer, which chooses it', async () => {
  const { gateway, node } = await Capture.start();
  const transfer = { destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf', amount: '1' };
  const call = gateway.xrpTransfer('0', transfer, { maxFee: 50n, native: true });
  expect(await rejectionOf(call)).toMatchObject({ field: 'options.maxFee' });
  expect(node.requests).toEqual([]);
});

it('a transfer by the signer itself is refused where it makes none', async () => {
  const transfer = { destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf', amount: '1' };
  const forgetful = Object.assign(new RecordingSigner('forgets', { remembers: false }), {
    transfer: () => Promise.reject(new Error('nobody asks')),
  });
  for (const signer of [new RecordingSigner(), forgetful]) {
    const { gateway, node } = await Capture.start({ signer, journal: memoryStore() });
    const error = await rejectionOf(gateway.xrpTransfer('0', transfer, { native: true }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'options.native' });
    expect(signer.requests).toEqual([]);
    expect(node.requests).toEqual([]);
  }
});

it('an option that a call has no use for is refused by name', async () => {
  const { gateway, node } = await Capture.start();
  const transfer = { destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf', amount: '1' };
  const offer = { offerSequence: 5 };
  const shared = { TransactionType: 'AccountSet', Account: transfer.destination };
  const batch = (options: object) => gateway.submitBatch('0', [], options);
  const cases: readonly (readonly [field: string, call: Promise<unknown>])[] = [
    ['stopOnFailure', gateway.xrpTransfer('0', transfer, { stopOnFailure: true } as never)],
    [
      'stopOnFailure',
      gateway.transfer('0', { to: transfer.destination, amount: 1n }, {
        stopOnFailure: true,
      } as never),
    ],
    ['stopOnFailure', gateway.offerCancel('0', offer, { stopOnFailure: true } as never)],
    ['native', gateway.offerCancel('0', offer, { native: true } as never)],
    [
      'native',
      gateway.executeTransaction({
        vaultAccountId: '0',
        transactionType: 'offerCancel',
        params: offer,
        options: { native: true },
      } as never),
    ],
    ['native', gateway.submit('0', { TransactionType: 'AccountSet' }, { native: true } as never)],
    ['native', batch({ native: true })],
    ['useTickets', batch({ useTickets: true })],
    ['trial', batch({ trial: 'off' })],
    ['trial', gateway.prepareMultisigned(shared, 1, { trial: 'off' } as never)],
    // With a key that nobody reads, a repetition would be another transaction.
    ...['idempotencyKey', 'newAttempt', 'note'].flatMap((name): [string, Promise<unknown>][] => [
      [name, gateway.prepareMultisigned(shared, 1, { [name]: 'a' } as never)],
      [name, gateway.submitMultisigned({} as never, [], { [name]: 'a' } as never)],
    ]),
  ];
  for (const [field, call] of cases) {
    expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT', field });
  }
  expect(node.requests).toEqual([]);
});

it.each([
  [7_200, 5],
  [60, 1],
  [1, 0],
])('a LastLedgerSequence within the approval window of %i s is refused', async (window, ahead) => {
  const signer = new RecordingSigner('patient', { mayPend: true });
  const { gateway, node } = await Capture.start({ signer, secondsPerLedger: 1 });
  const LastLedgerSequence = node.ledgerIndex + ahead;
  const transaction = { TransactionType: 'AccountSet', LastLedgerSequence };
  const call = gateway.submit('0', transaction, { approvalWindowSeconds: window });
  const error = await rejectionOf(call);
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(error).toMatchObject({ field: 'transaction.LastLedgerSequence' });
  expect(signer.requests).toEqual([]);
});
