import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { netlinkProxyHandler } from '../../src/handlers.js';
import { NETLINK_OPERATIONS } from '../../src/netlink/index.js';
import { thrownBy } from '../support/rejections.js';
import { clientOn } from './support/netlink.js';

const TOKEN = { authorization: 'Bearer right' };
const authorize = ({ headers }: { readonly headers: Headers }) =>
  headers.get('authorization') === 'Bearer right';

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** A proxy whose provider answers with `answer`, and what it was sent. */
function proxyTo(answer: () => Response | Promise<Response>, options: object = {}) {
  const sent: Sent[] = [];
  const client = clientOn((url, { body }) => {
    const path = url.replace('https://exchange.example/api', '');
    sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    return answer();
  });
  const handler = netlinkProxyHandler(client, { authorize, ...options });
  const ask = async (path: string, fields?: unknown, headers: object = TOKEN) => {
    const init =
      fields === undefined
        ? { headers: { ...headers } }
        : {
            method: 'POST',
            body: JSON.stringify(fields),
            headers: { 'content-type': 'application/json', ...headers },
          };
    const response = await handler(new Request(`http://localhost${path}`, init));
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };
  return { sent, ask };
}

const withdrawal = {
  accountType: 'SPOT',
  toAddress: 'a',
  coinSymbol: 'BTC',
  network: 'Bitcoin',
  amount: '1',
  isGross: true,
};

describe('the proxy for callers in other languages', () => {
  it.each([undefined, null, true, 'yes'])('does not start with %s for authorize', (given) => {
    const client = clientOn(() => Response.json([]));
    const error = thrownBy(() => netlinkProxyHandler(client, { authorize: given as never }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).setting).toBe('authorize');
    expect(() => netlinkProxyHandler(client, undefined as never)).toThrow(ConfigurationError);
  });

  it.each([
    ['says no', () => false],
    ['says anything but true', () => 'true'],
    ['says no later', async () => false],
  ])('asks nothing of the provider when authorize %s', async (_, verdict) => {
    const { sent, ask } = proxyTo(() => Response.json([]), { authorize: verdict });
    for (const { method, path } of Object.values(NETLINK_OPERATIONS)) {
      const { status, body } = await ask(path, method === 'POST' ? withdrawal : undefined);
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect(sent).toEqual([]);
  });

  it('is closed when authorize fails, and shows nothing of why', async () => {
    const failing = () => Promise.reject(new Error('the password is hunter2'));
    const { sent, ask } = proxyTo(() => Response.json([]), { authorize: failing });
    const { status, body } = await ask('/v1/accounts');
    expect([status, JSON.stringify(body).includes('hunter2'), sent]).toEqual([500, false, []]);
  });

  it('hands on what is asked and what is answered', async () => {
    const moved = proxyTo(() => Response.json({ completed: false, transactionID: 'a' }));
    const transfer = { subAccountID: 's', direction: 'IN', coinSymbol: 'BTC', amount: '1' };
    expect(await moved.ask('/v1/subMainTransfer', transfer)).toEqual({
      status: 200,
      body: { status: 'pending', completed: false, transactionID: 'a' },
    });
    expect(moved.sent).toEqual([{ path: '/v1/subMainTransfer', body: transfer }]);

    const listed = proxyTo(() => Response.json({ transactions: [] }));
    const query = 'fromDate=1&toDate=2&coinSymbol=BTC&network=Bitcoin%20Cash';
    expect(await listed.ask(`/v1/transactionHistory?${query}`)).toEqual({
      status: 200,
      body: { transactions: [] },
    });
    expect(listed.sent[0]?.path).toBe(
      '/v1/transactionHistory?fromDate=1&toDate=2&pageSize=500&isSubTransfer=false&coinSymbol=BTC&network=Bitcoin%20Cash',
    );
    const none = proxyTo(() => Response.json({ depositAddress: '' }));
    const address = '/v1/depositAddress?accountType=SPOT&coinSymbol=BTC&network=Bitcoin';
    expect(await none.ask(address)).toEqual({ status: 200, body: null });
  });

  it('is where its base path says', async () => {
    const { ask } = proxyTo(() => Response.json([]), { basePath: '/exchange' });
    expect((await ask('/exchange/v1/accounts')).status).toBe(200);
    expect((await ask('/v1/accounts')).status).toBe(404);
    expect(() => proxyTo(() => Response.json([]), { basePath: 'exchange' })).toThrow('basePath');
  });

  it.each([
    [
      'a bad field',
      { ...withdrawal, amount: '1e3' },
      400,
      { code: 'INVALID_INPUT', details: { field: 'amount' } },
    ],
    ['a field too many', { ...withdrawal, other: 1 }, 400, { details: { field: 'other' } }],
    ['no object', [], 400, { details: { field: 'body' } }],
  ] as const)('sends nothing for %s', async (_, fields, status, body) => {
    const { sent, ask } = proxyTo(() => Response.json({}));
    const answer = await ask('/v1/withdraw', fields);
    expect(answer).toMatchObject({ status, body });
    expect(sent).toEqual([]);
  });

  it.each([
    [
      'refuses',
      () => Response.json({ error: 'no', errorCode: 400005 }, { status: 400 }),
      422,
      { code: 'NETLINK', details: { errorName: 'INSUFFICIENT_FUNDS' } },
    ],
    [
      'fails',
      () => Response.json({ error: 'x' }, { status: 500 }),
      202,
      { code: 'NETLINK_UNCONFIRMED', retryable: false },
    ],
    [
      'is silent',
      () => Promise.reject(new TypeError('gone')),
      202,
      { code: 'NETLINK_UNCONFIRMED' },
    ],
  ] as const)(
    'says what a withdrawal came to when the provider %s',
    async (_, answer, status, body) => {
      const { ask } = proxyTo(answer);
      expect(await ask('/v1/withdraw', withdrawal)).toMatchObject({ status, body });
    },
  );
});
