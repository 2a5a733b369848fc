import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AbortedError, UnreachableError } from '../../src/core/errors.js';
import { happenedOf } from '../../src/core/known-error.js';
import { CustodyError } from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import {
  byAsset,
  FakeCustody,
  freshMessage,
  freshRequest,
  notFound,
  signedMessage,
  signerOn,
  signerWith,
} from '../support/custody.js';
import { rejectionOf } from '../support/rejections.js';

/** Slow machines are not wrong. */
const PATIENT = { timeout: 30_000, interval: 5 };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'abort', approvals: 'manual' });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.custody.clearMessages());

const statusOf = (key: string) =>
  sandbox.custody.transactions.find(({ externalTxId }) => externalTxId === key)?.status;

/** Aborts as soon as the custody has the request. */
function abortedOnceKnown() {
  const controller = new AbortController();
  const options = { signal: controller.signal, onUpdate: () => controller.abort('enough') };
  return { controller, options };
}

/** The request may have been made, and the error names it. */
function expectToBeOpen(error: unknown, { idempotencyKey }: { readonly idempotencyKey: string }) {
  if (!(error instanceof AbortedError)) throw error;
  expect(error.transaction).toMatchObject({ idempotencyKey, requestId: idempotencyKey });
  expect(happenedOf(error)).toBe('maybe');
}

