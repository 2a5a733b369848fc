import { type Case, caseOf, type Finding } from './case.js';
import {
  errorWithoutReference,
  finalAnswerChanged,
  finalWhileItMayLand,
  isFinal,
  isOutOfSight,
  isSameForUnsigned,
  toldDeadButApplied,
  toldNothingButApplied,
} from './checks-of-answers.js';
import { sentWhileBeingCancelled } from './checks-of-cancellations.js';
import {
  defect,
  keyNeverEnds,
  laneHeld,
  memoryUnbounded,
  probeNotConfirmed,
  timerLeft,
  unhandledRejection,
} from './checks-of-endings.js';
import {
  doublesOf,
  moneyMadeOrLost,
  numberAppliedTwice,
  oneAppliedToldToTwoKeys,
  successWithoutApplied,
  twoAppliedForOneKey,
} from './checks-of-money.js';
import {
  attemptWithoutPermission,
  requestOfNobody,
  secondDigestForAttempt,
  signedAfterRollBack,
  twoKeysForOneNumber,
} from './checks-of-requests.js';
import type { Evidence } from './evidence.js';
import { forgottenDigests } from './journal.js';

const CHECKS = {
  defect,
  'two-applied-for-one-key': twoAppliedForOneKey,
  'one-applied-told-to-two-keys': oneAppliedToldToTwoKeys,
  'success-without-applied': successWithoutApplied,
  'told-dead-but-applied': toldDeadButApplied,
  'told-nothing-but-applied': toldNothingButApplied,
  'final-while-it-may-land': finalWhileItMayLand,
  'final-answer-changed': finalAnswerChanged,
  'second-digest-for-attempt': secondDigestForAttempt,
  'attempt-without-permission': attemptWithoutPermission,
  'request-of-nobody': requestOfNobody,
  'two-keys-for-one-number': twoKeysForOneNumber,
  'number-applied-twice': numberAppliedTwice,
  'sent-while-being-cancelled': sentWhileBeingCancelled,
  'money-made-or-lost': moneyMadeOrLost,
  'error-without-reference': errorWithoutReference,
  'signed-after-roll-back': signedAfterRollBack,
  'key-never-ends': keyNeverEnds,
  'lane-held': laneHeld,
  'probe-not-confirmed': probeNotConfirmed,
  'unhandled-rejection': unhandledRejection,
  'timer-left': timerLeft,
  'memory-unbounded': memoryUnbounded,
} satisfies Record<string, (facts: Case) => readonly Finding[]>;

export type Invariant = keyof typeof CHECKS;

export const INVARIANTS = Object.keys(CHECKS).filter((name): name is Invariant => name in CHECKS);

export interface Violation extends Finding {
  readonly invariant: Invariant;
}

/** Everything in which a schedule broke the promise, read from what the ledgers and the custody have. */
export function judge(evidence: Evidence): readonly Violation[] {
  const facts = caseOf(evidence);
  return INVARIANTS.flatMap((invariant) =>
    CHECKS[invariant](facts).map((finding) => ({ invariant, ...finding })),
  );
}

/** What is allowed, and stands in the documents with its number. */
export interface Tally {
  /** Paid twice under a journal whose store lost what it had acknowledged. */
  readonly doubles: number;
  /** Signed anew with another content, since the journal had forgotten the first. */
  readonly signedAnew: number;
  /** Final answers that became pending or unknown for as long as the custody didn't show the request. */
  readonly outOfSight: number;
  /** Final answers that became unknown, where no peer had the evidence any more. */
  readonly forgotten: number;
  /** Keys of which nothing was signed, and whose end was told in more than one word. */
  readonly reworded: number;
}

export function tally(evidence: Evidence): Tally {
  const facts = caseOf(evidence);
  const journaled = evidence.facts.storeLostWrites
    ? evidence.keys.filter((key) => key.journaled)
    : [];
  const forgotten = evidence.keys.filter(({ evidenceGoneAt, outcomes }) => {
    const last = outcomes.at(-1);
    const isGone = evidenceGoneAt !== undefined && last !== undefined && last.at >= evidenceGoneAt;
    return isGone && last.kind === 'unknown' && outcomes.some(isFinal);
  });
  const outOfSight = evidence.keys.flatMap((key) =>
    key.outcomes.filter(
      (outcome, index) =>
        isOutOfSight(facts, key, outcome) && key.outcomes.slice(0, index).some(isFinal),
    ),
  );
  const reworded = evidence.keys.filter((key) => {
    const ends = key.outcomes.filter(isFinal);
    return new Set(ends.map(({ kind }) => kind)).size > 1 && isSameForUnsigned(facts, key, ...ends);
  });
  return {
    reworded: reworded.length,
    signedAnew: forgottenDigests(facts).length,
    outOfSight: outOfSight.length,
    doubles: journaled.flatMap((key) => doublesOf(facts, key)).length,
    forgotten: forgotten.length,
  };
}
