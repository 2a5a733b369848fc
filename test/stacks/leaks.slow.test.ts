import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallbackRequest, callbackHandler } from '../../src/fireblocks/index.js';
import type { FaultEffect } from '../../src/sandbox/index.js';
import { type StacksGateway, stacksCodec, type TransactionEvent } from '../../src/stacks/index.js';
import { claimsFor, coSignerKeys, handlerKeys, post, tokenOf } from '../support/co-signer.js';
import { LEAKY_FAULTS, leaksIn, secretsOf, seenOf, shown } from '../support/leaks.js';
import { rejectionOf } from '../support/world.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

const NODE_KEY = 'hiro_SECRETSECRET';
const OWN_HEADER = 'another-secret-of-ours';

describe('a Stacks gateway', () => {
  let world: StacksTestWorld;
  let gateway: StacksGateway<true>;
  let friend: string;
  beforeAll(async () => {
    world = await newStacksWorld({
      seed: 'stacks leaks',
      approvals: ({ note = '' }) =>
        note.includes('refuse') ? 'reject' : note.includes('hesitate') ? 'wait' : 'approve',
    });
    gateway = altered();
    friend = world.addresses[2];
  });
  afterAll(() => world.stop());

  /** A gateway with secrets, whose every request to the node may meet with a fault. */
  function altered(effect?: FaultEffect): StacksGateway<true> {
    const { url } = world.sandbox.stacks;
    return world.another({
      network: { network: 'testnet', url },
      apiKey: NODE_KEY,
      headers: { 'x-own': OWN_HEADER },
      ...(effect && { retry: { attempts: 2, baseMs: 1, maxMs: 1 } }),
      ...(effect && {
        fetch: async (asked: string, init: RequestInit) => {
          if (effect.kind === 'lose-answer') await fetch(asked, init);
          if (effect.kind !== 'answer') throw new TypeError('fetch failed');
          const { body, status } = effect;
          return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
        },
      }),
    });
  }

  const expectNoLeaks = (seen: readonly unknown[]) => {
    const secrets = [...secretsOf(world.sandbox), NODE_KEY, OWN_HEADER];
    for (const thing of seen) expect(leaksIn(shown(thing), secrets)).toEqual([]);
  };

  it('shows no secret when all goes well', async () => {
    const seen = await seenOf(async (seen) => {
      const onEvent = (event: TransactionEvent) => void seen.push(event);
      seen.push(gateway, gateway.forVault('0'));
      const options = { onEvent, idempotencyKey: 'well' };
      seen.push(await gateway.createNativeTransaction('0', friend, 1, options));
      const params = { recipientAddress: friend, amount: 1 };
      const entry = { transactionType: 'transfer' as const, params };
      seen.push(await gateway.submitBatch('0', [entry, entry], { onEvent }));
      seen.push(await gateway.resume('0', 'well'), await gateway.pending('0'));
      seen.push(await gateway.getFtBalances('0'), await gateway.getTransactionHistory('0'));
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
      const waits = { signatureTimeoutMs: 50, idempotencyKey: 'waits', note: 'hesitate' };
      const pay = (amount: number, options: object, vault = '0') =>
        gateway.createNativeTransaction(vault, friend, amount, options);
      const calls = [
        () => pay(1, { note: 'refuse' }),
        () => pay(1, waits, '1'),
        () => pay(2, waits, '1'),
        () => pay(1e6, {}),
        () => pay(-1, {}),
        () => gateway.resume('0', 'never-used'),
      ];
      for (const call of calls) seen.push(await rejectionOf(call()));
    });
    expectNoLeaks(seen);
  });

  it.each(LEAKY_FAULTS)('shows none when the node answers with %s', async (_, effect) => {
    const seen = await seenOf(async (seen) => {
      const broken = altered(effect as FaultEffect);
      seen.push(await rejectionOf(broken.createNativeTransaction('0', friend, 1)));
      seen.push(await rejectionOf(broken.getBalance('0')));
      seen.push(await rejectionOf(broken.getTransactionHistory('0')));
      seen.push(broken);
    });
    expectNoLeaks(seen);
  });

  it('makes requests that a co-signer’s handler reads and approves', async () => {
    type Asked = CallbackRequest<typeof stacksCodec>;
    const asked: Asked[] = [];
    const handler = callbackHandler({
      coSignerPublicKey: coSignerKeys.publicKey,
      responseKey: handlerKeys.privateKey,
      codecs: [stacksCodec],
      vaults: ['0', '1'],
      addressOf: ({ vaultAccountId }) => world.addresses[Number(vaultAccountId)],
      decide: (request) => {
        asked.push(request);
        return { action: 'APPROVE' };
      },
    });
    const requests = world.sandbox.custody.transactions;
    expect(requests.length).toBeGreaterThan(2);
    for (const snapshot of requests) {
      const answer = await post(handler, tokenOf(claimsFor(snapshot)));
      expect(answer.rejectionReason).toBeUndefined();
      expect(answer).toMatchObject({ action: 'APPROVE', requestId: snapshot.id });
    }
    const shownTransactions = asked.flatMap((request) =>
      request.kind === 'raw' ? request.transactions : [],
    );
    for (const { transaction } of shownTransactions) {
      expect(transaction).toMatchObject({
        kind: 'transaction',
        content: { kind: 'transfer', recipient: friend },
      });
    }
  });
});
