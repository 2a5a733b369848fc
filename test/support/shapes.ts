import { isObject } from '../../src/core/json.js';

/** What a value is, and how a string is written. */
const KINDS = [
  'boolean',
  'decimal',
  'empty',
  'hexadecimal',
  'list',
  'null',
  'number',
  'object',
  // A string of which it is not told how it is written.
  'string',
  'text',
] as const;

export type Kind = (typeof KINDS)[number];

/** Which fields some JSON has, and of which kinds. */
export interface Shape {
  /**
   * By where they are: `a.b`; `[]` for the entries of a list; `<pending_transaction>` for an object whose
   * `type` says so, since such have fields of their own.
   */
  readonly fields: ReadonlyMap<string, ReadonlySet<Kind>>;
  /** Where objects are, each with the fields that all of them there have. */
  readonly objects: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What of objects the JSON of an API leaves to be told. */
export interface Objects {
  /** Those whose members are data, such as the names of tokens: `a{}` stands for each. */
  readonly maps?: readonly RegExp[];
  /** Whether their `type` says of which kind they are. Default `true`. */
  readonly haveKinds?: boolean;
}

/** @param opaque - Fields whose content is not the API's but somebody's, such as a contract's. */
export function shapeOf(
  values: readonly unknown[],
  opaque: readonly RegExp[] = [],
  { maps = [], haveKinds = true }: Objects = {},
): Shape {
  const fields = new Map<string, Set<Kind>>();
  const objects = new Map<string, ReadonlySet<string>>();
  const walk = (path: string, value: unknown) => {
    fields.set(path, (fields.get(path) ?? new Set()).add(kindOf(value)));
    if (opaque.some((one) => one.test(path))) return;
    if (Array.isArray(value)) {
      for (const entry of value) walk(`${path}[]`, entry);
    } else if (isObject(value)) {
      const own = haveKinds ? `${path}${variantOf(value)}` : path;
      const known = objects.get(own);
      const isMap = maps.some((one) => one.test(path));
      const inner = Object.entries(value).map(
        ([name, one]) => [memberOf(own, name, isMap), one] as const,
      );
      const its = inner.map(([field]) => field);
      objects.set(own, new Set(known ? its.filter((field) => known.has(field)) : its));
      for (const [field, one] of inner) walk(field, one);
    }
  };
  for (const value of values) walk('', value);
  return { fields, objects };
}

function memberOf(own: string, name: string, isMap: boolean): string {
  if (isMap) return `${own}{}`;
  return own ? `${own}.${name}` : name;
}

/** Move's own types have colons, and the custody's capitals; a kind of object has neither. */
function variantOf({ type }: Readonly<Record<string, unknown>>): string {
  return typeof type === 'string' && /^[a-z][a-z\d_]*$/.test(type) ? `<${type}>` : '';
}

const HEXADECIMAL = /^(?:0x[\da-f]*|[\da-f]{32,}|[\dA-F]{32,})$/;

const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') {
    if (value === '') return 'empty';
    if (HEXADECIMAL.test(value)) return 'hexadecimal';
    return DECIMAL.test(value) ? 'decimal' : 'text';
  }
  const type = typeof value;
  if (type === 'object' || type === 'number' || type === 'boolean') return type;
  throw new TypeError(`${type} is not of JSON`);
}

/** What JSON itself calls a kind. */
export const jsonTypeOf = (kind: Kind): string =>
  ['decimal', 'empty', 'hexadecimal', 'string', 'text'].includes(kind) ? 'string' : kind;

/** Without the kinds of objects, as a schema names fields. */
export function plainPath(path: string): string {
  return path.replace(/<\w+>/g, '').replace(/^\./, '');
}

/** Of a field that not all objects have that stand in its place. */
const ABSENT = 'absent';

const isKind = (word: string): word is Kind => KINDS.some((kind) => kind === word);

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));
const isMember = (path: string) => path !== '' && !/(?:\[\]|\{\})$/.test(path);

/** A shape as it is recorded: each field with its kinds. The root is told where it is no object. */
export function factsOf({ fields, objects }: Shape): Readonly<Record<string, string>> {
  const facts = [...fields].map(([path, kinds]) => {
    const isIn = !isMember(path) || objects.get(parentOf(path))?.has(path) === true;
    return [path, [...[...kinds].sort(), ...(isIn ? [] : [ABSENT])].join(' or ')] as const;
  });
  return Object.fromEntries(facts.filter(([path, kinds]) => path !== '' || kinds !== 'object'));
}

export function shapeIn(facts: Readonly<Record<string, string>>): Shape {
  const fields = new Map<string, ReadonlySet<Kind>>([['', new Set<Kind>(['object'])]]);
  const objects = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(facts)) {
    const words = text.split(' or ');
    const kinds = words.filter(isKind);
    const strange = words.filter((word) => !isKind(word) && word !== ABSENT);
    if (kinds.length === 0 || strange.length > 0)
      throw new TypeError(`${path}: ${text} is no kind`);
    fields.set(path, new Set(kinds));
    if (!isMember(path)) continue;
    const parent = parentOf(path);
    const own = objects.get(parent) ?? new Set();
    objects.set(parent, words.includes(ABSENT) ? own : own.add(path));
  }
  return { fields, objects };
}

/** What several shapes have together. */
export function joined(shapes: readonly Shape[]): Shape {
  const fields = new Map<string, ReadonlySet<Kind>>();
  const objects = new Map<string, ReadonlySet<string>>();
  for (const shape of shapes) {
    for (const [path, kinds] of shape.fields) {
      fields.set(path, new Set([...(fields.get(path) ?? []), ...kinds]));
    }
    for (const [path, own] of shape.objects) {
      const known = objects.get(path);
      objects.set(path, known ? new Set([...own].filter((field) => known.has(field))) : own);
    }
  }
  return { fields, objects };
}

/** Some JSON without the fields that a shape lacks. What it says nothing of stays. */
export function cutTo(shape: Shape, value: unknown, { haveKinds = true }: Objects = {}): unknown {
  const { fields } = shape;
  const cut = (at: string, here: unknown): unknown => {
    if (Array.isArray(here)) {
      const inner = `${at}[]`;
      return fields.has(inner) ? here.map((entry) => cut(inner, entry)) : here;
    }
    if (!isObject(here)) return here;
    const own = haveKinds ? `${at}${variantOf(here)}` : at;
    const isMap = fields.has(`${own}{}`);
    const members = Object.entries(here).map(
      ([name, inner]) => [name, memberOf(own, name, isMap), inner] as const,
    );
    const known = members.filter(([, path]) => fields.has(path));
    if (known.length === 0) return here;
    return Object.fromEntries(known.map(([name, path, inner]) => [name, cut(path, inner)]));
  };
  return cut('', value);
}

/** Which fields of the one the other lacks, or has of kinds that are not its own. */
export function unlike({ fields }: Shape, known: Shape): readonly string[] {
  return [...fields].flatMap(([path, kinds]) => {
    const others = known.fields.get(path);
    if (!others) return [path];
    return [...kinds].filter((kind) => !isAmong(kind, others)).map((kind) => `${path} ${kind}`);
  });
}

function isAmong(kind: Kind, known: ReadonlySet<Kind>): boolean {
  if (kind === 'empty' || known.has(kind)) return true;
  if (!isString(kind)) return false;
  const isBlank = [...known].every((one) => one === 'empty');
  return isBlank || known.has('string') || (kind === 'string' && [...known].some(isString));
}

const isString = (kind: Kind) => jsonTypeOf(kind) === 'string';
