import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AptosGateway, AptosGatewayOptions } from '../../src/aptos/index.js';
import { type ArchiveNode, Ledger } from '../../src/aptos/node/fullnode.js';
import { findTransaction, lookUp } from '../../src/aptos/node/lookup.js';
import type { UnsignedTransaction } from '../../src/aptos/wire/transaction.js';
import { systemClock } from '../../src/core/clock.js';
import { Nodes } from '../../src/core/nodes.js';
import { answeringNodes } from '../support/answering-nodes.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

let world: AptosWorld;

beforeEach(async () => {
  world = await newAptosWorld();
});

afterEach(() => world.stop());

/** A gateway that was set up after everything that it is asked about, with this archive or none. */
function later(archiveUrl?: string, more: Partial<AptosGatewayOptions> = {}): AptosGateway {
  const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
  const archive = archiveUrl === undefined ? {} : { archiveUrl };
  return world.another({ network: { fullnodeUrl, indexerUrl, chainId, ...archive }, ...more });
}

const HOUR = 3_600_000;
const ORDERLESS = { orderless: true, confirmTimeoutMs: 100 } as const;
const QUICK = { confirmTimeoutMs: 100 };

const params = () => ({ recipientAddress: world.addresses[2], amount: 4 });

/** What a repeated call is told of a transaction that landed. */
const told = (call: Promise<unknown>) =>
  call.then(
    () => 'confirmed',
    ({ code, status }: { code?: string; status?: string }) => status ?? code,
  );

describe('a transaction that landed, and that the node has pruned since', () => {
  test.each([
    ['an orderless one', ORDERLESS],
    ['one with a number', QUICK],
  ])('is known as the archive shows it, or not at all: %s', async (_, options) => {
    const call = { ...options, idempotencyKey: 'old' };
    await world.gateway.transferMove('0', params(), { ...call, confirmTimeoutMs: 10_000 });
    world.sandbox.advanceTime(HOUR);
    world.sandbox.aptos.forget();
    const { archiveUrl, fullnodeUrl } = world.sandbox.aptos;
    for (const shown of ['gone', 'gone-to-archive', 'internal-error'] as const) {
      world.sandbox.aptos.showPruned(shown);
      const again = (gateway: AptosGateway) => told(gateway.transferMove('0', params(), call));
      expect(await again(later())).toBe('unknown');
      // Another node that has pruned it says as little.
      expect(await again(later(fullnodeUrl))).toBe('unknown');
      expect(await again(later(archiveUrl))).toBe('confirmed');
    }
    expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(4n);
  });

  test('is asked of the archive without the credentials of the node', async () => {
    const call = { ...ORDERLESS, idempotencyKey: 'old' };
    await world.gateway.transferMove('0', params(), { ...call, confirmTimeoutMs: 10_000 });
    world.sandbox.advanceTime(HOUR);
    world.sandbox.aptos.forget();
    const asked: { readonly path: string; readonly key: string | null }[] = [];
    const gateway = later(world.sandbox.aptos.archiveUrl, {
      apiKey: 'a-key-of-the-nodes',
      headers: { 'x-account': 'our account' },
      fetch: (url, init) => {
        const headers = new Headers(init.headers);
        const { pathname: path } = new URL(url);
        asked.push({ path, key: headers.get('authorization') ?? headers.get('x-account') });
        return fetch(url, init);
      },
    });
    await gateway.transferMove('0', params(), call);
    const ofArchive = asked.filter(({ path }) => path.startsWith('/archive/'));
    expect(ofArchive.length).toBeGreaterThan(0);
    expect(ofArchive.every(({ key }) => key === null)).toBe(true);
    const ofNode = asked.filter(({ path }) => path.startsWith('/v1/'));
    expect(ofNode.every(({ key }) => key === 'Bearer a-key-of-the-nodes')).toBe(true);
  });

  test('stays unknown while the archive gives no answer', async () => {
    const call = { ...ORDERLESS, idempotencyKey: 'old' };
    await world.gateway.transferMove('0', params(), { ...call, confirmTimeoutMs: 10_000 });
    world.sandbox.advanceTime(HOUR);
    world.sandbox.aptos.forget();
    world.sandbox.inject({
      server: 'aptos',
      path: /^\/archive\/v1\//,
      effect: { kind: 'answer', status: 401, body: 'Unauthorized: API key not found' },
      times: 100,
    });
    const { archiveUrl } = world.sandbox.aptos;
    const lost = await rejectionOf(later(archiveUrl).transferMove('0', params(), call));
    expect(lost).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    expect(String(lost)).toContain('HTTP 401');
  });
});

