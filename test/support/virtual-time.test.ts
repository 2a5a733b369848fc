import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { poll } from '../../src/core/poll.js';
import { VirtualTime } from './virtual-time.js';

test('a day passes although an earlier file of tests has left calls waiting for an hour', async () => {
  const pace = { firstMs: 5, factor: 1, maxMs: 5 };
  const left = poll(async () => undefined, {
    pace,
    timeoutMs: 3_600_000,
    clock: systemClock,
    signal: undefined,
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const time = new VirtualTime();
  await time.pass(90_000_000);
  await expect(left).resolves.toBeUndefined();
  time.end();
});
