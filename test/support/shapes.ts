import { isObject } from '../../src/core/json.js';

type JsonType = 'boolean' | 'list' | 'null' | 'number' | 'object' | 'string';

/** Which fields some JSON has, and of which types. */
export interface Shape {
  /**
   * By where they are: `a.b`; `[]` for the entries of a list; `<pending_transaction>` for an object whose
   * `type` says so, since such have fields of their own.
   */
  readonly fields: ReadonlyMap<string, ReadonlySet<JsonType>>;
  /** Where objects are, each with the fields that all of them there have. */
  readonly objects: ReadonlyMap<string, ReadonlySet<string>>;
}

/** @param opaque - Fields whose content is not the API's but somebody's, such as a contract's. */
export function shapeOf(values: readonly unknown[], opaque: readonly RegExp[] = []): Shape {
  const fields = new Map<string, Set<JsonType>>();
  const objects = new Map<string, ReadonlySet<string>>();
  const note = (path: string, type: JsonType) => {
    fields.set(path, (fields.get(path) ?? new Set()).add(type));
  };
  const walk = (path: string, value: unknown) => {
    note(path, typeOf(value));
    if (opaque.some((one) => one.test(path))) return;
    if (Array.isArray(value)) {
      for (const entry of value) walk(`${path}[]`, entry);
    } else if (isObject(value)) {
      const own = `${path}${variantOf(value)}`;
      const known = objects.get(own);
      const inner = Object.entries(value).map(
        ([name, one]) => [own ? `${own}.${name}` : name, one] as const,
      );
      const its = inner.map(([field]) => field);
      objects.set(own, new Set(known ? its.filter((field) => known.has(field)) : its));
      for (const [field, one] of inner) walk(field, one);
    }
  };
  for (const value of values) walk('', value);
  return { fields, objects };
}

/** Move's own types have colons, and the custody's capitals; a kind of object has neither. */
function variantOf({ type }: Readonly<Record<string, unknown>>): string {
  return typeof type === 'string' && /^[a-z][a-z\d_]*$/.test(type) ? `<${type}>` : '';
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  if (type === 'object' || type === 'string' || type === 'number' || type === 'boolean')
    return type;
  throw new TypeError(`${type} is not of JSON`);
}

/** Without the kinds of objects, as a schema names fields. */
export function plainPath(path: string): string {
  return path.replace(/<\w+>/g, '').replace(/^\./, '');
}
