import type { Json } from '../../../core/json.js';
import { type Address, shown } from '../address.js';
import type { EntryCall, ViewCall } from './call.js';

/** A function of a module: its signature, and what stands in for its code. */
export interface MoveFunction {
  readonly name: string;
  /** The abilities that each type parameter must have. */
  readonly generics: readonly (readonly string[])[];
  /** As the ABI writes them, such as `&signer` and `0x1::object::Object<T0>`. */
  readonly params: readonly string[];
  readonly returns: readonly string[];
  /** Of an entry function. */
  readonly run?: (call: EntryCall) => void;
  /** Of a view function. */
  readonly read?: (call: ViewCall) => readonly Json[];
}

/** A module that the sandbox has: a model of the chain's own, or its sample. */
export interface MoveModule {
  readonly address: Address;
  readonly name: string;
  readonly functions: readonly MoveFunction[];
  readonly structs: readonly MoveStruct[];
}

/** A struct, or an enum, which has variants in the place of fields. */
export interface MoveStruct {
  readonly name: string;
  readonly fields: readonly AbiField[];
  readonly variants?: readonly { readonly name: string; readonly fields: readonly AbiField[] }[];
  /** How many type parameters. */
  readonly generics?: number;
  /** Declared `public`, with copy and without key: an argument may be one. */
  readonly isPublic?: boolean;
}

interface AbiField {
  readonly name: string;
  readonly type: string;
}

interface Signature {
  readonly generics?: readonly (readonly string[])[];
  readonly params: readonly string[];
}

export function entry(
  name: string,
  { generics = [], params }: Signature,
  run: (call: EntryCall) => void,
): MoveFunction {
  return { name, generics, params, returns: [], run };
}

export function view(
  name: string,
  { generics = [], params, returns }: Signature & { readonly returns: readonly string[] },
  read: (call: ViewCall) => readonly Json[],
): MoveFunction {
  return { name, generics, params, returns, read };
}

/** How many leading parameters are signers: they are no arguments. */
export function signerCount({ params }: MoveFunction): number {
  const first = params.findIndex((param) => !/^&?signer$/.test(param));
  return first < 0 ? params.length : first;
}

/** The ABI as the node shows it. */
export function abiOf({ address, name, functions, structs }: MoveModule): Json {
  return {
    address: shown(address),
    name,
    friends: [],
    exposed_functions: functions.map((each) => ({
      name: each.name,
      visibility: 'public',
      is_entry: each.run !== undefined,
      is_view: each.read !== undefined,
      generic_type_params: each.generics.map((constraints) => ({ constraints })),
      params: each.params,
      return: each.returns,
    })),
    structs: structs.map((each) => ({
      name: each.name,
      is_native: false,
      is_event: false,
      is_enum: each.variants !== undefined,
      abilities: each.isPublic ? ['copy', 'drop', 'store'] : ['key'],
      generic_type_params: Array.from({ length: each.generics ?? 0 }, () => GENERIC),
      fields: fieldsJson(each.fields),
      ...(each.variants && {
        variants: each.variants.map((one) => ({ name: one.name, fields: fieldsJson(one.fields) })),
      }),
    })),
  };
}

const GENERIC = { constraints: [], is_phantom: false };

function fieldsJson(fields: readonly AbiField[]): Json {
  return fields.map(({ name, type }) => ({ name, type }));
}
