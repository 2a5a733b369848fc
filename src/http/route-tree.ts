/** A value at one path, and the names of the path's variable parts. */
interface Placed<T> {
  readonly value: T;
  readonly names: readonly string[];
  /** The number of the value in the order of adding. */
  readonly order: number;
}

/** A value at a requested path, and the variable parts of that path, as they came. */
interface Found<T> {
  readonly value: T;
  readonly values: ReadonlyMap<string, string>;
}

interface Branch<T> {
  readonly literals: Map<string, Branch<T>>;
  variable?: Branch<T>;
  readonly placed: Placed<T>[];
}

const branch = <T>(): Branch<T> => ({ literals: new Map(), placed: [] });

/** A part that the URL standard would resolve; no value has such a name. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/** Paths with variable parts, looked up part by part rather than pattern by pattern. */
export class RouteTree<T> {
  readonly #root = branch<T>();
  #size = 0;

  /** Adds a value at a path. A part such as `:vaultId` is variable. */
  add(path: string, value: T): void {
    const names: string[] = [];
    let at = this.#root;
    for (const part of partsOf(path)) {
      if (part.startsWith(':')) {
        names.push(part.slice(1));
        at.variable ??= branch();
        at = at.variable;
      } else {
        const next = at.literals.get(part) ?? branch<T>();
        at.literals.set(part, next);
        at = next;
      }
    }
    at.placed.push({ value, names, order: this.#size++ });
  }

  /** All values at a path, in the order in which they were added. */
  at(path: string): readonly Found<T>[] {
    const found: { placed: Placed<T>; values: readonly string[] }[] = [];
    const parts = partsOf(path);
    const walk = (at: Branch<T>, depth: number, values: readonly string[]) => {
      const part = parts[depth];
      if (part === undefined) {
        for (const placed of at.placed) found.push({ placed, values });
        return;
      }
      const literal = at.literals.get(part);
      if (literal) walk(literal, depth + 1, values);
      const { variable } = at;
      if (variable && part !== '' && !DOTS.test(part)) {
        walk(variable, depth + 1, [...values, part]);
      }
    };
    walk(this.#root, 0, []);
    return found
      .sort((one, other) => one.placed.order - other.placed.order)
      .map(({ placed: { value, names }, values }) => ({
        value,
        values: new Map(names.map((name, index) => [name, values[index] ?? ''])),
      }));
  }
}

/** A slash at the end makes no other path. */
function partsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/');
}
