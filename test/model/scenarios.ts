import type { Bounds, Call, Mishap, World } from './world.js';

/** A world to go through: who calls for what, and what may go wrong. */
export interface Scenario {
  readonly name: string;
  readonly calls: readonly (Call & { readonly lives?: number })[];
  readonly budget: Partial<Record<Mishap, number>>;
  readonly bounds: Bounds;
  /** What calls are told in it, each at least once. */
  readonly told: readonly string[];
  /** What may be violated in it, since nobody could know better. */
  readonly expected?: readonly string[];
}

const ONE: Bounds = { operators: ['honest'], agree: 1, maxAttempts: 2 };
const LIAR: Bounds = { operators: ['liar'], agree: 1, maxAttempts: 2 };
const TWO: Bounds = { operators: ['honest', 'honest'], agree: 1, maxAttempts: 2 };
const THREE: Bounds = { operators: ['honest', 'honest', 'honest'], agree: 2, maxAttempts: 2 };
const ONE_OF_TWO: Bounds = { operators: ['honest', 'liar'], agree: 2, maxAttempts: 2 };
const ONE_OF_THREE: Bounds = { operators: ['honest', 'liar', 'honest'], agree: 2, maxAttempts: 2 };
const TWO_OF_THREE: Bounds = { operators: ['liar', 'honest', 'liar'], agree: 2, maxAttempts: 2 };

const PAY: Call = { name: 'pay K', key: 'K', purpose: 'carry', lane: 'a' };
const ELSEWHERE: Call = { ...PAY, name: 'pay K elsewhere', lane: 'b' };
const OTHER: Call = { name: 'pay L', key: 'L', purpose: 'carry', lane: 'b' };
const RESUME: Call = { ...ELSEWHERE, name: 'resume K', resumes: true };
const FINISH: Call = { name: 'finish K', key: 'K', purpose: 'finish', lane: 'a' };
const CANCEL: Call = { name: 'cancel K', key: 'K', purpose: 'cancel', lane: 'b' };

type Budget = Scenario['budget'];

/** A payment that another call finishes. */
function finished(name: string, budget: Budget, bounds = ONE): Scenario {
  return { name, calls: [PAY, FINISH], budget, bounds, told: ['signed', 'finished', 'stopped'] };
}

/** A payment that another call cancels. */
function cancelled(name: string, budget: Budget, bounds = ONE): Scenario {
  const told = ['signed', 'rejected', 'cancelled', 'stopped', 'none'];
  return { name, calls: [PAY, CANCEL], budget, bounds, told };
}

/** Each is gone through to the end. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a call, and nothing goes wrong',
    calls: [PAY],
    budget: {},
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a call that is killed, made again, and meets a rival, a lost answer and its expiry',
    calls: [{ ...PAY, lives: 2 }],
    budget: { rival: 1, epoch: 1, lost: 1, kill: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'ended', 'stopped'],
  },
  {
    name: 'a creation that is refused, lost or hidden',
    calls: [{ ...PAY, lives: 2 }],
    budget: { refusal: 1, lost: 1, hidden: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'an attempt that may follow once time is over',
    calls: [{ ...PAY, resigns: true }],
    budget: { epoch: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'an attempt that the caller asks for',
    calls: [{ ...PAY, lives: 2, newAttempt: 2 }],
    budget: { rival: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'an attempt that the caller asks for, and another resumes',
    calls: [{ ...PAY, newAttempt: 2 }, RESUME],
    budget: {},
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped', 'none'],
  },
  {
    name: 'a signer that does not answer, and a transaction that fails',
    calls: [{ ...PAY, lives: 2 }],
    budget: { silence: 1, failure: 1, drop: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a transaction that can’t land yet',
    calls: [{ ...PAY, lives: 2 }],
    budget: { blocked: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  finished('a request whose caller is killed, and that another finishes', { kill: 1, rival: 1 }),
  finished('a request that another finishes, and its expiry', { epoch: 1 }),
  finished('what another finishes, and a signer that does not answer', { silence: 1 }),
  finished('what another finishes, and can’t land yet', { blocked: 1 }),
  finished('what another finishes, and a creation that is lost or refused', {
    refusal: 1,
    lost: 1,
  }),
  finished('what another finishes, and fails on the ledger', { failure: 1 }),
  {
    name: 'a Ticket, three operators, and an attempt that the caller asks for',
    calls: [{ ...PAY, usesTicket: true, lives: 2, newAttempt: 2 }],
    budget: { silence: 1 },
    bounds: THREE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'two operators, and a call that is made again',
    calls: [{ ...PAY, lives: 2 }],
    budget: { rival: 1 },
    bounds: TWO,
    told: ['signed', 'rejected', 'stopped'],
  },
  finished('two operators, and what another finishes', {}, TWO),
  cancelled('two operators, and a key that is cancelled', {}, TWO),
  {
    name: 'a Ticket',
    calls: [{ ...PAY, usesTicket: true, lives: 2 }],
    budget: { epoch: 1, kill: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a key in two processes, each with a lane of its own',
    calls: [PAY, ELSEWHERE],
    budget: {},
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'two keys that take the same number',
    calls: [PAY, OTHER],
    budget: {},
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'two keys in one lane',
    calls: [PAY, { ...OTHER, lane: 'a' }],
    budget: {},
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a key that is resumed elsewhere while its caller is killed',
    calls: [PAY, RESUME],
    budget: { kill: 1 },
    bounds: ONE,
    told: ['signed', 'rejected', 'stopped', 'none'],
  },
  cancelled('a key that is cancelled while it is paid', {}),
  cancelled('a key that is cancelled, and its expiry', { epoch: 1 }),
  cancelled('a key that is cancelled, and a signer that does not answer', {
    silence: 1,
    failure: 1,
  }),
  {
    name: 'a liar of two operators',
    calls: [{ ...PAY, lives: 2 }],
    budget: { epoch: 1 },
    bounds: ONE_OF_TWO,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a liar of two operators, and an attempt that may follow',
    calls: [{ ...PAY, resigns: true }],
    budget: { epoch: 1 },
    bounds: ONE_OF_TWO,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a liar of three operators',
    calls: [PAY],
    budget: { epoch: 1 },
    bounds: ONE_OF_THREE,
    told: ['signed', 'rejected', 'stopped'],
  },
  {
    name: 'a liar, and nobody else',
    calls: [{ ...PAY, resigns: true }],
    budget: { epoch: 1 },
    bounds: LIAR,
    told: ['signed', 'rejected', 'stopped'],
    expected: [
      'K is told as applied, and is not',
      'K is told to be without effect, and is applied',
    ],
  },
  {
    name: 'two liars of three operators',
    calls: [PAY],
    budget: { epoch: 1 },
    bounds: TWO_OF_THREE,
    told: ['signed', 'rejected', 'stopped'],
    expected: [
      'K is told as applied, and is not',
      'K is told to be without effect, and is applied',
    ],
  },
];

const NO_MISHAPS: Readonly<Record<Mishap, number>> = {
  rival: 0,
  epoch: 0,
  hidden: 0,
  lost: 0,
  refusal: 0,
  kill: 0,
  drop: 0,
  silence: 0,
  failure: 0,
  blocked: 0,
};

export function worldOf({ calls, budget }: Scenario): World {
  return {
    custody: {},
    spent: {},
    failed: [],
    handed: [],
    lanes: {},
    epoch: 0,
    told: {},
    budget: { ...NO_MISHAPS, ...budget },
    processes: calls.map(({ lives = 1, ...call }) => ({ call, isPatient: true, lives })),
  };
}
