import { GatewayError, InvalidInputError } from '../core/errors.js';

const DAY_MS = 86_400_000;
const MARK_WITHIN_MS = 7 * DAY_MS;
const FORCE_WITHIN_MS = 10 * DAY_MS;

/** The state of forcing a settlement. Times are milliseconds since the epoch. */
export type ForcedSettlementState =
  | {
      /** Never marked, or the mark was removed. */
      readonly state: 'not-marked';
    }
  | {
      /** The customer is alerted, and can start no new settlement. */
      readonly state: 'marked';
      /** Milliseconds since the epoch; the enforcement SLA begins here. */
      readonly markedAt: number;
    }
  | {
      /** Final. */
      readonly state: 'forced';
      /** The time of the move `force`, in milliseconds since the epoch. */
      readonly forcedAt: number;
    };

/** The provider's data about a settlement. */
export interface SettlementCandidate {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Whether it is the last settlement that was created. */
  readonly isLast: boolean;
  /** Whether another settlement is marked. */
  readonly anotherIsMarked: boolean;
  /** Whether one of its transactions to the exchange was cancelled, so that it can't be forced. */
  readonly hasCancelledToExchange: boolean;
  /** Milliseconds between marking and forcing, as agreed: the enforcement SLA. */
  readonly enforcementSlaMs: number;
}

/** The calls at the platform: PUT, POST, DELETE and GET of `settlements/force`. */
export type ForcedSettlementMove = 'mark' | 'force' | 'unmark' | 'read';

/** The reason why a call is not allowed now. */
export type ForcedSettlementObstacle =
  | 'not-marked'
  | 'already-marked'
  | 'already-forced'
  | 'not-the-last'
  | 'another-is-marked'
  | 'cancelled-to-exchange-transaction'
  | 'enforcement-sla'
  | 'too-old';

/** Whether a call is allowed now, and from when or until when. */
export type MovePermission =
  /** `until`: the last moment; left out if there is no end. */
  | {
      /** The rules allow the call now. */
      readonly allowed: true;
      /** The last moment, in milliseconds since the epoch; `undefined` if there is no end. */
      readonly until: number | undefined;
    }
  /** `from`: when it will be allowed; left out if waiting does not help. */
  | {
      /** The rules don't allow the call now. */
      readonly allowed: false;
      /** The first rule that stands against it. */
      readonly reason: ForcedSettlementObstacle;
      /** The first moment, in milliseconds since the epoch; `undefined` if waiting does not help. */
      readonly from: number | undefined;
    };

/** The allowed calls at the platform for a settlement. */
export type ForcedSettlementMoves = Readonly<Record<ForcedSettlementMove, MovePermission>>;

/** The rules of forced settlement don't allow a move. */
export class ForcedSettlementError extends GatewayError {
  /** The move that was tried. */
  readonly move: ForcedSettlementMove;
  /** The first rule that stands against it. */
  readonly reason: ForcedSettlementObstacle;

  constructor(move: ForcedSettlementMove, reason: ForcedSettlementObstacle) {
    super('FORCED_SETTLEMENT', `${move} is not possible: ${reason}`, { details: { move, reason } });
    this.move = move;
    this.reason = reason;
  }
}

/**
 * The calls that are allowed now to force a settlement that the customer leaves open, until when, and why not. A
 * pure function of the specification's rules: a settlement is marked within 7 days of its creation, and forced
 * within 10 days and after the enforcement SLA; only the last settlement, one at a time, and none with a
 * cancelled transaction to the exchange (such a settlement is not marked here either, since that would stop the customer
 * for nothing). A settlement whose SLA would end after the 10 days is not marked either. A mark can be removed at
 * any time.
 *
 * @throws InvalidInputError naming an invalid time.
 *
 * @example
 * ```ts
 * import { forcedSettlementMoves } from 'custody-gateways/provider';
 *
 * const createdAt = Date.UTC(2026, 0, 1);
 * const candidate = {
 *   createdAt,
 *   isLast: true,
 *   anotherIsMarked: false,
 *   hasCancelledToExchange: false,
 *   enforcementSlaMs: 24 * 3_600_000,
 * };
 * const { mark } = forcedSettlementMoves({ state: 'not-marked' }, candidate, createdAt);
 * mark; // { allowed: true, until: createdAt + 7 days }
 * ```
 */
