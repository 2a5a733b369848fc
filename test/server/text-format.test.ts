import fc from 'fast-check';
import { Counter, Gauge, Histogram as OracleHistogram, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { CONTENT_TYPE, Count, Histogram } from '../../src/server/text-format.js';

const about = { name: 'seen_total', help: 'What was seen.' };
const LABELS = ['kind', 'status'] as const;
const labels = fc.record({
  kind: fc.oneof(
    fc.constantFrom('', 'plain', 'a "word"', 'back\\slash', 'two\nlines', 'ключ'),
    fc.string(),
  ),
  status: fc.integer({ min: 100, max: 599 }),
});

/** Without the blank lines between metrics, which the format does not ask for. */
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

describe('the text of a metric is what prom-client writes', () => {
  test.each(['counter', 'gauge'] as const)('of a %s', async (type) => {
    const amounts = fc.double({ min: type === 'counter' ? 0 : -1e9, max: 1e9, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(labels, amounts), { minLength: 1 }), async (additions) => {
        const registry = new Registry();
        const settings = { ...about, labelNames: LABELS, registers: [registry] };
        const oracle = type === 'counter' ? new Counter(settings) : new Gauge(settings);
        const count = new Count(type, { ...about, labels: LABELS });
        for (const [where, amount] of additions) {
          oracle.inc(where, amount);
          count.add(where, amount);
        }
        expect(linesOf(count.text())).toEqual(linesOf(await registry.metrics()));
      }),
    );
  });

  test('of a histogram', async () => {
    const values = fc.oneof(
      fc.constantFrom(0, 0.05, 0.1, 1, 7_200, 7_201),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(labels, values), { minLength: 1 }),
        fc.uniqueArray(fc.constantFrom(0.05, 0.1, 0.25, 1, 60, 7_200), { minLength: 1 }),
        async (observations, some) => {
          const buckets = some.sort((a, b) => a - b);
          const registry = new Registry();
          const settings = { ...about, labelNames: LABELS, buckets, registers: [registry] };
          const oracle = new OracleHistogram(settings);
          const histogram = new Histogram(buckets, { ...about, labels: LABELS });
          for (const [where, value] of observations) {
            oracle.observe(where, value);
            histogram.observe(where, value);
          }
          expect(linesOf(histogram.text())).toEqual(linesOf(await registry.metrics()));
        },
      ),
    );
  });

  test('and has its type', () => {
    expect(CONTENT_TYPE).toBe(new Registry().contentType);
  });
});
