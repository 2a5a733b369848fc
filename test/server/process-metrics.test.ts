import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { processMetrics } from '../../src/server/process-metrics.js';

/** The metrics of a text by name: type, and the sample as it is written. */
function metricsIn(text: string) {
  const found = new Map<string, { type: string; sample: string }>();
  for (const [, name = '', type = '', sample = ''] of text.matchAll(
    /^# TYPE (\S+) (\S+)\n\1(?:\{[^}]*\})? (\S+)$/gm,
  ))
    found.set(name, { type, sample });
  return found;
}

describe('the process’s own metrics', () => {
  test('have the names, types and sizes that prom-client gives them', async () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const text = processMetrics();
    await pause(50);
    const ours = metricsIn(text());
    const theirs = metricsIn(await registry.metrics());
    expect(ours.size).toBe(16);
    for (const [name, { type, sample }] of ours) {
      const other = theirs.get(name);
      expect([name, type]).toEqual([name, other?.type]);
      const ratio = Number(sample) / Number(other?.sample);
      // Lags and seconds of work are too small to compare; what they are measured in shows.
      if (!/lag|cpu/.test(name)) expect([name, ratio > 0.5 && ratio < 2]).toEqual([name, true]);
      else expect(Number(sample)).toBeLessThan(3_600);
    }
    const version = (printed: string) => /^nodejs_version_info\{.*$/m.exec(printed)?.[0];
    expect(version(text())).toBe(version(await registry.metrics()));
  });

  test('have the lag since they were asked for before', async () => {
    const text = processMetrics();
    const hasLag = () => metricsIn(text()).has('nodejs_eventloop_lag_p99_seconds');
    // A machine that is busy takes its samples late.
    await expect.poll(hasLag, { interval: 50, timeout: 10_000 }).toBe(true);
    expect(hasLag()).toBe(false);
    await expect.poll(hasLag, { interval: 50, timeout: 10_000 }).toBe(true);
  });
});
