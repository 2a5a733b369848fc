// Whole requests from broken clients and hostile hands, for any handler whose paths are known.
import fc from 'fast-check';
import { isObject } from '../../src/core/json.js';
import { headerText, mutated, part, query } from './hostile-values.js';

/** A route that requests are aimed at. */
export interface Target {
  readonly method: string;
  /** With its variable parts: `/api/:vaultId/balance`. */
  readonly path: string;
  /** Bodies that are right. */
  readonly examples?: readonly unknown[];
  /** Fields of a query that is right. */
  readonly fields?: object;
}

export interface HostileRequest {
  readonly method: string;
  /** Path and query, as they are written. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** How many bytes of the body come before the connection breaks off. */
  readonly cutAt: number | undefined;
  /** Whether it has the credentials that its handler wants to see. */
  readonly isSigned: boolean;
  /** Over a connection, byte for byte, or as the `Request` that a platform makes of it. */
  readonly isRaw: boolean;
}

/** What a pattern that goes back over its text would take for ever with. */
const UNITS = [
  ...[
    '0',
    '1',
    '9',
    'a',
    'A',
    'f',
    ' ',
    '\t',
    '\n',
    '.',
    '-',
    '_',
    '/',
    ':',
    '::a',
    '<',
    '<a>',
    ',',
  ],
  ...[
    '%',
    '%25',
    '=',
    '+',
    '\\',
    '"',
    '{',
    '[',
    'ä',
    '🏦',
    '\0',
    '0x',
    '0.',
    'a.',
    'a=',
    'u8,',
    'a b',
  ],
];
const ENDS = ['', '!', '1', 'x', '.', '\n', '\0', ' x', '/', '>'];

/** Long texts of one thing over and over, which ends otherwise. */
const longText = fc
  .tuple(
    fc.constantFrom('', '1', '0x', '-', 'a::b', '{', ' '),
    fc.constantFrom(...UNITS),
    fc.constantFrom(100, 1_000, 10_000, 60_000),
    fc.constantFrom(...ENDS),
  )
  .map(([start, unit, length, end]) => start + unit.repeat(length / unit.length) + end);

/** What fits into the head of a request. */
const short = (text: string) => text.slice(0, 3_000).replace(/[\ud800-\udbff]$/, '');

const bytes = (text: string) => new TextEncoder().encode(text);
const MEGABYTES = bytes(' '.repeat(1_200_000));

/** JSON as no program writes it. */
const strangeJson = fc.oneof(
  fc
    .tuple(fc.constantFrom('[', '{"a":', '[{"a":'), fc.constantFrom(10, 100, 1_000, 10_000))
    .map(([open, depth]) => {
      const close = open.replace(/[^[{]/g, '').replace('[', ']').replace('{', '}');
      return `${open.repeat(depth)}1${[...close].reverse().join('').repeat(depth)}`;
    }),
  fc.constantFrom(10, 1_000, 20_000).map((count) => `[${'1,'.repeat(count)}1]`),
  fc
    .constantFrom(10, 1_000)
    .map((count) => JSON.stringify(Object.fromEntries(Array(count).entries()))),
  fc.constantFrom(
    ...['', ' ', 'null', '0', '""', '{}', '[]', '{"a":1,"a":2}', '{"__proto__":{"a":1}}'],
    ...[
      '{"amount":1e999}',
      '{"amount":-0}',
      `{"amount":0.${'1'.repeat(1_000)}}`,
      '{"a":"\\ud800"}',
    ],
    ...['\ufeff{}', '{"a":1}{"a":1}', "{'a':1}", '{"a":1,}', '{"a":NaN}', '[1', '{"a', '"'],
  ),
);

/** JSON text for whatever fast-check makes of an example. */
const jsonOf = (value: unknown) => JSON.stringify(value) ?? '';

function bodiesFor(example: unknown): fc.Arbitrary<Uint8Array> {
  const text = fc.oneof(
    { weight: 60, arbitrary: mutated(example).map(jsonOf) },
    { weight: 8, arbitrary: fc.constant(jsonOf(example)) },
    { weight: 4, arbitrary: mutated(example, longText).map(jsonOf) },
    { weight: 6, arbitrary: fc.string() },
    { weight: 6, arbitrary: strangeJson },
    {
      weight: 6,
      arbitrary: fc.nat({ max: 200 }).map((end) => jsonOf(example).slice(0, end)),
    },
  );
  return fc.oneof(
    { weight: 1_000, arbitrary: text.map(bytes) },
    { weight: 20, arbitrary: fc.uint8Array({ maxLength: 100 }) },
    { weight: 1, arbitrary: fc.constant(MEGABYTES) },
  );
}

const method = (usual: string) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constant(usual) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    },
    { weight: 1, arbitrary: fc.constantFrom('TRACE', 'get', 'QUERY', 'CONNECT', 'M-SEARCH', 'X') },
  );

