import { createHash } from 'node:crypto';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { Store } from '../../store/store.js';
import type { Claims } from './claims.js';
import type { CallbackDecision } from './requests.js';

/** A co-signer asks again for at most two days; an answer is kept a good deal longer. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

/** What differs between two askings of one question: their time, and what only one phase knows. */
const PASSING: ReadonlySet<string> = new Set(
  'iat exp nbf jti fee players rawTx displayDstAddress'.split(' '),
);

const REUSED: CallbackDecision = {
  action: 'REJECT',
  reason: 'requestId: was used before, for something else',
};

/** What is asked; the two kinds have ids of their own. */
export type QuestionKind = 'transaction' | 'config-change';

interface Question {
  readonly kind: QuestionKind;
  readonly requestId: string;
  readonly claims: Claims;
}

interface Remembered {
  readonly content: string;
  readonly decision?: CallbackDecision;
}

/** One final answer for each question, whoever of several handlers gives it. */
export class Answers {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The answer that was given before, else the one that `decide` gives now. RETRY is never final. */
  async answer(
    question: Question,
    decide: () => Promise<CallbackDecision>,
  ): Promise<CallbackDecision> {
    const key = `custody-gateways:callback:${question.kind}:${question.requestId}`;
    const content = contentOf(question.claims);
    const asked = JSON.stringify({ content });
    if (!(await this.#store.setIfAbsent(key, asked, KEPT_MS))) {
      const known = await this.#recall(key);
      if (known && known.content !== content) return REUSED;
      if (known?.decision) return known.decision;
    }
    const decision = await decide();
    if (decision.action === 'RETRY') return decision;
    const answered = JSON.stringify({ content, decision });
    if (await this.#store.compareAndSet(key, asked, answered, KEPT_MS)) return decision;
    const first = await this.#recall(key);
    if (first && first.content !== content) return REUSED;
    return first?.decision ?? { action: 'RETRY' };
  }

  async #recall(key: string): Promise<Remembered | undefined> {
    const text = await this.#store.get(key);
    return text === undefined ? undefined : rememberedIn(JSON.parse(text));
  }
}

/** @throws UnexpectedAnswerError for what this package did not write: better no answer than that one. */
function rememberedIn(value: unknown): Remembered {
  const { content, decision } = isObject(value) ? value : {};
  const { action, reason } = isObject(decision) ? decision : {};
  if (typeof content === 'string') {
    if (decision === undefined) return { content };
    if (action === 'APPROVE') return { content, decision: { action } };
    if (action === 'REJECT') return { content, decision: { action, reason: String(reason) } };
  }
  throw new UnexpectedAnswerError('store', 'what is kept of an answer can not be read');
}

/** What a question is about, as a digest. */
function contentOf(claims: Claims): string {
  return createHash('sha256')
    .update(canonicalJson(lasting(claims)))
    .digest('hex');
}

function lasting(claims: Claims): Record<string, unknown> {
  const { destinations, ...rest } = claims;
  const kept = Object.entries(rest).filter(([name]) => !PASSING.has(name));
  const list: readonly unknown[] = Array.isArray(destinations) ? destinations : [];
  return {
    ...Object.fromEntries(kept),
    destinations: list.map((entry) => (isObject(entry) ? lasting(entry) : entry)),
  };
}
