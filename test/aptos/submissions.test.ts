import { expect, it } from 'vitest';
import { Ledger } from '../../src/aptos/node/fullnode.js';
import { submitBlob } from '../../src/aptos/node/submission.js';
import { answeringNodes } from '../support/answering-nodes.js';

const headers = {
  'x-aptos-chain-id': '4',
  'x-aptos-ledger-version': '50',
  'x-aptos-ledger-timestampusec': '900000000',
};

function submittedTo(error_code: string, message: string) {
  const nodes = answeringNodes('aptos', () =>
    Response.json({ error_code, message }, { status: 400, headers }),
  );
  return submitBlob(new Ledger(nodes, 4), 'ab', {});
}

it.each([
  ['vm_error', 'Invalid transaction: Code: SEQUENCE_NUMBER_TOO_OLD', 'unclear'],
  ['vm_error', 'Invalid transaction: Code: SEQUENCE_NUMBER_TOO_NEW', 'busy'],
  // By the time of a ledger that is behind; it will be past that.
  ['vm_error', 'Invalid: Code: TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE', 'busy'],
  ['vm_error', 'Invalid transaction: Code: NONCE_ALREADY_USED', 'unclear'],
  ['vm_error', 'Invalid transaction: Code: INVALID_SIGNATURE', 'refused'],
  ['sequence_number_too_old', 'it is', 'unclear'],
  ['invalid_input', 'no SEQUENCE_NUMBER_TOO_OLD', 'refused'],
])('a node that answers %s (%s) leaves a transaction %s', async (code, message, state) => {
  expect(await submittedTo(code, message)).toMatchObject({ state });
});

it('only a node that has another transaction with the number says that there is a rival', async () => {
  const taken = await submittedTo('invalid_transaction_update', 'already in mempool');
  expect(taken).toMatchObject({ state: 'unclear', hasRival: true });
  const spent = await submittedTo('sequence_number_too_old', 'it is');
  expect(spent).toMatchObject({ state: 'unclear', hasRival: false });
});
