import { createHash } from 'node:crypto';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { Store } from '../../store/store.js';
import type { Claims } from './claims.js';
import type { CallbackDecision } from './requests.js';

/** A co-signer asks again for at most two days; an answer is kept much longer. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

/** The times of a question, which are not part of its content. */
const TIMES: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);
/** The co-signers, which may be others when the question is asked again. */
const PLAYERS: ReadonlySet<string> = new Set(['players']);
/** Claims that may come later than the rest: Fireblocks knows them only when it is about to sign. */
const LATE: ReadonlySet<string> = new Set(['fee', 'rawTx']);
const LATE_OF_DESTINATION: ReadonlySet<string> = new Set(['displayDstAddress']);

const REUSED: CallbackDecision = {
  action: 'REJECT',
  reason: 'requestId: was used before, for something else',
};

/** The kinds of questions; each kind has ids of its own. */
export type QuestionKind = 'transaction' | 'config-change';

interface Question {
  readonly kind: QuestionKind;
  readonly requestId: string;
  readonly claims: Claims;
}

/** One asking of a question, as digests. */
interface Asking {
  /** Everything except its times. */
  readonly whole: string;
  /** The part that every asking of the question must share. */
  readonly content: string;
  /** The parts that may come later than the rest, by their place; once given, they stay the same. */
  readonly late: Readonly<Record<string, string>>;
}

/** The asking that was answered last, or is about to be; its `late` has the late parts of all askings. */
interface Remembered extends Asking {
  readonly decision?: CallbackDecision;
}

/** One final answer for each question, whichever of several handlers gives it. */
export class Answers {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The answer that was given before, or else the one that `decide` gives now. A question that was approved is
   * decided anew when it comes with more claims, because no decision has seen these; a refusal stays. RETRY is never
   * final.
   */
  async answer(
    question: Question,
    decide: () => Promise<CallbackDecision>,
  ): Promise<CallbackDecision> {
    const key = `custody-gateways:callback:${question.kind}:${question.requestId}`;
    const asking = askingOf(question.claims);
    let before = JSON.stringify(asking);
    let late = asking.late;
    if (!(await this.#store.setIfAbsent(key, before, KEPT_MS))) {
      const kept = await this.#store.get(key);
      if (kept === undefined) return { action: 'RETRY' };
      const known = rememberedIn(kept);
      const answer = answerIn(known, asking);
      if (answer) return answer;
      before = kept;
      late = { ...known.late, ...late };
    }
    const decision = await decide();
    if (decision.action === 'RETRY') return decision;
    const after = JSON.stringify({ ...asking, late, decision });
    if (await this.#store.compareAndSet(key, before, after, KEPT_MS)) return decision;
    // Another handler was faster.
    const first = await this.#store.get(key);
    return (first && answerIn(rememberedIn(first), asking)) || { action: 'RETRY' };
  }
}

/** The answer, if it is known. */
function answerIn(known: Remembered, asking: Asking): CallbackDecision | undefined {
  const { decision } = known;
  if (known.content !== asking.content || contradicts(known.late, asking.late)) return REUSED;
  return known.whole === asking.whole || decision?.action === 'REJECT' ? decision : undefined;
}

function contradicts(known: Asking['late'], late: Asking['late']): boolean {
  return Object.entries(late).some(([place, digest]) => (known[place] ?? digest) !== digest);
}

/** @throws UnexpectedAnswerError for text that this package did not write: no answer is safer than that one. */
function rememberedIn(text: string): Remembered {
  const value: unknown = JSON.parse(text);
  const { whole, content, late, decision } = isObject(value) ? value : {};
  if (typeof whole === 'string' && typeof content === 'string' && isDigests(late)) {
    const { action, reason } = isObject(decision) ? decision : {};
    const asking = { whole, content, late };
    if (decision === undefined) return asking;
    if (action === 'APPROVE') return { ...asking, decision: { action } };
    if (action === 'REJECT') return { ...asking, decision: { action, reason: String(reason) } };
  }
  throw new UnexpectedAnswerError('store', 'the stored answer is unreadable');
}

function isDigests(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((digest) => typeof digest === 'string');
}

function askingOf(claims: Claims): Asking {
  const said = without(claims, TIMES);
  const lasting = without(without(said, PLAYERS), LATE);
  const late = lateIn(said).filter(([, value]) => isTold(value));
  return {
    whole: digestOf(said),
    content: digestOf({ ...lasting, destinations: lastingDestinations(said) }),
    late: Object.fromEntries(late.map(([place, value]) => [place, digestOf(value)])),
  };
}

function lateIn(claims: Claims): (readonly [place: string, value: unknown])[] {
  const { destinations } = claims;
  const list: readonly unknown[] = Array.isArray(destinations) ? destinations : [];
  return [
    ...picked(claims, LATE, ''),
    ...list.flatMap((entry, index) =>
      isObject(entry) ? picked(entry, LATE_OF_DESTINATION, `destinations[${index}].`) : [],
    ),
  ];
}

function lastingDestinations({ destinations }: Claims): unknown {
  if (!Array.isArray(destinations)) return destinations;
  return destinations.map((entry: unknown) =>
    isObject(entry) ? without(entry, LATE_OF_DESTINATION) : entry,
  );
}

/** Some co-signers send an empty value, or an empty list, where others send none. */
function isTold(value: unknown): boolean {
  return String(value ?? '') !== '';
}

function picked(claims: Claims, names: ReadonlySet<string>, before: string) {
  return [...names].map((name) => [`${before}${name}`, claims[name]] as const);
}

function without(claims: Claims, names: ReadonlySet<string>): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !names.has(name)));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
