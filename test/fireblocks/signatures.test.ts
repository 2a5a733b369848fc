import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdempotencyConflictError, UnexpectedAnswerError } from '../../src/core/errors.js';
import type { SigningMessage } from '../../src/signer/index.js';
import {
  byAsset,
  byPath,
  eddsa,
  FakeCustody,
  freshMessage,
  signedMessage,
  signerWith,
} from '../support/custody.js';
import { rejectionOf } from '../support/rejections.js';
import { runs } from '../support/runs.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** What a signer makes of these signed messages. */
async function signed(messages: readonly SigningMessage[], answer: object): Promise<string[]> {
  const client = new FakeCustody({ status: 'COMPLETED', ...answer });
  const signatures = await signerWith(client).sign({ idempotencyKey: 'a', messages });
  return signatures.map(({ bytes }) => hex(bytes).slice(0, 2));
}

const filler = (index: number) => (index + 1).toString(16).padStart(2, '0');

describe('the signatures of a request', () => {
  it('come in the order of the messages, whatever the custody put between or behind them', async () => {
    const setup = fc
      .record({ count: fc.integer({ min: 1, max: 8 }), strangers: fc.nat({ max: 3 }) })
      .chain(({ count, strangers }) => {
        const messages = Array.from({ length: count }, (_, index) =>
          freshMessage(byPath(`${index}`)),
        );
        const theirs = Array.from({ length: strangers }, () =>
          signedMessage(freshMessage(byPath('99')), 'ee'),
        );
        const ours = messages.map((message, index) => signedMessage(message, filler(index)));
        const all = [...ours, ...theirs];
        return fc
          .shuffledSubarray(all, { minLength: all.length })
          .map((signedMessages) => ({ messages, signedMessages }));
      });
    await fc.assert(
      fc.asyncProperty(setup, async ({ messages, signedMessages }) => {
        expect(await signed(messages, { signedMessages })).toEqual(
          messages.map((_, at) => filler(at)),
        );
      }),
      runs(60),
    );
  });

  it('are told apart by their paths where two keys sign the same digest', async () => {
    const message = freshMessage(byPath('1'));
    const other = { ...message, key: byPath('2') } as SigningMessage;
    const signedMessages = [signedMessage(other, '22'), signedMessage(message, '11')];
    expect(await signed([message, other], { signedMessages })).toEqual(['11', '22']);
    expect(await signed([other, message], { signedMessages })).toEqual(['22', '11']);
  });

  it('are used once each where one message stands there twice', async () => {
    const message = freshMessage(byAsset());
    const signedMessages = [signedMessage(message, '11'), signedMessage(message, '22')];
    expect((await signed([message, message], { signedMessages })).sort()).toEqual(['11', '22']);
  });

  it('are found by content in either case, and without a path', async () => {
    const message = freshMessage(byPath('1'));
    const { derivationPath: _, ...pathless } = signedMessage(message, '11');
    const shouted = { ...pathless, content: pathless.content.toUpperCase() };
    expect(await signed([message], { signedMessages: [shouted] })).toEqual(['11']);
  });

  it('are not taken from an entry that has none', async () => {
    const message = freshMessage(byAsset());
    const { signature: _, ...empty } = signedMessage(message);
    const signedMessages = [empty, signedMessage(message, '22')];
    expect(await signed([message], { signedMessages })).toEqual(['22']);
  });

  it('may come as r and s alone, even without their leading zeros', async () => {
    const message = freshMessage(byAsset());
    const signature = { r: 'ab', s: '1'.repeat(62), v: 0 };
    const client = new FakeCustody({
      status: 'COMPLETED',
      signedMessages: [{ ...signedMessage(message), signature }],
    });
    const [only] = await signerWith(client).sign({ idempotencyKey: 'a', messages: [message] });
    const expected = `${'0'.repeat(62)}ab00${'1'.repeat(62)}`;
    expect(hex(only?.bytes ?? new Uint8Array(0))).toBe(expected);
  });

  it('carry the recovery id and the key that the custody says it used', async () => {
    const message = freshMessage(byAsset());
    const client = new FakeCustody({
      status: 'COMPLETED',
      signedMessages: [signedMessage(message)],
    });
    const signatures = await signerWith(client).sign({ idempotencyKey: 'a', messages: [message] });
    expect(signatures).toEqual([
      {
        encoding: 'compact',
        bytes: new Uint8Array(64).fill(0x11),
        recoveryId: 1,
        publicKey: Uint8Array.from(Buffer.from(`02${'ab'.repeat(32)}`, 'hex')),
      },
    ]);
  });

  it('have no recovery id for EdDSA, whatever the custody writes there', async () => {
    const message = freshMessage(eddsa());
    const whole = { ...signedMessage(message), algorithm: 'MPC_EDDSA_ED25519' };
    const client = new FakeCustody({ status: 'COMPLETED', signedMessages: [whole] });
    const [only] = await signerWith(client).sign({ idempotencyKey: 'a', messages: [message] });
    expect(only).not.toHaveProperty('recoveryId');
  });
});

