import { afterEach, describe, expect, it, vi } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import { SignaturePendingError } from '../../src/signer/index.js';
import { FakeCustody, freshRequest, signerWith } from '../support/custody.js';
import { rejectionOf } from '../support/rejections.js';

/** A client that takes no signal and no time, and never answers. */
class DeafCustody extends FakeCustody {
  override getTransaction(): ReturnType<FakeCustody['getTransaction']> {
    this.reads++;
    return new Promise(() => {});
  }
}

describe('a client that does not listen to signals', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is left behind as soon as the caller goes', async () => {
    const custody = new DeafCustody({});
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const signing = rejectionOf(signerWith(custody).sign(freshRequest(), options));
    await expect.poll(() => custody.reads).toBe(1);
    controller.abort();
    const error = await signing;
    expect(error).toBeInstanceOf(AbortedError);
    expect(custody.cancelled).toEqual([]);
  });

  it('is given up when time is up, with all that is known of the request', async () => {
    vi.useFakeTimers();
    const custody = new DeafCustody({});
    const request = freshRequest();
    const signing = rejectionOf(signerWith(custody).sign(request, { timeoutMs: 20_000 }));
    await vi.advanceTimersByTimeAsync(60_000);
    const error = await signing;
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({
      request: { requestId: request.idempotencyKey, custodyId: 'custody-id' },
    });
  });
});
