import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, InvalidInputError } from '../../../src/core/errors.js';
import {
  type ProviderServerOptions,
  providerServerHandler,
  toNodeListener,
  withClientAddress,
} from '../../../src/handlers.js';
import {
  ProviderApiClient,
  ProviderRefusal,
  type ProviderServerCall,
} from '../../../src/provider/index.js';
import {
  RequestSigner,
  type RequestSignerOptions,
  RequestVerifier,
  ResponseSigner,
  ResponseVerifier,
} from '../../../src/requests/index.js';
import { thrownBy } from '../../support/rejections.js';
import { API_KEY, clientOf, post, SCHEME, SECRET, send, serve } from './support/caller.js';
import { BODIES, COLLATERAL_ID, exchange } from './support/exchange.js';

describe('over node:http', () => {
  const schemes = [
    { algorithm: 'hmac-sha256', preEncoding: 'url-encoded', postEncoding: 'base64' },
    { algorithm: 'hmac-sha3-256', preEncoding: 'base58', postEncoding: 'base32' },
  ] as const satisfies readonly Partial<RequestSignerOptions>[];

  it.each(schemes)('a client with $algorithm gets what the provider has', async (scheme) => {
    const keys = { [API_KEY]: SECRET };
    const { provider } = exchange();
    const handler = providerServerHandler(provider, {
      verifier: new RequestVerifier({ ...scheme, keys }),
      platform: 'off',
      basePath: '/v2',
    });
    const server = createServer(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const client = new ProviderApiClient({
        baseUrl: `http://127.0.0.1:${port}/v2`,
        signer: new RequestSigner({ ...scheme, apiKey: API_KEY, secret: SECRET }),
        platformSigner: 'empty',
        answers: 'strict',
      });
      expect((await client.accounts.list()).items.map(({ id }) => id)).toEqual(['main', 'sub']);
      const { idempotencyKey: _, ...request } = BODIES.createFiatWithdrawal ?? {};
      const made = await client.transfers.fiat.withdraw('main', request as never);
      expect(made.status).toBe('pending');
      const link = await client.collateral.createLink('main', {
        collateralId: COLLATERAL_ID,
        collateralSigners: [],
        env: 'prod',
      });
      expect(link.status).toBe('Linked');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('calls', () => {
  it('tell the provider whose they are', async () => {
    const { provider } = exchange();
    const calls: ProviderServerCall[] = [];
    const handler = serve(provider, {
      admit: (call) => {
        calls.push(call);
      },
    });
    const body = BODIES.createFiatWithdrawal;
    await post(handler, '/accounts/main/transfers/withdrawals/fiat', body, {
      headers: {
        'x-request-id': 'r-1',
        'x-fbapi-initiated-by': 'ada',
        'x-fbapi-approved-by': 'grace',
        'x-fbapi-signed-by': 'joan',
      },
    });
    expect(calls).toMatchObject([
      {
        apiKey: API_KEY,
        operation: 'createFiatWithdrawal',
        requestId: 'r-1',
        idempotencyKey: 'k',
        initiatedBy: 'ada',
        approvedBy: 'grace',
        signedBy: 'joan',
        platformSigned: false,
        clientAddress: undefined,
      },
    ]);
  });

  it('can be refused before anything is done', async () => {
    const { provider, asked } = exchange();
    const handler = serve(provider, {
      admit: async () => {
        throw new ProviderRefusal('bad-request', { status: 429, retryAfterMs: 2_000 });
      },
    });
    const answer = await send(handler, '/accounts/main/balances');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
    expect(asked).toEqual([]);
  });

  it('are not answered with success by a refusal with such a status', async () => {
    for (const status of [200, 302, 500, 99]) {
      const refuse = () => {
        throw new ProviderRefusal('bad-request', { status });
      };
      const handler = serve(exchange().provider, { admit: refuse });
      expect((await send(handler, '/accounts/main/balances')).status).toBe(500);
    }
  });

  it('are not told to be wrong where a limit of the provider’s own fails', async () => {
    const failures: unknown[] = [];
    const thrown = new InvalidInputError('counter', 'is ours, not the caller’s');
    const admit = () => {
      throw thrown;
    };
    const handler = serve(exchange().provider, {
      admit,
      onError: ({ error }) => failures.push(error),
    });
    const answer = await send(handler, '/accounts/main/balances');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('counter');
    expect(failures).toEqual([thrown]);
  });

  it('are over when their time is, and told so', async () => {
    const { provider } = exchange();
    let signal: AbortSignal | undefined;
    const balances = {
      list: (_: string, __: unknown, call: ProviderServerCall) => {
        signal = call.signal;
        return new Promise<never>(() => {});
      },
    };
    const handler = serve({ ...provider, balances }, { timeoutMs: 300 });
    expect((await send(handler, '/accounts/main/balances')).status).toBe(504);
    expect(signal?.aborted).toBe(true);
  });
});

describe('the time for a request', () => {
  it.each([
    ['', '/v2/accounts/main/ramps'],
    [', wherever it goes', '/v2/nowhere'],
  ])('is over however long its body takes, which is its sender’s fault%s', async (_, path) => {
    const handler = serve(exchange().provider, { timeoutMs: 50 });
    const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' } as const;
    const response = await handler(new Request(`https://provider.example${path}`, init));
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ message: 'body: must arrive in time', errorType: 'schema-error' }),
    ]);
  });

  it.each(['/v2/accounts/main', '/v2/nowhere'])(
    'is over however long its verification takes, at %s',
    async (path) => {
      const stuck = { verify: () => new Promise<never>(() => {}) };
      const handler = serve(exchange().provider, { timeoutMs: 50, verifier: stuck as never });
      const response = await handler(new Request(`https://provider.example${path}`));
      expect(response.status).toBe(504);
    },
  );

  it('is not cut short for what moves money when its caller goes, but for what reads', async () => {
    const { provider, quotes } = exchange();
    const { liquidity } = provider;
    let leaver = new AbortController();
    const signals: AbortSignal[] = [];
    const leaving = serve({
      ...provider,
      liquidity: {
        ...liquidity,
        executeQuote: async (accountId, id, call) => {
          signals.push(call.signal);
          leaver.abort();
          return liquidity.executeQuote(accountId, id, call);
        },
        listQuotes: (_, __, { signal }) => {
          signals.push(signal);
          leaver.abort();
          return new Promise<never>(() => {});
        },
      },
    });
    const path = '/accounts/main/liquidity/quotes';
    await post(leaving, path, BODIES.createQuote);
    const handler = (request: Request) => {
      leaver = new AbortController();
      return leaving(new Request(request, { signal: leaver.signal }));
    };
    const executed = await send(handler, `${path}/q-1/execute`, { method: 'POST' });
    expect([executed.status, quotes[0]?.status]).toEqual([200, 'executed']);
    expect((await send(handler, path)).status).toBe(400);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });
});

describe('answers to the platform', () => {
  it('are signed as was agreed', async () => {
    const scheme = { ...SCHEME, secret: SECRET };
    const handler = serve(exchange().provider, { responseSigner: new ResponseSigner(scheme) });
    const client = new ProviderApiClient({
      baseUrl: 'https://provider.example/v2',
      signer: new RequestSigner({ ...scheme, apiKey: API_KEY }),
      platformSigner: 'empty',
      answerVerifier: new ResponseVerifier({ ...SCHEME, key: SECRET }),
      fetch: (url, init) => handler(new Request(url, init)),
    });
    expect((await client.collateral.listLinks('main')).items).toEqual([]);
    const accounts = await send(handler, '/accounts');
    expect(accounts.headers.has('x-provider-signature')).toBe(false);
    const sending = {
      timestamp: String(Date.now()),
      nonce: 'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81',
    };
    const links = await send(handler, '/accounts/main/collateral/link', sending);
    const message = `${sending.timestamp}${sending.nonce}GET/accounts/main/collateral/link${links.text}`;
    const expected = createHmac('sha512', SECRET).update(btoa(message)).digest('hex');
    expect(links.headers.get('x-provider-signature')).toBe(expected);
  });
});

describe('where requests come from', () => {
  const from = (address: string | undefined, options: Partial<ProviderServerOptions> = {}) => {
    const handler = serve(exchange().provider, {
      sourceNetworks: { singapore: ['192.0.2.0/28'], usa: ['2001:db8::/32'] },
      ...options,
    });
    const placed = (request: Request) =>
      handler(address === undefined ? request : withClientAddress(request, address));
    return send(placed, '/accounts');
  };

  it.each(['192.0.2.0', '192.0.2.15', '::ffff:192.0.2.7', '2001:db8:1::9'])(
    'takes them from %s',
    async (address) => {
      expect((await from(address)).status).toBe(200);
    },
  );

  it.each(['192.0.2.16', '10.0.0.1', '2001:db9::1', '::1', 'nonsense', undefined])(
    'refuses them from %s, before anything else',
    async (address) => {
      const answer = await from(address);
      expect([answer.status, answer.body.errorType]).toEqual([403, 'unauthorized']);
    },
  );
});

describe('settings that can not work', () => {
  const verifier = new RequestVerifier({ ...SCHEME, keys: {} });
  const cases: readonly [string, object][] = [
    ['verifier', { verifier: undefined }],
    ['platform', { platform: undefined }],
    ['retentionMs', { retentionMs: 71 * 3_600_000 }],
    ['leaseMs', { leaseMs: 0 }],
    ['leaseMs', { leaseMs: Number.POSITIVE_INFINITY }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: Number.POSITIVE_INFINITY }],
    ['forcedSettlementPath', { forcedSettlementPath: '/settlements/force' }],
    ['forcedSettlementPath', { forcedSettlementPath: '/{accountId}/force' }],
    ['maxBodyBytes', { maxBodyBytes: -1 }],
    ['basePath', { basePath: 'v2' }],
    ['notificationsPath', { notificationsPath: '/a?b' }],
    ['version', { version: '2' }],
    ['sourceNetworks', { sourceNetworks: { europe: ['192.0.2.0/33'] } }],
    ['sourceNetworks', { sourceNetworks: {} }],
    ['components.liquidity', { components: { liquidity: 'main' } }],
  ];

  it.each(cases)('%s', (setting, options) => {
    const { provider } = exchange();
    const error = thrownBy(() =>
      providerServerHandler(provider, { verifier, platform: 'off', ...options }),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(Object(error).setting).toBe(setting);
  });

  it('are those for what is not implemented', () => {
    const options = { verifier, components: { ramps: '*' } } as const;
    expect(Object(thrownBy(() => providerServerHandler({}, options))).setting).toBe(
      'components.ramps',
    );
    expect(thrownBy(() => providerServerHandler(null as never, options))).toBeInstanceOf(
      ConfigurationError,
    );
  });
});

describe('a client', () => {
  it('finds every part where it looks for it', async () => {
    const client = clientOf(serve(exchange().provider));
    expect((await client.capabilities.listAssets()).items).toHaveLength(1);
    expect((await client.capabilities.getAsset('points')).symbol).toBe('PTS');
    expect((await client.capabilities.listConversions()).items).toHaveLength(1);
    expect((await client.capabilities.listDepositMethods('main')).items).toHaveLength(2);
    expect((await client.capabilities.listRampMethods('main')).items).toHaveLength(1);
    expect((await client.rates.get('main', { conversionPairId: 'c-1' })).rate).toBe('0.00001');
    const { id } = await client.liquidity.createQuote('main', BODIES.createQuote as never);
    expect((await client.liquidity.executeQuote('main', id)).status).toBe('executed');
    const address = await client.transfers.deposits.createAddress(
      'main',
      BODIES.createDepositAddress as never,
    );
    const disabled = await client.transfers.deposits.disableAddress('main', address.id);
    expect(disabled?.status).toBe('disabled');
    const ramp = await client.ramps.create('main', BODIES.createRamp as never);
    expect((await client.ramps.get('main', ramp.id)).id).toBe(ramp.id);
  });
});
