import { Cl } from '@stacks/transactions';
import { expect } from 'vitest';
import type { ChainApi } from '../../../src/stacks/node/api.js';
import type { Ledger } from '../../../src/stacks/node/ledger.js';
import type { StacksNode } from '../../../src/stacks/node/node.js';
import type { NodeTransaction } from '../../../src/stacks/node/transaction.js';
import { submitBlob } from '../../../src/stacks/operations/submission.js';
import { readPox } from '../../../src/stacks/stacking/pox.js';
import { StacksClient } from '../../support/stacks-client.js';
import type { CallName } from './calls.js';
import { ALICE, KEY } from './sandbox-answers.js';

/** How the gateway asks for an answer, and what it makes of it. */
export interface Reading {
  readonly asks: (ledger: Ledger, path: string) => Promise<unknown>;
  /** What has to be in it; an error, in `rejects`. */
  readonly reads?: unknown;
  readonly rejects?: object;
}

const NETWORK = { kind: 'testnet', chainId: 0x80000000 } as const;
const CONTRACT = `${ALICE}.any`;

const asking = (work: (node: StacksNode) => Promise<unknown>) => (ledger: Ledger) =>
  ledger.ask({}, work);
const ofApi = (work: (api: ChainApi) => Promise<unknown>) => asking((node) => node.api(work));
const ofTransaction =
  (work: (node: StacksNode, id: string) => Promise<unknown>) => (ledger: Ledger, path: string) =>
    ledger.ask({}, (node) => work(node, `0x${/[0-9a-f]{64}/.exec(path)?.[0]}`));

const payment = await new StacksClient('', KEY).transfer(ALICE, 1n, { nonce: 0n });
const submitting = (ledger: Ledger) => {
  const signed = { hash: `0x${payment.txid()}`, blob: payment.serialize() };
  return submitBlob(ledger, signed, [], {});
};

const mined = ofTransaction((node, id) => node.bytesOf(shownAs(id)));

function shownAs(id: string) {
  return {
    tx_id: id,
    tx_status: 'success',
    tx_type: 'token_transfer',
    nonce: 0,
    fee_rate: '1',
    sender_address: ALICE,
    block_height: 7,
  } satisfies NodeTransaction;
}

/** What waits according to an API of before v3. */
export const OF_V1 = { ...shownAs(`0x${'11'.repeat(32)}`), tx_status: 'pending', nonce: 41 };

const bytes = expect.stringMatching(/^80800000[0-9a-f]+$/);
const tokens = ofApi(async (api) => [...(await api.tokensOf(ALICE))]);
const aToken = [expect.stringMatching(/::/), expect.any(BigInt)];

