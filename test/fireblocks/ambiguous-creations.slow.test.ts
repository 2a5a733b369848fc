import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CustodyError, FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import type { NativeTransferRequest } from '../../src/signer/index.js';
import { byAsset, FAST, freshRequest, signerOn } from '../support/custody.js';
import {
  answered,
  answerLost,
  arrives,
  CreationFetch,
  type Fate,
  refused,
  requestLost,
} from '../support/custody-fetch.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';
import { many } from '../support/runs.js';

/** For how long nothing that is not found is known not to exist. */
const BOUND_MS = 360_000;

let sandbox: Sandbox;
let wire: CreationFetch;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 20, seed: 'ambiguous', approvals: 'manual' });
  await sandbox.xrpl.fund(sandbox.custody.addressOf('0', 'XRP_TEST'), 1_000_000_000n);
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  wire = new CreationFetch();
});

const signerOf = (options: object = {}) =>
  signerOn(sandbox, { fetch: wire.fetch, signatureTimeoutMs: 0, ...options });

/** What is measured passes at a test's wish; the wall clock, by which tokens go, is the machine's. */
function newClock() {
  const clock = new FakeClock();
  clock.now = Date.now;
  return clock;
}

const made = (key: string) =>
  sandbox.custody.transactions.filter(({ externalTxId }) => externalTxId === key);

const REFUSALS: readonly (readonly [string, Fate])[] = [
  ['400', refused(400)],
  ['401', refused(401, { message: 'x', code: -1 })],
  ['401 of a token that was used before', refused(401, { message: 'x', code: -7 })],
  ['401 of a token that has expired', refused(401, { message: 'x', code: -10 })],
  ['403', refused(403)],
  ['404', refused(404)],
  ['409', refused(409)],
  ['422', refused(422)],
];

const AMBIGUOUS: readonly (readonly [string, Fate])[] = [
  ['its answer was lost', answerLost],
  ['a proxy answered 500', answered(500, '<html>')],
  ['the custody answered 503', answered(503, { message: 'trouble', code: 1 })],
  ['its answer could not be read', answered(200, '<html>')],
  ['its answer had no id', answered(200, { status: 'SUBMITTED' })],
  ['a proxy answered 429', answered(429, 'slow down')],
  ['a proxy answered 403', answered(403, '<html>forbidden</html>')],
  ['a proxy answered 400', answered(400, '<html>bad request</html>')],
  ['it was answered 408', answered(408, { message: 'late', code: 1 })],
  ['it was answered 409', answered(409, { message: 'conflict', code: 1 })],
  ['its token was used before', answered(401, { message: 'x', code: -7 })],
  ['its token had expired', answered(401, { message: 'x', code: -10 })],
];

/** Each with each; in a sample every fourth, which meets all of both, since there are nine refusals. */
const COMBINED = AMBIGUOUS.flatMap(([first, one]) =>
  [...REFUSALS, ['429', refused(429)] as const].map(
    ([then, other]) => [first, then, one, other] as const,
  ),
).filter((_, at) => at % many(1, 4) === 0);

describe('a creation that was taken though', () => {
  it.each(COMBINED)('%s, and was refused with %s then, is found', async (_, __, one, other) => {
    const request = freshRequest();
    wire.fates = [one, other, other, other];
    const signer = signerOf();
    const error = await rejectionOf(signer.sign(request));
    // 429 alone is told as what it is; nothing but the next call settles it.
    expect(['SIGNATURE_PENDING', 'RATE_LIMITED']).toContain((error as CustodyError).code);
    expect(error).toMatchObject({ retryable: true });
    expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'SIGNATURE_PENDING' });
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });

  it.each(COMBINED)('%s, and was refused with %s then, is never refused', async (...args) => {
    const [, , one, other] = args;
    wire.lags = true;
    const request = freshRequest();
    const signer = signerOf();
    wire.fates = [one, ...Array.from({ length: 20 }, () => other)];
    for (let call = 0; call < 3; call++) {
      expect(await rejectionOf(signer.sign(request))).toMatchObject({ retryable: true });
    }
    // The same creation again is what tells.
    wire.fates = [arrives];
    const told = await rejectionOf(signer.sign(request));
    expect(told).toMatchObject({ code: 'SIGNATURE_PENDING' });
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });

  it.each(AMBIGUOUS)('%s once is made again, and is one request', async (_, one) => {
    const request = freshRequest();
    wire.fates = [one];
    const error = await rejectionOf(signerOf().sign(request));
    expect(error).toMatchObject({ retryable: true });
    expect(await rejectionOf(signerOf().sign(request))).toMatchObject({
      code: 'SIGNATURE_PENDING',
    });
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });
});

