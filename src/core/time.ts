import { ConfigurationError } from './errors.js';

/** The machine's own time, for code that waits for nothing: see `systemClock`. */
export const systemTime = {
  now: (): number => Date.now(),
  monotonic: (): number => Math.floor(performance.now()),
};

const METHODS = ['now', 'monotonic', 'sleep', 'after'] as const;

/** @throws ConfigurationError naming `clock` when it lacks a method: a wait on it would never end. */
export function checkClock(clock: Readonly<Record<(typeof METHODS)[number], unknown>>): void {
  if (METHODS.every((method) => typeof clock?.[method] === 'function')) return;
  throw new ConfigurationError('clock', `must have ${METHODS}`);
}
