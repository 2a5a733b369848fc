import * as z from 'zod/mini';

/** A schema that is made when it is first needed, so that importing costs nothing. */
export type Schema<S extends z.ZodMiniType = z.ZodMiniType> = () => S;

/** What a {@link Schema} lets through. */
export type Of<S extends Schema> = z.output<ReturnType<S>>;

/** Known values for the reader, any other for the future: servers add some without a release. */
export type Open<Known extends string> = Known | (string & {});

const knownValues = /* @__PURE__ */ new WeakMap<object, readonly string[]>();

/** Makes a schema once. Bundlers leave out what nobody uses, where the call is marked as pure. */
export function schema<S extends z.ZodMiniType>(make: () => S): Schema<S> {
  let made: S | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** An object whose unknown fields are kept: later releases add some. */
export function object<const Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.ZodMiniObject<Shape, z.core.$strip> {
  return z.looseObject(shape);
}

/** An enumeration that may grow: any text passes. */
export function open<const Known extends string>(
  known: readonly Known[],
): z.ZodMiniType<Open<Known>> {
  const any = z.string();
  knownValues.set(any, known);
  return any;
}

/** Text in a fixed form, described for whoever gets it wrong. */
export function textLike(pattern: RegExp, description: string): z.ZodMiniString {
  return z.string().check(z.regex(pattern, `must be ${description}`));
}

/** Plain JSON Schema (2020-12) of a schema; open enumerations show what is known as `examples`. */
export function jsonSchemaOf(made: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(made, {
    override: ({ zodSchema, jsonSchema }) => {
      const known = knownValues.get(zodSchema);
      if (known !== undefined) jsonSchema.examples = [...known];
    },
  });
}