describe('a transaction that never landed, at a node whose history begins later', () => {
  test('is over once an archive that goes back far enough does not have it', async () => {
    const lose = { server: 'aptos', effect: { kind: 'lose-submission' }, times: 100 } as const;
    world.sandbox.inject(lose);
    const call = { ...ORDERLESS, idempotencyKey: 'never' };
    await rejectionOf(world.gateway.transferMove('0', params(), call));
    world.sandbox.advanceTime(HOUR);
    world.sandbox.aptos.forget();
    const { archiveUrl, fullnodeUrl } = world.sandbox.aptos;
    const clock = { ...systemClock, now: () => systemClock.now() + HOUR };
    const again = (archive?: string) => told(later(archive, { clock }).resume('0', 'never', QUICK));
    expect(await again()).toBe('unknown');
    expect(await again(fullnodeUrl)).toBe('unknown');
    expect(await again(archiveUrl)).toBe('TRANSACTION_EXPIRED');
  });
});

describe('reading what a node has pruned', () => {
  beforeEach(async () => {
    for (const amount of [1, 2, 3]) {
      await world.gateway.transferMove('0', { ...params(), amount });
    }
  });

  test('finds a transaction by its hash in the archive', async () => {
    const [{ hash } = { hash: '' }] = await world.gateway.getTransactions('0', { limit: 1 });
    world.sandbox.aptos.forget();
    const { archiveUrl } = world.sandbox.aptos;
    expect(await later(archiveUrl).getTransaction(hash)).toMatchObject({ hash, success: true });
    expect(await later().getTransaction(hash)).toBeUndefined();
    expect(await later(archiveUrl).getTransaction(`0x${'ab'.repeat(32)}`)).toBeUndefined();
  });

  test('does not say that there is none where the archive gives no answer', async () => {
    world.sandbox.aptos.forget();
    world.sandbox.inject({
      server: 'aptos',
      path: /^\/archive\/v1\//,
      effect: { kind: 'answer', status: 503 },
      times: 100,
    });
    const asked = later(world.sandbox.aptos.archiveUrl).getTransaction(`0x${'ab'.repeat(32)}`);
    expect(await rejectionOf(asked)).toMatchObject({ code: 'APTOS_NODE', retryable: true });
  });

  test.each(['gone', 'internal-error'] as const)(
    'fills an account’s list up from the archive (%s)',
    async (shown) => {
      world.sandbox.aptos.forget();
      world.sandbox.aptos.showPruned(shown);
      await world.gateway.transferMove('0', { ...params(), amount: 4 });
      const { archiveUrl } = world.sandbox.aptos;
      const sent = await later(archiveUrl).getTransactions('0');
      expect(sent.map(({ sequence_number }) => sequence_number)).toEqual(['3', '2', '1', '0']);
      world.sandbox.aptos.clearMessages();
      expect(await rejectionOf(later().getTransactions('0'))).toMatchObject({
        code: 'APTOS_NODE',
        retryable: false,
        details: { errorCode: 'version_pruned' },
      });
      // It will be no different the next time.
      expect(world.sandbox.aptos.requests['GET /v1/accounts/:address/transactions']).toBe(1);
      expect(await later().getTransactions('0', { limit: 1 })).toHaveLength(1);
    },
  );
});

const HASH = `0x${'12'.repeat(32)}`;
const SENDER = `0x${'ab'.repeat(32)}`;
const EXPIRY = 1_000n;
const PUBLIC = 'https://archive.mainnet.aptoslabs.com/v1';

const call = {
  kind: 'entry-function',
  function: '0x1::aptos_account::transfer',
  typeArguments: [],
  arguments: [],
} as const;

