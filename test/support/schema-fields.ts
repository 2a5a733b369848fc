import { isObject } from '../../src/core/json.js';

/** Where a schema reads fields: `a.b`, and `[]` for the entries of a list. */
export function schemaFields(schema: unknown): ReadonlySet<string> {
  const fields = new Set<string>();
  const walk = (path: string, one: unknown) => {
    const def = defOf(one);
    switch (def.type) {
      case 'object':
        for (const [name, inner] of Object.entries(Object(def.shape))) {
          const field = path ? `${path}.${name}` : name;
          fields.add(field);
          walk(field, inner);
        }
        break;
      case 'array':
        walk(`${path}[]`, def.element);
        break;
      case 'union':
        if (Array.isArray(def.options)) for (const option of def.options) walk(path, option);
        break;
      case 'nullable':
      case 'optional':
        walk(path, def.innerType);
        break;
      case 'pipe':
        walk(path, def.in);
        break;
      default:
    }
  };
  walk('', schema);
  return fields;
}

function defOf(schema: unknown): Readonly<Record<string, unknown>> {
  const inner = isObject(schema) ? schema._zod : undefined;
  const def = isObject(inner) ? inner.def : undefined;
  if (!isObject(def)) throw new TypeError('this is no schema');
  return def;
}
