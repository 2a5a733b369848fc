import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SignatureRejectedError, TransactionRefusedError } from '../../src/index.js';
import type { ApprovalDecision, ApprovalRequest } from '../../src/sandbox/index.js';
import {
  jsonRpcTransport,
  type XrplGatewayOptions,
  type XrplTransport,
} from '../../src/xrpl/index.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

const REJECTED = 5;
const TIMED_OUT = 5;
const REFUSED = 3;
const CALLS = 50;
/** A number that is always approved. */
const FILLER = 1_000;

/** Which call an approval is about: its number stands in the note. */
function numberIn({ note }: ApprovalRequest): number {
  return Number(/^#(\d+) /.exec(note ?? '')?.[1]);
}

/** Every tenth call, starting with the fourth, is rejected; starting with the eighth, ignored. */
function decide(request: ApprovalRequest): ApprovalDecision {
  const number = numberIn(request);
  const afterMs = (number * 7919) % 50;
  if (number % 10 === 3) return { decision: 'reject', afterMs };
  if (number % 10 === 7) return { decision: 'expire', afterMs: 100 };
  return { decision: 'approve', afterMs };
}

/**
 * A node that refuses three transactions for good: the 7th, the 16th and the 25th that it meets.
 * Told by their bytes, since a slow machine makes the gateway send some of them twice.
 */
function refusing(url: string): XrplTransport {
  const transport = jsonRpcTransport(url);
  const met: unknown[] = [];
  return {
    request(command, params, options) {
      const { tx_blob: blob } = params;
      if (command !== 'submit') return transport.request(command, params, options);
      if (!met.includes(blob)) met.push(blob);
      return [6, 15, 24].includes(met.indexOf(blob))
        ? Promise.resolve({ engine_result: 'temMALFORMED' })
        : transport.request(command, params, options);
    },
  };
}

/** One transfer of 1 XRP from vault 0. */
function send(world: World, number: number): Promise<unknown> {
  const destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  return world.gateway.xrpTransfer(
    '0',
    { destination, amount: '1', note: `#${number}` },
    { native: false },
  );
}

/**
 * In a pipeline, a refused number leaves a hole that the account's next transaction fills. Here
 * those are sent until all of the first ones are settled; resolves with how many it took.
 */
async function settleAll(world: World, calls: readonly Promise<unknown>[]) {
  const sent = [...calls];
  // Rejections are looked at later; until then nobody must take them for forgotten.
  for (const call of calls) call.catch(() => undefined);
  let pauseMs = 100;
  for (let settled = 0; settled < sent.length; ) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const states = await Promise.all(sent.map(stateOf));
    settled = states.filter(Boolean).length;
    const idle = world.sandbox.custody.transactions.every(({ status }) =>
      ['COMPLETED', 'REJECTED', 'FAILED', 'BLOCKED', 'CANCELLED'].includes(status),
    );
    if (settled === sent.length || !idle) continue;
    sent.push(send(world, FILLER));
    // On a slow machine it would still be on its way when the next one is thought of, without an end.
    pauseMs = Math.min(2 * pauseMs, 3_000);
  }
  return { outcomes: await Promise.allSettled(calls), fillers: sent.length - calls.length };
}

/** Whether a promise is settled already. */
function stateOf(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, Promise.resolve().then(() => false)]);
}

async function runAll(world: World, mayLeaveHoles: boolean) {
  const calls = Array.from({ length: CALLS }, (_, number) => send(world, number));
  if (mayLeaveHoles) return settleAll(world, calls);
  return { outcomes: await Promise.allSettled(calls), fillers: 0 };
}

describe('50 concurrent transfers of one vault', () => {
  test.each<[string, XrplGatewayOptions['lanes']]>([
    ['serial', { mode: 'serial' }],
    ['pipeline', { mode: 'pipeline', depth: 8 }],
  ])(
    'in %s mode: 5 rejected, 5 timed out, 3 refused, the rest confirmed without a gap',
    async (_, lanes) => {
      const world = await newWorld({ approvals: decide });
      const transport = refusing(world.sandbox.xrpl.url);
      world.gateway = world.another({ transport, ...(lanes ? { lanes } : {}) });
      try {
        const { outcomes, fillers } = await runAll(world, lanes?.mode === 'pipeline');
        const reasons = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason] : [],
        );
        const rejections = reasons.filter((reason) => reason instanceof SignatureRejectedError);
        const refusals = reasons.filter((reason) => reason instanceof TransactionRefusedError);
        expect(rejections).toHaveLength(REJECTED + TIMED_OUT);
        expect(rejections.filter(({ request }) => request.subStatus === 'TIMEOUT')).toHaveLength(
          TIMED_OUT,
        );
        expect(refusals).toHaveLength(REFUSED);
        expect(reasons).toHaveLength(REJECTED + TIMED_OUT + REFUSED);

        const address = await world.gateway.getAddress('0');
        const sequences = sequencesOf(world.sandbox, address);
        const [first = 0] = sequences;
        const confirmed = CALLS - REJECTED - TIMED_OUT - REFUSED + fillers;
        expect(sequences).toEqual(Array.from({ length: confirmed }, (__, index) => first + index));
        const account = await world.gateway.getAccount('0');
        expect(account.sequence).toBe(first + confirmed);
      } finally {
        await world.stop();
      }
    },
  );
});

describe('any mixture of approvals', () => {
  test('leaves no gap and uses no number twice', async () => {
    const decision = fc.record({
      decision: fc.constantFrom('approve', 'reject', 'block', 'expire', 'fail'),
      afterMs: fc.integer({ min: 0, max: 60 }),
    });
    const scenario = fc.record({
      decisions: fc.array(decision, { minLength: 1, maxLength: 9 }),
      depth: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ decisions, depth }) => {
        const world = await newWorld({
          approvals: (request) => (decisions[numberIn(request)] ?? 'approve') as ApprovalDecision,
          gateway: { lanes: { mode: 'pipeline', depth } },
        });
        try {
          const { outcomes, fillers } = await settleAll(
            world,
            decisions.map((_, number) => send(world, number)),
          );
          const confirmed = outcomes.filter(({ status }) => status === 'fulfilled').length;
          const approved = decisions.filter((each) => each.decision === 'approve').length;
          expect(confirmed).toBe(approved);
          const sequences = sequencesOf(world.sandbox, await world.gateway.getAddress('0'));
          const [first = 0] = sequences;
          expect(sequences).toEqual(sequences.map((_, index) => first + index));
          expect(sequences).toHaveLength(approved + fillers);
        } finally {
          await world.stop();
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
