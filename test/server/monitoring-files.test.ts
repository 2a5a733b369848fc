import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { ERROR_CODES } from '../../src/core/error-codes.js';
import { gatewayMetrics, xrplHandler } from '../../src/handlers.js';
import { queryOf } from '../support/promql.js';
import { newWorld } from '../support/world.js';

const read = (name: string) => readFileSync(`docs/monitoring/${name}`, 'utf8');
const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  annotations: z.object({ summary: z.string() }),
});
const rulesFile = z.object({
  groups: z.array(z.object({ rules: z.array(rule) })),
});
const dashboardFile = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
    }),
  ),
  templating: z.object({
    list: z.array(z.object({ query: z.union([z.string(), z.object({ query: z.string() })]) })),
  }),
});

const rules = rulesFile.parse(parse(read('alerts.yml'))).groups.flatMap((group) => group.rules);
const panels = dashboardFile.parse(JSON.parse(read('dashboard.json'))).panels;
const queries = [
  ...rules.map(({ alert, expr }) => ({ title: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr }))),
];

/** What Prometheus adds to every target that it scrapes. */
const OF_TARGETS = ['job', 'instance'];

/** What a query asks for: its metrics, what it selects them by, and all labels in groupings. */
function askedIn(expr: string) {
  const { mistakes, selected, grouped } = queryOf(expr);
  return { mistakes, selected, grouped, metrics: selected.map(({ metric }) => metric) };
}

/** The values of a label that the queries select by. */
const valuesOf = (name: string) =>
  queries
    .flatMap(({ expr }) => queryOf(expr).selected.flatMap(({ labels }) => labels))
    .flatMap(({ label, values }) => (label === name ? values : []));

/** Each metric that a server prints, by its name, with its labels and their values. */
const printed = new Map<string, Map<string, Set<string>>>();

beforeAll(async () => {
  const world = await newWorld();
  const metrics = await gatewayMetrics();
  await metrics.counting('custody', async () => new Response())('http://localhost', {});
  const body = JSON.stringify({ configs: { domain: 'example.com' } });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const handler = xrplHandler(world.another(), { metrics });
  await handler(new Request('http://localhost/api/token/accountSet/0', request));
  await world.stop();
  for (const line of (await metrics.text()).split('\n')) {
    const [, name, inner = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = printed.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of inner.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
    printed.set(name, labels);
  }
  printed.set('up', new Map());
});

const labelsOf = (metric: string) => [...(printed.get(metric)?.keys() ?? []), ...OF_TARGETS];

describe('the monitoring files', () => {
  test('have rules and panels, each of its own name', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(panels.length).toBeGreaterThan(8);
    const names = [...rules.map(({ alert }) => alert), ...panels.map(({ title }) => title)];
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(queries)('$title: $expr', ({ expr }) => {
    const { mistakes, metrics, selected, grouped } = askedIn(expr);
    expect(mistakes).toEqual([]);
    expect(metrics).not.toEqual([]);
    expect(metrics.filter((metric) => !printed.has(metric))).toEqual([]);
    for (const { metric, labels } of selected) {
      expect(labels.filter(({ label }) => !labelsOf(metric).includes(label))).toEqual([]);
    }
    for (const metric of metrics) {
      if (!metric.startsWith('custody_gateways_')) continue;
      expect(grouped.filter((label) => !labelsOf(metric).includes(label))).toEqual([]);
    }
  });

  test.each([
    'sum by (chain custody_gateways_calls_total)',
    'rats(custody_gateways_calls_total[5m])',
    'rate(custody_gateways_calls_total)',
    'histogram_quantile(0.5, custody_gateways_call_seconds_bucket[5m])',
    'custody_gateways_calls_total{peer~"custody"}',
    'rate(custody_gateways_calls_total[$unknown])',
    'increase(custody_gateways_calls_total[5 minutes]) > 0',
  ])('would be told of %s', (expr) => {
    expect(queryOf(expr).mistakes).not.toEqual([]);
  });

  test('name outcomes, steps and peers that there are', () => {
    const outcomes = valuesOf('outcome').filter((value) => value !== 'success');
    expect(outcomes.length).toBeGreaterThan(10);
    expect(outcomes.filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
    const steps = printed.get('custody_gateways_step_seconds_bucket')?.get('step') ?? new Set();
    expect(valuesOf('step').filter((step) => !steps.has(step))).toEqual([]);
    expect(new Set(valuesOf('peer'))).toEqual(new Set(['custody']));
  });

  test.each(rules)('$alert says only labels of what it asks for', ({ expr, annotations }) => {
    const { metrics, grouped } = askedIn(expr);
    const known = grouped.length > 0 ? grouped : metrics.flatMap(labelsOf);
    const said = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(
      ([, label = '']) => label,
    );
    expect(said.filter((label) => !known.includes(label))).toEqual([]);
  });

  test('show in legends and variables only labels of what is queried', () => {
    for (const { targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        const { metrics, grouped } = askedIn(expr);
        const known = grouped.length > 0 ? grouped : metrics.flatMap(labelsOf);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        expect(shown.filter((label) => !known.includes(label))).toEqual([]);
      }
    }
    const { list } = dashboardFile.parse(JSON.parse(read('dashboard.json'))).templating;
    const variables = list.flatMap(({ query }) => (typeof query === 'string' ? [] : [query.query]));
    for (const variable of variables) {
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(variable) ?? [];
      expect(labelsOf(metric)).toContain(label);
    }
  });

  test('have an explanation for each alert, and for nothing else', () => {
    const guide = readFileSync('docs/guides/monitoring.md', 'utf8');
    const cells = [...guide.matchAll(/^\| (`(?:Gateway|Fireblocks).*?) \|/gm)].map(
      ([, cell = '']) => cell,
    );
    const explained = cells.flatMap((cell) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(explained.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});
