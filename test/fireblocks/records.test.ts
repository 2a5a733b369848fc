import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../../src/index.js';
import {
  byPath,
  FakeCustody,
  freshMessage,
  notFound,
  signedMessage,
  signerWith,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

const messages = [freshMessage(byPath('1')), freshMessage(byPath('2'))];
const contents = messages.map((message) =>
  message.kind === 'digest' ? message.digest : message.bytes,
);
const signedMessages = messages.map((message) => signedMessage(message));
const extraParameters = {
  rawMessageData: {
    algorithm: 'MPC_ECDSA_SECP256K1',
    messages: signedMessages.map(({ content, derivationPath }) => ({ content, derivationPath })),
  },
  unhashedTxPayload: { any: ['thing'] },
};

describe('find', () => {
  it('fails in an error that names a request only where its id is known', async () => {
    const client = new FakeCustody({ status: 'COMPLETED', extraParameters, signedMessages });
    const signer = signerWith(client);
    const broken = new UnreachableError('custody', 'reset');
    client.findErrors = [broken];
    await rejectionOf(signer.find('key'));
    expect(broken.transaction).toBeUndefined();
    await signer.find('key');
    client.findErrors = [new UnreachableError('custody', 'reset')];
    expect(await rejectionOf(signer.find('key'))).toMatchObject({
      transaction: { idempotencyKey: 'key', custodyId: 'custody-id' },
    });
  });

  it('reads a cancellation twice: a signature may win against it', async () => {
    const settings = { clock: new FakeClock() };
    const cancelled = { status: 'CANCELLED', extraParameters };
    const won = new FakeCustody(cancelled, { ...cancelled, status: 'COMPLETED', signedMessages });
    expect(await signerWith(won, settings).find('key')).toMatchObject({ state: 'signed' });
    const lost = new FakeCustody(cancelled, cancelled);
    expect(await signerWith(lost, settings).find('key')).toMatchObject({ state: 'rejected' });
  });

  it('names what it found in an error where a cancellation can’t be read again', async () => {
    const client = new FakeCustody(
      { status: 'CANCELLED' },
      new UnreachableError('custody', 'reset'),
    );
    const error = await rejectionOf(signerWith(client, { clock: new FakeClock() }).find('key'));
    expect(error).toMatchObject({
      code: 'UNREACHABLE',
      transaction: { idempotencyKey: 'key', custodyId: 'custody-id' },
    });
  });

  it("gives all that the custody remembers, in the signer's terms", async () => {
    const client = new FakeCustody({
      status: 'COMPLETED',
      subStatus: 'CONFIRMED',
      note: 'a note',
      createdAt: 1_000,
      expiresAt: 2_000,
      extraParameters,
      signedMessages: [...signedMessages].reverse(),
    });
    const record = await signerWith(client).find('key');
    expect(record).toMatchObject({
      idempotencyKey: 'key',
      providerId: 'custody-id',
      kind: 'raw',
      state: 'signed',
      status: 'COMPLETED',
      subStatus: 'CONFIRMED',
      messages: contents,
      unhashedPayload: { any: ['thing'] },
      note: 'a note',
      createdAt: 1_000,
      expiresAt: 2_000,
    });
    expect(record?.signatures).toHaveLength(2);
  });

  it('reads extraParameters also where they are the text of an object', async () => {
    const text = JSON.stringify(extraParameters);
    const client = new FakeCustody({ status: 'COMPLETED', extraParameters: text, signedMessages });
    const record = await signerWith(client).find('key');
    expect(record).toMatchObject({ messages: contents, unhashedPayload: { any: ['thing'] } });
    expect(await signerWith(client).sign({ idempotencyKey: 'key', messages })).toHaveLength(2);
  });

  it.each([
    ['broken text', '{"half":'],
    ['text of a list', '[]'],
    ['a number', 5],
    ['null', null],
    ['nothing', undefined],
    ['odd messages', { rawMessageData: { messages: 'none' } }],
    ['messages that are none', { rawMessageData: { messages: [null, 5, { content: 'zz' }] } }],
  ])('survives extraParameters that are %s', async (_, odd) => {
    const client = new FakeCustody({ status: 'COMPLETED', extraParameters: odd, signedMessages });
    const signer = signerWith(client);
    expect(await signer.find('key')).toMatchObject({ idempotencyKey: 'key', kind: 'raw' });
    expect(await signer.sign({ idempotencyKey: 'key', messages })).toHaveLength(2);
  });

  it('finds a request whose answer leaves out operation and external id', async () => {
    const client = new FakeCustody({
      status: 'PENDING_SIGNATURE',
      operation: undefined,
      externalTxId: undefined,
      extraParameters,
    });
    expect(await signerWith(client).find('key')).toMatchObject({
      idempotencyKey: 'key',
      kind: 'raw',
      state: 'pending',
    });
    client.answers = [{ status: 'COMPLETED', operation: null, signedMessages, extraParameters }];
    expect(await signerWith(client).sign({ idempotencyKey: 'key', messages })).toHaveLength(2);
  });

  it('finds nothing where the custody has nothing', async () => {
    const client = new FakeCustody();
    client.findErrors = [notFound()];
    expect(await signerWith(client).find('key')).toBeUndefined();
  });

  it('never takes trouble for "nothing"', async () => {
    const client = new FakeCustody();
    const trouble = new Error('trouble');
    client.findErrors = [trouble];
    expect(await rejectionOf(signerWith(client).find('key'))).toBe(trouble);
  });

  it.each(['', 'a/b', '../x', 'a b', 'ü', 'k'.repeat(65)])('refuses the key %j', async (key) => {
    const error = { code: 'INVALID_INPUT', field: 'idempotencyKey' };
    expect(await rejectionOf(signerWith(new FakeCustody()).find(key))).toMatchObject(error);
    expect(await rejectionOf(signerWith(new FakeCustody()).cancel(key))).toMatchObject(error);
  });

  it.each([
    ['COMPLETED', 'signed'],
    ['CONFIRMED', 'signed'],
    ['REJECTED', 'rejected'],
    ['TIMEOUT', 'rejected'],
    ['PARTIALLY_COMPLETED', 'rejected'],
    ['CANCELLING', 'pending'],
    ['INVENTED_TOMORROW', 'pending'],
  ])('calls %s %s', async (status, state) => {
    const client = new FakeCustody({ status, extraParameters });
    expect((await signerWith(client).find('key'))?.state).toBe(state);
  });
});
