import type { Checkpoint, StacksAccount } from '../machine.js';

/** A contract's map, or a ledger's column. Rows are never changed in place. */
export class Table<Row> {
  #rows = new Map<string, Row>();

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  set(key: string, row: Row): void {
    this.#rows.set(key, row);
  }

  delete(key: string): void {
    this.#rows.delete(key);
  }

  get entries(): readonly (readonly [string, Row])[] {
    return [...this.#rows];
  }

  checkpoint(): () => void {
    const rows = new Map(this.#rows);
    return () => {
      this.#rows = new Map(rows);
    };
  }
}

interface StxRow {
  readonly total: bigint;
  readonly locked: bigint;
  readonly unlockHeight: number;
}

const NO_STX: StxRow = { total: 0n, locked: 0n, unlockHeight: 0 };

/** Everything that contracts and balances are, and can be put back to. */
export class ModelState {
  readonly #tables: { checkpoint(): () => void }[] = [];
  readonly #stx = this.table<StxRow>();
  /** Units by asset and owner. */
  readonly fungible = this.table<bigint>();
  /** Owners by asset and identifier. */
  readonly nonFungible = this.table<string>();
  burnHeight: number;

  constructor(burnHeight: number) {
    this.burnHeight = burnHeight;
  }

  table<Row>(): Table<Row> {
    const table = new Table<Row>();
    this.#tables.push(table);
    return table;
  }

  checkpoint(): Checkpoint & { restore(): void } {
    const undo = this.#tables.map((table) => table.checkpoint());
    return {
      restore: () => {
        for (const restore of undo) restore();
      },
    };
  }

  /** Locks end by themselves, at their height. */
  account(principal: string): StacksAccount {
    const { total, locked, unlockHeight } = this.#stx.get(principal) ?? NO_STX;
    if (unlockHeight <= this.burnHeight) return { unlocked: total, locked: 0n, unlockHeight: 0 };
    return { unlocked: total - locked, locked, unlockHeight };
  }

  credit(principal: string, amount: bigint): void {
    const row = this.#stx.get(principal) ?? NO_STX;
    this.#stx.set(principal, { ...row, total: row.total + amount });
  }

  /** Takes unlocked STX; `false`, and nothing taken, when there are not enough. */
  debit(principal: string, amount: bigint): boolean {
    if (this.account(principal).unlocked < amount) return false;
    this.credit(principal, -amount);
    return true;
  }

  lock(principal: string, locked: bigint, unlockHeight: number): void {
    const row = this.#stx.get(principal) ?? NO_STX;
    this.#stx.set(principal, { ...row, locked, unlockHeight });
  }

  /** Frees everything that is locked anywhere. */
  unlockAll(): void {
    for (const [principal, row] of this.#stx.entries) {
      this.#stx.set(principal, { ...row, locked: 0n, unlockHeight: 0 });
    }
  }

  tokensOf(asset: string, owner: string): bigint {
    return this.fungible.get(`${asset} ${owner}`) ?? 0n;
  }

  addTokens(asset: string, owner: string, amount: bigint): void {
    this.fungible.set(`${asset} ${owner}`, this.tokensOf(asset, owner) + amount);
  }
}
