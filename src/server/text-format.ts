// Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** What a metric counts, and by which labels. */
export interface Described<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

type Labels<Label extends string> = Readonly<Record<Label, string | number>>;

/** A number for each combination of labels that was seen. */
export class Count<Label extends string> {
  readonly #type: 'counter' | 'gauge';
  readonly #described: Described<Label>;
  readonly #values = new Map<string, number>();

  /** @param type - A counter only grows. */
  constructor(type: 'counter' | 'gauge', described: Described<Label>) {
    this.#type = type;
    this.#described = described;
  }

  add(labels: Labels<Label>, amount = 1): void {
    const key = labelsText(this.#described, labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  text(): string {
    const { name } = this.#described;
    const samples = [...this.#values].map(([labels, value]) => sampleText(name, labels, value));
    return metricText(this.#described, this.#type, samples);
  }
}

/** How many values were at most as large as each bound, for each combination of labels that was seen. */
export class Histogram<Label extends string> {
  readonly #described: Described<Label>;
  readonly #bounds: readonly number[];
  readonly #seen = new Map<string, { counts: readonly number[]; sum: number }>();

  /** @param bounds - Ascending. */
  constructor(bounds: readonly number[], described: Described<Label>) {
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY];
    this.#described = described;
  }

  observe(labels: Labels<Label>, value: number): void {
    const key = labelsText(this.#described, labels);
    const seen = this.#seen.get(key) ?? { counts: this.#bounds.map(() => 0), sum: 0 };
    seen.counts = seen.counts.map((count, index) =>
      value <= (this.#bounds[index] ?? 0) ? count + 1 : count,
    );
    seen.sum += value;
    this.#seen.set(key, seen);
  }

  text(): string {
    const { name } = this.#described;
    const samples = [...this.#seen].flatMap(([labels, { counts, sum }]) => [
      ...counts.map((count, index) => {
        const bound = `le="${numberText(this.#bounds[index] ?? 0)}"`;
        return sampleText(`${name}_bucket`, labels === '' ? bound : `${bound},${labels}`, count);
      }),
      sampleText(`${name}_sum`, labels, sum),
      sampleText(`${name}_count`, labels, counts.at(-1) ?? 0),
    ]);
    return metricText(this.#described, 'histogram', samples);
  }
}

function metricText(
  { name, help }: Omit<Described<never>, 'labels'>,
  type: string,
  samples: readonly string[],
): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ''].join('\n');
}

function sampleText(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}`;
}

function labelsText<Label extends string>(
  { labels: names }: Described<Label>,
  labels: Labels<Label>,
): string {
  return names.map((name) => `${name}="${escaped(String(labels[name]))}"`).join();
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n');
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}
