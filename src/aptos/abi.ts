import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import type { FunctionAbi } from './arguments.js';
import type { Fullnode } from './fullnode.js';
import { knownFunction } from './known-functions.js';

/** What a node says of a module: which functions it has, and what they take. */
export const moduleAbi = z.looseObject({
  abi: z.looseObject({
    exposed_functions: z.array(
      z.looseObject({
        name: z.string(),
        is_entry: z.boolean(),
        generic_type_params: z.array(z.unknown()),
        params: z.array(z.string()),
      }),
    ),
  }),
});

/** More modules than anybody's transactions call. */
const MAX_MODULES = 500;

type ModuleFunctions = ReadonlyMap<string, FunctionAbi>;

/**
 * What entry functions take. A function that was published keeps its parameters for ever (Move's
 * upgrade policy), so what was read once stays true; what was not there is asked for again.
 */
export class Abis {
  readonly #modules = new Map<string, ModuleFunctions>();

  /** Without asking anybody. */
  known(name: string): FunctionAbi | undefined {
    const [module, , own] = partsOf(name);
    return knownFunction(name) ?? this.#modules.get(module)?.get(own);
  }

  /**
   * @param name - In the form of `parseFunctionName`.
   * @throws InvalidInputError naming `function` when the chain has no such entry function.
   */
  async read(node: Fullnode, name: string): Promise<FunctionAbi> {
    const known = this.known(name);
    if (known) return known;
    const [module, address, own] = partsOf(name);
    const functions = await readModule(node, address, module.slice(address.length + 2));
    if (this.#modules.size >= MAX_MODULES) this.#modules.clear();
    this.#modules.set(module, functions);
    const found = functions.get(own);
    if (!found) throw new InvalidInputError('function', 'is no entry function of its module');
    return found;
  }
}

async function readModule(
  node: Fullnode,
  address: string,
  module: string,
): Promise<ModuleFunctions> {
  const found = await node.module(address, module);
  if (!found)
    throw new InvalidInputError('function', 'is of a module that the chain does not have');
  const entries = found.abi.exposed_functions.filter(({ is_entry }) => is_entry);
  return new Map(
    entries.map(({ name, generic_type_params, params }) => [
      name,
      { typeParameters: generic_type_params.length, parameters: params },
    ]),
  );
}

/** The module's full name, its address, and the function's own name. */
function partsOf(name: string): readonly [module: string, address: string, own: string] {
  const [address = '', module = '', own = ''] = name.split('::');
  return [`${address}::${module}`, address, own];
}
