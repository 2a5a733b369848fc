import type { LedgerEntry } from './entries.js';

/** Entries of some ledger, by key. */
export interface EntrySource {
  get(key: string): LedgerEntry | undefined;
  /** The keys that begin with `prefix` and hold an entry, in ascending order. */
  keysUnder(prefix: string): readonly string[];
}

interface Version {
  readonly since: number;
  readonly entry: LedgerEntry | undefined;
}

/** The digits by which keys are grouped: those that the directories of an order book share. */
const GROUP_DIGITS = 48;

/** Every entry as it was in every closed ledger. Only changes are kept. */
export class StateHistory {
  readonly #versions = new Map<string, Version[]>();
  readonly #groups = new Map<string, Set<string>>();

  /** Takes over what the ledger `index` changed. Ledgers come in order. */
  record(index: number, changes: Iterable<readonly [string, LedgerEntry | undefined]>): void {
    for (const [key, entry] of changes) {
      const versions = this.#versions.get(key) ?? [];
      versions.push({ since: index, entry });
      this.#versions.set(key, versions);
      const prefix = key.slice(0, GROUP_DIGITS);
      const group = this.#groups.get(prefix) ?? new Set();
      this.#groups.set(prefix, group.add(key));
    }
  }

  /** The state as it was when the ledger `index` closed. */
  at(index: number): EntrySource {
    const get = (key: string) => versionAt(this.#versions.get(key), index);
    return {
      get,
      keysUnder: (prefix) => {
        const group = this.#groups.get(prefix.slice(0, GROUP_DIGITS)) ?? new Set();
        return [...group].filter((key) => get(key) !== undefined).sort();
      },
    };
  }

  /** Forgets what was before the ledger `index`, except for what still holds in it. */
  forget(index: number): void {
    for (const [key, versions] of this.#versions) {
      const current = versions.findLastIndex(({ since }) => since <= index);
      if (current > 0) this.#versions.set(key, versions.slice(current));
    }
  }
}

function versionAt(
  versions: readonly Version[] | undefined,
  index: number,
): LedgerEntry | undefined {
  return versions?.findLast(({ since }) => since <= index)?.entry;
}
