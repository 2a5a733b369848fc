import * as z from 'zod/mini';

/** A schema that is made when it is first needed, so that importing costs nothing. */
export type Schema<S extends z.ZodMiniType = z.ZodMiniType> = () => S;

/** What a {@link Schema} lets through. */
export type Of<S extends Schema> = z.output<ReturnType<S>>;

/** Known values for the reader, any other for the future: servers add some without a release. */
export type Open<Known extends string> = Known | (string & {});

const knownValues = /* @__PURE__ */ new WeakMap<object, readonly string[]>();
const listedValues = /* @__PURE__ */ new WeakMap<object, readonly string[]>();

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

/**
 * Text that is none of the kinds that this release knows: what a later one may add. Comparing with a
 * known kind rules it out, so a `switch` over all known ones leaves exactly this.
 *
 * It is a template, since by nothing but literals and templates TypeScript tells the members of a union
 * apart.
 */
export type Unlisted = `${string & z.core.$brand<'Unlisted'>}`;

/**
 * What is of one of several kinds, told apart by `key`, or of one that is not listed yet; `rest` is what
 * holds for that one too. For answers: what is sent is of a known kind.
 *
 * @param apart Kinds that are not listed here, but aren't unheard of either.
 */
export function kinds<
  const Key extends string,
  Members extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]],
  Rest extends z.ZodMiniType,
>(
  key: Key,
  members: Members,
  rest: (kind: z.ZodMiniType<Unlisted>) => Rest,
  apart: readonly string[] = [],
): z.ZodMiniUnion<readonly [z.ZodMiniDiscriminatedUnion<Members, Key>, Rest]> {
  const listed = z.discriminatedUnion(key, members);
  const values = [...(listed._zod.propValues?.[key] ?? [])].map(String);
  return z.union([listed, rest(unlisted([...values, ...apart]))]);
}

/** A kind that is none of `listed`. */
export function unlisted(listed: readonly string[]): z.ZodMiniType<Unlisted> {
  const isUnlisted = (value: unknown) => typeof value === 'string' && !listed.includes(value);
  const kind = z.custom<Unlisted>(isUnlisted, {
    error: 'is not text, or is of a listed kind',
    // Else a union would take what only this is wrong with for the nearest.
    abort: true,
  });
  listedValues.set(kind, listed);
  return kind;
}

/**
 * How schemas are written as JSON Schema: open enumerations show what is known as `examples`, kinds that are
 * not listed yet are `not` those that are.
 */
export const AS_JSON_SCHEMA: Pick<z.core.ToJSONSchemaParams, 'unrepresentable' | 'override'> = {
  // Kinds that are not listed, which `override` writes down.
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    const known = knownValues.get(zodSchema);
    if (known !== undefined) jsonSchema.examples = [...known];
    const listed = listedValues.get(zodSchema);
    if (listed !== undefined)
      Object.assign(jsonSchema, { type: 'string', not: { enum: [...listed] } });
  },
};

/** Plain JSON Schema (2020-12) of a schema. */
export function jsonSchemaOf(made: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(made, AS_JSON_SCHEMA);
}
