import { afterEach, describe, expect, it } from 'vitest';
import { isObject } from '../../src/core/json.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { FAST, newWorld, rejectionOf, type World } from '../support/world.js';

let world: World;
afterEach(() => world.stop());

/** A gateway whose custody platform names this hash for each transfer that it makes. */
function naming(txHash: string): XrplGateway {
  const { apiKey, apiSecret, url: basePath } = world.sandbox.custody;
  const lying = async (input: string | URL | Request, init?: RequestInit) => {
    const answer = await fetch(input, init);
    const told: unknown = JSON.parse(await answer.text());
    const named = (one: unknown) =>
      isObject(one) && one.operation === 'TRANSFER' ? { ...one, txHash } : one;
    const edited = Array.isArray(told) ? told.map(named) : named(told);
    return new Response(JSON.stringify(edited), answer);
  };
  const signer = new FireblocksRawSigner({
    apiKey,
    apiSecret,
    basePath,
    polling: FAST,
    fetch: lying,
  });
  return world.another({ signer });
}

const XRP = 1_000_000n;
const LIMITS = { signatureTimeoutMs: 3_000, confirmTimeoutMs: 500 };
const UNKNOWN = { code: 'TRANSACTION_UNCONFIRMED', details: { status: 'unknown' } };

const OTHERS = [
  ['that is no payment', () => world.gateway.accountSet('0', { configs: { tickSize: 5 } })],
  ['of another amount', (to: string) => raw({ to, amount: 2n * XRP })],
  ['with another tag', (to: string) => raw({ to, amount: XRP, tag: 8 })],
  ['without a tag', (to: string) => raw({ to, amount: XRP })],
  ['to another payee', () => raw({ to: addressOf('2'), amount: 20n * XRP })],
] as const;

const raw = (params: Parameters<XrplGateway['transfer']>[1]) =>
  world.gateway.transfer('0', params, { native: false });
const addressOf = (vault: string) => world.sandbox.custody.addressOf(vault, 'XRP_TEST');

describe.each(['FAILED', 'COMPLETED'])('a native transfer that is told as %s', (status) => {
  const approvals: SandboxOptions['approvals'] = ({ operation }) =>
    operation === 'TRANSFER' && status === 'FAILED' ? 'fail' : 'approve';

  it.each(OTHERS)('under the hash of a transaction %s is not known', async (_, make) => {
    world = await newWorld({ approvals });
    const to = addressOf('1');
    const { hash = '' } = await make(to);
    const before = world.sandbox.xrpl.balanceOf(to);
    const options = { idempotencyKey: 'named', ...LIMITS };
    const pay = () => naming(hash).transfer('0', { to, amount: XRP, tag: 7 }, options);
    for (const call of [pay, pay]) expect(await rejectionOf(call())).toMatchObject(UNKNOWN);
    const paid = world.sandbox.xrpl.balanceOf(to) - before;
    expect(paid).toBe(status === 'FAILED' ? 0n : XRP);
  });
});

it('without its payment’s particulars, the hash of another kind of transaction is not its own', async () => {
  world = await newWorld({
    approvals: ({ operation }) => (operation === 'TRANSFER' ? 'fail' : 'approve'),
  });
  const { hash } = await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
  const gateway = naming(hash);
  const options = { idempotencyKey: 'named', ...LIMITS };
  await rejectionOf(gateway.transfer('0', { to: addressOf('1'), amount: XRP }, options));
  expect(await rejectionOf(gateway.resume('0', 'named', LIMITS))).toMatchObject(UNKNOWN);
});

it('a tag that nobody asked for may be the custody’s own', async () => {
  world = await newWorld();
  const to = addressOf('1');
  const { hash = '' } = await raw({ to, amount: XRP, tag: 7 });
  const paid = await naming(hash).transfer('0', { to, amount: XRP });
  expect(paid).toMatchObject({ status: 'confirmed', hash });
});
