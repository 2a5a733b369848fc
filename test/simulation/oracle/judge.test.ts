import { describe, expect, it } from 'vitest';
import { requestIdOf } from './case.js';
import type { AppliedEvidence, CallEvidence, OutcomeEvidence } from './evidence.js';
import { INVARIANTS, type Invariant, judge, tally } from './judge.js';
import {
  ACCOUNT,
  appliedOf,
  confirmed,
  evidenceOf,
  keyOf,
  PAYEE,
  PAYMENT,
  type Parts,
  requestOf,
  sampleOf,
} from './sample.js';

const NEXT = sampleOf({ Sequence: 6 });
const RIVAL = sampleOf({ Fee: '13' });
const DEARER = sampleOf({ Fee: '14' });
const STRANGE = sampleOf({ Amount: '7' });
const NOOP = sampleOf({ TransactionType: 'AccountSet', Destination: undefined, Amount: undefined });
const ticketsFrom = (Sequence: number) =>
  sampleOf({
    TransactionType: 'TicketCreate',
    TicketCount: 3,
    Destination: undefined,
    Amount: undefined,
    Sequence,
  });
const TICKETS = ticketsFrom(5);
/** The pool of Tickets asks twice under one id, with two contents. */
const ticketsTwice = (journalEntriesLost: readonly string[]): Parts => ({
  keys: [keyOf('a', { journaled: true, outcomes: [{ ...confirmed, hash: NEXT.hash }] })],
  custody: [
    requestOf(a, TICKETS, { externalTxId: idOf('t') }),
    requestOf(a, ticketsFrom(4), { externalTxId: idOf('t') }),
    requestOf(a, NEXT),
  ],
  applied: [appliedOf(NEXT)],
  facts: { storeLostWrites: true, journalEntriesLost },
});

const told = (kind: OutcomeEvidence['kind'], more: Partial<OutcomeEvidence> = {}) => {
  const { hash: _, ...rest } = confirmed;
  return { ...rest, kind, ...more };
};
const saying = (...outcomes: readonly Partial<OutcomeEvidence>[]) =>
  keyOf('a', {
    outcomes: outcomes.map((said) => ({ ...(said.kind ? told(said.kind) : confirmed), ...said })),
  });
const batch = keyOf('a', { payments: [1, 2].map(() => ({ destination: PAYEE, amount: '1000' })) });
const call = { at: 0, process: 'one', creates: true };
const [a, b] = [keyOf('a'), keyOf('b')];
const idOf = (key: string, attempt = '') => `${requestIdOf(a, key)}${attempt}`;
const second = { id: 'c2', externalTxId: idOf('a', '-2'), at: 700 };
/** Of two attempts the second is confirmed; then a call says of the first that it was rejected. */
const beforeOf = (told: Partial<OutcomeEvidence>) => ({
  ...saying(
    { hash: NEXT.hash, attempt: 2 },
    { ...told, kind: 'rejected', at: 1_100, attempt: 1, hash: undefined },
  ),
  calls: [{ ...call, newAttempt: 2 }],
});
/** A second attempt at the same number was refused, a caller heard of it, and then another key got that number. */
const followed = (told: Partial<OutcomeEvidence>): Parts => ({
  keys: [
    {
      ...saying(
        { kind: 'unknown', at: 750, attempt: 2, ...told },
        { kind: 'rejected', attempt: 2 },
      ),
      calls: [{ ...call, newAttempt: 2 }],
    },
    keyOf('b', { outcomes: [{ ...confirmed, hash: RIVAL.hash }] }),
  ],
  custody: [
    requestOf(a, PAYMENT),
    requestOf(a, DEARER, { ...second, signed: false, status: 'CANCELLED' }),
    requestOf(b, RIVAL, { id: 'c3', at: 800 }),
  ],
  applied: [appliedOf(RIVAL, { at: 900 })],
});
const twoAttempts = [
  requestOf(a, PAYMENT, { signed: false, status: 'REJECTED', process: 'two' }),
  requestOf(a, NEXT, { ...second, process: 'one' }),
];
/** A key's payment is being cancelled from 50 on, and is sent at 120, in a process that pays with another key. */
function cancelling({
  sentAt = 120,
  refusedAt,
  shownFrom,
  keys = [],
  others = [{ ...call, at: 100, endedAt: 130 }],
  applied = [],
}: {
  readonly sentAt?: number;
  readonly refusedAt?: number;
  readonly shownFrom?: number;
  readonly keys?: readonly CallEvidence[];
  readonly others?: readonly CallEvidence[];
  readonly applied?: readonly AppliedEvidence[];
} = {}): Parts {
  const isRefused = refusedAt !== undefined;
  const status = isRefused ? 'REJECTED' : 'PENDING_AUTHORIZATION';
  const unsigned = { status, signed: false, endedAt: refusedAt, shownFrom };
  return {
    keys: [
      keyOf('a', { approvable: false, outcomes: [], calls: keys }),
      keyOf('b', { approvable: false, outcomes: [], calls: others }),
    ],
    custody: [
      requestOf(a, PAYMENT),
      requestOf(a, NOOP, {
        externalTxId: idOf(`cancel:${idOf('a')}`),
        id: 'c2',
        at: 50,
        ...unsigned,
      }),
    ],
    applied,
    sends: [{ at: sentAt, process: 'one', chain: 'xrpl', blob: PAYMENT.blob }],
  };
}
const failing = appliedOf(PAYMENT, { result: 'tecPATH_DRY' });
const LATE = [{ at: 0, height: 101 }];

