/** A table that can be read. */
export interface Table<V> {
  get(key: string): V | undefined;
  keys(): Iterable<string>;
}

/** What was true of each key from which version on: the ledger can be read as of any of them. */
export class VersionedTable<V> {
  readonly #history = new Map<string, { readonly version: number; readonly value: V }[]>();

  at(version: number): Table<V> {
    const get = (key: string): V | undefined =>
      this.#history.get(key)?.findLast((entry) => entry.version <= version)?.value;
    const existing = () => [...this.#history.keys()].filter((key) => get(key) !== undefined);
    return { get, keys: existing };
  }

  put(key: string, version: number, value: V): void {
    const entries = this.#history.get(key);
    if (entries === undefined) this.#history.set(key, [{ version, value }]);
    else entries.push({ version, value });
  }

  /** The version that last changed a key, up to `version`. */
  changedAt(key: string, version: number): number | undefined {
    return this.#history.get(key)?.findLast((entry) => entry.version <= version)?.version;
  }
}

/** Changes over a table, which is left as it is until they are committed somewhere. */
export class OverlayTable<V> implements Table<V> {
  readonly #base: Table<V>;
  readonly #changes = new Map<string, V>();

  constructor(base: Table<V>) {
    this.#base = base;
  }

  get(key: string): V | undefined {
    return this.#changes.get(key) ?? this.#base.get(key);
  }

  set(key: string, value: V): void {
    this.#changes.set(key, value);
  }

  *keys(): Iterable<string> {
    yield* new Set([...this.#base.keys(), ...this.#changes.keys()]);
  }

  get changes(): ReadonlyMap<string, V> {
    return this.#changes;
  }
}
