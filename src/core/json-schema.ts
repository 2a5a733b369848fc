import * as z from 'zod/mini';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema for an OpenAPI document. */
interface WrittenSchema {
  readonly schema: JsonSchema;
  /**
   * Schemas that it refers to, such as a part of itself: a document keeps the definitions of all schemas in one
   * place.
   */
  readonly definitions: JsonSchema;
}

/** JSON goes over the wire, which has no bigints and dates: only their alternatives are kept. */
export function schemaOf(name: string, described: z.ZodMiniType): WrittenSchema {
  const written = z.toJSONSchema(described, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (['bigint', 'date'].includes(zodSchema._zod.def.type)) jsonSchema.not = {};
      // The limits of a JavaScript number are no news to a reader.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const left = jsonSchema.anyOf?.filter(
        (one) => typeof one !== 'object' || one.not === undefined,
      );
      if (left?.length === 1) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, left[0]);
      }
    },
  });
  // Each schema numbers its definitions from zero, so they are prefixed with its name.
  const nameOf = (part: string) => `${name}${part}`;
  const text = JSON.stringify(written).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_, part: string) => `"#/components/schemas/${nameOf(part)}"`,
  );
  const { $schema: _, $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema = JSON.parse(text);
  const definitions = Object.entries($defs).map(([part, one]) => [nameOf(part), one]);
  return { schema, definitions: Object.fromEntries(definitions) };
}
