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

/** More functions than anybody's transactions call. */
const MAX_FUNCTIONS = 500;

/** Asks as many operators as have to agree. */
export type AskForAbi = (
  work: (node: Fullnode) => Promise<FunctionAbi>,
  wordsOf: (abi: FunctionAbi) => string,
) => Promise<FunctionAbi>;

/**
 * What entry functions take. A function that was published keeps its parameters for ever (Move's
 * upgrade policy), so what was read once stays true; what was not there is asked for again.
 */
export class Abis {
  readonly #functions = new Map<string, FunctionAbi>();

  /**
   * @param name - In the form of `parseFunctionName`.
   * @throws InvalidInputError naming `function` when the chain has no such entry function.
   */
  async read(ask: AskForAbi, name: string): Promise<FunctionAbi> {
    const known = knownFunction(name) ?? this.#functions.get(name);
    if (known) return known;
    // How the arguments are written follows from it: no single node of several decides that.
    const found = await ask((node) => readFunction(node, name), JSON.stringify);
    if (this.#functions.size >= MAX_FUNCTIONS) this.#functions.clear();
    this.#functions.set(name, found);
    return found;
  }
}

async function readFunction(node: Fullnode, name: string): Promise<FunctionAbi> {
  const [address = '', module = '', own = ''] = name.split('::');
  const found = await node.module(address, module);
  if (!found)
    throw new InvalidInputError('function', 'is of a module that the chain does not have');
  const entry = found.abi.exposed_functions.find((one) => one.is_entry && one.name === own);
  if (!entry) throw new InvalidInputError('function', 'is no entry function of its module');
  return { typeParameters: entry.generic_type_params.length, parameters: entry.params };
}
