import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AptosNetwork } from '../../src/aptos/index.js';
import type { Fetch } from '../../src/core/http.js';
import { stubSigner } from '../support/stub-signer.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, creationsAt, newAptosWorld, sequencesOf } from './support/world.js';

let world: AptosWorld;
let params: { readonly recipientAddress: string; readonly amount: number };
beforeEach(async () => {
  world = await newAptosWorld();
  params = { recipientAddress: world.addresses[2], amount: 5 };
});
afterEach(() => world.stop());

const received = () => world.sandbox.aptos.balanceOf(world.addresses[2]);

/** Changes what a node answers to some of its requests. */
function bending(
  isBent: (url: string, init: RequestInit) => boolean,
  bend: (answer: Response, url: string) => Response | Promise<Response>,
): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    return isBent(url, init) ? bend(answer, url) : answer;
  };
}

const isSubmission = (url: string, init: RequestInit) =>
  init.method === 'POST' && url.endsWith('/v1/transactions');

describe('a node that fails for a moment', () => {
  test.each([
    ['is busy', { kind: 'answer', status: 429, headers: { 'retry-after': '0' } }],
    [
      'fails',
      { kind: 'answer', status: 500, body: { error_code: 'internal_error', message: 'x' } },
    ],
    ['is behind a proxy that fails', { kind: 'answer', status: 502, body: '<html>' }],
    ['breaks the connection', { kind: 'drop' }],
    ['loses its answer', { kind: 'lose-answer' }],
  ] as const)('and %s is asked again', async (_, effect) => {
    for (const skip of [0, 1, 2, 3]) world.sandbox.inject({ server: 'aptos', effect, skip });
    const options = { idempotencyKey: 'one' };
    expect((await world.gateway.transferMove('0', params, options)).success).toBe(true);
    expect(received()).toBe(5n);
    expect(creationsAt(world.sandbox)).toBe(1);
  });

  test('while it submits has what it did looked up, rather than believed or repeated', async () => {
    world.sandbox.inject({
      server: 'aptos',
      method: 'POST',
      path: '/v1/transactions',
      effect: { kind: 'lose-answer' },
    });
    const { hash } = await world.gateway.transferMove('0', params);
    expect(sequencesOf(world.sandbox, world.addresses[0])).toEqual([0]);
    expect((await world.gateway.getTransaction(hash))?.success).toBe(true);
  });

  test('for good is an error that says so, and asks nobody to sign', async () => {
    const fetchIt: Fetch = async (url, init) => {
      if (!url.includes('/v1/accounts/')) return fetch(url, init);
      throw new TypeError('fetch failed');
    };
    const error = await rejectionOf(world.another({ fetch: fetchIt }).transferMove('0', params));
    expect(error).toMatchObject({ code: 'UNREACHABLE', retryable: true });
    expect(creationsAt(world.sandbox)).toBe(0);
  });
});

describe('a mempool', () => {
  test('without room is asked again until it has some', async () => {
    world.sandbox.aptos.limitMempool({ perAccount: 0 } as never);
    const sent = world.gateway.transferMove('0', params);
    setTimeout(() => world.sandbox.aptos.limitMempool({}), 200);
    expect((await sent).success).toBe(true);
  });
});

describe('an answer about a number', () => {
  test.each(['SEQUENCE_NUMBER_TOO_OLD', 'TRANSACTION_EXPIRED'])(
    'that says %s of a transaction that is in has our own looked up first',
    async (code) => {
      const fetchIt = bending(isSubmission, async () =>
        Response.json(
          {
            message: `Invalid transaction: Type: Validation Code: ${code}`,
            error_code: 'vm_error',
            vm_error_code: 3,
          },
          { status: 400, headers: { 'x-aptos-chain-id': '4' } },
        ),
      );
      const confirmed = await world.another({ fetch: fetchIt }).transferMove('0', params);
      expect(confirmed.success).toBe(true);
      expect(sequencesOf(world.sandbox, world.addresses[0])).toEqual([0]);
    },
  );

  test('of a number that another spent says so, with the other’s hash', async () => {
    // To whom the custody's list, which lags, does not show ours yet.
    const other = world.another({
      signer: stubSigner(world.newSigner(), { list: async () => [] }),
    });
    let rival: { hash: string } | undefined;
    const fetchIt: Fetch = async (url, init) => {
      // Between our signature and our submission another process spends the number.
      if (isSubmission(url, init) && !rival) {
        const mine = { accountSequenceNumber: 0, note: 'rival' };
        rival = await other.transferMove('0', { ...params, amount: 6 }, mine);
      }
      return fetch(url, init);
    };
    const error = await rejectionOf(world.another({ fetch: fetchIt }).transferMove('0', params));
    expect(error).toMatchObject({ code: 'TRANSACTION_REPLACED', details: { by: rival?.hash } });
    expect(received()).toBe(6n);
  });
});

