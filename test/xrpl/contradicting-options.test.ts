import { expect, it } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
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
