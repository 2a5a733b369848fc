import * as z from 'zod/mini';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema, for those who read the documents. */
interface WrittenSchema {
  readonly schema: JsonSchema;
  /** What it refers to, such as a part of itself: a document has one place for those of all. */
  readonly definitions: JsonSchema;
}

/** What goes over the wire is JSON, which has no bigints and dates: only their alternatives are left. */
export function schemaOf(name: string, described: z.ZodMiniType): WrittenSchema {
  const written = z.toJSONSchema(described, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (['bigint', 'date'].includes(zodSchema._zod.def.type)) jsonSchema.not = {};
      // What a number of JSON can hold goes without saying.
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
  // Each schema counts its own from zero, so they are named after it.
  const nameOf = (part: string) => `${name}${part}`;
  const text = JSON.stringify(written).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_, part: string) => `"#/components/schemas/${nameOf(part)}"`,
  );
  const { $schema: _, $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema = JSON.parse(text);
  const definitions = Object.entries($defs).map(([part, one]) => [nameOf(part), one]);
  return { schema, definitions: Object.fromEntries(definitions) };
}
