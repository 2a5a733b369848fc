import { expect, test } from 'vitest';
import type { Hold } from './deviations.js';
import { Scheduler } from './scheduler.js';

/** What arrives in which order, of effects that would arrive in the order they are given in. */
async function orderOf(effects: readonly (readonly [who: string, name: string, hold?: Hold])[]) {
  const scheduler = new Scheduler({ keepsLines: true, quiescence: () => Promise.resolve() });
  for (const [index, [who, label, hold]] of effects.entries()) {
    const done = () => scheduler.note(`${label} is done`);
    scheduler.arrive({ who, label, ms: index + 1, hold }, done);
  }
  await scheduler.run(() => false, 100);
  return scheduler.trace.lines.flatMap((line) => /(\w+) is done/.exec(line)?.[1] ?? []);
}

test('an effect that is swapped arrives after the next of another process', async () => {
  expect(
    await orderOf([
      ['p0', 'first', 'swapped'],
      ['p0', 'second'],
      ['p1', 'third'],
      ['p1', 'fourth'],
    ]),
  ).toEqual(['second', 'third', 'first', 'fourth']);
});

test('an effect that is swapped arrives though no other does', async () => {
  expect(
    await orderOf([
      ['p0', 'first', 'swapped'],
      ['p0', 'second'],
    ]),
  ).toEqual(['second', 'first']);
});

test('two that are swapped with each other both arrive', async () => {
  expect(
    await orderOf([
      ['p0', 'first', 'swapped'],
      ['p1', 'second', 'swapped'],
    ]),
  ).toEqual(['first', 'second']);
});

test('an effect that is late arrives so much later', async () => {
  expect(
    await orderOf([
      ['p0', 'first', { ms: 5 }],
      ['p1', 'second'],
    ]),
  ).toEqual(['second', 'first']);
});