/** By name, of everything that is recorded. */
export const READINGS: Readonly<Partial<Record<CallName, Reading>>> = {
  info: { asks: asking((node) => node.info()), reads: { network_id: NETWORK.chainId } },
  pox: { asks: asking((node) => readPox(node, NETWORK)), reads: { version: 5 } },
  'pox-4': { asks: asking((node) => readPox(node, NETWORK)), reads: { version: 4 } },
  account: { asks: asking((node) => node.account(ALICE)), reads: { locked: 0n, nonce: 0n } },
  'account-locked': {
    asks: asking((node) => node.account(ALICE)),
    reads: { locked: 60_000_000_000n, nonce: 1n },
  },
  'transfer-rate': { asks: asking((node) => node.transferRate()), reads: expect.any(Number) },
  'fee-estimate': {
    asks: asking((node) => node.feeEstimates('00', 180)),
    reads: [expect.any(BigInt), expect.any(BigInt), expect.any(BigInt)],
  },
  'fee-none': { asks: asking((node) => node.feeEstimates('00', 180)), reads: undefined },
  submitted: {
    asks: asking((node) => node.submit(payment.serializeBytes())),
    reads: expect.stringMatching(/^[0-9a-f]{64}$/),
  },
  'submit-undecodable': { asks: submitting, rejects: { reason: 'http_400', status: 400 } },
  'submit-bad-nonce': { asks: submitting, reads: { state: 'unclear', code: 'BadNonce' } },
  'submit-conflicting-nonce-in-mempool': {
    asks: submitting,
    reads: { state: 'unclear', code: 'ConflictingNonceInMempool', hasRival: true },
  },
  'submit-not-enough-funds': {
    asks: submitting,
    reads: { state: 'refused', code: 'NotEnoughFunds' },
  },
  'submit-too-much-chaining': {
    asks: submitting,
    reads: { state: 'busy', code: 'TooMuchChaining' },
  },
  'call-read': {
    asks: asking((node) => node.callRead({ contract: CONTRACT, functionName: 'get', args: [] })),
    reads: Cl.ok(Cl.uint(8)),
  },
  'call-read-refused': {
    asks: asking((node) => node.callRead({ contract: CONTRACT, functionName: 'set', args: [] })),
    rejects: { code: 'READ_ONLY_CALL', details: { cause: expect.any(String) } },
  },
  'data-var': { asks: asking((node) => node.dataVar(CONTRACT, 'paused')), reads: Cl.bool(false) },
  interface: {
    asks: asking((node) => node.contractInterface(CONTRACT)),
    reads: { functions: [{ name: 'transfer', access: 'public' }] },
  },
  'interface-missing': {
    asks: asking((node) => node.contractInterface(CONTRACT)),
    reads: undefined,
  },
  'indexed-transaction': { asks: mined, reads: bytes },
  'index-off': { asks: mined, reads: undefined },
  // Whose transactions are read is decided by it.
  release: {
    asks: asking((node) => node.waitingOf(ALICE)),
    reads: { transactions: [{ nonce: OF_V1.nonce }] },
  },
  'v3-transaction': {
    asks: ofTransaction((node, id) => node.transaction(id)),
    reads: { tx_status: 'success', tx_type: 'contract_call', nonce: 0, block_height: 2 },
  },
  'v3-nonces': {
    asks: asking((node) => node.nonces(ALICE)),
    reads: { executed: 0n, highest: 3n, between: [1n] },
  },
  'v3-mempool': {
    asks: asking((node) => node.waitingOf(ALICE)),
    reads: { transactions: [{ nonce: 0, tx_status: 'pending', tx_type: 'contract_call' }] },
  },
  'v3-history': {
    asks: asking((node) => node.transactionsOf(ALICE)),
    reads: {
      transactions: [
        { tx_type: 'token_transfer', nonce: 0, token_transfer: { amount: '1' } },
        { tx_type: 'coinbase', tx_status: 'success' },
      ],
    },
  },
  'v3-tokens': { asks: tokens, reads: [aToken] },
  'v3-no-tokens': { asks: tokens, reads: [] },
  'v3-stx': {
    asks: ofApi((api) => api.lockOf(ALICE)),
    reads: { lock_tx_id: '', lock_height: 0, burnchain_lock_height: 0 },
  },
  'v3-stx-locked': {
    asks: ofApi((api) => api.lockOf(ALICE)),
    reads: { lock_tx_id: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
  },
  'v3-signers': {
    asks: asking((node) => node.signers(1, null)),
    reads: { results: [{ signer: expect.stringMatching(/\./) }] },
  },
  'v1-transaction': {
    asks: ofTransaction((node, id) => node.transaction(id)),
    reads: { tx_status: 'success', tx_type: 'contract_call', nonce: 0 },
  },
  'v1-transaction-waiting': {
    asks: ofTransaction((node, id) => node.transaction(id)),
    reads: { tx_status: 'pending', tx_type: 'contract_call', nonce: 0 },
  },
  'v1-raw': { asks: mined, reads: bytes },
  'v1-nonces': {
    asks: asking((node) => node.nonces(ALICE)),
    reads: { executed: 0n, highest: 3n, between: [1n] },
  },
  'v1-mempool': {
    asks: asking((node) => node.waitingOf(ALICE)),
    reads: { isAll: true, transactions: [{ nonce: 0 }] },
  },
  'v1-history': {
    asks: asking((node) => node.transactionsOf(ALICE)),
    reads: {
      total: 2,
      next: null,
      transactions: [{ tx_type: 'token_transfer' }, { tx_type: 'contract_call' }],
    },
  },
  'v1-balances': { asks: tokens, reads: [aToken] },
  'v1-stx': { asks: ofApi((api) => api.lockOf(ALICE)), reads: { lock_tx_id: '', lock_height: 0 } },
};
