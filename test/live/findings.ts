import type { RecordedAnswer } from '../support/recorded.js';
import { joined, jsonTypeOf, type Kind, type Shape, shapeOf } from '../support/shapes.js';
import type { Exchange } from './exchanges.js';
import type { Run, Table } from './run.js';

/** One way in which a run is not as it was. */
export type Finding =
  /** Of what the one has and the other does not. */
  | { readonly kind: 'missing' | 'new'; readonly call: string; readonly field: string }
  | {
      readonly kind: 'renamed';
      readonly call: string;
      readonly field: string;
      readonly now: string;
    }
  | {
      readonly kind: 'retyped';
      readonly call: string;
      readonly field: string;
      readonly was: string;
      readonly now: string;
    }
  /** An object of a kind that was not there. */
  | { readonly kind: 'variant'; readonly call: string; readonly field: string }
  /** A status that the call did not have, such as 410. */
  | { readonly kind: 'status'; readonly call: string; readonly status: number }
  | { readonly kind: 'code'; readonly call: string; readonly code: string }
  /** A header that tells of an end: `Warning`, `Deprecation`, `Sunset`. */
  | { readonly kind: 'announced'; readonly call: string; readonly header: string }
  /** A call that the table does not have. */
  | { readonly kind: 'call'; readonly call: string }
  /** What is pinned, such as the hash of a contract. */
  | { readonly kind: 'changed'; readonly of: string };

const ANNOUNCING = ['warning', 'deprecation', 'sunset'];

/**
 * How what answers now differs from what answered before: by field, where answers have one. What only one
 * of them was asked is no difference, nor is what was `null`.
 *
 * @param recorded - What else is known to have been answered.
 */
export function findingsOf(
  table: Table,
  now: Run,
  before: Run,
  recorded: readonly RecordedAnswer[] = [],
): readonly Finding[] {
  return unique([
    ...calls(table, now),
    ...statuses(now, [...before.exchanges, ...recorded]),
    ...shapes(table, now, before, recorded),
    ...codes(table, now),
    ...announcements(now),
    ...pins(now, before),
  ]);
}

function calls({ calls: known }: Table, now: Run): readonly Finding[] {
  return now.exchanges
    .filter(({ call }) => !known.includes(call))
    .map(({ call }) => ({ kind: 'call', call }) as const);
}

type Answered = Pick<Exchange, 'call' | 'status'>;

function statuses(now: Run, before: readonly Answered[]): readonly Finding[] {
  const known = new Set(before.map(({ call, status }) => `${call} ${status}`));
  const asked = new Set(before.map(({ call }) => call));
  return now.exchanges
    .filter(({ call, status }) => asked.has(call) && !known.has(`${call} ${status}`))
    .map(({ call, status }) => ({ kind: 'status', call, status }) as const);
}

function codes({ codeOf, codes: known }: Table, now: Run): readonly Finding[] {
  return now.exchanges.flatMap(({ call, body }) => {
    const code = codeOf(body);
    return code === undefined || known.has(code) ? [] : [{ kind: 'code', call, code } as const];
  });
}

function announcements(now: Run): readonly Finding[] {
  return now.exchanges.flatMap(({ call, headers }) =>
    ANNOUNCING.filter((header) => headers[header] !== undefined).map(
      (header) => ({ kind: 'announced', call, header: `${header}: ${headers[header]}` }) as const,
    ),
  );
}

function pins({ pins: now }: Run, { pins: before }: Run): readonly Finding[] {
  return Object.entries(before)
    .filter(([name, hash]) => now[name] !== undefined && now[name] !== hash)
    .map(([name]) => ({ kind: 'changed', of: name }) as const);
}

function shapes(
  table: Table,
  now: Run,
  before: Run,
  recorded: readonly RecordedAnswer[],
): readonly Finding[] {
  const { opaque, objects } = table;
  const [those, these] = [byAnswer(table, now.exchanges), byAnswer(table, before.exchanges)];
  const shown = recorded.filter(({ form }) => form !== 'text');
  return [...those].flatMap(([answer, bodies]) => {
    const [call = ''] = answer.split(' → ');
    const own = these.get(answer);
    const known = [
      ...(own ? [shapeOf(own, opaque, objects)] : []),
      ...shown
        .filter((one) => answerOf(table, one, one.words) === answer)
        .map(({ shape }) => shape),
    ];
    if (known.length === 0) return [];
    return differences(call, shapeOf(bodies, opaque, objects), joined(known));
  });
}

const answerOf = (table: Table, { call, status }: Answered, told: unknown) =>
  `${call} → ${status}${table.partOf?.(told) ?? ''}`;

function byAnswer(table: Table, exchanges: readonly Exchange[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const exchange of exchanges) {
    const { body } = exchange;
    const answer = answerOf(table, exchange, body);
    if (body !== undefined) found.set(answer, [...(found.get(answer) ?? []), body]);
  }
  return found;
}

function differences(call: string, now: Shape, before: Shape): readonly Finding[] {
  const objects = [...now.objects].flatMap(([object, those]) => {
    const these = before.objects.get(object);
    if (!these) return unknownObject(call, object, before);
    const missing = [...these].filter((field) => !those.has(field));
    const added = fieldsOf(now, object).filter((field) => !before.fields.has(field));
    return named(call, missing, added, (field) =>
      typesOf(before.fields.get(field) ?? now.fields.get(field)),
    );
  });
  const types = [...now.fields].flatMap(([field, of]) =>
    retyped(call, field, typesOf(of), typesOf(before.fields.get(field))),
  );
  return [...objects, ...types];
}

/** An object that says no longer of which kind it is, or says that it is of one that was not there. */
function unknownObject(call: string, object: string, before: Shape): readonly Finding[] {
  const place = object.replace(/<\w+>$/, '');
  const kinds = [...before.objects.keys()].filter((one) => one.replace(/<\w+>$/, '') === place);
  if (kinds.length === 0) return [];
  if (object !== place) return [{ kind: 'variant', call, field: object }];
  return [{ kind: 'missing', call, field: place ? `${place}.type` : 'type' }];
}

function fieldsOf({ fields }: Shape, object: string): readonly string[] {
  const start = object ? `${object}.` : '';
  const isOwn = (path: string) => path.startsWith(start) && !/[.[<]/.test(path.slice(start.length));
  return [...fields.keys()].filter((path) => path !== '' && isOwn(path));
}

function typesOf(kinds: ReadonlySet<Kind> = new Set()): string {
  const types = new Set([...kinds].filter((kind) => kind !== 'null').map(jsonTypeOf));
  return [...types].sort().join(' or ');
}

/** Where one field has gone and one of the same types has come, it has another name. */
function named(
  call: string,
  missing: readonly string[],
  added: readonly string[],
  typeOf: (field: string) => string,
): readonly Finding[] {
  const [gone, come] = [missing[0], added[0]];
  const isOne = missing.length === 1 && added.length === 1;
  if (isOne && gone !== undefined && come !== undefined && typeOf(gone) === typeOf(come)) {
    return [{ kind: 'renamed', call, field: gone, now: come }];
  }
  return [
    ...missing.map((field) => ({ kind: 'missing', call, field }) as const),
    ...added.map((field) => ({ kind: 'new', call, field }) as const),
  ];
}

function retyped(call: string, field: string, now: string, was: string): readonly Finding[] {
  const known = was.split(' or ');
  if (was === '' || now === '' || now.split(' or ').every((type) => known.includes(type)))
    return [];
  return [{ kind: 'retyped', call, field, was, now }];
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