const orderless: UnsignedTransaction = {
  sender: SENDER,
  sequenceNumber: 2n ** 64n - 1n,
  payload: { kind: 'inner', executable: call, replayProtectionNonce: 5n },
  maxGasAmount: 100n,
  gasUnitPrice: 100n,
  expirationTimestampSecs: EXPIRY,
  chainId: 1,
};

const numbered: UnsignedTransaction = { ...orderless, sequenceNumber: 7n, payload: call };

interface Shown {
  /** Blocks up to this one are pruned. */
  readonly oldest: number;
  /** When each of its blocks was made. */
  readonly time?: (height: number) => bigint;
  /** It prunes this many blocks more before it is asked for one. */
  readonly prunes?: number;
  /** When its latest ledger was made. */
  readonly ledgerTime?: bigint;
  readonly names?: string;
  /** It has our transaction in its mempool. */
  readonly isWaiting?: boolean;
}

const waiting = {
  type: 'pending_transaction',
  hash: HASH,
  sender: SENDER,
  sequence_number: `${orderless.sequenceNumber}`,
  max_gas_amount: '100',
  gas_unit_price: '100',
  expiration_timestamp_secs: `${EXPIRY}`,
  payload: { type: 'entry_function_payload' },
};

/** A node, or an archive, that doesn't know of our transaction. */
function peer(shown: Shown, asked: string[] = []) {
  const { oldest, time = () => 1n, prunes = 0, ledgerTime = EXPIRY + 1n } = shown;
  let first = oldest;
  return answeringNodes('aptos', ({ pathname }) => {
    asked.push(pathname);
    const headers = () => ({
      'x-aptos-chain-id': '1',
      'x-aptos-ledger-version': '50',
      'x-aptos-ledger-timestampusec': `${ledgerTime}000000`,
      'x-aptos-oldest-block-height': `${first}`,
    });
    const height = Number(/by_height\/(\d+)/.exec(pathname)?.[1]);
    if (Number.isInteger(height)) {
      first = Math.min(first + 1, oldest + prunes);
      if (height < first) {
        const body = { error_code: 'block_pruned', message: 'gone' };
        return Response.json(body, { headers: headers(), status: 410 });
      }
      const block = { block_height: `${height}`, block_timestamp: `${time(height)}000000` };
      return Response.json(block, { headers: headers() });
    }
    const isHash = pathname.includes('by_hash');
    if (pathname.endsWith(SENDER)) {
      const account = { sequence_number: '8', authentication_key: SENDER };
      return Response.json(account, { headers: headers() });
    }
    if (isHash && shown.isWaiting) return Response.json(waiting, { headers: headers() });
    const code = isHash ? 'transaction_not_found' : 'version_pruned';
    const body = { error_code: code, message: 'gone', ...(isHash ? {} : named(shown.names)) };
    return Response.json(body, { headers: headers(), status: isHash ? 404 : 410 });
  });
}

const named = (url: string | undefined) => (url === undefined ? {} : { archival_endpoint: url });

function archive(url: string, shown: Shown, more: Partial<ArchiveNode> = {}, asked: string[] = []) {
  return { url, operator: 'one', onlyIfNamed: false, nodes: peer(shown, asked), ...more };
}

async function sighted(
  node: Shown,
  archives: readonly ArchiveNode[] = [],
  unsigned: UnsignedTransaction = orderless,
) {
  const ledger = new Ledger(peer(node), 1, archives);
  const request = { transaction: { unsigned, signatories: [] }, hash: HASH };
  return lookUp({ ledger, otherKeys: undefined }, request, {});
}

