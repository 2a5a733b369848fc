import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  BatchIncompleteError,
  SignaturePendingError,
  SignatureRejectedError,
  TicketsUnavailableError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let destination: string;
let address: string;
let decide: () => 'approve' | 'wait' | 'reject';

beforeEach(async () => {
  decide = () => 'approve';
  world = await newWorld({ approvals: () => decide() });
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (amount: string) =>
  ({ transactionType: 'xrpTransfer', params: { destination, amount } }) as const;
const many = (count: number) => Array.from({ length: count }, () => pay('1'));

const answer = (result: string, skip: number, times = 1) =>
  world.sandbox.inject({
    server: 'xrpl',
    command: 'submit',
    skip,
    times,
    effect: { kind: 'engine-result', result },
  });

const requests = () =>
  world.sandbox.custody.transactions.map(({ externalTxId = '', status }) =>
    [externalTxId.replace(/^cg-[0-9a-f]{40}/, ''), status].join(':'),
  );

const statesOf = (error: unknown) => {
  if (!(error instanceof BatchIncompleteError)) throw error;
  return error.members.map(({ state }) => state);
};

describe('a batch that does not go through at once', () => {
  test('says what was sent when the node refuses one, and goes on from there', async () => {
    answer('temMALFORMED', 1);
    const options = { idempotencyKey: 'middle' };
    const error = await rejectionOf(world.gateway.submitBatch('0', many(3), options));
    expect(error).toMatchObject({
      retryable: true,
      members: [
        { state: 'confirmed' },
        { state: 'refused', code: 'temMALFORMED', hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
        { state: 'not-sent', hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
      ],
    });
    const { members } = await world.another().submitBatch('0', many(3), options);
    expect(members.every(({ state }) => state === 'confirmed')).toBe(true);
    expect(sequencesOf(world.sandbox, address)).toHaveLength(3);
    expect(requests()).toEqual([':COMPLETED']);
  });

  test('speaks for its latest attempt only', async () => {
    world.gateway = world.another({ secondsPerLedger: 300 });
    answer('telCAN_NOT_QUEUE', 0, 3);
    const options = { idempotencyKey: 'late', approvalWindowSeconds: 1 };
    const first = await rejectionOf(world.gateway.submitBatch('0', many(2), options));
    expect(statesOf(first)).toEqual(['expired', 'expired']);
    decide = () => 'wait';
    const again = {
      idempotencyKey: 'late',
      newAttempt: 2,
      signatureTimeoutMs: 100,
      approvalWindowSeconds: 86_400,
    };
    const second = await rejectionOf(world.gateway.submitBatch('0', many(2), again));
    expect(second).toBeInstanceOf(SignaturePendingError);
    const resumed = world.another().resume('0', 'late', { signatureTimeoutMs: 100 });
    expect(await rejectionOf(resumed)).toBeInstanceOf(SignaturePendingError);
    expect(requests()).toEqual([':COMPLETED', '-2:PENDING_AUTHORIZATION']);
  });

  test('asks nobody twice in one call', async () => {
    let asked = 0;
    decide = () => (++asked === 2 ? 'approve' : 'reject');
    const options = { idempotencyKey: 'once' };
    const first = await rejectionOf(world.gateway.submitBatch('0', many(130), options));
    expect(first).toBeInstanceOf(SignatureRejectedError);
    const again = { ...options, newAttempt: 2 };
    const error = await rejectionOf(world.gateway.submitBatch('0', many(130), again));
    expect(statesOf(error).slice(126)).toEqual(['confirmed', ...Array(3).fill('not-signed')]);
    expect(error).toMatchObject({ retryable: false, cause: expect.any(SignatureRejectedError) });
    expect(requests()).toEqual([':REJECTED', '-2:COMPLETED', '_1:REJECTED']);
  });

  test('that was stopped by a failure stays stopped, and says so', async () => {
    const entries = [pay('1'), pay('5000'), pay('1')];
    const options = { idempotencyKey: 'halt', stopOnFailure: true };
    await rejectionOf(world.gateway.submitBatch('0', entries, options));
    for (const stopOnFailure of [true, false]) {
      const error = await rejectionOf(
        world.another().submitBatch('0', entries, { ...options, stopOnFailure }),
      );
      expect(statesOf(error)).toEqual(['confirmed', 'failed', 'not-sent']);
      expect(error).toMatchObject({ retryable: false });
    }
  });

  test('needs no echo of its payload', async () => {
    const forgetful = () => {
      const inner = world.newSigner();
      const { capabilities } = inner;
      return {
        capabilities,
        getPublicKey: inner.getPublicKey.bind(inner),
        sign: inner.sign.bind(inner),
        async find(key: string) {
          const record = await inner.find(key);
          return record && { ...record, unhashedPayload: undefined };
        },
      };
    };
    decide = () => 'wait';
    const options = { idempotencyKey: 'mute', signatureTimeoutMs: 100 };
    const gateway = world.another({ signer: forgetful() });
    await rejectionOf(gateway.submitBatch('0', many(3), options));
    world.sandbox.custody.approve(world.sandbox.custody.transactions[0]?.id ?? '');
    const restarted = world.another({ signer: forgetful() });
    const { members } = await restarted.submitBatch('0', many(3), { idempotencyKey: 'mute' });
    expect(members.every(({ state }) => state === 'confirmed')).toBe(true);
  });
});

describe('cancelling a batch', () => {
  test('outruns what is signed and unsent, and may be repeated', async () => {
    answer('temMALFORMED', 2);
    const options = { idempotencyKey: 'half' };
    await rejectionOf(world.gateway.submitBatch('0', many(5), options));
    await world.gateway.cancel('0', 'half');
    await world.another().cancel('0', 'half');
    const error = await rejectionOf(world.gateway.submitBatch('0', many(5), options));
    expect(statesOf(error)).toEqual([...Array(2).fill('confirmed'), ...Array(3).fill('replaced')]);
    expect(error).toMatchObject({ retryable: false });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(5);
  });

  test('that is interrupted says so of the batch, and goes on when repeated', async () => {
    answer('temMALFORMED', 2);
    await rejectionOf(world.gateway.submitBatch('0', many(5), { idempotencyKey: 'half' }));
    answer('temMALFORMED', 1);
    const error = await rejectionOf(world.gateway.cancel('0', 'half'));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'half' } });
    await world.gateway.cancel('0', 'half');
    expect(sequencesOf(world.sandbox, address)).toHaveLength(5);
  });

  test('that is all on the ledger is too late', async () => {
    await world.gateway.submitBatch('0', many(2), { idempotencyKey: 'done' });
    const error = await rejectionOf(world.gateway.cancel('0', 'done'));
    expect(error).toMatchObject({ code: 'NOT_CANCELLABLE' });
  });
});

describe('a TicketCreate', () => {
  test('that fails leaves no gap behind', async () => {
    const { sandbox } = world;
    const reserve = { destination, amount: '998' };
    await world.gateway.xrpTransfer('0', reserve, { native: false });
    const ticketed = world.gateway.xrpTransfer(
      '0',
      { destination, amount: '0.1' },
      { useTickets: true },
    );
    expect(await rejectionOf(ticketed)).toBeInstanceOf(TicketsUnavailableError);
    await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    const [first = 0, ...rest] = sequencesOf(sandbox, address);
    expect(rest).toEqual([first + 1, first + 2]);
  });

  test('goes on for others when the caller who began it has gone, and no one waits too long', async () => {
    decide = () => 'wait';
    const gone = new AbortController();
    const ticket = (options: object) =>
      world.gateway.xrpTransfer(
        '0',
        { destination, amount: '1' },
        { useTickets: true, ...options },
      );
    const first = rejectionOf(ticket({ signal: gone.signal }));
    const asked = { timeout: 20_000 };
    await expect.poll(() => requests(), asked).toEqual([':PENDING_AUTHORIZATION']);
    const second = ticket({});
    const hasty = rejectionOf(ticket({ laneTimeoutMs: 100 }));
    gone.abort();
    expect(await first).toMatchObject({ code: 'ABORTED' });
    expect(await hasty).toMatchObject({ code: 'ACCOUNT_BUSY' });
    decide = () => 'approve';
    world.sandbox.custody.approve(world.sandbox.custody.transactions[0]?.id ?? '');
    expect(await second).toMatchObject({ result: { validated: true } });
    expect(requests()).toHaveLength(2);
  });

  test('is not repeated because a node lags behind', async () => {
    world.sandbox.inject({
      server: 'xrpl',
      command: 'account_objects',
      times: 6,
      effect: { kind: 'answer', status: 200, body: { result: { account_objects: [] } } },
    });
    await world.gateway.xrpTransfer('0', { destination, amount: '1' }, { useTickets: true });
    expect(requests()).toHaveLength(2);
  });
});