describe('an abort', () => {
  it('ends the waiting, and cancels nothing', async () => {
    const request = freshRequest();
    const { options } = abortedOnceKnown();
    const error = await rejectionOf(signerOn(sandbox).sign(request, options));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      cause: 'enough',
      message: expect.stringContaining('nothing was cancelled'),
    });
    expect(statusOf(request.idempotencyKey)).toMatch(/^(?:SUBMITTED|PENDING_AUTHORIZATION)$/);
    await expect
      .poll(() => statusOf(request.idempotencyKey), PATIENT)
      .toBe('PENDING_AUTHORIZATION');
    sandbox.custody.approve(request.idempotencyKey);
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
  });

  it('gives the request up when the caller wants that, and says so', async () => {
    const request = freshRequest();
    const { options } = abortedOnceKnown();
    const error = await rejectionOf(
      signerOn(sandbox).sign(request, { ...options, cancelOnAbort: true }),
    );
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      message: expect.stringContaining('was given up'),
      transaction: {
        idempotencyKey: request.idempotencyKey,
        custodyId: sandbox.custody.transactions.at(-1)?.id,
      },
    });
    await expect.poll(() => statusOf(request.idempotencyKey), PATIENT).toBe('CANCELLED');
  });

  it('is an abort also when giving up fails: the caller must not hear of something else', async () => {
    const request = freshRequest();
    const { options } = abortedOnceKnown();
    const path = /\/cancel$/;
    sandbox.inject({ server: 'custody', path, times: 4, effect: { kind: 'answer', status: 503 } });
    const error = await rejectionOf(
      signerOn(sandbox).sign(request, { ...options, cancelOnAbort: true }),
    );
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ message: expect.stringContaining('stays open') });
    expect(statusOf(request.idempotencyKey)).not.toMatch(/^CANCEL/);
  });

  it('before anything was asked asks nothing', async () => {
    const request = freshRequest();
    const options = { signal: AbortSignal.abort(), cancelOnAbort: true };
    expect(await rejectionOf(signerOn(sandbox).sign(request, options))).toBeInstanceOf(
      AbortedError,
    );
    expect(sandbox.custody.messages).toEqual([]);
  });

  it('during the creation leaves a request that a later call finds', async () => {
    const request = freshRequest();
    const controller = new AbortController();
    sandbox.inject({ server: 'custody', method: 'POST', effect: { kind: 'lose-answer' } });
    const signing = rejectionOf(signerOn(sandbox).sign(request, { signal: controller.signal }));
    await expect.poll(() => statusOf(request.idempotencyKey), PATIENT).toBeDefined();
    controller.abort();
    expectToBeOpen(await signing, request);
    await expect
      .poll(() => statusOf(request.idempotencyKey), PATIENT)
      .toBe('PENDING_AUTHORIZATION');
    sandbox.custody.approve(request.idempotencyKey);
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
  });

  it('during the creation says that the request may be there, also where giving it up fails', async () => {
    const client = new FakeCustody();
    const controller = new AbortController();
    client.createTransaction = async () => {
      controller.abort();
      throw new UnreachableError('custody', 'reset');
    };
    client.findErrors = Array.from({ length: 9 }, () => new UnreachableError('custody', 'reset'));
    const request = freshRequest();
    const options = { signal: controller.signal, cancelOnAbort: true };
    expectToBeOpen(await rejectionOf(signerWith(client).sign(request, options)), request);
  });

  it('during the creation gives up what was on its way, when the caller wants that', async () => {
    const request = freshRequest();
    const controller = new AbortController();
    const { url } = sandbox.custody;
    const held: (() => void)[] = [];
    // The request is sent, but its answer is held back until after the abort.
    const fetch = async (address: string, init: RequestInit) => {
      const answer = await globalThis.fetch(address, init);
      if (init.method === 'POST' && address === `${url}/v1/transactions`) {
        await new Promise<void>((resolve) => held.push(resolve));
      }
      return answer;
    };
    const options = { signal: controller.signal, cancelOnAbort: true };
    const signing = rejectionOf(signerOn(sandbox, { fetch }).sign(request, options));
    await expect.poll(() => held.length, PATIENT).toBe(1);
    controller.abort();
    for (const release of held) release();
    expect(await signing).toMatchObject({
      code: 'ABORTED',
      message: expect.stringContaining('was given up'),
    });
    await expect.poll(() => statusOf(request.idempotencyKey), PATIENT).toBe('CANCELLED');
  });

  it('says what became of a request that could not be given up any more', async () => {
    const message = freshMessage(byAsset());
    const request = { idempotencyKey: 'a', messages: [message] };
    const abortedWith = async (...answers: ConstructorParameters<typeof FakeCustody>) => {
      const client = new FakeCustody({ status: 'PENDING_SIGNATURE' }, ...answers);
      const { options } = abortedOnceKnown();
      const signing = signerWith(client).sign(request, { ...options, cancelOnAbort: true });
      return String(await rejectionOf(signing));
    };
    expect(await abortedWith({ status: 'COMPLETED' })).toContain('had ended already');
    expect(await abortedWith({ status: 'CANCELLING' })).toContain('was given up');
    expect(await abortedWith(notFound())).toContain('is not known');
  });

  it('of a creation that fails is an abort, once it is known that there is nothing', async () => {
    const client = new FakeCustody();
    client.findErrors = [notFound()];
    const controller = new AbortController();
    client.createTransaction = async () => {
      controller.abort();
      throw new CustodyError({ status: 400, custodyMessage: 'no such asset' });
    };
    const signing = signerWith(client).sign(freshRequest(), {
      signal: controller.signal,
      cancelOnAbort: true,
    });
    expect(await rejectionOf(signing)).toMatchObject({
      code: 'ABORTED',
      message: expect.stringContaining('is not known to Fireblocks'),
    });
  });

  it('of one caller does not end the waiting of another', async () => {
    const request = freshRequest();
    const signer = signerOn(sandbox);
    const { options } = abortedOnceKnown();
    const patient = signer.sign(request);
    expect(await rejectionOf(signer.sign(request, options))).toBeInstanceOf(AbortedError);
    await expect
      .poll(() => statusOf(request.idempotencyKey), PATIENT)
      .toBe('PENDING_AUTHORIZATION');
    sandbox.custody.approve(request.idempotencyKey);
    expect(await patient).toHaveLength(1);
  });
});

