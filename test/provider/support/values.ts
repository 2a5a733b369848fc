import fc from 'fast-check';
import { isObject } from '../../../src/core/json.js';

// Values for a JSON Schema: what a provider that keeps to it could send.

type Node = Readonly<Record<string, unknown>>;

const node = (value: unknown): Node => (isObject(value) ? value : {});
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.map(node) : []);

/** Whether nothing can be there. */
const isNever = (schema: Node): boolean => 'not' in schema && !('type' in schema);

export function valuesOf(schema: Node): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.examples)) return fc.constantFrom(...schema.examples, 'Something new');
  if ('anyOf' in schema) return fc.oneof(...nodes(schema.anyOf).map(valuesOf));
  if ('oneOf' in schema) return fc.oneof(...nodes(schema.oneOf).map(valuesOf));
  if ('allOf' in schema) {
    return fc
      .tuple(...nodes(schema.allOf).map(valuesOf))
      .map((parts) => Object.assign({}, ...parts));
  }
  switch (schema.type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return fc.array(valuesOf(node(schema.items)), { maxLength: 2 });
    case 'string':
      if ('not' in schema) return fc.constant('SomethingNew');
      return typeof schema.pattern === 'string'
        ? fc
            .stringMatching(new RegExp(schema.pattern))
            .filter((text) => text.length <= Number(schema.maxLength ?? text.length))
        : fc.string({ minLength: Number(schema.minLength ?? 0) });
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    default:
      throw new Error(`No values for ${JSON.stringify(schema)}`);
  }
}

function objectsOf(schema: Node): fc.Arbitrary<unknown> {
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, property] of Object.entries(node(schema.properties))) {
    if (!isNever(node(property))) model[name] = valuesOf(node(property));
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

/** The object schemas that a schema is made of: itself, or the alternatives. */
export function alternativesOf(schema: Node): Node[] {
  const parts = [...nodes(schema.anyOf), ...nodes(schema.oneOf)];
  return parts.length > 0 ? parts.flatMap(alternativesOf) : [schema];
}