/** Evidence that breaks an invariant, by what is wrong with it. */
const BROKEN: Readonly<Record<Invariant, Readonly<Record<string, Parts>>>> = {
  'two-applied-for-one-key': {
    'a second attempt lands too': {
      keys: [keyOf('a', { calls: [{ ...call, newAttempt: 2 }] })],
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
      applied: [appliedOf(PAYMENT), appliedOf(NEXT, { at: 900 })],
    },
    'a journal signs anew, and its store lost nothing': {
      keys: [keyOf('a', { journaled: true, calls: [{ ...call, newAttempt: 2 }] })],
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
      applied: [appliedOf(PAYMENT), appliedOf(NEXT, { at: 900 })],
    },
  },
  'one-applied-told-to-two-keys': {
    'two keys build the same bytes': {
      keys: [a, b],
      custody: [requestOf(a, PAYMENT), requestOf(b, PAYMENT, { id: 'c2' })],
      facts: { storeShared: false },
    },
    'one of them is told that it is alone': {
      keys: [keyOf('a', { exclusive: false }), b],
      custody: [requestOf(a, PAYMENT), requestOf(b, PAYMENT, { id: 'c2' })],
      facts: { storeShared: false },
    },
  },
  'success-without-applied': {
    'nothing was applied': { applied: [] },
    'it is applied later': { applied: [appliedOf(PAYMENT, { at: 1_001 })] },
    'it failed': { applied: [failing] },
    'no hash': { keys: [saying(told('confirmed'))] },
    'it is the hash of another key': {
      keys: [a, keyOf('b', { payments: [{ destination: PAYEE, amount: '7' }] })],
      custody: [requestOf(a, PAYMENT), requestOf(b, sampleOf({ Sequence: 9 }), { id: 'c2' })],
    },
    'it pays something else': {
      keys: [keyOf('a', { payments: [{ destination: PAYEE, amount: '999' }] })],
    },
  },
  'told-dead-but-applied': {
    ...Object.fromEntries(
      (['failed', 'expired', 'replaced', 'rejected', 'refused', 'cancelled'] as const).map(
        (kind) => [kind, { keys: [saying(told(kind, { at: 100 }), { at: 1_200 })] }],
      ),
    ),
    'a member of a batch, once the rest was cancelled': {
      keys: [{ ...batch, outcomes: [{ ...confirmed, member: 0 }, told('cancelled', { at: 600 })] }],
      custody: [requestOf(a, PAYMENT, { digests: [...PAYMENT.digests, ...NEXT.digests] })],
      applied: [appliedOf(PAYMENT), appliedOf(NEXT, { at: 900 })],
    },
    'refused, and the custody showed what another process had asked for': {
      keys: [saying(told('refused', { at: 30, begunAt: 20, process: 'p2' }))],
      custody: [requestOf(a, PAYMENT, { process: 'one' })],
    },
  },
  'final-while-it-may-land': {
    'expired, before its ledger': { keys: [saying(told('expired'))], applied: [] },
    'replaced, while its number is unspent': { keys: [saying(told('replaced'))], applied: [] },
    'rejected, though signed': { keys: [saying(told('rejected'))], applied: [] },
    'failed, and nothing failed': { keys: [saying(told('failed'))], applied: [] },
    'replaced by a creation of Tickets whose last number is the one before': {
      keys: [saying(told('replaced'))],
      applied: [appliedOf(ticketsFrom(1), { foreign: true })],
    },
    'replaced by a creation of Tickets that failed': {
      keys: [saying(told('replaced'))],
      applied: [appliedOf(ticketsFrom(2), { foreign: true, result: 'tecINSUFFICIENT_RESERVE' })],
    },
    'replaced by a Ticket of that number': {
      keys: [saying(told('replaced'))],
      applied: [appliedOf(sampleOf({ Sequence: 0, TicketSequence: 5 }), { foreign: true })],
    },
  },
  'final-answer-changed': {
    'to another final one': { keys: [saying({}, told('expired', { at: 1_100 }))] },
    'to another hash': { keys: [saying({}, { at: 1_100, hash: NEXT.hash })] },
    'to pending, of a call after the custody showed the request': {
      keys: [saying(told('rejected', { at: 20 }), told('pending', { at: 60, begunAt: 56 }))],
      custody: [requestOf(a, PAYMENT, { signed: false, status: 'REJECTED', shownFrom: 55 })],
      applied: [],
    },
    'to pending': { keys: [saying({}, told('pending', { at: 1_100 }))] },
    'to pending, of a cancellation': {
      keys: [saying({}, told('pending', { at: 1_100, ofCancel: true }))],
    },
    'to pending, of a call that cancels nothing, of a batch': {
      keys: [{ ...batch, outcomes: [{ ...confirmed, member: 0 }, told('pending', { at: 1_100 })] }],
    },
    'to unknown': { keys: [saying({}, told('unknown', { at: 1_100 }))] },
    'to the end of the attempt before, of a call that began after the last': {
      keys: [beforeOf({ begunAt: 701, process: 'two' })],
      custody: twoAttempts,
      applied: [appliedOf(NEXT)],
    },
    'to the end of the attempt before, of a call in the process that asked for the last': {
      keys: [beforeOf({ begunAt: 699, process: 'one' })],
      custody: twoAttempts,
      applied: [appliedOf(NEXT)],
    },
  },
  'second-digest-for-attempt': {
    'two contents under one id': { custody: [requestOf(a, PAYMENT), requestOf(a, NEXT)] },
    'of a creation of Tickets, where a journal has lost something else': ticketsTwice(['another']),
    'more than a journal has lost': {
      keys: [keyOf('a', { journaled: true })],
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT), requestOf(a, RIVAL)],
      facts: { storeLostWrites: true, journalEntriesLost: ['another'] },
    },
    'what no journal keeps, though entries were lost': {
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT)],
      facts: { storeLostWrites: true, journalEntriesLost: ['another'] },
    },
  },
  'attempt-without-permission': {
    'nobody allowed one': { custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)] },
    'another was allowed': {
      keys: [keyOf('a', { calls: [{ ...call, newAttempt: 3 }] })],
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
    },
    'on expiry, and the first had not expired': {
      keys: [keyOf('a', { calls: [{ ...call, resigns: true }] })],
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
      applied: [],
    },
  },
  'sent-while-being-cancelled': {
    'by a process that pays with another key': cancelling(),
    'by one that cancels as well': cancelling({ keys: [{ ...call, at: 100, cancels: true }] }),
    'by one that was killed': cancelling({ others: [{ ...call, at: 100 }] }),
  },
  'request-of-nobody': {
    'an id that follows from no key': {
      custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, { externalTxId: 'cg-0', id: 'c2' })],
    },
  },
  'two-keys-for-one-number': {
    'two keys': { keys: [a, b], custody: [requestOf(a, PAYMENT), requestOf(b, RIVAL)] },
    'a payment and the creation of Tickets': {
      custody: [requestOf(a, PAYMENT), requestOf(a, TICKETS, { externalTxId: idOf('t') })],
    },
    'two creations of Tickets': {
      custody: [
        requestOf(a, TICKETS, { externalTxId: idOf('t') }),
        requestOf(a, ticketsFrom(5), { externalTxId: idOf('u') }),
      ],
      applied: [appliedOf(TICKETS)],
    },
    'of which a later attempt is still awaited': followed({ kind: 'pending' }),
    'before a caller heard that the later attempt was refused': followed({ at: 801 }),
  },
  'number-applied-twice': {
    'two transactions with one number': {
      applied: [appliedOf(PAYMENT), appliedOf(RIVAL, { foreign: true })],
    },
  },
  'money-made-or-lost': {
    'an amount that nobody asked for': {
      custody: [requestOf(a, STRANGE)],
      applied: [appliedOf(STRANGE)],
    },
    'a payment of nobody': { applied: [appliedOf(PAYMENT), appliedOf(NEXT)] },
    'a coin too many': { supply: { before: '100', after: '90', burned: '9' } },
    'bytes that are no transaction': {
      applied: [appliedOf(PAYMENT), { ...appliedOf(NEXT), blob: '00' }],
    },
  },
  'error-without-reference': {
    'after the creation': { keys: [saying(told('error', { at: 1, afterCreate: true }), {})] },
    'after the creation, without the key': {
      keys: [
        saying(told('aborted', { at: 1, afterCreate: true, custodyId: 'c1', namesKey: false }), {}),
      ],
    },
    'after the signature': { keys: [saying(told('unknown', { at: 1, afterSignature: true }), {})] },
    'of an attempt that there can’t be': { keys: [saying(told('aborted', { attempt: 0 }), {})] },
    'after the signature of an earlier attempt, which one operator says is dead': {
      keys: [
        saying({ ...told('error', { at: 700, attempt: 2 }) }, told('replaced', { at: 1_200 })),
      ],
      custody: [requestOf(a, PAYMENT, { signedAt: 20 })],
      applied: [],
    },
  },
  'told-nothing-but-applied': {
    'a transaction that the call itself asked for': {
      keys: [saying(told('error', { at: 100, happened: 'nothing', made: [idOf('a')] }), {})],
    },
    'a transaction that reaches the custody after that, with no other call': {
      keys: [
        {
          ...saying(told('error', { at: 5, happened: 'nothing', made: [idOf('a')] }), {}),
          calls: [call],
        },
      ],
    },
  },
  'signed-after-roll-back': { 'signed later': { facts: { rollBackNoticedAt: 9 } } },
  'key-never-ends': {
    'no answer': { keys: [saying()] },
    pending: { keys: [saying(told('pending'))] },
    'an end before, an error after': { keys: [saying({ at: 600 }, told('error', { at: 900 }))] },
    'a member of a batch': {
      keys: [
        keyOf('a', {
          payments: [1, 2].map(() => ({ destination: PAYEE, amount: '1000' })),
          outcomes: [{ ...confirmed, member: 0 }],
        }),
      ],
      custody: [requestOf(a, PAYMENT, { digests: [...PAYMENT.digests, ...NEXT.digests] })],
    },
  },
  defect: { 'whatever it is': { facts: { defects: ['it'] } } },
  'lane-held': { 'a lane': { facts: { lanesHeld: ['xrpl:1:r'] } } },
  'probe-not-confirmed': {
    'a probe': { facts: { probes: [{ account: ACCOUNT, outcome: 'unknown' }] } },
  },
  'unhandled-rejection': {
    'a number': { facts: { unhandledRejections: 1 } },
    'a list': { facts: { unhandledRejections: ['Error: it'] } },
  },
  'timer-left': { 'one timer': { facts: { timersLeft: 1 } } },
  'memory-unbounded': { 'one entry': { facts: { memory: { entries: 11, bound: 10 } } } },
};

