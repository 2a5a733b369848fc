import {
  deserializeTransaction,
  randomPrivateKey,
  type StacksTransactionWire,
} from '@stacks/transactions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayError, isGatewayError } from '../../src/index.js';
import { type OperatorAnswer, shownByOperators } from '../support/operators.js';
import { rejectionOf } from '../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

const NO_SIGNATURE = '00'.repeat(65);

let world: StacksTestWorld;
beforeAll(async () => {
  world = await newStacksWorld({ stacks: { blockMs: 0 } });
});
afterAll(() => world.stop());

/** A gateway on another chain, to a node that says that it is of it. */
function onChain(chainId: number, sent: Uint8Array[]) {
  const { url, network } = world.sandbox.stacks;
  return world.another({
    network: { url, network, chainId },
    fetch: async (input, init) => {
      if (init?.body instanceof Uint8Array) sent.push(init.body);
      const answer = await fetch(input, init);
      if (!String(input).endsWith('/v2/info')) return answer;
      return Response.json({ ...((await answer.json()) as object), network_id: chainId });
    },
  });
}

let nonces = 0;

/** The bytes of a payment that a vault account has signed; on the sandbox's chain it is never mined. */
async function signed(vaultAccountId = '0', chainId = world.sandbox.stacks.chainId) {
  const sent: Uint8Array[] = [];
  const gateway = onChain(chainId, sent);
  const limits = { nonce: nonces++, fee: '0.0004 STX', confirmTimeoutMs: 100 };
  await rejectionOf(
    gateway.createNativeTransaction(vaultAccountId, world.addresses[2], '1 STX', limits),
  );
  return deserializeTransaction(sent[0] ?? new Uint8Array());
}

/** What replacing a transaction comes to, where a node shows these bytes of it. */
async function replaced(shown: StacksTransactionWire) {
  const before = creationsAt(world.sandbox);
  const gateway = world.another({
    fetch: async (input, init) =>
      String(input).endsWith(`/unconfirmed/${shown.txid()}`)
        ? Response.json({ tx: shown.serialize(), status: 'Mempool' })
        : fetch(input, init),
  });
  const options = { fee: '0.001 STX', confirmTimeoutMs: 100 };
  const error = await rejectionOf(gateway.replaceTransaction('0', shown.txid(), {}, options));
  return { error, asked: creationsAt(world.sandbox) - before };
}

function withSignature(wire: StacksTransactionWire, data: string): StacksTransactionWire {
  const copy = deserializeTransaction(wire.serialize());
  const { spendingCondition: condition } = copy.auth;
  if (!('signature' in condition)) throw new Error('It has one signature.');
  condition.signature = { ...condition.signature, data };
  return copy;
}

/** The contents that no account has signed: of what it has signed, with twice the fee. */
function dearer(wire: StacksTransactionWire): StacksTransactionWire {
  const copy = deserializeTransaction(wire.serialize());
  copy.setFee(800n);
  return copy;
}

function signedByAnother(wire: StacksTransactionWire): StacksTransactionWire {
  const copy = withSignature(wire, NO_SIGNATURE);
  copy.signNextOrigin(copy.signBegin(), randomPrivateKey());
  return copy;
}

describe('a waiting transaction, of which a node shows the bytes', () => {
  it('is signed anew where the vault account has signed it', async () => {
    const { error, asked } = await replaced(await signed());
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
    expect(asked).toBe(1);
  });

  it.each<[string, () => Promise<StacksTransactionWire>]>([
    ['nobody has signed it', async () => withSignature(await signed(), NO_SIGNATURE)],
    ['its signature is for other contents', async () => dearer(await signed())],
    ['another key has signed it', async () => signedByAnother(await signed())],
    ['it was signed for another chain', () => signed('0', 5)],
    ['it is of another vault account', () => signed('1')],
  ])('is not signed where %s', async (_, shown) => {
    const { error, asked } = await replaced(await shown());
    expect(error).toMatchObject({ code: 'NOT_REPLACEABLE' });
    expect(asked).toBe(0);
  });
});

it('is not replaced by one that the account has too little for', async () => {
  const { strict, sandbox, addresses } = world;
  const more = { amount: '99999999' };
  const params = { to: addresses[2], amount: '1 STX' } as const;
  const waits = await rejectionOf(strict.transfer('1', params, { confirmTimeoutMs: 100 }));
  const hash = isGatewayError(waits) ? (waits.transaction?.hash ?? '') : '';
  const before = creationsAt(sandbox);
  const error = await rejectionOf(strict.replaceTransaction('1', hash, more));
  expect(error).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  expect(creationsAt(sandbox)).toBe(before);
  await sandbox.stacks.mineBlock();
});

