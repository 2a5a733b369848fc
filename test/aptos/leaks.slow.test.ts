import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AptosGateway, AptosNetwork, TransactionEvent } from '../../src/aptos/index.js';
import type { FaultEffect } from '../../src/sandbox/index.js';
import { LEAKY_FAULTS, leaksIn, secretsOf, seenOf, shown } from '../support/leaks.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

const NODE_KEY = 'aptoslabs_SECRETSECRET';
const OWN_HEADER = 'another-secret-of-ours';

/** Endpoints as plain URLs, which get the gateway's own headers. */
function plain({ sandbox }: AptosWorld): AptosNetwork {
  const { fullnodeUrl, indexerUrl, chainId } = sandbox.aptos;
  return { fullnodeUrl, indexerUrl, chainId };
}

describe('an Aptos gateway', () => {
  let world: AptosWorld;
  let gateway: AptosGateway;
  let params: { readonly recipientAddress: string; readonly amount: number };
  beforeAll(async () => {
    world = await newAptosWorld({
      seed: 'aptos leaks',
      approvals: ({ note = '' }) =>
        note.includes('refuse') ? 'reject' : note.includes('hesitate') ? 'wait' : 'approve',
      gateway: { apiKey: NODE_KEY, headers: { 'x-own': OWN_HEADER } },
    });
    gateway = world.another({ network: plain(world) });
    params = { recipientAddress: world.addresses[2], amount: 1 };
  });
  afterAll(() => world.stop());

  /** A gateway whose every request to node and indexer meets with a fault. */
  const bentBy = (effect: FaultEffect) =>
    world.another({
      network: plain(world),
      fetch: async (url, init) => {
        if (effect.kind === 'lose-answer') await fetch(url, init);
        if (effect.kind !== 'answer') throw new TypeError('fetch failed');
        const { body, status } = effect;
        return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
      },
    });

  const expectNoLeaks = (seen: readonly unknown[]) => {
    const secrets = [...secretsOf(world.sandbox), NODE_KEY, OWN_HEADER];
    for (const thing of seen) expect(leaksIn(shown(thing), secrets)).toEqual([]);
  };

  it('shows no secret when all goes well', async () => {
    const seen = await seenOf(async (seen) => {
      const onEvent = (event: TransactionEvent) => void seen.push(event);
      seen.push(gateway, gateway.forVault('0'));
      const options = { onEvent, idempotencyKey: 'well' };
      seen.push(await gateway.transferMove('0', params, options));
      const entry = { transactionType: 'transferMove' as const, params };
      seen.push(await gateway.submitBatch('0', [entry, entry], { onEvent }));
      seen.push(await gateway.transferMove('0', params, { orderless: true, onEvent }));
      seen.push(await gateway.resume('0', 'well'), await gateway.pending('0'));
      seen.push(await gateway.getBalances('0'), await gateway.getTransactions('0'));
      seen.push(gateway);
    });
    const types = new Set(seen.map((thing) => (thing as { type?: unknown }).type));
    for (const type of ['prepared', 'custody-status', 'signed', 'submitted']) {
      expect(types).toContain(type);
    }
    expectNoLeaks(seen);
  });

  it('shows none when it is refused, pending, in conflict or bad input', async () => {
    const seen = await seenOf(async (seen) => {
      const options = { signatureTimeoutMs: 50, idempotencyKey: 'waits', note: 'hesitate' };
      const calls = [
        () => gateway.transferMove('0', params, { note: 'refuse' }),
        () => gateway.transferMove('1', params, options),
        () => gateway.transferMove('1', { ...params, amount: 2 }, options),
        () => gateway.transferMove('0', { ...params, amount: 1e15 }),
        () => gateway.transferMove('0', { ...params, amount: '1.5' }),
        () => gateway.resume('0', 'never-used'),
      ];
      for (const call of calls) seen.push(await rejectionOf(call()));
    });
    expectNoLeaks(seen);
  });

  it.each(LEAKY_FAULTS)('shows none when node and indexer answer with %s', async (_, effect) => {
    const altered = bentBy(effect);
    const seen = await seenOf(async (seen) => {
      const options = { confirmTimeoutMs: 100, laneTimeoutMs: 100 };
      for (const call of [
        () => altered.transferMove('0', params, options),
        () => altered.getBalance('0'),
        () => altered.getBalances('0'),
        () => altered.getTransactions('0'),
        () => altered.getTransaction(`0x${'1'.repeat(64)}`),
      ]) {
        seen.push(await rejectionOf(call()));
      }
    });
    expectNoLeaks(seen);
  });

  it('shows neither a node’s key nor a header of ours when a proxy repeats them', async () => {
    const repeats = { message: `denied: Bearer ${NODE_KEY}, ${OWN_HEADER}`, error_code: 'x' };
    const seen = await seenOf(async (seen) => {
      for (const status of [400, 401, 500]) {
        const altered = bentBy({ kind: 'answer', status, body: repeats });
        seen.push(
          await rejectionOf(altered.getBalance('0')),
          await rejectionOf(altered.getBalances('0')),
        );
      }
    });
    expectNoLeaks(seen);
  });

  it('shows none when an indexer repeats them in an answer that is none', async () => {
    const words = `denied: Bearer ${NODE_KEY}, ${OWN_HEADER}`;
    const altered = bentBy({ kind: 'answer', status: 200, body: { errors: [{ message: words }] } });
    const error = await rejectionOf(altered.getBalances('0'));
    expect(String(error)).toContain('denied');
    expectNoLeaks([error]);
  });

  it('shows none when a node repeats them as the reason why a transaction would fail', async () => {
    const vm_status = `denied: Bearer ${NODE_KEY}, ${OWN_HEADER}`;
    const body = [{ success: false, vm_status, gas_used: '1', gas_unit_price: '1' }];
    const altered = world.another({
      network: plain(world),
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!url.includes('/simulate')) return answer;
        return Response.json(body, { headers: answer.headers });
      },
    });
    const error = await rejectionOf(altered.transferMove('0', params));
    expect(String(error)).toContain('denied');
    expectNoLeaks([error]);
  });

  it('shows no key that is a part of a URL', async () => {
    const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
    const key = 'a-key-of-the-url-itself';
    const altered = world.another({
      network: { fullnodeUrl: `${fullnodeUrl}/${key}`, indexerUrl, chainId },
      fetch: async (url) => {
        const body = { error_code: 'web_framework_error', message: `not found: ${url}` };
        return new Response(JSON.stringify(body), { status: 404 });
      },
    });
    const error = await rejectionOf(altered.getBalance('0'));
    expect(String(error)).toContain('not found');
    expect(leaksIn(shown(error), [key])).toEqual([]);
  });

  it('repeats no more of a node’s words than a person reads', async () => {
    const flood = 'A_A'.repeat(1_000_000);
    const answers: readonly (readonly [number, unknown])[] = [
      [400, { error_code: flood, message: flood }],
      [400, { error_code: 'vm_error', message: flood }],
      [200, [{ success: false, vm_status: flood, gas_used: '1', gas_unit_price: '1' }]],
    ];
    for (const [status, body] of answers) {
      const altered = world.another({
        fetch: async (url, init) => {
          const answer = await fetch(url, init);
          if (!url.includes('/simulate')) return answer;
          return new Response(JSON.stringify(body), { status, headers: answer.headers });
        },
      });
      expect(shown(await rejectionOf(altered.transferMove('0', params))).length).toBeLessThan(
        100_000,
      );
    }
  });
});
