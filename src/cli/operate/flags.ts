import type { GatewayRoute, QueryField } from '../../server/route.js';
import type { FlagType } from '../flags.js';
import { amountFlags } from './amount-flags.js';
import { type Field, fieldsOf } from './fields.js';
import { type ChainName, kebab } from './names.js';
import { integerIn, jsonIn, oneOf } from './texts.js';
import { isSetBeside, unitsOf } from './units.js';

/** A value that is to be set in a request. */
export interface Setting {
  /** The names that lead to the field. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A flag of an operation: it sets fields of the request's body or its query. */
export interface OperationFlag {
  /** Without its dashes. */
  readonly name: string;
  readonly type: FlagType;
  readonly place: 'body' | 'query';
  /** The field that it is for, such as `payout.maxFee`: errors name it. */
  readonly field: string;
  /** Whether the operation needs the field. */
  readonly isRequired: boolean;
  /** What it takes, for `--help`: `TEXT`, `N`, or the choices. */
  readonly takes: string;
  readonly description?: string | undefined;
  /** @throws Mistakes naming the flag. */
  settings(texts: readonly string[]): readonly Setting[];
}

/** The parties of a payment have one name on every chain. */
const NAMES: Readonly<Record<string, string>> = { destination: 'to', recipientAddress: 'to' };

/** The flags of an operation, from the schemas of its body and its query. */
export function flagsOf(chain: ChainName, route: GatewayRoute<never>): readonly OperationFlag[] {
  const { operation, query = {} } = route;
  const body = route.kind === 'write' ? fieldsOf(route.body) : [];
  const ofBody = body
    .filter(({ path }) => !isSetBeside(chain, operation, path.join('.')))
    .flatMap((field) => flagsOfField(chain, operation, field));
  const names = new Set(ofBody.map(({ name }) => name));
  const ofQuery = Object.entries(query).flatMap(([name, field]) =>
    queryFlags(chain, operation, name, field),
  );
  return [...ofBody, ...ofQuery.filter(({ name }) => !names.has(name))];
}

function nameOf(path: readonly string[]): string {
  const [only = '', ...deeper] = path;
  return deeper.length === 0 && Object.hasOwn(NAMES, only)
    ? (NAMES[only] ?? only)
    : path.map(kebab).join('-');
}

function flagsOfField(chain: ChainName, operation: string, field: Field): readonly OperationFlag[] {
  const { path, value, isRequired } = field;
  const about = { name: nameOf(path), place: 'body', field: path.join('.'), isRequired } as const;
  const units = unitsOf(chain, operation, path);
  const amounts = amountFlags(about, path, value, units);
  if (amounts.length > 0) return amounts;
  const one = (text: string): readonly Setting[] => [{ path, value: text }];
  switch (value.kind) {
    case 'boolean':
      return switchFlags(about, path);
    case 'none':
      return [
        {
          ...about,
          name: `no-${about.name}`,
          type: { type: 'boolean' },
          takes: '',
          settings: () => [{ path, value: null }],
        },
      ];
    case 'integer':
      return [textFlag(about, 'N', (text, flag) => [{ path, value: integerIn(text, flag) }])];
    case 'choice':
      return [
        textFlag(about, value.choices.join('|'), (text, flag) =>
          one(oneOf(value.choices, text, flag)),
        ),
      ];
    case 'texts':
      return [listFlag(about, 'TEXT', (texts) => [{ path, value: [...texts] }])];
    case 'switches':
      return [
        listFlag(about, value.choices.join('|'), (texts, flag) =>
          texts.map((text) => ({
            path: [...path, oneOf(value.choices, text, flag)],
            value: true,
          })),
        ),
      ];
    case 'text-or-json':
      return [
        textFlag(about, 'TEXT|JSON', (text, flag) =>
          text.startsWith('{') ? [{ path, value: jsonIn(text, flag) }] : one(text),
        ),
      ];
    case 'json':
    case 'ledger-amount':
      return [textFlag(about, 'JSON|@FILE', (text, flag) => [{ path, value: jsonIn(text, flag) }])];
    case 'text':
      return [textFlag(about, 'TEXT', one)];
  }
}

/** The fields of a query are text; the operation itself reads them. */
function queryFlags(
  chain: ChainName,
  operation: string,
  name: string,
  { schema, required = false, description }: QueryField,
): readonly OperationFlag[] {
  const path = [name];
  const about = {
    name: nameOf(path),
    place: 'query',
    field: name,
    isRequired: required,
    description,
  } as const;
  const amounts = amountFlags(about, path, { kind: 'text' }, unitsOf(chain, operation, path));
  if (amounts.length > 0) return amounts;
  const { type, enum: choices } = schema;
  if (type === 'boolean') return switchFlags(about, path, 'true', 'false');
  if (Array.isArray(choices)) {
    const known = choices.map(String);
    const read = (text: string, flag: string) => [{ path, value: oneOf(known, text, flag) }];
    return [textFlag(about, known.join('|'), read)];
  }
  if (type !== 'integer') return [textFlag(about, 'TEXT', (text) => [{ path, value: text }])];
  const whole = (text: string, flag: string) => String(integerIn(text, flag));
  return [textFlag(about, 'N', (text, flag) => [{ path, value: whole(text, flag) }])];
}

type About = Pick<OperationFlag, 'name' | 'place' | 'field' | 'isRequired' | 'description'>;

function switchFlags(
  about: About,
  path: readonly string[],
  yes: unknown = true,
  no: unknown = false,
): readonly OperationFlag[] {
  const flag = (name: string, value: unknown): OperationFlag => ({
    ...about,
    name,
    type: { type: 'boolean' },
    takes: '',
    settings: () => [{ path, value }],
  });
  return [flag(about.name, yes), flag(`no-${about.name}`, no)];
}

function textFlag(
  about: About,
  takes: string,
  read: (text: string, flag: string) => readonly Setting[],
): OperationFlag {
  return {
    ...about,
    type: { type: 'string' },
    takes,
    settings: ([text = '']) => read(text, about.name),
  };
}

function listFlag(
  about: About,
  takes: string,
  read: (texts: readonly string[], flag: string) => readonly Setting[],
): OperationFlag {
  return {
    ...about,
    type: { type: 'string', multiple: true },
    takes: `${takes} (repeatable)`,
    settings: (texts) => read(texts, about.name),
  };
}
