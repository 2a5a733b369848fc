import { createHook } from 'node:async_hooks';
import { isComputing } from '../seams/mode.js';

/** What a simulation may use: promises and ticks, which the event loop waits for before it goes on. */
const ALLOWED = new Set(['PROMISE', 'TickObject', 'Microtask']);

/**
 * Resolves when no promise and no tick is left that could go on by itself: the event loop comes to an
 * immediate only then.
 */
export class Quiescence {
  #isOwn = false;
  /** Kinds of resources that were used and must not be, with how often. */
  readonly resources = new Map<string, number>();
  readonly #hook = createHook({
    init: (_id, type) => {
      if (this.#isOwn || isComputing() || ALLOWED.has(type)) return;

      this.resources.set(type, (this.resources.get(type) ?? 0) + 1);
    },
  });

  readonly reach = (): Promise<void> =>
    new Promise((resolve) => {
      this.#isOwn = true;
      setImmediate(resolve);
      this.#isOwn = false;
    });

  watch(): void {
    this.resources.clear();
    this.#hook.enable();
  }

  unwatch(): void {
    this.#hook.disable();
  }
}