const STRANGE = [
  '//',
  '/./',
  '/../',
  '%2f',
  '%zz',
  '%',
  '\\',
  '{',
  '|',
  '^',
  '`',
  '"',
  '<',
  '#',
  '?',
];
const MORE_STRANGE = [
  'ä',
  '\x01',
  '\x7f',
  '\u2028',
  '🏦',
  '%00',
  '%ff',
  '%ED%A0%80',
  ';',
  '@',
  '*',
  ' ',
];

/** A path with something in it that few have. */
function spoilt(path: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat({ max: path.length }), fc.constantFrom(...STRANGE, ...MORE_STRANGE))
    .map(([at, strange]) => path.slice(0, at) + strange + path.slice(at));
}

const VARIABLE = /:\w+/;

/** A path with its variable parts filled in. */
function filled(path: string, known: readonly string[]): fc.Arbitrary<string> {
  const one = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 5, arbitrary: part },
    { weight: 1, arbitrary: longText.map((text) => encodeURIComponent(short(text))) },
  );
  const fixed = path.split(VARIABLE);
  const parts = fc.array(one, { minLength: fixed.length - 1, maxLength: fixed.length - 1 });
  return parts.map((given) => fixed.reduce((before, text, at) => before + given[at - 1] + text));
}

function queryOf(fields: unknown): string {
  if (!isObject(fields)) return `?${encodeURIComponent(textOf(fields))}`;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.append(name, textOf(value));
  return query.size === 0 ? '' : `?${query}`;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : jsonOf(value));

function targetsFor({ path, fields = {} }: Target, known: readonly string[]) {
  const paths = filled(path, known);
  const asked = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('', queryOf(fields)) },
    { weight: 4, arbitrary: mutated(fields).map(queryOf) },
    { weight: 1, arbitrary: mutated(fields, longText.map(short)).map(queryOf) },
    { weight: 3, arbitrary: query },
    { weight: 1, arbitrary: longText.map((text) => `?a=${short(text)}`) },
  );
  const usual = fc.tuple(paths, asked).map(([one, rest]) => one + rest);
  return fc.oneof(
    { weight: 16, arbitrary: usual },
    { weight: 2, arbitrary: usual.chain(spoilt) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.string({ maxLength: 100 }).map((text) => `/${text}`),
        fc.constantFrom(
          '*',
          '',
          '/',
          '//',
          'http://elsewhere/',
          'elsewhere:443',
          '/'.repeat(5_000),
        ),
      ),
    },
  );
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x',
];

/** Headers that mean something to one handler or another. */
const NAMES = [
  ...['idempotency-key', 'prefer', 'origin', 'accept', 'accept-encoding', 'content-encoding'],
  ...['x-request-id', 'x-forwarded-for', 'sec-fetch-site', 'authorization', 'if-none-match'],
  ...['x-fbapi-key', 'x-fbapi-nonce', 'x-fbapi-timestamp', 'x-fbapi-signature', 'cookie', 'range'],
  ...[
    'x-fb-platform-signature',
    'x-fbapi-initiated-by',
    'fireblocks-webhook-signature',
    'traceparent',
  ],
  ...['fireblocks-signature', 'access-control-request-method', 'expect', 'content-length', 'host'],
];

const headers = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...TYPES.slice(0, 2)) },
      { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...TYPES), headerText) },
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom(...NAMES),
        fc.oneof(
          { weight: 20, arbitrary: fc.constantFrom('0', '-1', 'wait=0', 'wait=1e9', '*', 'gzip') },
          { weight: 20, arbitrary: headerText },
          { weight: 1, arbitrary: longText.map(short) },
        ),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([type, more]) => [['content-type', type], ...more] as const);

/** @param known - Variable parts of paths that there are, such as ids of vault accounts. */
export function requestsTo(
  targets: readonly Target[],
  known: readonly string[],
): fc.Arbitrary<HostileRequest> {
  const each = targets.map((target) => {
    const { examples = [undefined] } = target;
    return fc.record({
      method: method(target.method),
      target: targetsFor(target, known),
      headers,
      body: fc.oneof(...examples.map(bodiesFor)),
      cutAt: fc.oneof(
        { weight: 30, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.nat({ max: 200 }) },
      ),
      isSigned: fc.oneof(
        { weight: 9, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      isRaw: fc.boolean(),
    });
  });
  return fc.oneof(...each);
}
