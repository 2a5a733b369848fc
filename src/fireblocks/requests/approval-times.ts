import { keepRecent } from '../../core/recent.js';

const VAULTS = 1_000;
const LATEST = 5;
/** So long after it was signed the last time, a request is read: Fireblocks shows a signature a moment later. */
const MARGIN_MS = 50;

/** How long the latest requests of each vault account took until they were signed. */
export class ApprovalTimes {
  readonly #latest = new Map<string, readonly number[]>();

  /** When to look for the vault's next signature, in milliseconds after its request. */
  of(vault: string): readonly number[] {
    return this.#latest.get(vault) ?? [];
  }

  note(vault: string, tookMs: number): void {
    const latest = [tookMs + MARGIN_MS, ...this.of(vault)].slice(0, LATEST);
    this.#latest.delete(vault);
    keepRecent(this.#latest, VAULTS, vault, latest);
  }
}
