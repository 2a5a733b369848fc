import {
  getAddressFromPrivateKey,
  makeContractCall,
  PostConditionMode,
  randomPrivateKey,
} from '@stacks/transactions';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import { Ledger } from '../../src/stacks/ledger.js';
import { submitBlob } from '../../src/stacks/submission.js';
import { answeringNodes } from '../support/answering-nodes.js';

const CHAIN_ID = 0x80000000;
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
  /** What it has under our id. */
  readonly status?: string;
  /** The account's next nonce. */
  readonly nonce?: bigint;
}

function submitted({ answer, status, nonce = NONCE }: Node, objects = false) {
  const nodes = answeringNodes('stacks', ({ pathname }, { method }) => {
    if (method === 'POST') return answer();
    if (pathname === '/v2/info') {
      return Response.json({ network_id: CHAIN_ID, burn_block_height: 1, stacks_tip_height: 1 });
    }
    if (pathname.startsWith('/v2/accounts/')) {
      const account = { balance: '0', locked: '0', unlock_height: 0, nonce: Number(nonce) };
      return Response.json(account);
    }
    const shown = { tx_id: signed.hash, tx_status: status, tx_type: 'contract_call', nonce: 7 };
    return status === undefined
      ? new Response('{}', { status: 404 })
      : Response.json({ ...shown, fee_rate: '200', sender_address: sender });
  });
  const guards = objects ? [async () => objection] : [];
  return submitBlob(new Ledger(nodes, CHAIN_ID), signed, guards, {});
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
    expect(await submitted({ answer, status: 'pending' })).toMatchObject({ state: 'accepted' });
    expect(await submitted({ answer })).toMatchObject({ state: 'refused' });
    const dropped = { answer, status: 'dropped_replace_by_fee' };
    expect(await submitted(dropped)).toMatchObject({ state: 'refused' });
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
