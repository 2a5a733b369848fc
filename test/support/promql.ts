import { parser } from '@prometheus-io/lezer-promql';

/** A metric that a query selects, with the labels that it selects by, and their values. */
interface Selected {
  readonly metric: string;
  readonly labels: readonly { readonly label: string; readonly values: readonly string[] }[];
}

/** What a query asks for, as Prometheus' own grammar reads it. */
export interface Query {
  /** The places that the grammar does not take, or that a function does not. */
  readonly mistakes: readonly string[];
  readonly selected: readonly Selected[];
  /** The labels of all groupings. */
  readonly grouped: readonly string[];
}

/** What Grafana puts in the place of its variables before it asks Prometheus. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: '1m' };

/** Functions of what happened over a time; the others take a moment. */
const OF_RANGES = /^(?:rate|irate|increase|delta|idelta|deriv|changes|resets|\w+_over_time)$/;

export function queryOf(given: string): Query {
  const text = given.replace(/\$\w+/g, (name) => VARIABLES[name] ?? name);
  const read = (node: { from: number; to: number }) => text.slice(node.from, node.to);
  const mistakes: string[] = [];
  const selected: Selected[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, node }) => {
      if (type.isError) mistakes.push(`${read(node)} at ${node.from}`);
      if (type.name === 'GroupingLabels') {
        grouped.push(...node.getChildren('LabelName').map(read));
      }
      if (type.name === 'VectorSelector') {
        const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        const labels = matchers.map((matcher) => {
          const [label = '', value = ''] = ['LabelName', 'StringLiteral'].map((part) =>
            matcher.getChildren(part).map(read).join(),
          );
          return { label, values: value.slice(1, -1).split('|') };
        });
        selected.push({ metric: node.getChildren('Identifier').map(read).join(), labels });
      }
      if (type.name === 'FunctionCall') {
        const name = node.getChildren('FunctionIdentifier').map(read).join();
        const isGivenRange = node.getChild('FunctionCallBody')?.getChild('MatrixSelector') != null;
        if (OF_RANGES.test(name) !== isGivenRange) mistakes.push(`what ${name} is given`);
      }
    },
  });
  return { mistakes, selected, grouped };
}
