import * as z from 'zod/mini';

/** A schema that is created when it is first needed, so that importing costs nothing. */
export type Schema<S extends z.ZodMiniType = z.ZodMiniType> = () => S;

/** The type of values that a {@link Schema} accepts. */
export type Of<S extends Schema> = z.output<ReturnType<S>>;

/** Known values for editors, and any other text: servers add values without a release. */
export type Open<Known extends string> = Known | (string & {});

/** The known values of open enumerations, by their schemas. */
export const knownValues = /* @__PURE__ */ new WeakMap<object, readonly string[]>();
/** The kinds that {@link unlisted} leaves out, by its schemas. */
export const listedValues = /* @__PURE__ */ new WeakMap<object, readonly string[]>();

/** Creates a schema once. Bundlers leave unused ones out, since the call is marked as pure. */
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

/** Text in a fixed form, with a description for the error. */
export function textLike(pattern: RegExp, description: string): z.ZodMiniString {
  return z.string().check(z.regex(pattern, `must be ${description}`));
}

/**
 * Text that is none of the kinds of this release: one that a later release may add. Comparing with a known kind
 * excludes it, so a `switch` over all known kinds leaves exactly this type.
 *
 * It is a template, since TypeScript discriminates the members of a union only by literals and templates.
 */
export type Unlisted = `${string & z.core.$brand<'Unlisted'>}`;

/**
 * A value of one of several kinds, discriminated by `key`, or of a kind that is not listed yet; `rest` has the
 * fields of such a kind. For answers: requests are always of a known kind.
 *
 * @param apart Kinds that are known, but not listed here.
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
    // Otherwise a union would take this as the closest member for a value that only fails here.
    abort: true,
  });
  listedValues.set(kind, listed);
  return kind;
}