describe('where a history begins', () => {
  const before = () => EXPIRY - 101n;
  const after = () => EXPIRY - 99n;

  test('is asked for anew when a node prunes on in the meantime', async () => {
    const moves: Shown = { oldest: 8, prunes: 3, time: before };
    expect(await sighted(moves)).toEqual({ state: 'expired' });
    const beyond: Shown = { ...moves, time: (height) => (height === 8 ? before() : after()) };
    expect(await sighted(beyond)).toMatchObject({ state: 'unknown' });
  });

  test('is nowhere for a node that prunes faster than it answers', async () => {
    expect(await sighted({ oldest: 8, prunes: 99, time: before })).toMatchObject({
      state: 'unknown',
    });
  });

  test('decides whether an archive’s “not found” counts', async () => {
    const node: Shown = { oldest: 8, time: after };
    expect(await sighted(node, [archive('https://a/v1', { oldest: 3, time: before })])).toEqual({
      state: 'expired',
    });
    const short = await sighted(node, [archive('https://a/v1', { oldest: 3, time: after })]);
    expect(short).toMatchObject({ state: 'unknown' });
  });

  test('decides nothing where an archive’s ledger is behind: it may yet land there', async () => {
    const behind: Shown = { oldest: 0, ledgerTime: EXPIRY };
    const seen = await sighted({ oldest: 8, time: after }, [archive('https://a/v1', behind)]);
    expect(seen).toMatchObject({ state: 'unknown' });
  });
});

describe('an archive that a node names', () => {
  const node: Shown = { oldest: 8, time: () => EXPIRY, names: `${PUBLIC}/` };
  const whole: Shown = { oldest: 0 };

  test('is asked if it is the public one of the chain, and nowhere else', async () => {
    const open = () => archive(PUBLIC, whole, { onlyIfNamed: true });
    expect(await sighted(node, [open()])).toEqual({ state: 'expired' });
    const silent: Shown = { oldest: 8, time: () => EXPIRY };
    expect(await sighted(silent, [open()])).toMatchObject({ state: 'unknown' });
    const elsewhere = { ...node, names: 'https://archive.evil.example/v1' };
    expect(await sighted(elsewhere, [open()])).toMatchObject({ state: 'unknown' });
  });

  test('does not keep the user’s own from being asked', async () => {
    const asked: string[] = [];
    const own = archive('https://own.example/v1', whole, {}, asked);
    expect(await sighted({ ...node, names: 'https://archive.evil.example/v1' }, [own])).toEqual({
      state: 'expired',
    });
    expect(asked).toEqual([`/transactions/by_hash/${HASH}`]);
  });
});

describe('an archive', () => {
  const urls = ['https://node.one.example', 'https://node.two.example'];
  const nodes = () =>
    new Nodes({
      peer: 'aptos',
      endpoints: urls.map((url, index) => ({
        url,
        operator: ['one', 'two'][index] ?? '',
        headers: {},
      })),
      retry: {},
      timeoutMs: 1_000,
      fetch: async () => Response.json({}),
      clock: systemClock,
      random: undefined,
    });

  test('whose mempool still has a transaction says by its ledger whether that is over', async () => {
    const whole: Shown = { oldest: 0, isWaiting: true };
    const node: Shown = { oldest: 8, time: () => EXPIRY };
    const own = archive('https://own.example/v1', whole);
    expect(await sighted(node, [own])).toEqual({ state: 'expired' });
  });

  test('that does not show who spent a number denies nothing, however much it has', async () => {
    const own = archive('https://own.example/v1', { oldest: 0 });
    const seen = await sighted({ oldest: 8 }, [own], numbered);
    expect(seen).toMatchObject({ state: 'unknown' });
  });

  test('is not asked about what a node with the whole history does not show', async () => {
    for (const [oldest, questions] of [
      [0, 0],
      [8, 1],
    ] as const) {
      const asked: string[] = [];
      const archives = [archive('https://own.example/v1', { oldest: 0 }, {}, asked)];
      const ledger = new Ledger(peer({ oldest }), 1, archives);
      expect(await findTransaction(ledger, HASH, {})).toBeUndefined();
      expect(asked).toHaveLength(questions);
    }
  });

  test('speaks for one operator: two that go by one word would not be two', () => {
    const archives = ['two', 'three'].map((operator) =>
      archive(`https://archive.${operator}.example/v1`, { oldest: 0 }, { operator }),
    );
    const split = new Ledger(nodes(), 1, archives).byOperator();
    expect(
      split.map(([name, own]) => [name, own.archives.map(({ operator }) => operator)]),
    ).toEqual([
      ['one', ['three']],
      ['two', ['two']],
    ]);
  });
});
