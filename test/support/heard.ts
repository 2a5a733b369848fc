import type { SigningRecord } from '../../src/signer/index.js';
import type { AccountNumber, Submission, TransactionStatus } from '../../src/transactions/index.js';
import type { Answer } from '../../src/transactions/life/answers.js';
import { type End, type Facts, unheardOf, type Wanted } from '../../src/transactions/life/facts.js';
import { fold } from '../../src/transactions/life/fold.js';

export type Known = Facts<string, string>;
export type Heard = Answer<string, string>;

const PACE = { firstMs: 1, factor: 1, maxMs: 1 };
const never = () => 0;

/** What a call wants that does not cancel. */
export type Carried = Exclude<Wanted, { readonly purpose: 'cancel' }>;

const WANTED: Carried = {
  purpose: 'carry',
  identity: { chainId: 'chain', address: 'a', idempotencyKey: 'K' },
  chunk: 0,
  isBatch: false,
  canMake: true,
  mayExist: true,
  fingerprint: undefined,
  isNative: false,
  canCancel: true,
  usesTicket: false,
  chosen: undefined,
  stopsOnFailure: false,
  newAttempt: undefined,
  resigns: false,
  maxAttempts: 2,
  signatureTimeoutMs: never,
  confirmTimeoutMs: never,
  operators: 1,
  agree: 1,
  confirmPace: PACE,
  resubmitAfterMs: 0,
  expiries: { leastMs: 1_000, usualMs: 1_000 },
};

const NOTHING: Known = {
  request: {
    wanted: WANTED,
    attempts: [],
    time: { monotonic: 0, wall: 0, signer: undefined },
    heard: 0,
    pauses: 0,
    pause: undefined,
    isCancelled: false,
  },
  members: [],
};

/** What is known once something was heard. */
export const heard = (...answers: readonly Heard[]) => answers.reduce<Known>(fold, NOTHING);

/** The same, of a call that wants something else. */
export const heardBy = (wanted: Partial<Carried>, ...answers: readonly Heard[]): Known => {
  const request = { ...NOTHING.request, wanted: { ...WANTED, ...wanted } };
  return answers.reduce<Known>(fold, { ...NOTHING, request });
};

export function built(attempt: number, value: bigint, expiry?: bigint): Heard {
  return builtRow(attempt, [value], expiry);
}

/** Several transactions, of a batch. */
export function builtRow(attempt: number, values: readonly bigint[], expiry?: bigint): Heard {
  const members = values.map((value) => {
    const number: AccountNumber = { kind: 'sequence', value };
    return { transaction: `${value}`, terms: { number, fee: 1n, expiry } };
  });
  const order = { contents: values.map(String), isFixed: false };
  return { kind: 'built', attempt, order, built: { height: 0n, time: 0 }, members };
}

export function recordOf(attempt: number, more: Partial<SigningRecord> = {}): SigningRecord {
  const { requestId: idempotencyKey } = unheardOf(NOTHING.request, attempt);
  const about = { idempotencyKey, providerId: 'custody', kind: 'raw', messages: [] } as const;
  return { ...about, state: 'pending', status: 'SUBMITTED', ...more };
}

export function found(attempt: number, more: Partial<SigningRecord> = {}): Heard {
  return { kind: 'found', attempt, search: { said: 'record', record: recordOf(attempt, more) } };
}

export const none = (attempt: number): Heard => ({
  kind: 'found',
  attempt,
  search: { said: 'none' },
});

/** What the operators said of a transaction, as it was looked up. */
export function looked(
  attempt: number,
  member: number,
  ...said: readonly TransactionStatus<string>[]
): readonly Heard[] {
  const about = { attempt, member };
  return [
    { kind: 'look-begun', ...about, pauses: 0 },
    ...said.map((status, index): Heard => {
      return { kind: 'said', ...about, statement: { operator: `op-${index}`, status } };
    }),
  ];
}

/** What a node answered to what was sent. */
export function sent(attempt: number, member: number, submission: Submission): Heard {
  return { kind: 'sent', attempt, member, submission, startedAt: 0, again: false };
}

/** An attempt is over for its lane. */
export const left = (attempt: number, end: End): Heard => ({ kind: 'left', attempt, end });

/** The account's lane has let it in, or has no room. */
export function entered(attempt: number, isHeld = true): Heard {
  return { kind: 'entered', attempt, lane: 'sequence', isHeld, isToSend: true };
}

/** The numbers before it are sent, or given up. */
export const turn = (member: number): Heard => ({ kind: 'turn-came', attempt: 1, member });

export const accepted = (member = 0) => sent(1, member, { state: 'accepted', code: 'ok' });

/** The lane knows that a node has it. */
export const marked = (member: number): Heard => ({ kind: 'marked', attempt: 1, member });

/** The call has paused since, and the clocks show so much time. */
export function paused({ request, members }: Known, monotonic = 0): Known {
  const time = { ...request.time, monotonic };
  return { request: { ...request, time, pauses: request.pauses + 1 }, members };
}
