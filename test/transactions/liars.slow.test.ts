// One operator of two or three lies as it likes: it may cost time, never money.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/index.js';
import { FakeChain } from '../support/fake-chain/chain.js';
import { dropped, type Faults } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { runs } from '../support/runs.js';

const HOUR_MS = 3_600_000;
const LIE_ABOUT_TIME_S = 1_000_000;
/** Each key pays a sum of its own, so that what arrived tells how often each was paid. */
const SUMS = ['1', '100', '10000'] as const;
const FINAL_NO = [
  'TRANSACTION_EXPIRED',
  'TRANSACTION_REPLACED',
  'TRANSACTION_FAILED',
  'TRANSACTION_REFUSED',
];

/** Answers each question as the next number of a tape says: now and then with the truth. */
function liarBy(world: FakeWorld, tape: readonly number[]): Faults {
  let at = 0;
  const choice = <T>(...all: readonly (() => T)[]): T => {
    const next = all[(tape[at++ % tape.length] ?? 0) % all.length];
    return next ? next() : dropped();
  };
  return {
    account: (ask, address) =>
      choice(
        ask,
        () => ({ ...ask()!, next: 1n, nextOpen: 1n }),
        () => ({ ...ask()!, nextOpen: ask()!.nextOpen + 1n }),
        () => ({ ...ask()!, next: ask()!.next + 1n, nextOpen: ask()!.nextOpen + 1n }),
        () => ({
          ...world.ledger.account(address)!,
          ledgerTime: ask()!.ledgerTime + LIE_ABOUT_TIME_S,
        }),
        dropped,
      ),
    transaction: (ask, hash) =>
      choice(
        ask,
        () => undefined,
        () => {
          const known = ask();
          if (!known) return known;
          const { transaction } = known;
          const applied = { hash, transaction, ledgerIndex: 9, ledgerTime: 9 };
          return { transaction, applied: { ...applied, result: 'DONE' } };
        },
        () => {
          const known = ask();
          if (!known) return known;
          const { transaction } = known;
          const applied = { hash, transaction, ledgerIndex: 9, ledgerTime: 9 };
          return { transaction, applied: { ...applied, result: 'UNFUNDED' } };
        },
        dropped,
      ),
    spender: (ask, address) =>
      choice(
        ask,
        () => undefined,
        // Somebody else's transaction, which is signed and has landed, though elsewhere.
        () => world.ledger.spender(address, { kind: 'sequence', value: '1' }),
        dropped,
      ),
    submit: (ask) =>
      choice(
        ask,
        () => submissionOf('TAKEN'),
        () => submissionOf('MALFORMED'),
        () => submissionOf('NO_ROOM'),
        dropped,
      ),
  };
}

const step = fc.record({
  key: fc.integer({ min: 0, max: SUMS.length - 1 }),
  onExpiry: fc.constantFrom<'fail' | 'resign'>('fail', 'resign', 'resign'),
  waitMs: fc.constantFrom(0, 1_000, 4 * HOUR_MS),
});
const plan = fc.record({
  tape: fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 5, maxLength: 60 }),
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
  operators: fc.constantFrom(2, 3),
  liar: fc.integer({ min: 0, max: 1 }),
  // Who is heard first.
  liarsLatencyMs: fc.constantFrom(1, 30),
});

/** What a call was told, of its key and of the transaction that it was about. */
interface Told {
  readonly key: number;
  readonly answer: 'paid' | 'no' | 'unknown';
  readonly hash: string | undefined;
}

async function toldOf(key: number, work: ReturnType<FakeWorld['pay']>): Promise<Told> {
  try {
    const done = await work;
    return { key, answer: 'paid', hash: done.kind === 'chain' ? done.result.hash : undefined };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const isFinal = FINAL_NO.includes(error.code);
    return { key, answer: isFinal ? 'no' : 'unknown', hash: error.transaction?.hash };
  }
}

describe('one operator that lies', () => {
  it('has no key paid twice, none told as paid that is not, and none as dead that lands', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ tape, steps, operators, liar, liarsLatencyMs }) => {
        const world = new FakeWorld();
        const lies = world.node.with(liarBy(world, tape), liarsLatencyMs);
        const shownBy = (nodes: readonly (typeof lies)[]) =>
          world.another({
            node: nodes[0] ?? lies,
            operators: nodes.map((node, index) => {
              return { name: `op-${index}`, chain: new FakeChain({ node }) };
            }),
          });
        const honest = [world.node.with({}), world.node.with({}), world.node.with({})];
        const misled = shownBy(
          honest.slice(0, operators).map((node, index) => (index === liar ? lies : node)),
        );
        const truthful = shownBy(honest);
        const told: Told[] = [];
        const call = async (key: number, gateway: typeof misled, onExpiry: 'fail' | 'resign') => {
          const options = { idempotencyKey: `key-${key}`, confirmTimeoutMs: 5_000, onExpiry };
          told.push(await toldOf(key, world.run(world.pay(options, SUMS[key], gateway))));
        };
        for (const { key, onExpiry, waitMs } of steps) {
          await call(key, misled, onExpiry);
          await world.time.pass(waitMs);
        }
        // Long after, as a lie about the ledger's time makes a transaction live longer: from those who tell the truth.
        await world.time.pass(LIE_ABOUT_TIME_S * 1_000 + 6 * HOUR_MS);
        for (const key of new Set(steps.map((one) => one.key))) await call(key, truthful, 'fail');
        await world.time.pass(HOUR_MS);
        const { balance = 0n } = world.ledger.account(world.custody.addressOf('1')) ?? {};
        const arrived = Number(balance - 1_000_000n);
        const paid = SUMS.map((sum) => Math.floor(arrived / Number(sum)) % 100);
        for (const [key, times] of paid.entries()) {
          expect(times, `key ${key} was paid`).toBeLessThanOrEqual(1);
          const last = told.findLast((one) => one.key === key);
          expect(last?.answer, `of key ${key} is never known`).not.toBe('unknown');
        }
        for (const { answer, hash = '' } of told) {
          if (answer === 'unknown') continue;
          const hasPaid = world.ledger.transaction(hash)?.applied?.result === 'DONE';
          expect(hasPaid, `${hash} was told as ${answer}`).toBe(answer === 'paid');
        }
        world.end();
      }),
      runs(1_000),
    );
  });
});
