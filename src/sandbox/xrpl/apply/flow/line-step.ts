import { moveTokens } from '../../ledger/line-changes.js';
import { balanceWith, PAR, room, sideOf, transferRate } from '../../ledger/lines.js';
import type { WorkView } from '../../ledger/view.js';
import {
  type Amount,
  assetOf,
  compareAmounts,
  scaledBy,
  signOf,
  token,
  zeroOf,
} from '../../values/amounts.js';
import type { Direction, Step, StepFlow } from './step.js';

/** What a line step is between. */
export interface LineStepSetup {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly previous: Step | undefined;
  readonly isLast: boolean;
  readonly crossing: boolean;
}

interface Capacity {
  readonly most: Amount;
  /** Whether the sender gives back what it holds, rather than owing more. */
  readonly redeems: boolean;
}

interface Qualities {
  /** What the sender must get for 1 that it passes on, in billionths. */
  readonly out: number;
  /** What the receiver counts 1 for, in billionths. */
  readonly in: number;
}

/** Tokens going along a trust line, from one end to the other. */
export class LineStep implements Step {
  readonly #setup: LineStepSetup;
  #redeemed = false;

  constructor(setup: LineStepSetup) {
    this.#setup = setup;
  }

  reverse(view: WorkView, out: Amount): StepFlow {
    const capacity = this.#capacity(view, out);
    const qualities = this.#qualities(view, capacity.redeems, 'backwards');
    if (signOf(capacity.most) <= 0) return dry(out);
    const wanted = scaledBy(out, PAR, qualities.in, 'up');
    if (compareAmounts(wanted, capacity.most) <= 0) {
      this.#move(view, wanted);
      return { in: scaledBy(wanted, qualities.out, PAR, 'up'), out };
    }
    return this.#exhaust(view, capacity.most, qualities);
  }

  forward(view: WorkView, input: Amount): StepFlow {
    const capacity = this.#capacity(view, input);
    const qualities = this.#qualities(view, capacity.redeems, 'forwards');
    if (signOf(capacity.most) <= 0) return dry(input);
    const moved = scaledBy(input, PAR, qualities.out, 'down');
    if (compareAmounts(moved, capacity.most) > 0) {
      return this.#exhaust(view, capacity.most, qualities);
    }
    this.#move(view, moved);
    return { in: input, out: scaledBy(moved, qualities.in, PAR, 'down') };
  }

  redeems(view: WorkView, direction: Direction): boolean {
    if (direction === 'forwards') return this.#redeemed;
    const { from, to, currency } = this.#setup;
    return balanceWith(view, from, to, currency).mantissa > 0n;
  }

  qualityIn(view: WorkView): number {
    return this.#lineQuality(view, this.#setup.to, 'qualityIn');
  }

  #exhaust(view: WorkView, most: Amount, qualities: Qualities): StepFlow {
    this.#move(view, most);
    return {
      in: scaledBy(most, qualities.out, PAR, 'up'),
      out: scaledBy(most, qualities.in, PAR, 'down'),
    };
  }

  #move(view: WorkView, amount: Amount): void {
    const { from, to, currency } = this.#setup;
    if (amount.kind === 'token') moveTokens(view, from, to, currency, amount.value);
  }

  /** A taker means to fill its offer: its own limit does not stop it. */
  #capacity(view: WorkView, wanted: Amount): Capacity {
    const { from, to, currency, crossing, isLast } = this.#setup;
    this.#redeemed = false;
    if (crossing && isLast) return { most: wanted, redeems: false };
    const asset = { kind: 'token', currency, issuer: to } as const;
    const held = balanceWith(view, from, to, currency);
    this.#redeemed = held.mantissa > 0n;
    if (this.#redeemed) return { most: token(asset, held), redeems: true };
    return { most: token(asset, room(view, to, from, currency)), redeems: false };
  }

  #qualities(view: WorkView, redeems: boolean, direction: Direction): Qualities {
    const { from, to, previous, isLast } = this.#setup;
    if (redeems) {
      if (previous === undefined) return { out: PAR, in: PAR };
      const asked = this.#lineQuality(view, from, 'qualityOut');
      return { out: Math.max(asked, previous.qualityIn(view)), in: PAR };
    }
    const charged = previous?.redeems(view, direction) === true;
    const counted = this.#lineQuality(view, to, 'qualityIn');
    return {
      out: charged ? transferRate(view, from) : PAR,
      in: isLast && counted > PAR ? PAR : counted,
    };
  }

  #lineQuality(view: WorkView, address: string, name: 'qualityIn' | 'qualityOut'): number {
    const { from, to, currency, crossing } = this.#setup;
    const line = crossing ? undefined : view.line(from, to, currency);
    const quality = line === undefined ? 0 : sideOf(line, address)[name];
    return quality === 0 ? PAR : quality;
  }
}

function dry(like: Amount): StepFlow {
  const nothing = zeroOf(assetOf(like));
  return { in: nothing, out: nothing };
}
