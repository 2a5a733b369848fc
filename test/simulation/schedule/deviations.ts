import type { Fault } from '../network/faults.js';
import type { Mortal } from '../network/weather.js';

/** Minutes: longer than a lease lasts, a token, and a try. */
const LONG_MS = 180_000;

/** How an effect arrives later than it would: after so long, or after the next of another process. */
export type Hold = { readonly ms: number } | 'swapped';

interface Consequence {
  readonly faults?: readonly Fault[];
  readonly hold?: Hold;
  readonly crashing?: Mortal;
}

const killed = (stage: Mortal['stage']) => ({ crashing: { fault: 'kill', stage } }) as const;
const frozen = (stage: Mortal['stage']) =>
  ({ crashing: { fault: 'freeze', stage, ms: LONG_MS } }) as const;

/** All that may be otherwise at an effect. */
const CONSEQUENCES = {
  lost: { faults: ['lost', 'store-lost'] },
  'answer-lost': { faults: ['answer-lost', 'store-answer-lost'] },
  doubled: { faults: ['doubled'] },
  late: { hold: { ms: LONG_MS } },
  swapped: { hold: 'swapped' },
  'killed-before': killed('before-leaving'),
  'killed-between': killed('after-effect'),
  'killed-after': killed('after-answer'),
  'frozen-before': frozen('before-leaving'),
  'frozen-between': frozen('after-effect'),
  'frozen-after': frozen('after-answer'),
} satisfies Record<string, Consequence>;

export type DeviationKind = keyof typeof CONSEQUENCES;

export const DEVIATION_KINDS = Object.keys(CONSEQUENCES).filter(
  (kind): kind is DeviationKind => kind in CONSEQUENCES,
);

function consequenceOf(kind: DeviationKind): Consequence {
  return CONSEQUENCES[kind];
}

/** Whether it is about the process, and not about the effect on its way. */
export function isOfProcess(kind: DeviationKind): boolean {
  return consequenceOf(kind).crashing !== undefined;
}

/** Something that is otherwise at an effect, which is told by its number in the run, from 1. */
export interface Deviation {
  readonly effect: number;
  readonly kind: DeviationKind;
}

/** An effect that begins in good weather. */
interface Numbered {
  readonly id: string;
  /** Whom it goes to, and for what. */
  readonly where: string;
}

/**
 * What is otherwise at the effects of a run, by their numbers. Up to the first of them a run is the same as
 * one without, and so are the numbers.
 */
export class Deviations {
  readonly effects: Numbered[] = [];
  readonly #planned: readonly Deviation[];
  readonly #consequences = new Map<string, readonly Consequence[]>();

  constructor(planned: readonly Deviation[] = []) {
    this.#planned = planned;
  }

  /** Gives an effect its number. */
  enter(effect: Numbered): void {
    const number = this.effects.push(effect);
    const here = this.#planned.filter((deviation) => deviation.effect === number);
    if (here.length === 0) return;
    const consequences = here.map(({ kind }) => consequenceOf(kind));
    this.#consequences.set(effect.id, consequences);
  }

  hasFault(id: string, fault: Fault): boolean {
    return this.#at(id).some(({ faults }) => faults?.includes(fault));
  }

  crashesAt(id: string): Mortal | undefined {
    return this.#at(id).find(({ crashing }) => crashing)?.crashing;
  }

  holdAt(id: string): Hold | undefined {
    return this.#at(id).find(({ hold }) => hold)?.hold;
  }

  #at(id: string): readonly Consequence[] {
    return this.#consequences.get(id) ?? [];
  }
}

/** As a command line has them: `12:lost,31:killed-before`. */
export function nameOf(deviations: readonly Deviation[]): string {
  return deviations.map(({ effect, kind }) => `${effect}:${kind}`).join(',');
}

export function deviationsNamed(name: string): readonly Deviation[] {
  return name.split(',').map((part) => {
    const [effect = '', wanted] = part.split(':');
    const kind = DEVIATION_KINDS.find((one) => one === wanted);
    if (kind !== undefined && /^[1-9]\d*$/.test(effect)) return { effect: Number(effect), kind };
    const kinds = DEVIATION_KINDS.join(', ');
    throw new RangeError(`${part} is no deviation: one is like 12:lost, of ${kinds}`);
  });
}
