import * as z from 'zod/mini';
import { isHeld } from '../core/exact-json.js';
import { isObject } from '../core/json.js';

type Schema = z.core.$ZodType;

/**
 * The value, with the digits that were sent wherever the schema has text and a number was received: an amount
 * that is a number must not become a float. Where the schema has nothing, the same is done for numbers that
 * JavaScript can't hold exactly.
 *
 * @param exact - The same value, with every number as its text.
 */
export function withDigits(schema: Schema, value: unknown, exact: unknown): unknown {
  return digitsIn([schema], value, exact);
}

function digitsIn(schemas: readonly Schema[], value: unknown, exact: unknown): unknown {
  if (typeof value === 'number') return isToBeText(schemas, exact) ? exact : value;
  const possible = schemas.flatMap(alternativesOf);
  if (Array.isArray(value)) {
    const elements = possible.filter((each) => each instanceof z.ZodMiniArray);
    const inside = elements.map((each) => each._zod.def.element);
    const texts: readonly unknown[] = Array.isArray(exact) ? exact : [];
    return value.map((item, index) => digitsIn(inside, item, texts[index]));
  }
  if (!isObject(value) || !isObject(exact)) return value;
  const shapes = possible
    .filter((each) => each instanceof z.ZodMiniObject)
    .map((each) => each._zod.def.shape);
  const meant = shapes.filter((shape) => hasLiteralsOf(shape, value));
  const members = (name: string) => meant.flatMap((shape) => shape[name] ?? []);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, digitsIn(members(name), each, exact[name])]),
  );
}

function isToBeText(schemas: readonly Schema[], exact: unknown): boolean {
  const possible = schemas.flatMap(alternativesOf);
  if (possible.some((each) => each instanceof z.ZodMiniNumber)) return false;
  if (possible.some((each) => each instanceof z.ZodMiniString)) return true;
  return typeof exact === 'string' && !isHeld(exact);
}

function alternativesOf(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodMiniOptional) return alternativesOf(schema._zod.def.innerType);
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion) {
    return schema._zod.def.options.flatMap(alternativesOf);
  }
  if (schema instanceof z.ZodMiniIntersection) {
    return [schema._zod.def.left, schema._zod.def.right].flatMap(alternativesOf);
  }
  return [schema];
}

/** Whether a value is of the kind that a shape describes, as far as the shape says. */
function hasLiteralsOf(shape: z.core.$ZodShape, value: Record<string, unknown>): boolean {
  return Object.entries(shape).every(
    ([name, schema]) =>
      !(schema instanceof z.ZodMiniLiteral) ||
      schema._zod.def.values.some((literal) => literal === value[name]),
  );
}
