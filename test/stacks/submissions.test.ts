import {
  getAddressFromPrivateKey,
  makeContractCall,
  PostConditionMode,
  randomPrivateKey,
} from '@stacks/transactions';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import { submitBlob } from '../../src/stacks/operations/submission.js';
import { API_VERSIONS, type ApiVersion, nodeOf } from './support/api-node.js';

const NONCE = 7n;
const vault = randomPrivateKey();
const sender = getAddressFromPrivateKey(vault, 'testnet');
const call = await makeContractCall({
  contractAddress: sender,
  contractName: 'vault',
  functionName: 'pay',
  functionArgs: [],
  senderKey: vault,
  fee: 200n,
  network: 'testnet',
  nonce: NONCE,
  postConditionMode: PostConditionMode.Deny,
});
const id = call.txid();
const signed = { hash: `0x${id}`, blob: call.serialize() };
const objection = new InvalidInputError('contract', 'is not the one any more');

interface Node {
  readonly answer: () => Response;
  /** What its API has under our id. */
  readonly status?: string;
  /** Whether it has it waiting itself. */
  readonly waits?: boolean;
  /** The account's next nonce. */
  readonly nonce?: bigint;
  readonly version?: ApiVersion;
}

function submitted(
  { answer, status, waits, nonce = NONCE, version = 'v3' }: Node,
  objects = false,
) {
  const shown = status && {
    tx_id: signed.hash,
    tx_status: status,
    tx_type: 'contract_call',
    nonce: Number(NONCE),
    fee_rate: '200',
    sender_address: sender,
  };
  const { ledger } = nodeOf(version, {
    submit: answer,
    nonce,
    ...(shown && { shown }),
    ...(waits && { mempool: { [signed.hash]: signed.blob } }),
  });
  const guards = objects ? [async () => objection] : [];
  return submitBlob(ledger, signed, guards, {});
}

const refusing = (reason: string) => () =>
  Response.json({ error: 'transaction rejected', reason }, { status: 400 });

describe('a node takes a transaction', () => {
  it.each([
    ['with 0x', signed.hash],
    ['without', id],
  ])('when it answers with its id, %s', async (_, told) => {
    const submission = await submitted({ answer: () => Response.json(told) });
    expect(submission).toEqual({ state: 'accepted', code: 'accepted' });
  });

  it('perhaps, when it answers with another id', async () => {
    const submission = await submitted({ answer: () => Response.json('ab'.repeat(32)) });
    expect(submission).toEqual({ state: 'unclear', code: 'other id' });
  });

  it('when it says that one with this nonce waits, and that is ours', async () => {
    const answer = refusing('ConflictingNonceInMempool');
    for (const version of API_VERSIONS) {
      const said = { answer, version };
      const pending = await submitted({ ...said, status: 'pending' });
      expect(pending).toMatchObject({ state: 'accepted' });
      const rival = { state: 'unclear', hasRival: true };
      expect(await submitted(said)).toMatchObject(rival);
      const dropped = await submitted({ ...said, status: 'dropped_replace_by_fee' });
      expect(dropped).toMatchObject(rival);
      // The node has it, though its API has not heard of it yet.
      expect(await submitted({ ...said, waits: true })).toMatchObject({ state: 'accepted' });
    }
  });

  it('not, when it refuses it, whatever it has under its id', async () => {
    const submission = await submitted({ answer: refusing('FeeTooLow'), status: 'pending' });
    expect(submission).toMatchObject({ state: 'refused', code: 'FeeTooLow' });
  });
});

describe('what speaks against a call, asked again before it is sent', () => {
  const answer = () => Response.json(signed.hash);

  it('has it refused while its nonce is unspent', async () => {
    const submission = await submitted({ answer }, true);
    expect(submission).toMatchObject({ state: 'refused', code: objection.code });
  });

  it('may be its own effect once that is spent', async () => {
    const submission = await submitted({ answer, nonce: NONCE + 1n }, true);
    expect(submission).toEqual({ state: 'unclear', code: objection.code });
  });
});
