import { type KeyObject, verify } from 'node:crypto';
import { readJws } from '../jws.js';
import type { PostAnswer } from '../outbox.js';

/**
 * What came of asking the callback handler. `FAILED` is everything but a proper answer: none in time,
 * not HTTP 200, not signed with the handler's key, about another request, or no known action.
 *
 * @example
 * ```ts
 * import { type CallbackOutcome, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const wording = ({ action, reason }: CallbackOutcome) => `${action}: ${reason ?? 'no reason'}`;
 * sandbox.custody.callbacks.outcomes.map(wording); // none so far
 * await sandbox.stop();
 * ```
 */
export interface CallbackOutcome {
  /** The handler's own word, except for `FAILED`: no proper answer, or `RETRY` too often. */
  readonly action: 'APPROVE' | 'REJECT' | 'RETRY' | 'IGNORE' | 'FAILED';
  /** The handler's `rejectionReason`, or what was wrong with its answer. */
  readonly reason?: string;
}

const ACTIONS = ['APPROVE', 'REJECT', 'RETRY', 'IGNORE'] as const;

/** Reads an answer as the co-signer does: it believes nothing that the handler has not signed. */
export function readAnswer(
  answer: PostAnswer | undefined,
  requestId: string,
  handlerKey: KeyObject,
): CallbackOutcome {
  if (answer === undefined) return failed('no answer in time');
  if (answer.status !== 200) return failed(`HTTP ${answer.status}`);
  const jws = readJws(answer.text);
  if (jws === undefined) return failed('the answer is no JWT');
  if (jws.header.alg !== 'RS256') return failed('the answer is not RS256');
  if (!verify('sha256', Buffer.from(jws.signed), handlerKey, jws.signature)) {
    return failed('the answer is not signed with the handler key');
  }
  if (jws.claims.requestId !== requestId) return failed('the answer is to another request');
  const action = ACTIONS.find((known) => known === jws.claims.action);
  if (action === undefined) return failed('the answer has no known action');
  const reason = jws.claims.rejectionReason;
  return { action, ...(typeof reason === 'string' ? { reason } : {}) };
}

function failed(reason: string): CallbackOutcome {
  return { action: 'FAILED', reason };
}
