import * as z from 'zod/mini';
import { excerpt } from '../../core/shown.js';
import type { ClarityValue } from '../wire/clarity-value.js';

const length = z.number();
const sized = z.object({ length });

const shapes = z.union([
  z.strictObject({ buffer: sized }),
  z.strictObject({ 'string-ascii': sized }),
  z.strictObject({ 'string-utf8': sized }),
  z.strictObject({ optional: z.unknown() }),
  z.strictObject({ response: z.object({ ok: z.unknown(), error: z.unknown() }) }),
  z.strictObject({ list: z.object({ type: z.unknown(), length }) }),
  z.strictObject({ tuple: z.array(z.object({ name: z.string(), type: z.unknown() })) }),
]);

/** Whether a value is of a type, in the notation of contract interfaces. An unknown type fits every value. */
export function fits(value: ClarityValue, type: unknown): boolean {
  if (typeof type === 'string') return fitsPlain(value, type);
  const { data: shape } = z.safeParse(shapes, type);
  if (!shape) return true;
  if ('buffer' in shape) {
    return value.type === 'buffer' && value.value.length <= 2 * shape.buffer.length;
  }
  if ('string-ascii' in shape) {
    const most = shape['string-ascii'].length;
    return value.type === 'ascii' && value.value.length <= most;
  }
  // Implementations count its length in different ways.
  if ('string-utf8' in shape) return value.type === 'utf8';
  if ('optional' in shape) {
    if (value.type === 'none') return true;
    return value.type === 'some' && fits(value.value, shape.optional);
  }
  if ('response' in shape) {
    if (value.type === 'ok') return fits(value.value, shape.response.ok);
    return value.type === 'err' && fits(value.value, shape.response.error);
  }
  if ('list' in shape) return fitsList(value, shape.list.type, shape.list.length);
  return fitsTuple(value, shape.tuple);
}

function fitsPlain({ type }: ClarityValue, name: string): boolean {
  switch (name) {
    case 'uint128':
      return type === 'uint';
    case 'int128':
      return type === 'int';
    case 'bool':
      return type === 'true' || type === 'false';
    case 'principal':
      return type === 'address' || type === 'contract';
    case 'trait_reference':
      return type === 'contract';
    case 'none':
      return type === 'none';
    default:
      return true;
  }
}

function fitsList(value: ClarityValue, type: unknown, most: number): boolean {
  if (value.type !== 'list' || value.value.length > most) return false;
  return value.value.every((item) => fits(item, type));
}

function fitsTuple(
  value: ClarityValue,
  members: readonly { readonly name: string; readonly type: unknown }[],
): boolean {
  if (value.type !== 'tuple') return false;
  const given = value.value;
  if (Object.keys(given).length !== members.length) return false;
  return members.every(({ name, type }) => {
    const member = given[name];
    return member !== undefined && fits(member, type);
  });
}

/** A type in words, as they are written in Clarity; of what a node nests deeper than people read, no more. */
export function nameOfType(type: unknown, levels = 8): string {
  if (typeof type === 'string') return NAMES[type] ?? excerpt(type);
  if (levels === 0) return '…';
  const inner = (one: unknown) => nameOfType(one, levels - 1);
  const { data: shape } = z.safeParse(shapes, type);
  if (!shape) return 'of another type';
  if ('buffer' in shape) return `(buff ${shape.buffer.length})`;
  if ('string-ascii' in shape) return `(string-ascii ${shape['string-ascii'].length})`;
  if ('string-utf8' in shape) return `(string-utf8 ${shape['string-utf8'].length})`;
  if ('optional' in shape) return `(optional ${inner(shape.optional)})`;
  if ('response' in shape) {
    return `(response ${inner(shape.response.ok)} ${inner(shape.response.error)})`;
  }
  if ('list' in shape) return `(list ${shape.list.length} ${inner(shape.list.type)})`;
  return `{${shape.tuple.map(({ name, type: own }) => `${name}: ${inner(own)}`).join(', ')}}`;
}

const NAMES: Readonly<Record<string, string>> = {
  uint128: 'uint',
  int128: 'int',
  trait_reference: 'a contract',
};
