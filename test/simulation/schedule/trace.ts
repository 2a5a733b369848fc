import { createHash } from 'node:crypto';

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