/** Evidence that looks as if something were broken, and is not. */
const WHOLE: Readonly<Record<string, Parts>> = {
  'a payment that is confirmed': {},
  'two keys that are told that they share one': {
    keys: [keyOf('a', { exclusive: false }), keyOf('b', { exclusive: false })],
    facts: { storeShared: false },
  },
  'an attempt that failed, and one that was allowed': {
    keys: [
      keyOf('a', {
        calls: [{ ...call, at: 650, newAttempt: 2 }],
        outcomes: [
          { ...told('failed', { at: 600 }), hash: PAYMENT.hash },
          { ...confirmed, hash: NEXT.hash, attempt: 2 },
        ],
      }),
    ],
    custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
    applied: [failing, appliedOf(NEXT, { at: 900 })],
  },
  'what is cancelled, sent before that was asked for': cancelling({ sentAt: 49 }),
  'what is cancelled, sent once that was refused': cancelling({ refusedAt: 110 }),
  'what is cancelled, sent once it was shown to nobody': cancelling({ shownFrom: 130 }),
  'what is cancelled, sent by a call with its own key': cancelling({
    keys: [{ ...call, at: 100 }],
  }),
  'what is cancelled, sent by a call that began before': cancelling({
    others: [{ ...call, at: 40, endedAt: 130 }],
  }),
  'what is cancelled, sent once its number was spent': cancelling({
    applied: [appliedOf(NOOP, { at: 90 })],
  }),
  'an attempt on expiry': {
    keys: [
      keyOf('a', {
        calls: [{ ...call, resigns: true }],
        outcomes: [{ ...confirmed, hash: NEXT.hash, attempt: 2 }],
      }),
    ],
    custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
    applied: [appliedOf(NEXT, { at: 900 })],
    heads: LATE,
  },
  'expired, and so it is': { keys: [saying(told('expired'))], applied: [], heads: LATE },
  'replaced by another wallet': {
    keys: [saying(told('replaced'))],
    applied: [appliedOf(RIVAL, { foreign: true })],
  },
  'a number that went with the creation of Tickets': {
    keys: [saying(told('replaced'))],
    applied: [appliedOf(ticketsFrom(2), { foreign: true })],
  },
  'rejected, after an attempt that several operators say is dead': {
    keys: [saying(told('rejected', { attempt: 2 }))],
    custody: [requestOf(a, PAYMENT, { signedAt: 20 })],
    applied: [],
    heads: LATE,
    facts: { severalAgree: true },
  },
  'an error without a hash, after an attempt that failed': {
    keys: [
      saying(
        { ...told('failed', { at: 600 }), hash: PAYMENT.hash },
        told('error', { at: 700, attempt: 2 }),
        { ...told('failed', { at: 800 }), hash: PAYMENT.hash },
      ),
    ],
    custody: [requestOf(a, PAYMENT, { signedAt: 20 })],
    applied: [failing],
  },
  'told that nothing happened, before another call asked for it': {
    keys: [saying(told('error', { at: 5, happened: 'nothing' }), {})],
  },
  'told that nothing happened, before another call of the process asked for it': {
    keys: [
      {
        ...saying(told('error', { at: 5, happened: 'nothing', made: [idOf('a')] }), {}),
        calls: [call, { ...call, at: 8 }],
      },
    ],
  },
  'told that nothing happened, where the request of another process had reached the custody': {
    keys: [saying(told('refused', { at: 30, begunAt: 5, happened: 'nothing', made: [idOf('a')] }))],
    custody: [requestOf(a, PAYMENT, { process: 'p2' })],
  },
  'told that nothing happened, where a later attempt has the same bytes': {
    keys: [
      {
        ...saying(
          told('rejected', { at: 600, attempt: 1, happened: 'nothing', made: [idOf('a')] }),
          { attempt: 2 },
        ),
        calls: [{ ...call, newAttempt: 2 }],
      },
    ],
    custody: [
      requestOf(a, PAYMENT, { signed: false, status: 'FAILED' }),
      requestOf(a, PAYMENT, { ...second, process: 'p2' }),
    ],
    applied: [appliedOf(PAYMENT, { at: 900 })],
  },
  'rejected at the custody': {
    keys: [saying(told('rejected'))],
    custody: [requestOf(a, PAYMENT, { signed: false, status: 'REJECTED' })],
    applied: [],
  },
  'refused, and asked for anew by the caller': {
    keys: [
      keyOf('a', {
        outcomes: [told('refused', { at: 5 }), confirmed],
        calls: [call, { ...call, at: 8 }],
      }),
    ],
  },
  'refused, before the custody shows what another process had asked for': {
    keys: [saying(told('refused', { at: 30, begunAt: 20, process: 'p2' }), {})],
    custody: [requestOf(a, PAYMENT, { process: 'one', shownFrom: 25 })],
  },
  'refused, while another process asked for it': {
    keys: [saying(told('refused', { at: 1_100, begunAt: 5, process: 'p2' }))],
    custody: [requestOf(a, PAYMENT, { at: 50, process: 'p1' })],
  },
  'a call that knew less, because it began earlier': {
    keys: [saying({}, told('pending', { at: 1_001, begunAt: 900 }), { at: 1_200 })],
  },
  'unknown, because nobody knows any more': {
    keys: [{ ...saying({}, told('unknown', { at: 1_100 })), evidenceGoneAt: 1_050 }],
  },
  'a number that expired, and then went to another key': {
    keys: [saying(told('expired')), keyOf('b', { outcomes: [{ ...confirmed, hash: RIVAL.hash }] })],
    custody: [requestOf(a, PAYMENT), requestOf(b, RIVAL, { at: 200 })],
    applied: [appliedOf(RIVAL)],
    heads: LATE,
  },
  'a number of what was cancelled in a journal': {
    keys: [
      keyOf('a', { journaled: true, outcomes: [told('cancelled', { at: 50 }), told('rejected')] }),
      keyOf('b', { journaled: true, outcomes: [{ ...confirmed, hash: RIVAL.hash }] }),
    ],
    custody: [requestOf(a, PAYMENT), requestOf(b, RIVAL, { at: 100 })],
    applied: [appliedOf(RIVAL)],
  },
  'a number that a node refused, and that then went to another key': {
    keys: [
      saying(told('error', { at: 50, errorCode: 'TRANSACTION_REFUSED' }), told('replaced')),
      keyOf('b', { outcomes: [{ ...confirmed, hash: RIVAL.hash }] }),
    ],
    custody: [requestOf(a, PAYMENT), requestOf(b, RIVAL, { at: 200 })],
    applied: [appliedOf(RIVAL)],
  },
  'two keys for one number, without a store': {
    keys: [
      saying(told('replaced')),
      keyOf('b', { outcomes: [{ ...confirmed, hash: RIVAL.hash }] }),
    ],
    custody: [requestOf(a, PAYMENT), requestOf(b, RIVAL)],
    applied: [appliedOf(RIVAL)],
    facts: { storeShared: false },
  },
  'a cancellation that takes the number': {
    keys: [saying(told('replaced'))],
    custody: [
      requestOf(a, PAYMENT),
      requestOf(a, NOOP, { at: 100, externalTxId: idOf(`cancel:${idOf('a')}`) }),
    ],
    applied: [appliedOf(NOOP)],
  },
  'a key that takes the number of another': {
    keys: [
      saying(told('replaced')),
      keyOf('b', {
        takesNumberOf: 'a',
        outcomes: [{ ...confirmed, hash: RIVAL.hash }],
      }),
    ],
    custody: [requestOf(a, PAYMENT), requestOf(b, RIVAL, { at: 100 })],
    applied: [appliedOf(RIVAL)],
  },
  'two keys that both take the number of another': {
    keys: [
      saying(told('replaced')),
      keyOf('b', { takesNumberOf: 'a', outcomes: [told('replaced')] }),
      keyOf('c', { takesNumberOf: 'a', outcomes: [{ ...confirmed, hash: DEARER.hash }] }),
    ],
    custody: [
      requestOf(a, PAYMENT),
      requestOf(b, RIVAL, { at: 100 }),
      requestOf(a, DEARER, { at: 110, externalTxId: idOf('c') }),
    ],
    applied: [appliedOf(DEARER)],
  },
  'a number that another wallet of the account spent': {
    keys: [saying(told('replaced'))],
    applied: [appliedOf(RIVAL, { foreign: true })],
  },
  "a caller's own bytes, refused once and signed in the second attempt": {
    keys: [
      keyOf('a', {
        calls: [{ ...call, newAttempt: 2 }],
        outcomes: [told('rejected', { at: 20, attempt: 1 }), { ...confirmed, attempt: 2 }],
      }),
    ],
    custody: [
      requestOf(a, PAYMENT, { signed: false, status: 'BLOCKED' }),
      requestOf(a, PAYMENT, { ...second, at: 30 }),
    ],
    applied: [appliedOf(PAYMENT)],
  },
  'Tickets for a payment': {
    keys: [keyOf('a', { outcomes: [{ ...confirmed, hash: NEXT.hash }] })],
    custody: [requestOf(a, TICKETS, { externalTxId: idOf('t') }), requestOf(a, NEXT)],
    applied: [appliedOf(TICKETS), appliedOf(NEXT)],
  },
  'a native transfer': {
    custody: [
      requestOf(
        a,
        { ...PAYMENT, digests: [], payload: undefined },
        {
          native: { destination: PAYEE, amount: '0.001', hash: PAYMENT.hash },
        },
      ),
    ],
  },
  'a transfer that the custody calls failed, with a hash that no ledger has': {
    keys: [saying(told('unknown'))],
    custody: [
      requestOf(
        a,
        { ...PAYMENT, digests: [], payload: undefined },
        {
          status: 'FAILED',
          signed: false,
          native: { destination: PAYEE, amount: '0.001', hash: PAYMENT.hash },
        },
      ),
    ],
    applied: [],
  },
  'a key that nobody approves': {
    keys: [{ ...saying(told('pending')), approvable: false }],
    applied: [],
  },
  'a second content under a journal whose store lost the first': {
    keys: [keyOf('a', { journaled: true, outcomes: [{ ...confirmed, hash: NEXT.hash }] })],
    custody: [requestOf(a, PAYMENT), requestOf(a, NEXT)],
    applied: [appliedOf(NEXT)],
    facts: { storeLostWrites: true, journalEntriesLost: ['another'] },
  },
  'a batch whose rest is still to be cancelled after its first member': {
    keys: [
      {
        ...batch,
        outcomes: [
          { ...confirmed, member: 0 },
          told('pending', { at: 1_100, ofCancel: true }),
          { ...confirmed, at: 1_200, member: 0 },
          told('expired', { at: 1_200, member: 1 }),
        ],
      },
    ],
    custody: [
      requestOf(a, PAYMENT, {
        digests: [...PAYMENT.digests, ...NEXT.digests],
        payload: [PAYMENT.payload, NEXT.payload],
      }),
    ],
  },
  'a batch that was cancelled after its first member': {
    keys: [
      {
        ...batch,
        outcomes: [
          told('cancelled'),
          { ...confirmed, member: 0 },
          told('expired', { at: 1_100, member: 1 }),
        ],
      },
    ],
    custody: [
      requestOf(a, PAYMENT, {
        digests: [...PAYMENT.digests, ...NEXT.digests],
        payload: [PAYMENT.payload, NEXT.payload],
      }),
    ],
  },
  'a key under which nobody was asked': {
    keys: [saying(told('error', { errorCode: 'TRANSACTION_NOT_FOUND' }))],
    custody: [],
    applied: [],
  },
  'coins that were burned': { supply: { before: '100', after: '90', burned: '10' } },
  'the end of the attempt before, of a call that began before another process asked for the last': {
    keys: [beforeOf({ begunAt: 699, process: 'two' })],
    custody: twoAttempts,
    applied: [appliedOf(NEXT)],
  },
  'a number that a later attempt took in vain': followed({}),
  'a final answer that is pending while the custody does not show the request': {
    keys: [
      saying(
        told('rejected', { at: 20 }),
        told('pending', { at: 60, begunAt: 50 }),
        told('rejected'),
      ),
    ],
    custody: [requestOf(a, PAYMENT, { signed: false, status: 'REJECTED', shownFrom: 55 })],
    applied: [],
  },
  'two contents under one id, where the journal lost the first': {
    keys: [{ ...saying({ hash: PAYMENT.hash }, { at: 1_100, hash: NEXT.hash }), journaled: true }],
    custody: [requestOf(a, PAYMENT), requestOf(a, NEXT)],
    applied: [appliedOf(PAYMENT), appliedOf(NEXT, { at: 900 })],
    facts: { storeLostWrites: true, journalEntriesLost: ['another'] },
  },
  'one creation of Tickets, asked for twice': {
    keys: [keyOf('a', { outcomes: [{ ...confirmed, hash: NEXT.hash }] })],
    custody: [
      requestOf(a, TICKETS, { externalTxId: idOf('t') }),
      requestOf(a, TICKETS, { externalTxId: idOf('t') }),
      requestOf(a, NEXT),
    ],
    applied: [appliedOf(TICKETS), appliedOf(NEXT)],
  },
  'a creation of Tickets twice, where the journal lost the first': ticketsTwice([idOf('t')]),
  'another end under a journal that lost the signature': {
    keys: [{ ...saying({}, told('rejected', { at: 1_100 })), journaled: true }],
    facts: { storeLostWrites: true, journalEntriesLost: [requestOf(a, PAYMENT).externalTxId] },
  },
  'replaced, and rejected later, of what was never signed': {
    keys: [saying(told('replaced', { at: 1_000 }), told('rejected', { at: 1_100 }))],
    custody: [requestOf(a, PAYMENT, { signed: false, status: 'REJECTED' })],
    applied: [],
  },
  'unknown to a call of bad weather': {
    keys: [saying({}, told('unknown', { at: 790, begunAt: 700 }), { at: 1_200 })],
  },
  'nothing known to a call that began before another asked': {
    keys: [
      saying(
        told('error', {
          errorCode: 'TRANSACTION_NOT_FOUND',
          namesKey: false,
          afterCreate: true,
          begunAt: 5,
          at: 20,
        }),
        {},
      ),
    ],
  },
  'an error with everything': {
    keys: [
      saying(
        told('error', {
          at: 1,
          afterCreate: true,
          afterSignature: true,
          custodyId: 'c',
          hash: 'h',
        }),
        {},
      ),
    ],
  },
};

