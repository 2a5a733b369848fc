import { formatRanges } from '../records/note.js';
import { begin, type Context, since, tell } from './context.js';
import type { AttemptFacts, Facts, MemberFacts } from './facts.js';
import type { EventBody } from './job.js';
import { isTaken, membersOf, recordOf, statusOf } from './status.js';
import { areAtOdds, inWords } from './verdict.js';

/** Emits an event for each step that follows from the facts, once each. */
export class Narrator {
  readonly #context: Context;
  readonly #told = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  tell(facts: Facts): void {
    for (const attempt of facts.request.attempts) {
      this.#prepared(facts, attempt);
      this.#signed(facts, attempt);
      this.#transferred(attempt);
    }
    for (const member of facts.members) {
      this.#disagreed(facts, member);
      this.#submitted(facts, member);
    }
  }

  #once(name: string, attempt: number, event: () => EventBody): void {
    if (this.#told.has(name)) return;
    this.#told.add(name);
    tell(this.#context, attempt, event());
  }

  #prepared(facts: Facts, { index, requestId, numbers }: AttemptFacts): void {
    const terms = membersOf(facts, { index }).map((member) => member.terms);
    const [first] = terms;
    if (!Array.isArray(numbers) || !first) return;
    this.#once(`prepared ${index}`, index, () => ({
      type: 'prepared',
      durationMs: this.#context.begun.get(`built ${index}`) ?? 0,
      requestId,
      number: formatRanges(terms.map(({ number }) => number.value)),
      fee: terms.reduce((sum, { fee }) => sum + fee, 0n).toString(),
      expiry: first.expiry?.toString(),
      summary: this.#context.summaries.get(index),
    }));
  }

  #signed(facts: Facts, { index, requestId, asked, isVerified }: AttemptFacts): void {
    if (!isVerified || asked?.said !== 'signed') return;
    const [first] = membersOf(facts, { index });
    const hash = facts.request.wanted.isBatch ? undefined : first?.signed?.hash;
    const durationMs = since(this.#context, `ask ${index}`);
    this.#once(`signed ${index}`, index, () => ({ type: 'signed', durationMs, requestId, hash }));
  }

  /** When a transfer already had its hash when it was found, no time was spent on waiting for it. */
  #transferred(attempt: AttemptFacts): void {
    const { index, requestId, hash } = attempt;
    const isNative = recordOf(attempt)?.kind === 'native-transfer';
    const step = `transfer ${index}`;
    if (isNative && !hash && !this.#context.begun.has(step)) begin(this.#context, step);
    if (!hash || !this.#context.begun.has(step)) return;
    const durationMs = since(this.#context, step);
    const sent = { type: 'custody-sent', durationMs, requestId, hash: hash.value } as const;
    this.#once(`transferred ${index}`, index, () => sent);
  }

  #disagreed(facts: Facts, member: MemberFacts): void {
    const { attempt, index, look } = member;
    if (!look || !statusOf(facts, member) || !areAtOdds(look.said)) return;
    const said = look.said.map(inWords);
    const name = `disagreed ${attempt} ${index} ${look.heard}`;
    this.#once(name, attempt, () => ({ type: 'operators-disagree', said }));
  }

  #submitted(facts: Facts, member: MemberFacts): void {
    const { attempt, index, sent, signed } = member;
    if (!sent || !signed || !isTaken(facts, member)) return;
    const durationMs = facts.request.time.monotonic - sent.firstAt;
    const { hash } = signed;
    const submitted = { type: 'submitted', durationMs, hash, code: sent.last.code } as const;
    this.#once(`submitted ${attempt} ${index}`, attempt, () => submitted);
  }
}