describe('cancel', () => {
  /** A request that waits for its approval. */
  async function waiting() {
    const request = freshRequest();
    await rejectionOf(signerOn(sandbox).sign(request, { timeoutMs: 0 }));
    await expect
      .poll(() => statusOf(request.idempotencyKey), PATIENT)
      .toBe('PENDING_AUTHORIZATION');
    return request;
  }

  it('gives a live request up, and whoever waits for it hears of it', async () => {
    const request = await waiting();
    const signer = signerOn(sandbox);
    const signing = rejectionOf(signer.sign(request));
    await signer.cancel(request.idempotencyKey);
    expect(await signing).toMatchObject({
      code: 'SIGNATURE_REJECTED',
      request: { status: 'CANCELLED', subStatus: 'CANCELLED_BY_USER' },
    });
  });

  it('may lose against a signature, which counts then', async () => {
    const request = await waiting();
    const signer = signerOn(sandbox);
    sandbox.custody.letSignaturesWin();
    const signing = signer.sign(request);
    await signer.cancel(request.idempotencyKey);
    expect(await signing).toHaveLength(1);
    expect((await signer.find(request.idempotencyKey))?.state).toBe('signed');
  });

  it('does nothing about what does not exist, has ended, or is being cancelled', async () => {
    const signer = signerOn(sandbox);
    await signer.cancel('never-heard-of');
    const request = await waiting();
    sandbox.custody.reject(request.idempotencyKey);
    await signer.cancel(request.idempotencyKey);
    const posts = sandbox.custody.messages.filter(({ path }) => path?.endsWith('/cancel'));
    expect(posts).toEqual([]);
    const client = new FakeCustody({ status: 'CANCELLING' });
    await signerWith(client).cancel('a');
    expect(client.cancelled).toEqual([]);
  });

  it('succeeds when its answer is lost: it was asked, and asking again is refused', async () => {
    const request = await waiting();
    sandbox.inject({ server: 'custody', path: /\/cancel$/, effect: { kind: 'lose-answer' } });
    await signerOn(sandbox).cancel(request.idempotencyKey);
    await expect.poll(() => statusOf(request.idempotencyKey), PATIENT).toBe('CANCELLED');
  });

  it('is no failure when the request ends while it is asked', async () => {
    const message = freshMessage(byAsset());
    const tooLate = new CustodyError({ status: 400, custodyMessage: 'too late' });
    for (const status of ['COMPLETED', 'REJECTED', 'CANCELLING']) {
      const client = new FakeCustody(
        { status: 'PENDING_SIGNATURE' },
        { status, signedMessages: [signedMessage(message)] },
      );
      client.cancelTransaction = () => Promise.reject(tooLate);
      await signerWith(client).cancel('a');
    }
  });

  it('fails when the custody refuses and the request lives on', async () => {
    const refused = new CustodyError({ status: 400, custodyMessage: 'too late' });
    const client = new FakeCustody({ status: 'BROADCASTING' });
    client.cancelTransaction = () => Promise.reject(refused);
    expect(await rejectionOf(signerWith(client).cancel('a'))).toBe(refused);
  });

  it('fails when the custody is not reached, whatever became of the request', async () => {
    const unreached = new UnreachableError('custody', 'ECONNREFUSED');
    const client = new FakeCustody({ status: 'PENDING_SIGNATURE' }, { status: 'COMPLETED' });
    client.cancelTransaction = () => Promise.reject(unreached);
    expect(await rejectionOf(signerWith(client).cancel('a'))).toBe(unreached);
    expect(unreached).toMatchObject({
      transaction: { idempotencyKey: 'a', custodyId: expect.any(String) },
    });
  });

  it('fails when the custody says that it did not', async () => {
    const request = await waiting();
    const effect = { kind: 'answer', status: 200, body: { success: false } } as const;
    sandbox.inject({ server: 'custody', path: /\/cancel$/, effect });
    expect(await rejectionOf(signerOn(sandbox).cancel(request.idempotencyKey))).toBeInstanceOf(
      CustodyError,
    );
  });
});
