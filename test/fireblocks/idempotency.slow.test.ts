import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayError, IdempotencyConflictError, UnreachableError } from '../../src/core/errors.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import {
  SignaturePendingError,
  type SigningMessage,
  verifySignature,
} from '../../src/signer/index.js';
import {
  byAsset,
  byPath,
  duplicate,
  eddsa,
  FakeCustody,
  freshMessage,
  freshRequest,
  notFound,
  signedMessage,
  signerOn,
  signerWith,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;
let manual: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'idempotency' });
  manual = await startSandbox({ ledgerCloseMs: 0, seed: 'idempotency', approvals: 'manual' });
});
afterAll(() => Promise.all([sandbox.stop(), manual.stop()]));

const made = (custody: Sandbox, key: string) =>
  custody.custody.transactions.filter(({ externalTxId }) => externalTxId === key);

describe('one key', () => {
  it('is one request at the custody, whoever asks, and however many at once', async () => {
    const request = freshRequest(byPath('1'), byPath('2'));
    const signers = [signerOn(sandbox), signerOn(sandbox), signerOn(sandbox)];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => signers[index % 3]!.sign(request)),
    );
    expect(made(sandbox, request.idempotencyKey)).toHaveLength(1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    for (const [index, message] of request.messages.entries()) {
      const publicKey = await signers[0]!.getPublicKey(message.key);
      expect(() => verifySignature(message, publicKey, answers[0]![index]!)).not.toThrow();
    }
  });

  it('gives the same signature again later, in another process', async () => {
    const request = freshRequest(eddsa('1'));
    const first = await signerOn(sandbox).sign(request);
    expect(await signerOn(sandbox).sign(request)).toEqual(first);
    expect(made(sandbox, request.idempotencyKey)).toHaveLength(1);
  });

  const one = freshMessage(byPath('1'));
  const two = freshMessage(byPath('1'));
  const at = (message: SigningMessage, key: SigningMessage['key']) =>
    ({ ...message, key }) as SigningMessage;

  it.each<readonly [string, readonly SigningMessage[], readonly SigningMessage[]]>([
    ['another digest', [one], [two]],
    ['one digest more', [one], [one, two]],
    ['one digest less', [one, two], [one]],
    ['one of two digests twice', [one, two], [one, one]],
    ['the same digest for another vault, by path', [one], [at(one, byPath('2'))]],
    ['the same digest for another coin', [one], [at(one, byPath('1', 144))]],
    [
      'the same digest for another vault, by asset',
      [at(one, byAsset('1'))],
      [at(one, byAsset('2'))],
    ],
    [
      'the same digest for another asset',
      [at(one, byAsset())],
      [at(one, { ...byAsset(), assetId: 'XRP' })],
    ],
  ])('is refused for %s: never an old signature', async (_, messages, others) => {
    const { idempotencyKey } = freshRequest();
    await signerOn(sandbox).sign({ idempotencyKey, messages });
    const signer = signerOn(sandbox);
    for (const process of [signer, signer, signerOn(sandbox)]) {
      const error = await rejectionOf(process.sign({ idempotencyKey, messages: others }));
      expect(error).toBeInstanceOf(IdempotencyConflictError);
      expect(error).toMatchObject({ details: { requestId: idempotencyKey } });
    }
    expect(made(sandbox, idempotencyKey)).toHaveLength(1);
  });

  it('is refused for a signature after a transfer, and the reverse', async () => {
    const signer = signerOn(sandbox);
    await sandbox.xrpl.fund(sandbox.custody.addressOf('0', 'XRP_TEST'), 1_000_000_000n);
    const request = freshRequest();
    const transfer = {
      idempotencyKey: request.idempotencyKey,
      from: { ...byAsset(), assetId: 'XRP_TEST' },
      to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
      amount: '25',
    } as const;
    await signer.sign(request);
    expect(await rejectionOf(signer.transfer(transfer))).toBeInstanceOf(IdempotencyConflictError);
    const other = { ...freshRequest(), idempotencyKey: `${request.idempotencyKey}-2` };
    const sending = signer.transfer(
      { ...transfer, idempotencyKey: other.idempotencyKey },
      { timeoutMs: 0 },
    );
    await rejectionOf(sending);
    expect(await rejectionOf(signer.sign(other))).toBeInstanceOf(IdempotencyConflictError);
  });

  it('is refused while the first request still waits for its approval', async () => {
    const request = freshRequest();
    const signer = signerOn(manual);
    await rejectionOf(signer.sign(request, { timeoutMs: 0 }));
    const other = { ...request, messages: [freshMessage(byAsset())] };
    for (const process of [signer, signerOn(manual)]) {
      expect(await rejectionOf(process.sign(other))).toBeInstanceOf(IdempotencyConflictError);
    }
  });
});

