/** How often each fault hit each stage of a transaction's life, in each chain and mode. */
export class Coverage {
  readonly #hits = new Map<string, number>();
  #mode = '';

  /** What the hits that follow count for: chain and mode. */
  enter(mode: string): void {
    this.#mode = mode;
  }

  hit(fault: string, where: string): void {
    const cell = `${this.#mode} | ${fault} | ${where}`;
    this.#hits.set(cell, (this.#hits.get(cell) ?? 0) + 1);
  }

  get cells(): readonly (readonly [cell: string, hits: number])[] {
    return [...this.#hits].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
