import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { parsedWith } from '../../core/fields.js';
import { isObject } from '../../core/json.js';
import { assertOwnFields } from '../../core/own-fields.js';
import { readInput } from '../../core/read-input.js';
import { parseInput } from '../../core/schema.js';
import { type FunctionArgument, parseFunctionName } from '../wire/arguments.js';
import { encodeAnyCall } from '../wire/encode-call.js';
import { knownFunction } from '../wire/known-functions.js';
import type { MoveCall } from './input.js';

const MAX_ARGUMENTS = 128;

const typeParameters = z.int().check(z.gte(0), z.lte(MAX_ARGUMENTS));
const fields = z
  .array(z.strictObject({ name: z.string(), type: z.string() }))
  .check(z.maxLength(MAX_ARGUMENTS));
const variant = z.strictObject({ name: z.string(), fields });

const callSchema = z.strictObject({
  function: parsedWith((value) => parseFunctionName(value, '')),
  typeArguments: z.optional(z.array(z.string()).check(z.maxLength(MAX_ARGUMENTS))),
  functionArguments: z.optional(z.array(z.unknown()).check(z.maxLength(MAX_ARGUMENTS))),
  abi: z.optional(
    z.strictObject({
      typeParameters,
      parameters: z.array(z.string()).check(z.maxLength(MAX_ARGUMENTS)),
      structs: z.optional(
        z.record(
          z.string(),
          z.union([
            z.strictObject({ typeParameters, fields }),
            z.strictObject({ typeParameters, variants: z.array(variant) }),
          ]),
        ),
      ),
    }),
  ),
});

/**
 * A call of any entry function; its arguments are checked against the parameters that the caller gives, if any.
 *
 * @throws InvalidInputError naming the field.
 */
export async function functionCall(params: unknown): Promise<MoveCall> {
  const call = readInput('params', () => parseCall(params));
  if (call.abi) await encodeAnyCall(call, call.abi);
  return call;
}

function parseCall(params: unknown): MoveCall {
  const {
    typeArguments = [],
    functionArguments: given = [],
    ...rest
  } = parseInput(callSchema, params);
  const asked = rest.abi || knownFunction(rest.function) ? undefined : 'argument types';
  return { ...rest, typeArguments, functionArguments: plainArguments(given), asked };
}

/** Deeper than any type can be nested, its type arguments included. */
const MAX_DEPTH = 32;
/** The most bytes of a transaction; each member of a list takes at least one. */
const MAX_MEMBERS = 65_536;
const U256 = 2n ** 256n;
const I256 = -(2n ** 255n);

/**
 * Plain JSON and bytes, in one form, so that the input that a key is bound to does not depend on its notation.
 * The limits also stop a list that contains itself, or others many times over.
 */
function plainArguments(given: readonly unknown[]): readonly FunctionArgument[] {
  let left = MAX_MEMBERS;
  const spend = (members: number, field: string) => {
    left -= members;
    if (left < 0) throw new InvalidInputError(field, 'is more than a transaction can hold');
  };
  const plain = (value: unknown, field: string, depth: number): FunctionArgument => {
    if (value instanceof Uint8Array) {
      spend(value.length, field);
      return value.slice();
    }
    const isList = Array.isArray(value);
    if (!isList && !isObject(value)) return plainValue(value, field);
    assertOwnFields(value, field);
    if (depth >= MAX_DEPTH) throw new InvalidInputError(field, 'is nested too deep');
    const entries = isList ? [] : Object.entries(value);
    spend(isList ? value.length : entries.length, field);
    if (isList) return Array.from(value, (member: unknown) => plain(member, field, depth + 1));
    return Object.fromEntries(
      entries.map(([name, member]) => [name, plain(member, `${field}.${name}`, depth + 1)]),
    );
  };
  return given.map((value, index) => plain(value, `functionArguments[${index}]`, 0));
}

function plainValue(value: unknown, field: string): FunctionArgument {
  const isWhole =
    typeof value === 'bigint' ? value >= I256 && value < U256 : Number.isSafeInteger(value);
  if (isWhole) return String(value);
  if (value === undefined) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  throw new InvalidInputError(
    field,
    'must be text, a whole number, true, false, null, a list or an object',
  );
}