describe('A-D15: a completed transaction without the signatures that it must have', () => {
  const message = freshMessage(byAsset());
  const whole = signedMessage(message);

  it.each<readonly [string, object]>([
    ['no signed messages', {}],
    ['an empty list', { signedMessages: [] }],
    ['null', { signedMessages: null }],
    ['an entry without a signature', { signedMessages: [{ ...whole, signature: null }] }],
    ['an empty signature', { signedMessages: [{ ...whole, signature: {} }] }],
    ['r without s', { signedMessages: [{ ...whole, signature: { r: '11'.repeat(32) } }] }],
    [
      's that is empty',
      { signedMessages: [{ ...whole, signature: { r: '11'.repeat(32), s: '' } }] },
    ],
    [
      'a signature that is no hex',
      { signedMessages: [{ ...whole, signature: { fullSig: 'zz'.repeat(64) } }] },
    ],
    ['a content that is no hex', { signedMessages: [{ ...whole, content: 'zz' }] }],
  ])('A-D15: ends in an error, not in endless waiting: %s', async (_, answer) => {
    const client = new FakeCustody({ status: 'COMPLETED', ...answer });
    const signer = signerWith(client, { polling: { firstMs: 1, factor: 1, maxMs: 1 } });
    const signing = signer.sign({ idempotencyKey: 'a', messages: [message] });
    expect(await rejectionOf(signing)).toBeInstanceOf(UnexpectedAnswerError);
    expect(client.reads).toBeLessThanOrEqual(20);
  });

  it('is waited for, since the list may come a little later', async () => {
    const client = new FakeCustody(
      { status: 'COMPLETED' },
      { status: 'COMPLETED', signedMessages: [] },
      { status: 'COMPLETED', signedMessages: [whole] },
    );
    const signing = signerWith(client).sign({ idempotencyKey: 'a', messages: [message] });
    expect(await signing).toHaveLength(1);
  });

  it('does not pass with some of several', async () => {
    const other = freshMessage(byAsset());
    const client = new FakeCustody({ status: 'COMPLETED', signedMessages: [whole] });
    const signing = signerWith(client).sign({ idempotencyKey: 'a', messages: [message, other] });
    expect(await rejectionOf(signing)).toBeInstanceOf(UnexpectedAnswerError);
  });

  it("is somebody else's request when nothing of ours is in it", async () => {
    const signedMessages = [signedMessage(freshMessage(byAsset()))];
    const client = new FakeCustody({ status: 'COMPLETED', signedMessages });
    const signing = signerWith(client).sign({ idempotencyKey: 'a', messages: [message] });
    expect(await rejectionOf(signing)).toBeInstanceOf(IdempotencyConflictError);
  });
});