describe('a transaction whose replacement waits', () => {
  it('is not told to be refused, since it may land and its nonce is taken', async () => {
    const payer = await world.another().getAddress('3');
    world.sandbox.stacks.fund(payer, 10_000_000n);
    const key = { idempotencyKey: 'replaced', fee: '0.0003 STX', confirmTimeoutMs: 100 };
    const pay = (gateway = world.another()) =>
      rejectionOf(gateway.transfer('3', { to: world.addresses[2], amount: '1 STX' }, key));
    const { transaction } = (await pay()) as GatewayError;
    const bump = { idempotencyKey: 'its-bump', confirmTimeoutMs: 100 };
    const gateway = world.another();
    await rejectionOf(gateway.replaceTransaction('3', transaction?.hash ?? '', {}, bump));
    expect(await pay()).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { hash: transaction?.hash },
    });
  });
});

describe('a waiting member of a batch that stops with the first failure', () => {
  it('is replaced while the rest of the batch waits for it', async () => {
    const payer = await world.another().getAddress('4');
    world.sandbox.stacks.fund(payer, 10_000_000n);
    const key = { idempotencyKey: 'halting', stopOnFailure: true, confirmTimeoutMs: 100 };
    const payment = {
      transactionType: 'transfer',
      params: { to: world.addresses[2], amount: '1 STX' },
    } as const;
    const error = await rejectionOf(world.another().submitBatch('4', [payment, payment], key));
    if (!isGatewayError(error, 'BATCH_INCOMPLETE')) throw error;
    const [first, second] = error.details.members;
    expect([first?.state, second?.state]).toEqual(['pending', 'not-sent']);
    const hash = first?.hash ?? '';
    const bump = { fee: '0.01 STX', confirmTimeoutMs: 100, laneTimeoutMs: 100 };
    const bumped = await rejectionOf(world.another().replaceTransaction('4', hash, {}, bump));
    expect(bumped).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
    await world.sandbox.stacks.mineBlock();
    const ended = await rejectionOf(world.another().submitBatch('4', [payment, payment], key));
    expect(ended).toMatchObject({ members: [{ state: 'replaced' }, { state: 'not-sent' }] });
  });
});

describe('a waiting transaction with a fee near the cap', () => {
  it('is cancelled for as much as the cap allows, and else the error says what it would cost', async () => {
    const payer = await world.another().getAddress('5');
    world.sandbox.stacks.fund(payer, 100_000_000n);
    const limits = { maxFee: '2 STX', defaults: { confirmTimeoutMs: 100 } } as const;
    const payment = { to: world.addresses[2], amount: '1 STX' } as const;
    const cancelled = async (idempotencyKey: string, fee: '1.9 STX' | '2 STX') => {
      const gateway = world.another(limits);
      await rejectionOf(gateway.transfer('5', payment, { idempotencyKey, fee }));
      return rejectionOf(gateway.cancel('5', idempotencyKey));
    };
    expect(await cancelled('near', '1.9 STX')).toMatchObject({ cause: { status: 'pending' } });
    await world.sandbox.stacks.mineBlock();
    const receipt = world.another(limits).cancel('5', 'near');
    await expect(receipt).resolves.toMatchObject({ idempotencyKey: 'near' });
    expect(await cancelled('at', '2 STX')).toMatchObject({
      message: expect.stringContaining(
        'was not made: The fee would be 2500000, more than the 2000000',
      ),
      cause: { code: 'FEE_TOO_HIGH' },
    });
  });

  it('is replaced for as much as the cap allows', async () => {
    const payer = await world.another().getAddress('6');
    world.sandbox.stacks.fund(payer, 100_000_000n);
    const gateway = world.another({ maxFee: '2 STX', defaults: { confirmTimeoutMs: 100 } });
    const payment = { to: world.addresses[2], amount: '1 STX' } as const;
    const waits = await rejectionOf(gateway.transfer('6', payment, { fee: '1.9 STX' }));
    const hash = isGatewayError(waits) ? (waits.transaction?.hash ?? '') : '';
    const later = { idempotencyKey: 'faster' };
    await rejectionOf(gateway.replaceTransaction('6', hash, {}, later));
    await world.sandbox.stacks.mineBlock();
    const { data } = await world.another().replaceTransaction('6', hash, {}, later);
    expect(data.fee_rate).toBe('2000000');
  });
});

