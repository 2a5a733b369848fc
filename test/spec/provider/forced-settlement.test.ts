import { expect } from 'vitest';
import {
  afterForcedSettlementMove,
  afterSignerEvent,
  afterSigningEvent,
  ForcedSettlementError,
  type ForcedSettlementMove,
  type ForcedSettlementState,
  type SettlementCandidate,
  type SettlementSigning,
} from '../../../src/provider/index.js';
import { claims, each } from '../support/claims.js';

const AT = 'provider-api.md / Forced settlement candidacy';
const DAY = 86_400_000;
const CREATED = Date.UTC(2026, 0, 1);
const SLA = 2 * DAY;

const CANDIDATE: SettlementCandidate = {
  createdAt: CREATED,
  isLast: true,
  anotherIsMarked: false,
  hasCancelledToExchange: false,
  enforcementSlaMs: SLA,
};
const NOT_MARKED: ForcedSettlementState = { state: 'not-marked' };
const marked = (day: number): ForcedSettlementState => ({
  state: 'marked',
  markedAt: CREATED + day * DAY,
});

interface Row {
  readonly what: string;
  readonly move: ForcedSettlementMove;
  readonly from: ForcedSettlementState;
  readonly day: number;
  readonly candidate?: Partial<SettlementCandidate>;
  /** The next state; none where the move is not allowed. */
  readonly next?: ForcedSettlementState['state'];
}

const ROWS: readonly Row[] = [
  { what: 'PUT at once', move: 'mark', from: NOT_MARKED, day: 0, next: 'marked' },
  { what: 'PUT at 7 days', move: 'mark', from: NOT_MARKED, day: 7, next: 'marked' },
  { what: 'PUT after 7 days', move: 'mark', from: NOT_MARKED, day: 7.001 },
  {
    what: 'PUT of one that is not the last created',
    move: 'mark',
    from: NOT_MARKED,
    day: 1,
    candidate: { isLast: false },
  },
  {
    what: 'PUT while another is marked',
    move: 'mark',
    from: NOT_MARKED,
    day: 1,
    candidate: { anotherIsMarked: true },
  },
  {
    what: 'PUT of one with a cancelled to-exchange transaction',
    move: 'mark',
    from: NOT_MARKED,
    day: 1,
    candidate: { hasCancelledToExchange: true },
  },
  { what: 'PUT of one that is marked', move: 'mark', from: marked(1), day: 2 },
  { what: 'DELETE', move: 'unmark', from: marked(1), day: 1, next: 'not-marked' },
  { what: 'DELETE at any time', move: 'unmark', from: marked(1), day: 30, next: 'not-marked' },
  { what: 'DELETE of one that is not marked', move: 'unmark', from: NOT_MARKED, day: 1 },
  { what: 'POST within the SLA', move: 'force', from: marked(1), day: 2.9 },
  { what: 'POST after the SLA', move: 'force', from: marked(1), day: 3, next: 'forced' },
  { what: 'POST at 10 days', move: 'force', from: marked(7), day: 10, next: 'forced' },
  { what: 'POST after 10 days', move: 'force', from: marked(7), day: 10.001 },
  { what: 'POST of one that is not marked', move: 'force', from: NOT_MARKED, day: 5 },
  {
    what: 'POST of one with a cancelled to-exchange transaction',
    move: 'force',
    from: marked(1),
    day: 4,
    candidate: { hasCancelledToExchange: true },
  },
  { what: 'GET within the SLA', move: 'read', from: marked(1), day: 2, next: 'marked' },
  { what: 'GET of one that is not marked', move: 'read', from: NOT_MARKED, day: 2 },
];

claims('forcing a settlement', [
  ...each(ROWS, ({ what, move, from, day, candidate, next }) => ({
    where: `${AT} / ${what} / ${next ?? 'is not allowed'}`,
    holds: () => {
      const now = CREATED + day * DAY;
      const moved = () =>
        afterForcedSettlementMove(move, from, { ...CANDIDATE, ...candidate }, now);
      if (next === undefined) expect(moved).toThrow(ForcedSettlementError);
      else expect(moved().state).toBe(next);
    },
  })),
]);

const SIGNING = 'provider-api.md / What the service does / 6 / Auto-sign';
const WAITING: SettlementSigning = { state: 'awaiting-customer', respondBy: CREATED };

const EVENTS = [
  ['the customer signs in time', 'customer-signed', -1, 'signed-by-customer'],
  ['the customer denies in time', 'customer-denied', -1, 'denied-by-customer'],
  ['time is left', 'time-passed', -1, 'awaiting-customer'],
  ['neither signed nor denied at the end of the response SLA', 'time-passed', 0, 'auto-signing'],
] as const;

claims('signing a settlement’s transaction', [
  ...each(EVENTS, ([what, event, ms, state]) => ({
    where: `${SIGNING} / ${what}`,
    holds: () => expect(afterSigningEvent(WAITING, event, CREATED + ms).state).toBe(state),
  })),
  {
    where: `${SIGNING} / denied transactions are never sent to the signer user`,
    holds: () => {
      const denied = afterSigningEvent(WAITING, 'customer-denied', CREATED - 1);
      for (const event of ['time-passed', 'signer-signed', 'customer-signed'] as const) {
        const { state } = afterSigningEvent(denied, event, CREATED + DAY);
        expect(state).toBe('denied-by-customer');
      }
    },
  },
  {
    where: 'provider-api.md / What the service does / 7 / token pulled, then the platform notifies',
    holds: () => {
      const paired = afterSignerEvent('created', 'token-pulled');
      expect(afterSignerEvent(paired, 'platform-notified')).toBe('ready');
      expect(afterSignerEvent('created', 'platform-notified')).not.toBe('ready');
    },
  },
]);
