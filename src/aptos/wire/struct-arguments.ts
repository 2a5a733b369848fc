import type { BcsWriter } from '@mysten/bcs';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import {
  type FieldAbi,
  type FunctionAbi,
  type StructAbi,
  unsupported,
  type WriteStruct,
  writeValue,
} from './arguments.js';
import { parseStructTag, parseTypeTag, printTypeTag, type StructTag } from './type-tags.js';

type Structs = NonNullable<FunctionAbi['structs']>;

/**
 * Writes structs and enums by their layouts: a struct is its fields in their order, an enum the index of its
 * variant followed by that variant's fields.
 *
 * @throws InvalidInputError naming `abi.structs` for an invalid name.
 */
export function structWriter(structs: Structs): WriteStruct {
  const layouts = new Map(
    Object.entries(structs).map(([name, layout]) => {
      return [nameOf(parseStructTag(name, 'abi.structs')), layout];
    }),
  );
  const write: WriteStruct = (tag, value, field, writer) => {
    const layout = layouts.get(nameOf(tag));
    if (!layout) throw unsupported(tag, field);
    const { fields, value: given, field: place } = shapeOf(layout, tag, value, field, writer);
    checkNames(fields, given, tag, place);
    for (const { name, type } of fields) {
      const inner = parseTypeTag(type, 'abi.structs', tag.typeArguments);
      writeValue(inner, given[name], `${place}.${name}`, writer, write);
    }
  };
  return write;
}

/** A struct's name, whatever its type arguments. */
export function nameOf(tag: StructTag): string {
  return printTypeTag({ ...tag, typeArguments: [] });
}

interface Shape {
  readonly fields: readonly FieldAbi[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly field: string;
}

/** The fields, and the values given for them. For an enum, the variant is written on the way. */
function shapeOf(
  layout: StructAbi,
  tag: StructTag,
  value: unknown,
  field: string,
  writer: BcsWriter,
): Shape {
  const given = objectIn(value, tag, field);
  if (layout.typeParameters !== tag.typeArguments.length) {
    const reason = `says ${layout.typeParameters} type arguments of ${printTypeTag(tag)}`;
    throw new InvalidInputError('abi.structs', reason);
  }
  if ('fields' in layout) return { fields: layout.fields, value: given, field };
  const [variant = '', ...more] = Object.keys(given);
  const index = layout.variants.findIndex(({ name }) => name === variant);
  const chosen = layout.variants[index];
  if (!chosen || more.length > 0) {
    const names = layout.variants.map(({ name }) => name).join(', ');
    throw new InvalidInputError(field, `must be { Variant: fields } with one of ${names}`);
  }
  writer.writeULEB(index);
  const place = `${field}.${variant}`;
  return { fields: chosen.fields, value: objectIn(given[variant], tag, place), field: place };
}

function objectIn(value: unknown, tag: StructTag, field: string): Record<string, unknown> {
  if (isObject(value) && !(value instanceof Uint8Array)) return value;
  throw new InvalidInputError(field, `must be an object: a ${printTypeTag(tag)}`);
}

function checkNames(
  fields: readonly FieldAbi[],
  given: Readonly<Record<string, unknown>>,
  tag: StructTag,
  place: string,
): void {
  const names = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new InvalidInputError(`${place}.${unknown}`, `is no field of ${printTypeTag(tag)}`);
  }
  const missing = fields.find(({ name }) => !Object.hasOwn(given, name));
  if (missing) throw new InvalidInputError(`${place}.${missing.name}`, 'is required');
}
