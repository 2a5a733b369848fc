import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { InvalidInputError, RateLimitedError } from '../../src/core/errors.js';
import {
  type HttpFailure,
  type NetlinkServerOptions,
  netlinkProxyHandler,
  toNodeListener,
  withClientAddress,
} from '../../src/handlers.js';
import {
  NETLINK_ERRORS,
  type NetlinkCall,
  NetlinkClient,
  NetlinkError,
} from '../../src/netlink/index.js';
import { rejectionOf } from '../support/rejections.js';
import { answeringProvider, handlerFor, signer, WITHDRAWAL } from './support/netlink.js';

const BASE = 'https://exchange.example/api';

/** A client whose provider is a handler with these options, and what the provider was asked. */
function connected(options: Partial<NetlinkServerOptions>, address?: string) {
  const asked: [string, unknown][] = [];
  const handler = handlerFor(answeringProvider(asked), options);
  const client = new NetlinkClient({
    baseUrl: BASE,
    signer: signer(),
    fetch: (url, init) => {
      const request = new Request(url, init);
      return handler(address === undefined ? request : withClientAddress(request, address));
    },
  });
  return { client, asked };
}

const refusing = (error: Error) => async () => {
  throw error;
};

describe('limits of the provider’s own', () => {
  it('are told whose call it is, and what for', async () => {
    const calls: NetlinkCall[] = [];
    const { client } = connected({ admit: (call) => void calls.push(call) }, '192.0.2.1');
    await client.withdraw(WITHDRAWAL);
    expect(calls).toMatchObject([
      { apiKey: 'netlink-test-key', operation: 'withdraw', clientAddress: '192.0.2.1' },
    ]);
  });

  it('answer 429 and when to ask again, before anything is done', async () => {
    const admit = refusing(
      new NetlinkError({ status: 429, error: 'slow down', retryAfterMs: 1_500 }),
    );
    const { client, asked } = connected({ admit });
    const error = await rejectionOf(client.withdraw(WITHDRAWAL));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 2_000, details: { error: 'slow down' } });
    expect(asked).toEqual([]);
  });

  it('answer 400019, which reaches the caller of a proxy with its pause', async () => {
    const errorCode = NETLINK_ERRORS.WITHDRAWALS_LIMITED;
    const { client } = connected({
      admit: refusing(new NetlinkError({ errorCode, retryAfterMs: 60_000 })),
    });
    const error = await rejectionOf(client.withdraw(WITHDRAWAL));
    expect(error).toMatchObject({ status: 400, errorCode, retryAfterMs: 60_000, retryable: true });
    const proxy = netlinkProxyHandler(client, { authorize: () => true, onError: () => undefined });
    const answer = await proxy(
      new Request('http://localhost/v1/withdraw', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(WITHDRAWAL),
      }),
    );
    expect(answer.headers.get('retry-after')).toBe('60');
  });

  it.each([
    new Error('the counter is away'),
    new InvalidInputError('counter', 'is ours, not the caller’s'),
  ])('that fail by themselves are a 500 without words: %s', async (thrown) => {
    const failures: HttpFailure[] = [];
    const options = { admit: refusing(thrown), onError: (one: HttpFailure) => failures.push(one) };
    const { client, asked } = connected(options);
    const error = await rejectionOf(client.getDepositAddress(WITHDRAWAL_ASSET));
    expect(error).toMatchObject({ status: 500 });
    expect(String(error)).not.toContain('counter');
    expect(failures).toMatchObject([{ error: thrown }]);
    expect(asked).toEqual([]);
  });

  it('hear of no call that is not authentic', async () => {
    const calls: NetlinkCall[] = [];
    const handler = handlerFor(answeringProvider(), { admit: (call) => void calls.push(call) });
    expect((await handler(new Request(`${BASE}/v1/accounts`))).status).toBe(400);
    expect(calls).toEqual([]);
  });
});

const WITHDRAWAL_ASSET = { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' };

describe('where requests come from', () => {
  const sourceNetworks = { singapore: ['192.0.2.0/28'], usa: ['2001:db8::/32'] };

  it.each(['192.0.2.15', '2001:db8::7'])('they are taken from %s', async (address) => {
    const { client } = connected({ sourceNetworks }, address);
    expect(await client.listAccounts()).toHaveLength(1);
  });

  it.each(['192.0.2.16', '::1', undefined])('they are refused from %s', async (address) => {
    const { client, asked } = connected({ sourceNetworks }, address);
    const error = await rejectionOf(client.withdraw(WITHDRAWAL));
    expect(error).toMatchObject({ errorCode: NETLINK_ERRORS.IP_NOT_WHITELISTED });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a proxy that is trusted', ['127.0.0.1'], 200],
    ['anybody else', [], 400],
  ])('counts behind %s', async (_, trustedProxies, status) => {
    const handler = handlerFor(answeringProvider(), { sourceNetworks });
    const server = createServer(toNodeListener(handler, { trustedProxies }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const path = '/v1/accounts';
      const signed = await signer().headers({ method: 'GET', path });
      const headers = { ...signed, 'x-forwarded-for': '192.0.2.3' };
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers });
      expect(answer.status).toBe(status);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it.each([{ europe: ['192.0.2.0/33'] }, {}])('can not be %j', (networks) => {
    const make = () => handlerFor(answeringProvider(), { sourceNetworks: networks });
    expect(make).toThrow(/^sourceNetworks: /);
  });
});