describe('a waiting transaction that lands while a call reads what replaces it', () => {
  it('is not replaced, and the error says so of it', async () => {
    const { strict, sandbox, addresses } = world;
    const params = { to: addresses[2], amount: '1 STX' } as const;
    const waits = await rejectionOf(strict.transfer('1', params, { confirmTimeoutMs: 100 }));
    const hash = isGatewayError(waits) ? (waits.transaction?.hash ?? '') : '';
    const before = creationsAt(sandbox);
    const gateway = world.another({
      fetch: async (input, init) => {
        if (String(input).includes('/v2/accounts/')) await sandbox.stacks.mineBlock();
        return fetch(input, init);
      },
    });
    const error = await rejectionOf(gateway.replaceTransaction('1', hash));
    expect(error).toMatchObject({ code: 'NOT_REPLACEABLE', details: { txid: hash } });
    expect(creationsAt(sandbox)).toBe(before);
  });
});

describe('a waiting transaction of which one of three operators, the first, says', () => {
  let landed = '';
  beforeAll(async () => {
    const params = { to: world.addresses[2], amount: '1 STX' } as const;
    const waits = await rejectionOf(
      world.another().transfer('0', params, { confirmTimeoutMs: 100 }),
    );
    landed = isGatewayError(waits) ? (waits.transaction?.hash ?? '') : '';
    expect(landed).toMatch(/^0x[0-9a-f]{64}$/);
    await world.sandbox.stacks.mineBlock();
  });
  const honest: OperatorAnswer = (_, ask) => ask();
  /** It shows a transaction that landed in place of the one that is asked for. */
  const onTheChain: OperatorAnswer = async ({ path }, ask) => {
    const [id] = /0x[0-9a-f]{64}/.exec(path) ?? [];
    if (id === undefined) return ask();
    const { url } = world.sandbox.stacks;
    const answer = await fetch(`${url}${path.replace(id, landed)}`);
    return new Response((await answer.text()).replaceAll(landed, id), { status: answer.status });
  };
  const dear: OperatorAnswer = async ({ path }, ask) => {
    const answer = await ask();
    if (path !== '/v2/fees/transfer' && path !== '/v2/fees/transaction') return answer;
    const text = (await answer.text()).replaceAll(
      /(^|"fee(?:_rate)?":\s*)\d[\d.]*/g,
      '$1900000000',
    );
    return new Response(text, { status: answer.status });
  };
  const ofAnotherChain: OperatorAnswer = async ({ path }, ask) => {
    const answer = await ask();
    if (path !== '/v2/info') return answer;
    return Response.json({ ...((await answer.json()) as object), network_id: 5 });
  };
  /** What the account `vaultAccountId` has sent, and a gateway to operators of whom the first lies. */
  const waiting = async (vaultAccountId: string, liar: OperatorAnswer) => {
    const { sandbox, addresses } = world;
    sandbox.stacks.fund(await world.another().getAddress(vaultAccountId), 10_000_000n);
    const { url, network, chainId } = sandbox.stacks;
    const { fetch, urls } = shownByOperators(url, [liar, honest, honest]);
    const gateway = world.another({
      fetch,
      network: { url: urls, network, chainId },
      retry: { attempts: 1, baseMs: 1, maxMs: 1 },
      defaults: { confirmTimeoutMs: 100 },
    });
    const params = { to: addresses[2], amount: '1 STX' } as const;
    const waits = await rejectionOf(
      world.another().transfer(vaultAccountId, params, { confirmTimeoutMs: 100 }),
    );
    return { gateway, hash: isGatewayError(waits) ? (waits.transaction?.hash ?? '') : '' };
  };

  it.each<[string, string, OperatorAnswer]>([
    ['it is on the chain', '7', onTheChain],
    ['it is of another chain', '8', ofAnotherChain],
    ['it takes a fee above the cap', '9', dear],
  ])('that %s, is replaced all the same', async (_, vaultAccountId, liar) => {
    const { gateway, hash } = await waiting(vaultAccountId, liar);
    const error = await rejectionOf(gateway.replaceTransaction(vaultAccountId, hash));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
    await world.sandbox.stacks.mineBlock();
    const before = creationsAt(world.sandbox);
    await rejectionOf(gateway.replaceTransaction(vaultAccountId, hash));
    expect(creationsAt(world.sandbox)).toBe(before);
  });
});