describe('a creation that the custody refuses in its own words', () => {
  it.each(REFUSALS.filter(([name]) => !/used|expired|409/.test(name)))(
    'with %s at the first try is refused',
    async (_, fate) => {
      wire.fates = [fate];
      const request = freshRequest();
      const error = await rejectionOf(signerOf().sign(request));
      expect(error).toBeInstanceOf(CustodyError);
      expect(error).toMatchObject({ retryable: false });
      expect(wire.bodies).toHaveLength(1);
    },
  );

  it('after a try that came to nothing is unknown, until nothing can come of that', async () => {
    const clock = newClock();
    const request = freshRequest();
    const signer = signerOf({ clock });
    wire.fates = [requestLost, ...Array.from({ length: 40 }, () => refused(400))];
    for (let passed = 0; passed < BOUND_MS; passed += 60_000) {
      expect(await rejectionOf(signer.sign(request))).toMatchObject({
        code: 'CUSTODY_UNCONFIRMED',
        retryable: true,
        cause: { code: 'CUSTODY_REFUSED' },
      });
      clock.pass(60_000);
    }
    const error = await rejectionOf(signer.sign(request));
    expect(error).toMatchObject({ code: 'CUSTODY_REFUSED', retryable: false });
    expect(made(request.idempotencyKey)).toHaveLength(0);
  });

  it('after that time stays unknown where the custody can’t be read', async () => {
    const clock = newClock();
    const signer = signerOf({ clock });
    const request = freshRequest();
    wire.fates = [requestLost, ...Array.from({ length: 40 }, () => refused(400))];
    await rejectionOf(signer.sign(request));
    clock.pass(BOUND_MS);
    const effect = { kind: 'answer', status: 503 } as const;
    sandbox.inject({ server: 'custody', method: 'GET', times: 4, effect });
    expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'CUSTODY_UNCONFIRMED' });
  });

  it('while another call’s try is under way is unknown', async () => {
    const request = freshRequest();
    const signer = signerOf();
    let release: () => void = () => undefined;
    const held: Fate = async (deliver) => {
      const answer = await deliver();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return answer;
    };
    wire.lags = true;
    wire.fates = [held, ...Array.from({ length: 4 }, () => refused(403))];
    const first = rejectionOf(signer.sign(request));
    await expect.poll(() => made(request.idempotencyKey).length).toBe(1);
    expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'CUSTODY_UNCONFIRMED' });
    release();
    expect(await first).toMatchObject({ code: 'SIGNATURE_PENDING' });
  });
});

describe('a creation that is taken late, after its 5xx,', () => {
  it.each(REFUSALS)('and refused with %s before that, is one request', async (_, fate) => {
    const request = freshRequest();
    const signer = signerOf();
    wire.fates = [wire.takenLate(503), ...Array.from({ length: 10 }, () => fate)];
    const error = await rejectionOf(signer.sign(request));
    expect(error).toMatchObject({ code: 'CUSTODY_UNCONFIRMED', retryable: true });
    expect(await signer.find(request.idempotencyKey)).toBeUndefined();
    await wire.deliverLate();
    wire.fates = [fate, fate, fate, fate];
    expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'SIGNATURE_PENDING' });
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });

  it('is refused as a second one when it was made again before', async () => {
    const request = freshRequest();
    wire.fates = [wire.takenLate(503)];
    const signer = signerOf();
    expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'SIGNATURE_PENDING' });
    await wire.deliverLate();
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });
});

describe('a transfer by the custody itself', () => {
  const transfer = (): NativeTransferRequest => ({
    idempotencyKey: freshRequest().idempotencyKey,
    from: { ...byAsset('0'), assetId: 'XRP_TEST' },
    to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
    amount: '2.5',
  });

  it('that may have been taken is never refused by time: the same creation must tell', async () => {
    const clock = newClock();
    const request = transfer();
    const signer = signerOf({ clock });
    wire.fates = [wire.takenLate(500), ...Array.from({ length: 20 }, () => refused(403))];
    await rejectionOf(signer.transfer(request));
    clock.pass(10 * BOUND_MS);
    expect(await rejectionOf(signer.transfer(request))).toMatchObject({
      code: 'CUSTODY_UNCONFIRMED',
    });
    wire.fates = [];
    const told = await rejectionOf(signerOf().transfer(request));
    expect(told).toMatchObject({ code: 'SIGNATURE_PENDING' });
    await wire.deliverLate();
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });
});