describe('a refusal', () => {
  test('of what may have arrived before is no word on what becomes of it', async () => {
    let sent = 0;
    const fetchIt: Fetch = async (url, init) => {
      const answer = await fetch(url, init);
      const body = (json: object, status: number) =>
        new Response(JSON.stringify(json), { status, headers: answer.headers });
      // The node that took it is not the one that is asked afterwards.
      if (/by_hash/.test(url)) {
        return body({ error_code: 'transaction_not_found', message: 'not found' }, 404);
      }
      if (!isSubmission(url, init)) return answer;
      if (sent++ === 0) throw new TypeError('fetch failed');
      return body({ error_code: 'vm_error', message: 'INSUFFICIENT_BALANCE_FOR_IT' }, 400);
    };
    world.sandbox.aptos.pauseBlocks();
    const options = { idempotencyKey: 'arrived' };
    const sending = world.another({ fetch: fetchIt }).transferMove('0', params, options);
    expect(await rejectionOf(sending)).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
    world.sandbox.aptos.resumeBlocks();
    await world.another().resume('0', 'arrived');
    expect(received()).toBe(5n);
  });
});

describe('a server that waits for nothing', () => {
  test('is asked in the ordinary way', async () => {
    const fetchIt: Fetch = (url, init) =>
      /wait_by_hash/.test(url)
        ? Promise.resolve(new Response('no such path', { status: 404 }))
        : fetch(url, init);
    const options = { confirmTimeoutMs: 5_000 };
    const confirmed = await world.another({ fetch: fetchIt }).transferMove('0', params, options);
    expect(confirmed.success).toBe(true);
  });
});

