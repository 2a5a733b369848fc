import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnexpectedAnswerError } from '../../src/core/errors.js';
import type { CustodyTransaction } from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import type { NativeTransferRequest } from '../../src/signer/index.js';
import {
  byAsset,
  duplicate,
  FakeCustody,
  freshMessage,
  freshRequest,
  notFound,
  signedMessage,
  signerOn,
  signerWith,
} from '../support/custody.js';
import { answered, CreationFetch, refused } from '../support/custody-fetch.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;
let wire: CreationFetch;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 20, seed: 'answers of others' });
  for (const vault of ['0', '1', '2']) {
    await sandbox.xrpl.fund(sandbox.custody.addressOf(vault, 'XRP_TEST'), 1_000_000_000n);
  }
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  wire = new CreationFetch();
});

const signer = () => signerOn(sandbox, { fetch: wire.fetch, signatureTimeoutMs: 5_000 });

const transferOf = (change: Partial<NativeTransferRequest> = {}): NativeTransferRequest => ({
  idempotencyKey: freshRequest().idempotencyKey,
  from: { ...byAsset('0'), assetId: 'XRP_TEST' },
  to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
  amount: '2.5',
  ...change,
});

const made = (key: string) =>
  sandbox.custody.transactions.filter(({ externalTxId }) => externalTxId === key);

describe("an answer to a creation that is another transaction's", () => {
  it.each([
    ['taken', answered],
    ['not taken', (status: number, body: unknown) => refused(status, body)],
  ])('is not taken for ours: a transfer that was %s', async (_, fate) => {
    const older = await signer().transfer(transferOf());
    const request = transferOf();
    wire.fates = [fate(200, { id: older.providerId, status: 'SUBMITTED' })];
    const record = await signer().transfer(request);
    expect(record.txHash).not.toBe(older.txHash);
    expect(record).toMatchObject({
      idempotencyKey: request.idempotencyKey,
      providerId: made(request.idempotencyKey)[0]?.id,
      state: 'signed',
    });
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });

  it('is not taken for ours where that one carries no external id', async () => {
    const older = await signer().transfer(transferOf());
    const request = transferOf();
    wire.fates = [answered(200, { id: older.providerId, status: 'SUBMITTED' })];
    const nameless = new RegExp(`^/v1/transactions/${older.providerId}$`);
    wire.bend = (path, answer) =>
      nameless.test(path) ? { ...(answer as object), externalTxId: undefined } : answer;
    const record = await signer().transfer(request);
    expect(record.providerId).toBe(made(request.idempotencyKey)[0]?.id);
    expect(record.txHash).not.toBe(older.txHash);
  });

  it('is not taken for ours, though it was refused', async () => {
    const older = transferOf({ amount: '999999' });
    await rejectionOf(signer().transfer(older));
    const request = freshRequest();
    wire.fates = [answered(200, { id: made(older.idempotencyKey)[0]?.id, status: 'FAILED' })];
    expect(await signer().sign(request)).toHaveLength(1);
  });

  it.each<readonly [string, object]>([
    ['external id', { externalTxId: 'other' }],
    ['vault', { source: { type: 'VAULT_ACCOUNT', id: '2' } }],
    ['asset', { assetId: 'BTC_TEST' }],
    ['operation', { operation: 'RAW' }],
    ['destination', { destination: { type: 'VAULT_ACCOUNT', id: '2' } }],
    ['amount', { amountInfo: { requestedAmount: '25' } }],
  ])('is not even read when it names another %s itself', async (_, other) => {
    const request = transferOf();
    wire.fates = [answered(200, { id: 'of-another', status: 'SUBMITTED', ...other })];
    const record = await signer().transfer(request);
    expect(record.providerId).toBe(made(request.idempotencyKey)[0]?.id);
    const read = sandbox.custody.messages.map(({ path }) => path);
    expect(read).not.toContain('/v1/transactions/of-another');
  });

  it('leaves it unknown whether ours was taken, if the custody never says so', async () => {
    const message = freshMessage(byAsset());
    const client = new FakeCustody({ externalTxId: 'older', status: 'COMPLETED' });
    client.findErrors = Array.from({ length: 100 }, notFound);
    client.createTransaction = async () => ({ id: 'custody-id', status: 'SUBMITTED' });
    const signing = signerWith(client).sign({ idempotencyKey: 'mine', messages: [message] });
    const error = await rejectionOf(signing);
    expect(error).toMatchObject({ code: 'CUSTODY_UNCONFIRMED', retryable: true });
    expect(error).not.toMatchObject({ transaction: { custodyId: 'custody-id' } });
  });
});

