import * as z from 'zod/mini';
import { InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import { parseAnswer } from '../../core/schema.js';
import { parseModuleAddress } from '../wire/address.js';
import { type FunctionAbi, knownStruct, type StructAbi } from '../wire/arguments.js';
import { nameOf } from '../wire/struct-arguments.js';
import { MAX_TYPE_DEPTH, parseTypeTag, type StructTag, type TypeTag } from '../wire/type-tags.js';
import type { Fullnode } from './fullnode.js';
import { moduleAt } from './module.js';

const fields = z.array(z.looseObject({ name: z.string(), type: z.string() }));

export const moduleStructs = z.looseObject({
  structs: z.array(
    z.looseObject({
      name: z.string(),
      is_native: z.boolean(),
      is_enum: z.optional(z.boolean()),
      generic_type_params: z.array(z.unknown()),
      fields,
      variants: z.optional(z.array(z.looseObject({ name: z.string(), fields }))),
    }),
  ),
});

/** More structs than any function's arguments need. */
const MAX_STRUCTS = 64;

/**
 * The layouts of the structs and enums among some types, and of those within them, read one module after another;
 * `undefined` where there are none.
 *
 * @param own - The function's module, as the node describes it.
 * @throws InvalidInputError naming `functionArguments` for a type that can't be an argument, or whose layout
 * can't be read.
 */
export async function structsOf(
  node: Fullnode,
  types: readonly TypeTag[],
  own: { readonly address: string; readonly module: string; readonly abi: unknown },
): Promise<FunctionAbi['structs']> {
  const found = new Map<string, StructAbi>();
  const name = `${parseModuleAddress(own.address, 'function')}::${own.module}`;
  const modules = new Map([[name, Promise.resolve(structsIn(own.abi))]]);
  const moduleOf = ({ address, module }: StructTag) => {
    const name = `${address}::${module}`;
    const known = modules.get(name) ?? readStructs(node, address, module);
    modules.set(name, known);
    return known;
  };
  let open = types.flatMap(structTags);
  for (let depth = 0; open.length > 0; depth++) {
    if (depth > MAX_TYPE_DEPTH || found.size > MAX_STRUCTS) {
      throw new UnexpectedAnswerError('aptos', 'structs within structs without an end');
    }
    const layouts = await Promise.all(
      open.map(async (tag) => [tag, layoutIn(await moduleOf(tag), tag)] as const),
    );
    for (const [tag, layout] of layouts) found.set(nameOf(tag), layout);
    open = layouts.flatMap(([tag, layout]) => innerTypes(layout, tag).flatMap(structTags));
  }
  return found.size === 0 ? undefined : Object.fromEntries([...found].sort());
}

/** The structs of a type whose layouts are needed to write it. */
function structTags(tag: TypeTag): readonly StructTag[] {
  if (typeof tag === 'string') return [];
  if (tag.kind === 'vector') return structTags(tag.element);
  const known = knownStruct(tag);
  if (!known) return [tag];
  return known.name === 'Option' ? structTags(known.inner) : [];
}

function innerTypes(layout: StructAbi, { typeArguments }: StructTag): readonly TypeTag[] {
  const inner =
    'fields' in layout ? layout.fields : layout.variants.flatMap(({ fields }) => fields);
  return inner.map(({ type }) => parseTypeTag(type, 'functionArguments', typeArguments));
}

async function readStructs(node: Fullnode, address: string, module: string) {
  const found = await moduleAt(node, address, module);
  return found ? structsIn(found.abi) : [];
}

function structsIn(abi: unknown) {
  return parseAnswer(moduleStructs, abi, 'aptos', { asked: 'abi' }).structs;
}

function layoutIn(all: ReturnType<typeof structsIn>, tag: StructTag): StructAbi {
  const found = all.find(({ name }) => name === tag.name);
  const name = nameOf(tag);
  if (!found || found.is_native) {
    throw new InvalidInputError('functionArguments', `are of ${name}, which no caller can give`);
  }
  const typeParameters = found.generic_type_params.length;
  const plain = (all: z.output<typeof fields>) => all.map(({ name, type }) => ({ name, type }));
  const { variants = [] } = found;
  if (variants.length > 0) {
    const named = variants.map(({ name, fields }) => ({ name, fields: plain(fields) }));
    return { typeParameters, variants: named };
  }
  // Every struct has a field; an older node does not show an enum's variants.
  if (found.is_enum || found.fields.length === 0) {
    const reason = `are of ${name}, whose variants the node does not show: give \`abi\``;
    throw new InvalidInputError('functionArguments', reason);
  }
  return { typeParameters, fields: plain(found.fields) };
}