describe('the judge', () => {
  it.each(Object.entries(WHOLE))('finds nothing in %s', (_, parts) => {
    expect(judge(evidenceOf(parts))).toEqual([]);
  });

  for (const invariant of INVARIANTS) {
    it.each(Object.entries(BROKEN[invariant]))(`finds ${invariant}: %s`, (_, parts) => {
      const found = judge(evidenceOf(parts)).map((violation) => violation.invariant);
      expect(found).toContain(invariant);
    });
  }
});

it('counts what is allowed under a journal, and what nobody knows any more', () => {
  const keys = [
    keyOf('a', {
      journaled: true,
      calls: [{ ...call, newAttempt: 2 }],
      outcomes: [confirmed, told('unknown', { at: 1_100 })],
      evidenceGoneAt: 1_050,
    }),
  ];
  const evidence = evidenceOf({
    keys,
    custody: [requestOf(a, PAYMENT), requestOf(a, NEXT, second)],
    applied: [appliedOf(PAYMENT), appliedOf(NEXT, { at: 900 })],
    facts: { storeLostWrites: true },
  });
  expect(judge(evidence)).toEqual([]);
  expect(tally(evidence)).toEqual({
    doubles: 1,
    signedAnew: 0,
    outOfSight: 0,
    forgotten: 1,
    reworded: 0,
  });
  expect(tally(evidenceOf())).toEqual({
    doubles: 0,
    signedAnew: 0,
    outOfSight: 0,
    forgotten: 0,
    reworded: 0,
  });
});
