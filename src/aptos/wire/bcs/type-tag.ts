import { type BcsReader, BcsType, type BcsWriter, bcs } from '@mysten/bcs';
import {
  isPrimitive,
  MAX_TYPE_DEPTH,
  PRIMITIVES,
  parseTypeTag,
  printTypeTag,
  type StructTag,
  type TypeTag,
} from '../type-tags.js';
import { address, identifier } from './codec.js';

const VECTOR = 6;
const STRUCT = 7;

const NAMES = new Map<number, string>(
  Object.entries(PRIMITIVES).map(([name, variant]) => [variant, name]),
);

/** The name of a struct, in front of its type arguments. */
const structName = bcs.struct('StructTag', { address, module: identifier, name: identifier });

/** A Move type; outside of BCS it is the text that the chain prints. */
export const typeTag: BcsType<string> = new BcsType<string>({
  name: 'TypeTag',
  read: (reader) => printTypeTag(readTag(reader, 0)),
  write: (text, writer) => writeTag(parseTypeTag(text, 'typeArguments'), writer),
});

function readTag(reader: BcsReader, depth: number): TypeTag {
  const variant = reader.readULEB();
  if (variant === VECTOR) return { kind: 'vector', element: readInner(reader, depth) };
  if (variant === STRUCT) return readStruct(reader, depth);
  const name = NAMES.get(variant);
  if (name !== undefined && isPrimitive(name)) return name;
  throw new TypeError(`No type has the number ${variant}.`);
}

function readStruct(reader: BcsReader, depth: number): StructTag {
  const name = structName.read(reader);
  const typeArguments: TypeTag[] = [];
  for (let left = reader.readULEB(); left > 0; left -= 1) {
    typeArguments.push(readInner(reader, depth));
  }
  return { kind: 'struct', ...name, typeArguments };
}

function readInner(reader: BcsReader, depth: number): TypeTag {
  if (depth >= MAX_TYPE_DEPTH) throw new TypeError('A type is nested too deep.');
  return readTag(reader, depth + 1);
}

function writeTag(tag: TypeTag, writer: BcsWriter): void {
  if (typeof tag === 'string') {
    writer.writeULEB(PRIMITIVES[tag]);
  } else if (tag.kind === 'vector') {
    writer.writeULEB(VECTOR);
    writeTag(tag.element, writer);
  } else {
    writer.writeULEB(STRUCT);
    structName.write(tag, writer);
    writer.writeULEB(tag.typeArguments.length);
    for (const argument of tag.typeArguments) writeTag(argument, writer);
  }
}