describe('cancelling what may have been taken', () => {
  it('makes it again first, so that it can be given up', async () => {
    const request = freshRequest();
    const signer = signerOf();
    wire.fates = [wire.takenLate(503), ...Array.from({ length: 10 }, () => refused(403))];
    await rejectionOf(signer.sign(request));
    wire.fates = [];
    await signer.cancel(request.idempotencyKey);
    await wire.deliverLate();
    await expect.poll(() => made(request.idempotencyKey)[0]?.status).toBe('CANCELLED');
    expect(made(request.idempotencyKey)).toHaveLength(1);
  });

  it('makes no transfer that the custody would send by itself', async () => {
    const request: NativeTransferRequest = {
      idempotencyKey: freshRequest().idempotencyKey,
      from: { ...byAsset('0'), assetId: 'XRP_TEST' },
      to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
      amount: '2.5',
    };
    const signer = signerOf();
    wire.fates = Array.from({ length: 10 }, () => requestLost);
    await rejectionOf(signer.transfer(request));
    wire.fates = [];
    const tries = wire.bodies.length;
    expect(await rejectionOf(signer.cancel(request.idempotencyKey))).toMatchObject({
      code: 'CUSTODY_UNCONFIRMED',
    });
    expect([wire.bodies.length, made(request.idempotencyKey)]).toEqual([tries, []]);
    // The same key still tells, and what it made can be given up.
    expect(await rejectionOf(signer.transfer(request))).toMatchObject({
      code: 'SIGNATURE_PENDING',
    });
    await signer.cancel(request.idempotencyKey);
    await expect.poll(() => made(request.idempotencyKey)[0]?.status).toBe('CANCELLED');
  });

  it('is not known to have worked while that is refused', async () => {
    const request = freshRequest();
    const signer = signerOf();
    wire.fates = [requestLost, ...Array.from({ length: 40 }, () => refused(403))];
    await rejectionOf(signer.sign(request));
    expect(await rejectionOf(signer.cancel(request.idempotencyKey))).toMatchObject({
      code: 'CUSTODY_UNCONFIRMED',
    });
  });

  it.each([
    ['403', refused(403)],
    ['503', answered(503, '<html>')],
    ['404', refused(404)],
  ])(
    'is not known to have worked though the custody has said that it has it, where %s follows',
    async (_, fate) => {
      const request = freshRequest();
      const signer = signerOf();
      wire.lags = true;
      wire.fates = [answerLost, arrives, ...Array.from({ length: 20 }, () => fate)];
      const told = { code: 'SIGNATURE_PENDING' };
      expect(await rejectionOf(signer.sign(request))).toMatchObject(told);
      const cancelled = signer.cancel(request.idempotencyKey, { timeoutMs: 1 });
      expect(await rejectionOf(cancelled)).toMatchObject(told);
      expect(await rejectionOf(signer.sign(request))).toMatchObject(told);
    },
  );

  it('reads by the custody’s id what it has shown nobody yet', async () => {
    const request = freshRequest();
    const signer = signerOf();
    await rejectionOf(signer.sign(request));
    wire.lags = true;
    await signer.cancel(request.idempotencyKey);
    await expect.poll(() => made(request.idempotencyKey)[0]?.status).toBe('CANCELLED');
  });
});

it('a client that is told nothing of tries is judged by its errors', async () => {
  const request = freshRequest();
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const signer = new FireblocksRawSigner({
    apiKey,
    apiSecret,
    basePath,
    fetch: wire.fetch,
    polling: FAST,
    retry: { attempts: 1 },
    signatureTimeoutMs: 0,
  });
  wire.lags = true;
  wire.fates = [answerLost, refused(403)];
  expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'UNREACHABLE' });
  expect(await rejectionOf(signer.sign(request))).toMatchObject({ code: 'CUSTODY_UNCONFIRMED' });
});
