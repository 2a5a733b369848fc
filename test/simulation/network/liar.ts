import type { LoopbackAnswer, LoopbackRequest } from '../../../src/sandbox/loopback/peer.js';
import { Chance } from '../schedule/chance.js';

/** One way to lie about a chain: what of an answer's text becomes something else. */
export type Lie = readonly [what: RegExp, put: (found: string, number: string) => string];

/** By how much a number is wrong. */
const OFFSETS = [-2n, -1n, 1n, 2n, 50n, 100_000n] as const;

/** Makes a number in a member of an answer larger or smaller. */
export function shifted(member: string): (offset: bigint) => Lie {
  const what = new RegExp(`(?<="${member}":"?)(\\d+)`, 'g');
  return (offset) => [what, (number) => `${positive(BigInt(number) + offset)}`];
}

/** Puts one word in the place of another. */
export function swapped(one: string, other: string): () => Lie {
  return () => [new RegExp(`${one}|${other}`, 'g'), (found) => (found === one ? other : one)];
}

/**
 * Says something else than what is true: what it said to the same question before, that it has nothing, or
 * its answer with other numbers and words in it.
 */
export class Liar {
  readonly #lies: readonly ((offset: bigint) => Lie)[];
  readonly #nothing: (request: LoopbackRequest) => LoopbackAnswer;
  readonly #pact: string | undefined;
  /** What it said to each question, in order. */
  readonly #said = new Map<string, LoopbackAnswer[]>();

  constructor(
    lies: readonly ((offset: bigint) => Lie)[],
    nothing: (request: LoopbackRequest) => LoopbackAnswer,
    pact?: string,
  ) {
    this.#lies = lies;
    this.#nothing = nothing;
    this.#pact = pact;
  }

  bend(request: LoopbackRequest, answer: LoopbackAnswer, chance: Chance): LoopbackAnswer {
    const question = `${request.method} ${request.path} ${request.body}`;
    if (this.#pact !== undefined) return this.#agreed(request, answer, question);
    const before = this.#said.get(question) ?? [];
    this.#said.set(question, [...before, answer]);
    const [earliest = answer, ...later] = before;
    const how = chance.pick(['truth', 'before', 'nothing', 'altered', 'altered'] as const);
    if (how === 'before') return chance.pick([earliest, ...later]);
    if (how === 'nothing') return this.#nothing(request);
    if (how === 'altered' && answer.json !== undefined) return this.#altered(answer, chance);
    return answer;
  }

  /** What the others say as well: to one question always the same lie. */
  #agreed(request: LoopbackRequest, answer: LoopbackAnswer, question: string): LoopbackAnswer {
    const chance = new Chance(`${this.#pact} ${question}`);
    const how = chance.pick(['truth', 'nothing', 'altered'] as const);
    if (how === 'nothing') return this.#nothing(request);
    return how === 'altered' && answer.json !== undefined ? this.#altered(answer, chance) : answer;
  }

  #altered(answer: LoopbackAnswer, chance: Chance): LoopbackAnswer {
    const text = chance
      .some(this.#lies, 0.4)
      .map((lie) => lie(chance.pick(OFFSETS)))
      .reduce((told, [what, put]) => told.replace(what, put), JSON.stringify(answer.json));
    return { ...answer, json: JSON.parse(text) };
  }
}

function positive(number: bigint): bigint {
  return number < 0n ? 0n : number;
}
