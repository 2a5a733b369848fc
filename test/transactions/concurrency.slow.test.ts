import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { SignatureRejectedError } from '../../src/signer/index.js';
import { TransactionRefusedError } from '../../src/transactions/index.js';
import type { Decision } from '../support/fake-chain/custody.js';
import type { FakeRequest } from '../support/fake-chain/custody-request.js';
import type { Faults } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import { FakeWorld, type FakeWorldOptions } from '../support/fake-chain/world.js';

let world: FakeWorld;
const newWorld = (options: FakeWorldOptions) => {
  world = new FakeWorld(options);
};
afterEach(() => world.end());

const REJECTED = 5;
const TIMED_OUT = 5;
const REFUSED = 3;
const CALLS = 50;
/** A number that is always approved. */
const FILLER = 1_000;

/** Which call an approval is about: its number stands in the note, behind what is signed. */
function numberIn({ note }: FakeRequest): number {
  return Number(/ \| #(\d+) /.exec(note ?? '')?.[1]);
}

/** Every tenth call, starting with the fourth, is rejected; starting with the eighth, ignored. */
function decide(request: FakeRequest): Decision {
  const number = numberIn(request);
  const afterMs = (number * 7919) % 5_000;
  if (number % 10 === 3) return { decision: 'reject', afterMs };
  if (number % 10 === 7) return { decision: 'expire', afterMs: 10_000 };
  return { decision: 'approve', afterMs };
}

/**
 * A node that refuses three transactions for good: the 7th, the 16th and the 25th that it meets,
 * told by their bytes.
 */
function refusing(): Faults {
  const met: string[] = [];
  return {
    submit(ask, blob) {
      if (!met.includes(blob)) met.push(blob);
      return [6, 15, 24].includes(met.indexOf(blob)) ? submissionOf('MALFORMED') : ask();
    },
  };
}

/** No two of them alike, so that each has bytes of its own. */
const send = (number: number) => world.pay({ note: `#${number}` }, `${number + 1}`);

/**
 * In a pipeline, a refused number leaves a gap that the account's next transaction fills. Here
 * those are sent until all of the first ones are settled; resolves with how many it took.
 */
async function settleAll(calls: readonly Promise<unknown>[]) {
  let fillers = 0;
  let settled = 0;
  const count = () => {
    settled++;
  };
  for (const call of calls) call.then(count, count);
  const { custody, time } = world;
  const isIdle = () =>
    custody.requests.length === calls.length + fillers && !custody.waiting.length;
  for (;;) {
    await world.until(() => settled === calls.length || isIdle());
    // Nobody is asked for anything any more, and what is signed has the time to get into a ledger.
    if (settled < calls.length) await time.pass(15_000);
    if (settled === calls.length) return { outcomes: await Promise.allSettled(calls), fillers };
    fillers++;
    await world.run(send(FILLER + 10 * fillers));
  }
}

describe('50 concurrent transfers of one vault', () => {
  test.each([
    ['serial', { mode: 'serial' }],
    ['pipeline', { mode: 'pipeline', depth: 8 }],
  ] as const)(
    'in %s mode: 5 rejected, 5 timed out, 3 refused, the rest confirmed without a gap',
    async (_, lanes) => {
      newWorld({ decide });
      world.gateway = world.another({ node: world.node.with(refusing()), lanes });
      const calls = Array.from({ length: CALLS }, (__, number) => send(number));
      const { outcomes, fillers } = await settleAll(calls);
      if (lanes.mode === 'serial') expect(fillers).toBe(0);
      const reasons = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      );
      const rejections = reasons.filter((reason) => reason instanceof SignatureRejectedError);
      const refusals = reasons.filter((reason) => reason instanceof TransactionRefusedError);
      expect(rejections).toHaveLength(REJECTED + TIMED_OUT);
      const timedOut = rejections.filter(({ request }) => request.subStatus === 'TIMEOUT');
      expect(timedOut).toHaveLength(TIMED_OUT);
      expect(refusals).toHaveLength(REFUSED);
      expect(reasons).toHaveLength(REJECTED + TIMED_OUT + REFUSED);
      const confirmed = CALLS - REJECTED - TIMED_OUT - REFUSED + fillers;
      const numbers = world.ledger.numbersOf(world.address);
      expect(numbers).toEqual(Array.from({ length: confirmed }, (__, index) => index + 1));
      expect(world.ledger.account(world.address)?.next).toBe(BigInt(confirmed + 1));
    },
  );
});

describe('any mixture of approvals', () => {
  test('leaves no gap and uses no number twice', async () => {
    const decision = fc.record({
      decision: fc.constantFrom('approve', 'reject', 'block', 'expire', 'fail'),
      afterMs: fc.integer({ min: 0, max: 6_000 }),
    });
    const scenario = fc.record({
      decisions: fc.array(decision, { minLength: 1, maxLength: 9 }),
      depth: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ decisions, depth }) => {
        world?.end();
        newWorld({
          decide: (request) => decisions[numberIn(request)] ?? 'approve',
          gateway: { lanes: { mode: 'pipeline', depth } },
        });
        const { outcomes, fillers } = await settleAll(decisions.map((_, number) => send(number)));
        const confirmed = outcomes.filter(({ status }) => status === 'fulfilled').length;
        const approved = decisions.filter((each) => each.decision === 'approve').length;
        expect(confirmed).toBe(approved);
        const numbers = world.ledger.numbersOf(world.address);
        expect(numbers).toEqual(Array.from({ length: approved + fillers }, (_, at) => at + 1));
      }),
      { numRuns: 25 },
    );
  });
});
