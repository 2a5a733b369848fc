/**
 * How signatures are made while a schedule runs. Real ones cost most of the time of a schedule; a stub is a
 * hash of key and content that signer and verifier both compute. The modules of this folder stand in for
 * `node:crypto` and the curves in the files that `.ci/simulate.mjs` names, in a bundle of its own: nothing in
 * the package can switch them on.
 */
let mode = { stubbed: true, computing: false, makers: new Map<string, string>() };

/** Where another version of the package is loaded too: what one copy signs, the other verifies. */
export function shareSeams(other = mode): typeof mode {
  mode = other;
  return mode;
}

/** Who made a stub, since its key can't be computed from it. */
export function makersOfStubs(): Map<string, string> {
  return mode.makers;
}

export function useStubSignatures(use: boolean): void {
  mode.stubbed = use;
}

export function areSignaturesStubbed(): boolean {
  return mode.stubbed;
}

/** Whether a signature is made or verified just now, for which Node makes a resource though nobody waits. */
export function isComputing(): boolean {
  return mode.computing;
}

/** Computes something at once. */
export function compute<T>(work: () => T): T {
  mode.computing = true;
  try {
    return work();
  } finally {
    mode.computing = false;
  }
}

const MOST = 20_000;

/** Remembers what a pure function gave for an input, which a text names. */
export class Memory<T> {
  readonly #known = new Map<string, T>();

  of(name: string, work: () => T): T {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST) this.#known.clear();
    const value = compute(work);
    this.#known.set(name, value);
    return value;
  }
}
