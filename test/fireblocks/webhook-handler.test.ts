import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import {
  type WebhookEvent,
  type WebhookHandlerOptions,
  webhookHandler,
  webhookVerifier,
} from '../../src/fireblocks/index.js';
import type { HttpFailure } from '../../src/handlers.js';
import { FakeClock } from '../support/fake-clock.js';
import { thrownBy } from '../support/rejections.js';
import { detached, KeyServer, legacy, newKey } from '../support/webhook-keys.js';

const key = newKey('key-1');
const oldKey = newKey('old');

const bodyOf = (id: string, eventType = 'transaction.status.updated') =>
  JSON.stringify({ id, eventType, data: { id: 'tx', status: 'COMPLETED' } });

function post(body: string, headers: Record<string, string> = {}, method = 'POST'): Request {
  return new Request('https://backend.example/hooks/fireblocks', { method, headers, body });
}

const signed = (body: string) =>
  post(body, { 'fireblocks-webhook-signature': detached(body, key) });

function setUp(options: Partial<WebhookHandlerOptions> = {}) {
  const server = new KeyServer(key);
  const events: WebhookEvent[] = [];
  const failures: HttpFailure[] = [];
  const handle = webhookHandler({
    verify: webhookVerifier({
      keySet: 'https://keys.example/jwks.json',
      legacyKeys: [oldKey.publicKey],
      fetch: server.fetch,
      clock: new FakeClock(),
    }),
    signer: { handleWebhook: (event: WebhookEvent) => events.push(event) },
    onError: (failure) => failures.push(failure),
    ...options,
  });
  const statusOf = async (request: Request) => (await handle(request)).status;
  return { server, events, failures, handle, statusOf };
}

describe('the webhook handler', () => {
  it('passes a verified event on, and answers 200', async () => {
    const seen: WebhookEvent[] = [];
    const { handle, events } = setUp({ onEvent: (event) => void seen.push(event) });
    const response = await handle(signed(bodyOf('1')));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ received: true });
    expect(events).toMatchObject([{ id: '1', transaction: { id: 'tx', status: 'COMPLETED' } }]);
    expect(seen).toEqual(events);
  });

  it('answers 200 to what means nothing here', async () => {
    const { statusOf, events } = setUp();
    expect(await statusOf(signed(bodyOf('1', 'invented.tomorrow')))).toBe(200);
    expect(events).toEqual([expect.not.objectContaining({ transaction: expect.anything() })]);
  });

  it('takes each event once, in either version, however often and in whatever form it comes', async () => {
    const { statusOf, events } = setUp();
    const old = JSON.stringify({ type: 'TRANSACTION_CREATED', data: {} });
    const oldRequest = () => post(old, { 'fireblocks-signature': legacy(old, oldKey) });
    const requests = [signed(bodyOf('1')), signed(bodyOf('1')), oldRequest(), oldRequest()];
    expect(await Promise.all(requests.map(statusOf))).toEqual([200, 200, 200, 200]);
    expect(await statusOf(signed(bodyOf('1')))).toBe(200);
    expect(events).toHaveLength(2);
  });

  it('answers 401 to a signature that is missing or wrong, and passes nothing on', async () => {
    const { statusOf, events, failures, handle } = setUp();
    const body = bodyOf('1');
    const forged = () => post(bodyOf('2'), { 'fireblocks-webhook-signature': detached(body, key) });
    expect(await statusOf(post(body))).toBe(401);
    expect(await statusOf(forged())).toBe(401);
    expect(await (await handle(forged())).json()).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(events).toEqual([]);
    expect(failures).toHaveLength(3);
    expect(failures[0]).toMatchObject({ method: 'POST', path: '/hooks/fireblocks' });
  });

  it.each([
    ['400 to what is signed and no event', signed('[]'), 400],
    ['404 to anything but POST', new Request('https://backend.example/hooks'), 404],
    ['413 to what is too long', post('x'.repeat(2_000)), 413],
  ])('answers %s', async (_, request, status) => {
    const { statusOf, events } = setUp({ maxBodyBytes: 1_000 });
    expect(await statusOf(request)).toBe(status);
    expect(events).toEqual([]);
  });

  it('answers 5xx while the keys can not be had, so that the webhook comes again', async () => {
    const { server, statusOf, events } = setUp();
    server.status = 500;
    expect(await statusOf(signed(bodyOf('1')))).toBe(502);
    const unreachable = setUp({
      verify: webhookVerifier({
        keySet: 'US',
        fetch: async () => {
          throw new TypeError('fetch failed');
        },
      }),
    });
    expect(await unreachable.statusOf(signed(bodyOf('1')))).toBe(503);
    expect(events).toEqual([]);
  });

  it.each(['throws', 'rejects'])('answers 500 when onEvent %s, and calls it again', async (how) => {
    let failing = true;
    const calls: string[] = [];
    const { handle, statusOf } = setUp({
      onEvent: ({ id }) => {
        calls.push(id);
        const error = new Error('password=hunter2');
        if (!failing) return undefined;
        if (how === 'throws') throw error;
        return Promise.reject(error);
      },
    });
    const response = await handle(signed(bodyOf('1')));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('hunter2');
    failing = false;
    expect(await statusOf(signed(bodyOf('1')))).toBe(200);
    expect(await statusOf(signed(bodyOf('1')))).toBe(200);
    expect(calls).toEqual(['1', '1']);
  });

  it('answers a repetition only when the first is done, and as it', async () => {
    let fail = () => {};
    const { statusOf } = setUp({
      onEvent: () => new Promise<void>((_, reject) => (fail = () => reject(new Error('no')))),
    });
    const both = [statusOf(signed(bodyOf('1'))), statusOf(signed(bodyOf('1')))];
    await new Promise((resolve) => setTimeout(resolve, 20));
    fail();
    expect(await Promise.all(both)).toEqual([500, 500]);
  });

  it('can not be made without a verifier', () => {
    const error = thrownBy(() => webhookHandler({} as WebhookHandlerOptions));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'verify' });
  });
});
