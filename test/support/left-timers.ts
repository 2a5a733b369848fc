import { afterAll } from 'vitest';

// Files of tests share a process. A loop that one leaves behind would go on in the next, and take a step in each moment
// of a time that only seems to pass: so the timers that are left end with their file.
const { setTimeout: begin } = globalThis;
const left = new Set<NodeJS.Timeout>();

function begun<Given extends unknown[]>(
  action: (...given: Given) => void,
  ms?: number,
  ...given: Given
): NodeJS.Timeout {
  const timer = begin(() => {
    left.delete(timer);
    action(...given);
  }, ms);
  left.add(timer);
  return timer;
}

globalThis.setTimeout = Object.assign(begun, begin);

afterAll(() => {
  globalThis.setTimeout = begin;
  for (const timer of left) clearTimeout(timer);
});