export function forcedSettlementMoves(
  state: ForcedSettlementState,
  candidate: SettlementCandidate,
  now: number,
): ForcedSettlementMoves {
  checkTimes(state, candidate, now);
  switch (state.state) {
    case 'forced':
      return everyMove(refused('already-forced'));
    case 'not-marked':
      return { ...everyMove(refused('not-marked')), mark: marking(candidate, now) };
    case 'marked':
      return {
        mark: refused('already-marked'),
        unmark: { allowed: true, until: undefined },
        read: reading(candidate, state.markedAt, now),
        force: forcing(candidate, state.markedAt, now),
      };
  }
}

/**
 * The state after a move.
 *
 * @throws ForcedSettlementError when the rules don't allow it now.
 * @throws InvalidInputError naming an invalid time.
 *
 * @example
 * ```ts
 * import { afterForcedSettlementMove } from 'custody-gateways/provider';
 *
 * const createdAt = Date.UTC(2026, 0, 1);
 * const candidate = {
 *   createdAt,
 *   isLast: true,
 *   anotherIsMarked: false,
 *   hasCancelledToExchange: false,
 *   enforcementSlaMs: 24 * 3_600_000,
 * };
 * afterForcedSettlementMove('mark', { state: 'not-marked' }, candidate, createdAt).state; // 'marked'
 * ```
 */
export function afterForcedSettlementMove(
  move: ForcedSettlementMove,
  state: ForcedSettlementState,
  candidate: SettlementCandidate,
  now: number,
): ForcedSettlementState {
  const permission = forcedSettlementMoves(state, candidate, now)[move];
  if (!permission.allowed) throw new ForcedSettlementError(move, permission.reason);
  switch (move) {
    case 'mark':
      return { state: 'marked', markedAt: now };
    case 'unmark':
      return { state: 'not-marked' };
    case 'force':
      return { state: 'forced', forcedAt: now };
    case 'read':
      return state;
  }
}

/** With an invalid time, no limit would apply. */
function checkTimes(state: ForcedSettlementState, candidate: SettlementCandidate, now: number) {
  const { createdAt, enforcementSlaMs } = candidate;
  const marked = state.state === 'marked' ? { markedAt: state.markedAt } : {};
  for (const [name, time] of Object.entries({ now, createdAt, enforcementSlaMs, ...marked })) {
    if (!Number.isFinite(time)) throw new InvalidInputError(name, 'must be finite milliseconds');
  }
  if (enforcementSlaMs < 0) throw new InvalidInputError('enforcementSlaMs', 'must not be negative');
}

function marking(candidate: SettlementCandidate, now: number): MovePermission {
  const { createdAt, enforcementSlaMs } = candidate;
  // If it were marked later, it could never be forced: the mark would only stop the customer.
  const until = createdAt + Math.min(MARK_WITHIN_MS, FORCE_WITHIN_MS - enforcementSlaMs);
  if (candidate.hasCancelledToExchange) return refused('cancelled-to-exchange-transaction');
  if (!candidate.isLast) return refused('not-the-last');
  if (now > until) return refused('too-old');
  if (candidate.anotherIsMarked) return refused('another-is-marked');
  return { allowed: true, until };
}

function forcing(candidate: SettlementCandidate, markedAt: number, now: number): MovePermission {
  const until = candidate.createdAt + FORCE_WITHIN_MS;
  const from = markedAt + candidate.enforcementSlaMs;
  if (candidate.hasCancelledToExchange) return refused('cancelled-to-exchange-transaction');
  if (!candidate.isLast) return refused('not-the-last');
  if (now > until || from > until) return refused('too-old');
  if (now < from) return refused('enforcement-sla', from);
  return { allowed: true, until };
}

/** It can be read while the customer still has time. */
function reading(candidate: SettlementCandidate, markedAt: number, now: number): MovePermission {
  const until = markedAt + candidate.enforcementSlaMs;
  return now > until ? refused('enforcement-sla') : { allowed: true, until };
}

function refused(reason: ForcedSettlementObstacle, from?: number): MovePermission {
  return { allowed: false, reason, from };
}

function everyMove(permission: MovePermission): ForcedSettlementMoves {
  return { mark: permission, force: permission, unmark: permission, read: permission };
}
