import { isObject } from '../../../src/core/json.js';

/**
 * The fields of some JSON, each with the kinds of value that stand there: `a.b`, `list[]` for entries of
 * lists, and `map{}` for members that are data, such as the names of tokens.
 */
export type Fields = ReadonlyMap<string, ReadonlySet<string>>;

const ANYTHING = 'anything';

/** What says nothing of what else may stand in its place. */
const SILENT: ReadonlySet<string> = new Set(['null', 'empty']);

/** Of a value, read as `like` reads its own: what are maps there, and below what anything may stand. */
export function fieldsOf(value: unknown, like: Fields = new Map()): Fields {
  const fields = new Map<string, Set<string>>();
  const read = (at: string, here: unknown) => {
    const kind = like.get(at)?.has(ANYTHING) ? ANYTHING : kindOf(at, here);
    if (at !== '' || kind !== 'object') fields.set(at, (fields.get(at) ?? new Set()).add(kind));
    if (kind === ANYTHING) return;
    for (const member of membersOf(at, here, like)) read(member.at, member.value);
  };
  read('', value);
  return fields;
}

/** A value without the members that some fields do not name. What they know nothing of stays. */
export function onlyWith(fields: Fields, value: unknown, at = ''): unknown {
  const kinds = [...(fields.get(at) ?? [])];
  if (kinds.some((kind) => kind === ANYTHING || SILENT.has(kind))) return value;
  if (Array.isArray(value)) {
    const inner = `${at}[]`;
    return fields.has(inner) ? value.map((entry) => onlyWith(fields, entry, inner)) : value;
  }
  if (!isObject(value)) return value;
  const named = membersOf(at, value, fields).filter((member) => fields.has(member.at));
  return Object.fromEntries(
    named.map((member) => [member.name, onlyWith(fields, member.value, member.at)]),
  );
}

/** What of some fields is not among the known ones, or is of another kind there. */
export function unlike(fields: Fields, known: Fields): string[] {
  return [...fields].flatMap(([at, kinds]) => {
    const others = known.get(at);
    if (!others) return [`${at} is unknown`];
    if ([...others].every((kind) => SILENT.has(kind))) return [];
    const strange = [...kinds].filter((kind) => !SILENT.has(kind) && !others.has(kind));
    return strange.map((kind) => `${at} is ${kind}, not ${[...others].join(' or ')}`);
  });
}

function kindOf(at: string, value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  if (value === '') return 'empty';
  // What is written for people may look like anything.
  return /^0x[0-9a-f]*$/.test(value) && !at.endsWith('.repr') ? 'hexadecimal' : 'text';
}

interface Member {
  readonly name: string;
  readonly at: string;
  readonly value: unknown;
}

function membersOf(at: string, value: unknown, like: Fields): readonly Member[] {
  if (Array.isArray(value))
    return value.map((entry) => ({ name: '', at: `${at}[]`, value: entry }));
  if (!isObject(value)) return [];
  const isMap = like.has(`${at}{}`);
  return Object.entries(value).map(([name, inner]) => {
    return { name, at: isMap ? `${at}{}` : at ? `${at}.${name}` : name, value: inner };
  });
}
