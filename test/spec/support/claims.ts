import { describe, it } from 'vitest';
import { BROKEN } from '../broken.js';

/** What a document says in one place, and how it is tried against the package. */
export interface Claim {
  /** Its path in the document: `gateways.md / Gateway C / transfer body / amount`. */
  readonly where: string;
  /** Throws, or rejects, where the package does something else. */
  readonly holds: () => unknown;
}

/** One test for each claim. */
export function claims(topic: string, rows: readonly Claim[]): void {
  const places = rows.map(({ where }) => where);
  const twice = places.find((where, index) => places.indexOf(where) !== index);
  if (twice !== undefined) throw new Error(`${twice} is there twice`);
  describe(topic, () => {
    for (const { where, holds } of rows) {
      const run = BROKEN.includes(where) ? it.fails : it;
      run(where, async () => {
        await holds();
      });
    }
  });
}

/** The same claims for several values: each is a row of its own. */
export function each<T>(
  values: readonly T[],
  claim: (value: T) => Claim | readonly Claim[],
): Claim[] {
  return values.flatMap((value) => claim(value));
}
