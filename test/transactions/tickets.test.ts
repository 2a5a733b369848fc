import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  SignaturePendingError,
  SignatureRejectedError,
  TicketsUnavailableError,
  TransactionExpiredError,
  TransactionReplacedError,
} from '../../src/index.js';
import type { XrpTransferOptions } from '../../src/xrpl/index.js';
import { newWorld, rejectionOf, type World } from '../support/world.js';

let world: World;
let destination: string;
let address: string;
let decision: 'approve' | 'wait';

beforeEach(async () => {
  decision = 'approve';
  world = await newWorld({ approvals: () => decision });
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (amount: string, options: XrpTransferOptions = {}, gateway = world.gateway) =>
  gateway.xrpTransfer('0', { destination, amount }, { useTickets: true, ...options });

const makeTickets = (count: number) =>
  world.gateway.submit('0', { TransactionType: 'TicketCreate', TicketCount: count });

const sent = () =>
  world.sandbox.xrpl
    .transactionsOf(address)
    .map((entry) => (entry.tx_json ?? entry) as Record<string, unknown>)
    .filter(({ Account }) => Account === address);

const ofType = (type: string) => sent().filter(({ TransactionType }) => TransactionType === type);

const waiting = () =>
  world.sandbox.custody.transactions.filter(({ status }) => status === 'PENDING_AUTHORIZATION');

const ticketOf = (request: { json: Readonly<Record<string, unknown>> } | undefined) => {
  const extra = request?.json.extraParameters as { unhashedTxPayload: { TicketSequence: number } };
  return extra.unhashedTxPayload.TicketSequence;
};

describe('Tickets', () => {
  test('of 20 transfers approved in random order let all of them through', async () => {
    await makeTickets(20);
    decision = 'wait';
    const calls = Array.from({ length: 20 }, (_, index) => pay(`${index + 1}`));
    await expect.poll(() => waiting().length, { timeout: 20_000 }).toBe(20);
    for (const { id } of waiting().sort(() => Math.random() - 0.5)) {
      world.sandbox.custody.approve(id);
    }
    const results = await Promise.all(calls);
    expect(results.map((r) => 'result' in r && r.result.meta.TransactionResult)).toEqual(
      Array(20).fill('tesSUCCESS'),
    );
    const payments = ofType('Payment');
    expect(new Set(payments.map(({ TicketSequence }) => TicketSequence)).size).toBe(20);
    expect(payments.every(({ Sequence }) => Sequence === 0)).toBe(true);
    expect(ofType('TicketCreate')).toHaveLength(1);
  });

  test('are created in one transaction when there is none, and leftovers are used up', async () => {
    world.gateway = world.another({ lanes: { mode: 'tickets', count: 3 } });
    const transfer = (amount: string, gateway = world.gateway) =>
      gateway.xrpTransfer('0', { destination, amount });
    await Promise.all([transfer('1'), transfer('2')]);
    expect(ofType('TicketCreate')).toMatchObject([{ TicketCount: 3 }]);
    await transfer('3', world.another({ lanes: { mode: 'tickets', count: 3 } }));
    expect(ofType('TicketCreate')).toHaveLength(1);
    await transfer('4');
    expect(ofType('TicketCreate')).toHaveLength(2);
    expect(ofType('Payment')).toHaveLength(4);
  });

  test('let nobody wait for a slow approval, in either direction', async () => {
    await makeTickets(2);
    decision = 'wait';
    const slow = pay('1');
    await expect.poll(() => waiting().length, { timeout: 20_000 }).toBe(1);
    decision = 'approve';
    await pay('2');
    await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    world.sandbox.custody.approve(waiting()[0]?.id ?? '');
    await slow;
    expect(ofType('Payment')).toHaveLength(2);
  });

  test('of a live request are not another’s, also after a restart; of a refused one they are', async () => {
    await makeTickets(2);
    decision = 'wait';
    const options = { idempotencyKey: 'slow', signatureTimeoutMs: 50 };
    expect(await rejectionOf(pay('1', options))).toBeInstanceOf(SignaturePendingError);
    const [slow] = waiting();
    decision = 'approve';
    const restarted = world.another();
    await pay('2', {}, restarted);
    const [first] = ofType('Payment');
    expect(first?.TicketSequence).not.toBe(ticketOf(slow));
    world.sandbox.custody.reject(slow?.id ?? '');
    await pay('3', {}, restarted);
    expect(ofType('Payment').map(({ TicketSequence }) => TicketSequence)).toContain(ticketOf(slow));
    expect(ofType('TicketCreate')).toHaveLength(1);
    expect(await rejectionOf(restarted.resume('0', 'slow'))).toBeInstanceOf(SignatureRejectedError);
  });

  test('make a key no less final: it is found again, pending and done', async () => {
    await makeTickets(1);
    decision = 'wait';
    const options = { idempotencyKey: 'once', signatureTimeoutMs: 50 };
    await rejectionOf(pay('1', options));
    expect(await world.another().pending('0')).toMatchObject([
      { idempotencyKey: 'once', number: `${ticketOf(waiting()[0])}` },
    ]);
    world.sandbox.custody.approve(waiting()[0]?.id ?? '');
    await world.another().resume('0', 'once');
    await pay('1', { idempotencyKey: 'once' }, world.another());
    expect(ofType('Payment')).toHaveLength(1);
    expect(await world.another().pending('0')).toEqual([]);
  });

  test('outlive what expires: its Ticket serves the next attempt', async () => {
    await makeTickets(1);
    world.gateway = world.another({ secondsPerLedger: 300 });
    const effect = { kind: 'engine-result', result: 'telCAN_NOT_QUEUE' } as const;
    world.sandbox.inject({ server: 'xrpl', command: 'submit', times: 2, effect });
    const short = { idempotencyKey: 'late', approvalWindowSeconds: 1 };
    expect(await rejectionOf(pay('1', short))).toBeInstanceOf(TransactionExpiredError);
    // With more time than a slow machine could need.
    await pay('1', { idempotencyKey: 'late', newAttempt: 2 }, world.another());
    expect(ofType('Payment')).toHaveLength(1);
    expect(ofType('TicketCreate')).toHaveLength(1);
  });

  test('that another transaction spent make ours replaced, and nothing else does', async () => {
    await makeTickets(2);
    decision = 'wait';
    const ours = rejectionOf(pay('1', { idempotencyKey: 'ours' }));
    await expect.poll(() => waiting().length, { timeout: 20_000 }).toBe(1);
    const [request] = waiting();
    decision = 'approve';
    await pay('5', {}, world.another());
    expect(await world.another().pending('0')).toHaveLength(1);
    // What this custody knows nothing of: the same vault, used by something else.
    await spendElsewhere(ticketOf(request));
    world.sandbox.custody.approve(request?.id ?? '');
    expect(await ours).toBeInstanceOf(TransactionReplacedError);
  });

  test('that can’t be created say why, and nothing is signed under the key', async () => {
    decision = 'wait';
    const call = rejectionOf(pay('1', { idempotencyKey: 'none' }));
    await expect.poll(() => waiting().length, { timeout: 20_000 }).toBe(1);
    world.sandbox.custody.reject(waiting()[0]?.id ?? '');
    const error = await call;
    expect(error).toBeInstanceOf(TicketsUnavailableError);
    expect(error).toMatchObject({ cause: expect.any(SignatureRejectedError) });
    decision = 'approve';
    await pay('1', { idempotencyKey: 'none' });
    expect(ofType('Payment')).toHaveLength(1);
  });

  test('are cancelled like numbers: a signature is outrun by its Ticket', async () => {
    await makeTickets(1);
    decision = 'wait';
    await rejectionOf(pay('1', { idempotencyKey: 'stop', signatureTimeoutMs: 50 }));
    world.sandbox.custody.approve(waiting()[0]?.id ?? '');
    decision = 'approve';
    await world.another().cancel('0', 'stop');
    expect(ofType('Payment')).toHaveLength(0);
    expect(ofType('AccountSet')).toHaveLength(1);
    expect(await rejectionOf(world.another().resume('0', 'stop'))).toBeInstanceOf(
      TransactionReplacedError,
    );
  });

  test('don’t go with what can’t spend one', async () => {
    for (const call of [
      () => pay('1', { native: true }),
      () => world.gateway.submitBatch('0', [], { useTickets: true } as never),
    ]) {
      expect(await rejectionOf(call())).toMatchObject({ code: 'INVALID_INPUT' });
    }
  });
});

/** Spends a Ticket of vault 0 by a request that carries no record of ours. */
async function spendElsewhere(ticket: number): Promise<void> {
  const { encode, encodeForSigning } = await import('ripple-binary-codec');
  const { createHash } = await import('node:crypto');
  const key = { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' } as const;
  const { bytes } = await world.signer.getPublicKey(key);
  const transaction = {
    TransactionType: 'AccountSet',
    Account: address,
    Fee: '10',
    Sequence: 0,
    TicketSequence: ticket,
    SigningPubKey: Buffer.from(bytes).toString('hex').toUpperCase(),
  };
  const preimage = Buffer.from(encodeForSigning(transaction), 'hex');
  const digest = createHash('sha512').update(preimage).digest().subarray(0, 32);
  const messages = [{ kind: 'digest', key, digest, hash: 'sha512-half', preimage }] as const;
  const [signature] = await world.signer.sign({ idempotencyKey: `else-${ticket}`, messages });
  const { toDer, toLowS, parseCompact } = await import('../../src/signer/index.js');
  const der = toDer(toLowS(parseCompact(signature?.bytes ?? new Uint8Array())));
  const TxnSignature = Buffer.from(der).toString('hex').toUpperCase();
  const tx_blob = encode({ ...transaction, TxnSignature });
  const answer = await fetch(world.sandbox.xrpl.url, {
    method: 'POST',
    body: JSON.stringify({ method: 'submit', params: [{ tx_blob, api_version: 2 }] }),
  });
  expect(await answer.json()).toMatchObject({ result: { engine_result: 'tesSUCCESS' } });
  world.sandbox.xrpl.closeLedger();
}
