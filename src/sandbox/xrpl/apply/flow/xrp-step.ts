import { PAR } from '../../ledger/lines.js';
import { creditDrops, spendableDrops } from '../../ledger/owned.js';
import type { WorkView } from '../../ledger/view.js';
import { type Amount, type XrpAmount, xrp } from '../../values/amounts.js';
import type { Step, StepFlow } from './step.js';

/** XRP leaving its sender, or reaching its receiver. In between it belongs to no account. */
export class XrpStep implements Step {
  readonly #account: string;
  readonly #leaves: boolean;
  /** Entries that the sender will own less than its reserve counts. */
  readonly #spared: number;

  constructor(account: string, leaves: boolean, spared = 0) {
    this.#account = account;
    this.#leaves = leaves;
    this.#spared = spared;
  }

  reverse(view: WorkView, out: Amount): StepFlow {
    return this.forward(view, out);
  }

  forward(view: WorkView, input: Amount): StepFlow {
    const moved = this.#limited(view, input);
    creditDrops(view, this.#account, this.#leaves ? -moved.drops : moved.drops);
    return { in: moved, out: moved };
  }

  redeems(): boolean {
    return false;
  }

  qualityIn(): number {
    return PAR;
  }

  #limited(view: WorkView, wanted: Amount): XrpAmount {
    const drops = wanted.kind === 'xrp' ? wanted.drops : 0n;
    if (!this.#leaves) return xrp(drops);
    const spendable = spendableDrops(view, this.#account, -this.#spared);
    return xrp(drops < spendable ? drops : spendable);
  }
}
