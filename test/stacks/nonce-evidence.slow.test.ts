import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StacksGatewayOptions } from '../../src/stacks/index.js';
import { type OperatorAnswer, shownByOperators } from '../support/operators.js';
import { rejectionOf } from '../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;
beforeEach(async () => {
  world = await newStacksWorld();
});
afterEach(() => world.stop());

/** What a node makes of an honest answer. */
type Lie = (answer: Record<string, unknown>) => unknown;

const PATHS = {
  account: (path: string) => path.startsWith('/v2/accounts/'),
  nonces: (path: string) => path.endsWith('/nonces'),
  history: (path: string) => /\/principals\/\w+\/transactions$/.test(path),
  raw: (path: string) => path.endsWith('/raw'),
};
type Lies = { readonly [Question in keyof typeof PATHS]?: Lie };

const says = (nonce: number): Lies => ({ account: (answer) => ({ ...answer, nonce }) });
const hides: Lies = { history: (answer) => ({ ...answer, total: 0, results: [] }) };

/** A process that is shown the chain by so many operators; the first is asked first. */
function shownBy(...all: readonly Lies[]) {
  const { url, network, chainId } = world.sandbox.stacks;
  const asked: string[] = [];
  const lying =
    (lies: Lies): OperatorAnswer =>
    async ({ path }, ask) => {
      asked.push(path);
      const answer = await ask();
      const lie = (Object.keys(PATHS) as (keyof typeof PATHS)[]).find((name) => PATHS[name](path));
      const told = lie && lies[lie];
      return told ? Response.json(told((await answer.json()) as Record<string, unknown>)) : answer;
    };
  const { fetch, urls } = shownByOperators(url, all.map(lying));
  const options: Partial<StacksGatewayOptions> = {
    fetch,
    network: { url: urls, network, chainId },
    retry: { attempts: 2, baseMs: 1, maxMs: 1 },
  };
  return { gateway: world.another(options), asked };
}

const pay = (gateway = world.strict, options = {}) =>
  gateway.createNativeTransaction('0', world.addresses[2], '5 microSTX', {
    confirmTimeoutMs: 20_000,
    ...options,
  });

describe('a next nonce that one node speaks of', () => {
  test.each<[string, Lies]>([
    ['as if much was spent', says(1_000)],
    [
      'as if something waited',
      {
        nonces: (answer) => ({
          ...answer,
          last_confirmed_nonce: null,
          mempool: { last_nonce: 0, pending_nonces: [], missing_nonces: [] },
        }),
      },
    ],
  ])('%s is signed by nobody, and the next caller pays', async (_, lies) => {
    const error = await rejectionOf(pay(shownBy(lies).gateway));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
    expect(String(error)).toMatch(/that (?:1000|1) is the next nonce .* \(known here: 0\)/);
    expect(creationsAt(world.sandbox)).toBe(0);
    await pay();
    expect(world.sandbox.stacks.balanceOf(world.addresses[2]).unlocked).toBe(5n);
  });

  test('and that is one too many, after what the account has signed', async () => {
    let nonce = 1;
    const { gateway } = shownBy({ account: (answer) => ({ ...answer, nonce }) });
    await pay();
    await pay(gateway);
    nonce = 3;
    const error = await rejectionOf(pay(gateway));
    expect(String(error)).toMatch(/that 3 is the next nonce .* \(known here: 2\)/);
    expect(creationsAt(world.sandbox)).toBe(2);
  });

  test('is shown by the account’s own signature, to a process that has signed nothing yet', async () => {
    await pay();
    const { gateway, asked } = shownBy({});
    await pay(gateway);
    expect(asked.filter(PATHS.raw)).toHaveLength(1);
    // From then on this process has seen each signature itself.
    await pay(gateway);
    expect(asked.filter(PATHS.raw)).toHaveLength(1);
    expect(asked.filter(PATHS.history)).toHaveLength(1);
    expect(world.sandbox.stacks.balanceOf(world.addresses[2]).unlocked).toBe(15n);
  });

  test('is not shown by a signature that is not the account’s', async () => {
    await pay();
    const forge: Lie = ({ raw_tx: raw }) => ({
      raw_tx: String(raw).replace(/(?<=^0x.{140})../, (byte) => (byte === '00' ? '01' : '00')),
    });
    const error = await rejectionOf(pay(shownBy({ raw: forge }).gateway));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(creationsAt(world.sandbox)).toBe(1);
  });

  test('is not needed where the caller names the nonce', async () => {
    const { gateway } = shownBy(hides);
    await pay();
    expect(await pay(gateway, { nonce: 1 })).toMatchObject({ success: true });
  });
});

describe('a next nonce that several operators speak of', () => {
  test('is taken where two say the same, though none shows a signature', async () => {
    await pay();
    expect(await pay(shownBy(hides, hides).gateway)).toMatchObject({ success: true });
  });

  test('is not taken where one of them says so', async () => {
    const liar = { ...hides, ...says(9) };
    const { gateway } = shownBy(liar, {});
    // The next operator is asked instead.
    expect(await pay(gateway)).toMatchObject({ success: true });
    expect(world.sandbox.stacks.balanceOf(world.addresses[2]).unlocked).toBe(5n);
  });

  test('is not taken where there is only one', async () => {
    await pay();
    const { gateway } = shownBy(hides);
    expect(await rejectionOf(pay(gateway))).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });
});