describe('a signature that takes longer than a caller waits', () => {
  it('is picked up by a later call, in this process or another', async () => {
    const request = freshRequest();
    const signer = signerOn(manual, { signatureTimeoutMs: 30 });
    const error = await rejectionOf(signer.sign(request));
    const [transaction] = made(manual, request.idempotencyKey);
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({
      request: {
        requestId: request.idempotencyKey,
        custodyId: transaction?.id,
        status: 'PENDING_AUTHORIZATION',
        expiresAt: transaction?.json.expiresAt,
      },
    });
    expect((await signer.find(request.idempotencyKey))?.state).toBe('pending');
    manual.custody.approve(request.idempotencyKey);
    const signatures = await signerOn(manual).sign(request);
    expect(await signer.sign(request)).toEqual(signatures);
    expect(made(manual, request.idempotencyKey)).toHaveLength(1);
  });
});

describe('a duplicate that cannot be read yet', () => {
  const message = freshMessage(byAsset());
  const request = { idempotencyKey: 'a', messages: [message] };
  const COMPLETED = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };

  it('is asked for again until it can', async () => {
    const client = new FakeCustody(COMPLETED);
    client.createErrors = [duplicate()];
    client.findErrors = [
      notFound(),
      notFound(),
      new UnreachableError('custody', 'ECONNRESET'),
      notFound(),
    ];
    expect(await signerWith(client).sign(request)).toHaveLength(1);
    expect(client.created).toHaveLength(1);
  });

  it('is pending, not lost, when it stays unreadable', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody(COMPLETED);
    client.createErrors = [duplicate(), duplicate()];
    client.findErrors = Array.from({ length: 10_000 }, notFound);
    const start = clock.now();
    const error = await rejectionOf(signerWith(client, { clock }).sign(request));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ request: { requestId: 'a' } });
    expect(clock.now() - start).toBe(15_000);
    const hurried = signerWith(client, { clock }).sign(request, { timeoutMs: 1_000 });
    expect(await rejectionOf(hurried)).toBeInstanceOf(SignaturePendingError);
    expect(clock.now() - start).toBe(16_000);
  });

  it('is pending also when this user may not read it', async () => {
    const client = new FakeCustody(COMPLETED);
    client.createErrors = [duplicate()];
    const refusal = new GatewayError('CUSTODY_PERMISSION', 'no');
    client.findErrors = [refusal];
    const error = await rejectionOf(signerWith(client).sign(request));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ cause: refusal, request: { requestId: 'a' } });
  });

  it('is named by its id where it is read by that, and may not be', async () => {
    const client = new FakeCustody({ status: 'PENDING_SIGNATURE' });
    const signer = signerWith(client, { clock: new FakeClock() });
    await rejectionOf(signer.sign(request, { timeoutMs: 1_000 }));
    client.findErrors = [notFound()];
    client.getTransaction = () => Promise.reject(new GatewayError('CUSTODY_PERMISSION', 'no'));
    expect(await rejectionOf(signer.find('a'))).toMatchObject({
      code: 'CUSTODY_PERMISSION',
      transaction: { custodyId: 'custody-id' },
    });
  });
});
