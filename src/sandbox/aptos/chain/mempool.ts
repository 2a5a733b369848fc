import type { Address } from '../address.js';
import type { EntryFunctionCall } from '../transaction/payload.js';
import type { SignedTransaction } from '../transaction/signed-transaction.js';

/** What the mempool answers, in its own words. */
export type Admission =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'invalid-update' | 'full'; readonly message: string };

const ACCEPTED: Admission = { kind: 'accepted' };

/** How much there is room for. */
export interface MempoolLimits {
  readonly capacity: number;
  readonly perAccount: number;
  readonly orderlessPerAccount: number;
}

export const DEFAULT_LIMITS: MempoolLimits = {
  capacity: 2_000_000,
  perAccount: 100,
  orderlessPerAccount: 1_000,
};

/** Transactions that are in no block yet. Those whose number is not up wait until it is. */
export class Mempool {
  limits: MempoolLimits = DEFAULT_LIMITS;
  readonly #waiting = new Map<string, SignedTransaction>();

  get all(): readonly SignedTransaction[] {
    return [...this.#waiting.values()];
  }

  find(hash: string): SignedTransaction | undefined {
    return this.all.find((tx) => tx.hash === hash);
  }

  /** Takes a transaction that nothing but its turn keeps from running. */
  add(tx: SignedTransaction): Admission {
    const slot = slotOf(tx);
    const current = this.#waiting.get(slot);
    if (current !== undefined) {
      const update = compare(current, tx);
      if (update !== 'replace') return update;
      this.#waiting.delete(slot);
    }
    const full = this.#fullFor(tx);
    if (full !== undefined) return { kind: 'full', message: full };
    this.#waiting.set(slot, tx);
    return ACCEPTED;
  }

  remove(tx: SignedTransaction): void {
    this.#waiting.delete(slotOf(tx));
  }

  clear(): void {
    this.#waiting.clear();
  }

  #fullFor(tx: SignedTransaction): string | undefined {
    const { capacity, perAccount, orderlessPerAccount } = this.limits;
    if (this.#waiting.size >= capacity) {
      return `Mempool is full. Mempool size: ${this.#waiting.size}, Capacity: ${capacity}`;
    }
    const orderless = tx.payload.nonce !== undefined;
    const limit = orderless ? orderlessPerAccount : perAccount;
    const own = this.all.filter(
      (each) => each.sender === tx.sender && (each.payload.nonce !== undefined) === orderless,
    );
    if (own.length < limit) return undefined;
    const kind = orderless ? 'orderless' : 'seq number';
    return `Mempool over capacity for account. Number of ${kind} transactions from account: ${own.length} Capacity per account: ${limit}`;
  }
}

/** A transaction may be sent again, and be sped up by a higher price; nothing else about it may change. */
function compare(current: SignedTransaction, tx: SignedTransaction): Admission | 'replace' {
  const refuse = (what: string): Admission => ({
    kind: 'invalid-update',
    message: `Transaction already in mempool with a ${what}`,
  });
  if (callText(current.payload.call) !== callText(tx.payload.call)) {
    return refuse('different payload');
  }
  if (current.expiration !== tx.expiration) return refuse('different expiration timestamp');
  if (current.maxGasAmount !== tx.maxGasAmount) return refuse('different max gas amount');
  if (current.gasUnitPrice > tx.gasUnitPrice) return refuse('higher gas price');
  return current.gasUnitPrice < tx.gasUnitPrice ? 'replace' : ACCEPTED;
}

function callText({ arguments: args, ...call }: EntryFunctionCall): string {
  return JSON.stringify([call, args.map((each) => Buffer.from(each).toString('hex'))]);
}

function slotOf({ sender, sequenceNumber, payload }: SignedTransaction): string {
  const slot = (kind: string, number: bigint, account: Address) => `${account} ${kind} ${number}`;
  return payload.nonce === undefined
    ? slot('number', sequenceNumber, sender)
    : slot('nonce', payload.nonce, sender);
}