describe('several nodes', () => {
  const networkOf = (...fullnodeUrl: string[]): AptosNetwork => {
    const { indexerUrl, chainId } = world.sandbox.aptos;
    return { fullnodeUrl, indexerUrl, chainId };
  };

  test('stand in for each other, and one decision is one node’s', async () => {
    const { fullnodeUrl } = world.sandbox.aptos;
    const asked: string[] = [];
    const fetchIt: Fetch = async (url, init) => {
      const { hostname, pathname } = new URL(url);
      if (pathname.startsWith('/v1')) asked.push(hostname);
      // The first node knows accounts, but can try nothing.
      if (hostname === 'localhost' && pathname.endsWith('/simulate')) {
        return new Response('', { status: 503 });
      }
      return fetch(url, init);
    };
    const network = networkOf(fullnodeUrl.replace('127.0.0.1', 'localhost'), fullnodeUrl);
    const gateway = world.another({ network, fetch: fetchIt });
    expect((await gateway.transferMove('0', params)).success).toBe(true);
    // After the first failed, the second was asked everything anew.
    const second = asked.slice(asked.indexOf('127.0.0.1'));
    expect(second.length).toBeGreaterThanOrEqual(3);
    expect(second).not.toContain('localhost');
  });

  test.each([
    ['wants another key', () => new Response('<html>Forbidden', { status: 403 })],
    ['has moved', () => new Response('', { status: 301, headers: { location: '/' } })],
    ['is somebody’s home page', () => new Response('<html>Welcome')],
  ])('stand in for one that %s', async (_, answer) => {
    const { fullnodeUrl } = world.sandbox.aptos;
    const fetchIt: Fetch = async (url, init) =>
      url.includes('localhost') ? answer() : fetch(url, init);
    const network = networkOf(fullnodeUrl.replace('127.0.0.1', 'localhost'), fullnodeUrl);
    const gateway = world.another({ network, fetch: fetchIt });
    expect((await gateway.transferMove('0', params)).success).toBe(true);
  });

  test('of which one is of another chain sign nothing by its word', async () => {
    const { fullnodeUrl } = world.sandbox.aptos;
    const fetchIt = bending(
      (url) => url.includes('localhost'),
      async (answer) => {
        const headers = new Headers(answer.headers);
        headers.set('x-aptos-chain-id', '1');
        return new Response(await answer.text(), { status: answer.status, headers });
      },
    );
    const network = networkOf(fullnodeUrl.replace('127.0.0.1', 'localhost'), fullnodeUrl);
    const gateway = world.another({ network, fetch: fetchIt });
    const error = await rejectionOf(gateway.transferMove('0', params));
    expect(error).toMatchObject({ code: 'WRONG_NETWORK' });
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test('get only the headers that are meant for them', async () => {
    const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
    const sent = new Map<string, string | null>();
    const fetchIt: Fetch = async (url, init) => {
      sent.set(new URL(url).hostname, new Headers(init.headers).get('authorization'));
      return url.includes('localhost') ? new Response('', { status: 503 }) : fetch(url, init);
    };
    const own = { url: fullnodeUrl.replace('127.0.0.1', 'localhost'), apiKey: 'theirs' };
    const network: AptosNetwork = { fullnodeUrl: [own, fullnodeUrl], indexerUrl, chainId };
    await world.another({ network, apiKey: 'ours', fetch: fetchIt }).getBalance('0');
    expect(Object.fromEntries(sent)).toEqual({
      localhost: 'Bearer theirs',
      '127.0.0.1': 'Bearer ours',
    });
  });
});

describe('a node that is not to be believed', () => {
  const bends: readonly (readonly [
    string,
    (url: string) => boolean,
    (body: readonly object[]) => unknown,
  ])[] = [
    ['an account without a number', (url) => /accounts\/0x\w+$/.test(url), () => ({})],
    [
      'a number that is none',
      (url) => /accounts\/0x\w+$/.test(url),
      () => ({ sequence_number: '1e3', authentication_key: '0x' }),
    ],
    ['an empty trial', (url) => url.includes('simulate'), () => []],
    [
      'a trial without gas',
      (url) => url.includes('simulate'),
      ([one]) => [{ ...one, gas_used: '0' }],
    ],
    ['a trial that says nothing', (url) => url.includes('simulate'), () => [{ success: true }]],
  ];

  test.each(bends)('with %s is not signed by', async (_, isBent, change) => {
    const fetchIt = bending(isBent, async (answer) =>
      Response.json(change((await answer.json()) as object[]), { headers: answer.headers }),
    );
    const error = await rejectionOf(world.another({ fetch: fetchIt }).transferMove('0', params));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test('since it does not say of which chain it is, is not signed by', async () => {
    const fetchIt = bending(
      () => true,
      async (answer) => new Response(await answer.text(), { status: answer.status }),
    );
    const error = await rejectionOf(world.another({ fetch: fetchIt }).transferMove('0', params));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test('confirms nothing by another transaction under our hash', async () => {
    const { hash } = await world.gateway.transferMove('1', params);
    const other = await (
      await fetch(`${world.sandbox.aptos.fullnodeUrl}/transactions/by_hash/${hash}`)
    ).json();
    const fetchIt = bending(
      (url) => /by_hash/.test(url),
      (answer, url) =>
        Response.json(
          { ...(other as object), hash: url.split('/').at(-1) },
          { headers: answer.headers },
        ),
    );
    const options = { idempotencyKey: 'lied-about', confirmTimeoutMs: 200 };
    const error = await rejectionOf(
      world.another({ fetch: fetchIt }).transferMove('0', params, options),
    );
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    const honest = await world.another().resume('0', 'lied-about');
    expect(honest.receipt.idempotencyKey).toBe('lied-about');
    expect(received()).toBe(10n);
  });

  test('makes no redirect be followed', async () => {
    const fetchIt: Fetch = async () =>
      new Response('', { status: 307, headers: { location: 'https://elsewhere.example/v1' } });
    const error = await rejectionOf(world.another({ fetch: fetchIt }).getBalance('0'));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });

  test('and a node that lags hides no transaction for good', async () => {
    await world.gateway.transferMove('0', params, { idempotencyKey: 'first' });
    world.sandbox.inject({ server: 'aptos', effect: { kind: 'stale', versions: 40 }, times: 3 });
    const again = await world.another().resume('0', 'first');
    expect('success' in again && again.success).toBe(true);
    expect(received()).toBe(5n);
  });
});
