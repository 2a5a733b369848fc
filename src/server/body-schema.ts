import * as z from 'zod/mini';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A body's schema, for those who read the documents. */
export interface BodySchema {
  readonly schema: JsonSchema;
  /** What it refers to, such as a part of itself: a document has one place for those of all. */
  readonly definitions: JsonSchema;
}

/** What goes over the wire is JSON, which has no bigints: only their alternatives are left. */
export function bodySchemaOf(operation: string, body: z.ZodMiniType): BodySchema {
  const written = z.toJSONSchema(body, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'bigint') jsonSchema.not = {};
      const left = jsonSchema.anyOf?.filter(
        (one) => typeof one !== 'object' || one.not === undefined,
      );
      if (left?.length === 1) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, left[0]);
      }
    },
  });
  // Each schema counts its own from zero, so they are named after the operation.
  const nameOf = (name: string) => `${operation}${name}`;
  const text = JSON.stringify(written).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${nameOf(name)}"`,
  );
  const { $schema: _, $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema = JSON.parse(text);
  const definitions = Object.entries($defs).map(([name, one]) => [nameOf(name), one]);
  return { schema, definitions: Object.fromEntries(definitions) };
}
