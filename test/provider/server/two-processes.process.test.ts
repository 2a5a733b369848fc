import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../../src/handlers.js';
import { type Child, startChild } from '../../support/processes.js';
import { REDIS_URL } from '../../support/redis.js';
import { API_KEY, SCHEME, SECRET, send } from './support/caller.js';
import { BODIES } from './support/exchange.js';

const FIAT = '/accounts/main/transfers/withdrawals/fiat';
const LEASE_MS = 2_000;

interface Provider {
  readonly child: Child;
  readonly handler: HttpHandler;
}

/** Processes that are one provider, with a real Redis between them. */
describe.skipIf(!REDIS_URL)('a provider in two processes', () => {
  const redis = createClient({ url: REDIS_URL ?? '' });
  let prefix: string;
  let children: Child[] = [];

  beforeAll(() => redis.connect());
  afterAll(() => redis.close());
  beforeEach(async () => {
    prefix = `test:${randomUUID()}:`;
    children = [];
    await redis.set(`${prefix}balance`, '1000');
  });
  afterEach(() => {
    for (const { process } of children) process.kill('SIGKILL');
  });

  async function start(more: object = {}): Promise<Provider> {
    const child = startChild('provider-child.mjs', {
      ...{ redis: REDIS_URL, prefix, scheme: SCHEME, apiKey: API_KEY, secret: SECRET },
      leaseMs: LEASE_MS,
      ...more,
    });
    child.ended.catch(() => undefined);
    children.push(child);
    const said = () => /listening at (\S+)/.exec(child.output())?.[1];
    await expect.poll(said, { timeout: 60_000 }).toBeDefined();
    const url = said() ?? '';
    const handler: HttpHandler = async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.text();
      const path = `${pathname.replace('/v2', '')}${search}`;
      return fetch(`${url}${path}`, { method, headers, ...(body === '' ? {} : { body }) });
    };
    return { child, handler };
  }

  const withdraw = ({ handler }: Provider, idempotencyKey: string) =>
    send(handler, FIAT, {
      method: 'POST',
      body: { ...BODIES.createFiatWithdrawal, idempotencyKey },
    });
  const left = () => redis.get(`${prefix}balance`);

  it('moves the balance once for 200 repeats, whoever of the two gets them', async () => {
    const providers = await Promise.all([start(), start()]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const provider = providers[index % 2];
        if (!provider) throw new Error('there are two');
        return withdraw(provider, 'once');
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await left()).toBe('990');
  });

  it.each(['before the work', 'after the work'])(
    'answers a retry right when the one who was asked died %s',
    async (dies) => {
      const [crashing, other] = await Promise.all([start({ dies }), start()]);
      await expect(withdraw(crashing, 'kept')).rejects.toThrow();
      expect((await crashing.child.ended).killed).toBe(true);
      const answer = await withdraw(other, 'kept');
      expect(answer).toMatchObject({ status: 201, body: { id: 'withdrawal-kept' } });
      expect(await left()).toBe('990');
      const again = await withdraw(other, 'kept');
      expect(again.text).toBe(answer.text);
      expect(await left()).toBe('990');
    },
  );
});
