import { createHash } from 'node:crypto';

/** The first step in which two runs are not the same, if there is one. */
export function firstDifference(
  one: readonly string[],
  other: readonly string[],
): string | undefined {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a = 'the end', b = 'the end'] = [one[index], other[index]];
    if (a !== b) return `step ${index + 1} is ${a} in the one, and ${b} in the other`;
  }
  return undefined;
}

/** Everything that happened in a schedule, in its order, as a hash; the lines too where they are wanted. */
export class Trace {
  readonly lines: string[] = [];
  readonly #keepsLines: boolean;
  readonly #hash = createHash('sha256');

  constructor(keepsLines: boolean) {
    this.#keepsLines = keepsLines;
  }

  add(atMs: number, line: string): void {
    const text = `${(atMs / 1_000).toFixed(3)} ${line}`;
    this.#hash.update(`${text}\n`);
    if (this.#keepsLines) this.lines.push(text);
  }

  get hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}
