import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../src/core/errors.js';
import { KeySet } from '../../src/fireblocks/webhooks/key-set.js';
import { SignaturePendingError } from '../../src/signer/index.js';
import {
  byAsset,
  duplicate,
  FakeCustody,
  freshMessage,
  notFound,
  signedMessage,
  signerWith,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';
import { newKey } from '../support/webhook-keys.js';

const DAY_MS = 86_400_000;
const message = freshMessage(byAsset());
const request = { idempotencyKey: 'a', messages: [message] };
const COMPLETED = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };
const PACE = { firstMs: 250, factor: 1.6, maxMs: 5_000 };

/** A clock that is set back by a day in every pause that begins after `ms`. */
function setBackAfter(ms: number): FakeClock {
  const clock = new FakeClock();
  const startedAt = clock.monotonic();
  clock.onSleep = () => {
    if (clock.monotonic() - startedAt < ms) return;
    clock.setWall(clock.now() - DAY_MS);
    clock.onSleep = undefined;
  };
  return clock;
}

describe('a wall clock that is set back by a day', () => {
  it('does not lengthen the wait for a signature', async () => {
    const clock = setBackAfter(10_000);
    const client = new FakeCustody({ status: 'PENDING_AUTHORIZATION' });
    const signer = signerWith(client, { clock, polling: PACE });
    const startedAt = clock.monotonic();
    const error = await rejectionOf(signer.sign(request, { timeoutMs: 60_000 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(clock.monotonic() - startedAt).toBe(60_000);
    for (const options of client.readOptions) {
      expect(options?.timeoutMs).toBeLessThanOrEqual(60_000);
    }
  });

  it('does not lengthen the silence after which a request is read', async () => {
    const clock = setBackAfter(1_000);
    const client = new FakeCustody({ status: 'QUEUED' }, COMPLETED);
    const webhooks = { silenceMs: 20_000 };
    const signer = signerWith(client, { clock, polling: PACE, webhooks });
    const startedAt = clock.monotonic();
    expect(await signer.sign(request)).toHaveLength(1);
    expect(clock.monotonic() - startedAt).toBeLessThanOrEqual(2 * (20_000 + PACE.maxMs));
  });

  it('does not lengthen a pause that the custody asks for', async () => {
    const clock = setBackAfter(1_000);
    const limited = new RateLimitedError('custody', 90_000);
    const client = new FakeCustody({ status: 'QUEUED' }, limited, COMPLETED);
    const startedAt = clock.monotonic();
    expect(await signerWith(client, { clock, polling: PACE }).sign(request)).toHaveLength(1);
    expect(clock.monotonic() - startedAt).toBeLessThanOrEqual(90_000 + 2 * PACE.maxMs);
  });

  it('does not lengthen the search for a request that the custody has already', async () => {
    const clock = setBackAfter(500);
    const client = new FakeCustody(COMPLETED);
    client.createErrors = [duplicate()];
    client.findErrors = Array.from({ length: 100_000 }, notFound);
    const startedAt = clock.monotonic();
    const error = await rejectionOf(signerWith(client, { clock, polling: PACE }).sign(request));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(clock.monotonic() - startedAt).toBe(15_000);
  });

  it('neither keeps the keys of webhooks for a day nor keeps them from being read', async () => {
    const { jwk } = newKey('one');
    const clock = new FakeClock();
    let reads = 0;
    const fetch = async () => {
      reads += 1;
      return Response.json({ keys: [jwk] }, { headers: { 'cache-control': 'max-age=3600' } });
    };
    const keys = new KeySet({ url: 'https://keys.invalid', minRefetchMs: 30_000, fetch, clock });
    await keys.find('one');
    await keys.find('another');
    expect(reads).toBe(2);
    clock.setWall(clock.now() - DAY_MS);
    clock.pass(30_000);
    await keys.find('another');
    expect(reads).toBe(3);
    clock.pass(3_600_000);
    await keys.find('one');
    expect(reads).toBe(4);
  });
});