describe('a read that answers with another transaction', () => {
  const message = freshMessage(byAsset());
  const request = { idempotencyKey: 'mine', messages: [message] };
  const COMPLETED = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };

  it('is ours where it says an amount of what has none', async () => {
    const client = new FakeCustody(COMPLETED);
    const amountInfo = { requestedAmount: '0' };
    client.createTransaction = async () => ({ id: 'custody-id', status: 'SUBMITTED', amountInfo });
    expect(await signerWith(client).sign(request)).toHaveLength(1);
  });

  it('is no news', async () => {
    const told: (string | undefined)[] = [];
    const client = new FakeCustody(
      { id: 'of-another', status: 'REJECTED' },
      { id: 'of-another', status: 'COMPLETED', txHash: 'AB' },
      COMPLETED,
    );
    const onUpdate = ({ providerId }: { providerId: string }) => told.push(providerId);
    expect(await signerWith(client).sign(request, { onUpdate })).toHaveLength(1);
    expect(new Set(told)).toEqual(new Set(['custody-id']));
  });

  it('is no news where it names no external id, and there is none of ours', async () => {
    const client = new FakeCustody({ externalTxId: '', ...COMPLETED });
    client.findErrors = Array.from({ length: 10_000 }, notFound);
    const clock = new FakeClock();
    const signing = signerWith(client, { clock }).sign(request, { timeoutMs: 1_000 });
    expect(await rejectionOf(signing)).toMatchObject({ code: 'SIGNATURE_PENDING' });
  });

  it('is an error where a key is looked up', async () => {
    const client = new FakeCustody({ externalTxId: 'yours', status: 'COMPLETED' });
    expect(await rejectionOf(signerWith(client).find('mine'))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
  });

  it('is an error where only its own id tells whose it is', async () => {
    const client = new FakeCustody({ status: 'COMPLETED' });
    client.getTransactionByExternalId = async () => ({ id: 'custody-id', status: 'COMPLETED' });
    client.getTransaction = async (id) => ({ id, status: 'COMPLETED', externalTxId: 'yours' });
    expect(await rejectionOf(signerWith(client).find('mine'))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
    expect(await signerWith(client).find('yours')).toMatchObject({ idempotencyKey: 'yours' });
  });

  it.each([undefined, 'mine'])(
    'is an error where its own id shows another, of external id %s',
    async (externalTxId) => {
      const client = new FakeCustody({ status: 'COMPLETED' });
      client.getTransactionByExternalId = async () => ({ id: 'custody-id', status: 'COMPLETED' });
      const other = { id: 'of-another', status: 'COMPLETED' };
      client.getTransaction = async () => ({ ...other, ...(externalTxId && { externalTxId }) });
      expect(await rejectionOf(signerWith(client).find('mine'))).toBeInstanceOf(
        UnexpectedAnswerError,
      );
    },
  );

  it.each<readonly [string, () => Promise<CustodyTransaction>]>([
    ['does not say either', async () => ({ id: 'custody-id', status: 'COMPLETED' })],
    ['is not found by its own id', () => Promise.reject(notFound())],
  ])('is what it was asked for where it %s', async (_, read) => {
    const client = new FakeCustody({ status: 'COMPLETED' });
    client.getTransactionByExternalId = async () => ({ id: 'custody-id', status: 'COMPLETED' });
    client.getTransaction = read;
    expect(await signerWith(client).find('mine')).toMatchObject({ idempotencyKey: 'mine' });
  });

  it('is an error where there should be a duplicate', async () => {
    const client = new FakeCustody({ externalTxId: 'yours', status: 'COMPLETED' });
    client.createErrors = [duplicate()];
    const clock = new FakeClock();
    expect(await rejectionOf(signerWith(client, { clock }).sign(request))).toMatchObject({
      code: 'SIGNATURE_PENDING',
      retryable: true,
    });
  });
});

describe('cancel', () => {
  it.each([
    ['names another external id', { externalTxId: 'yours' }],
    ['names none', { externalTxId: '' }],
  ])('gives nothing up when the answer %s', async (_, other) => {
    const client = new FakeCustody({ ...other, status: 'PENDING_AUTHORIZATION' });
    expect(await rejectionOf(signerWith(client).cancel('mine'))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
    expect(client.cancelled).toEqual([]);
  });
});
