import { InvalidInputError } from '../../core/errors.js';
import { type FunctionAbi, type FunctionCall, parametersOf } from '../wire/arguments.js';
import { encodeAnyCall } from '../wire/encode-call.js';
import { knownFunction } from '../wire/known-functions.js';
import type { EntryFunctionPayload } from '../wire/transaction.js';
import { parseTypeTag } from '../wire/type-tags.js';
import type { Fullnode } from './fullnode.js';
import { moduleAt } from './module.js';

/** More functions than one user's transactions call. */
const MAX_FUNCTIONS = 500;

/** Asks as many operators as must agree. */
export type AskAgreed = <T>(
  work: (node: Fullnode) => Promise<T>,
  wordsOf: (value: T) => string,
) => Promise<T>;

/**
 * The parameters of entry functions. A published function keeps its parameters for ever, and a struct its fields
 * (Move's upgrade policy), so they are read once; a module that was not there is asked for again.
 */
export class Abis {
  readonly #functions = new Map<string, FunctionAbi>();

  /**
   * Writes a call as the chain takes it.
   *
   * @param call - Its function in the form of `parseFunctionName`.
   * @throws InvalidInputError naming `function` when the chain has no such entry function, or naming the argument
   * that does not fit it.
   */
  async encode(ask: AskAgreed, call: FunctionCall): Promise<EntryFunctionPayload> {
    const { function: name, typeArguments = [] } = call;
    const key = `${name}<${typeArguments.join()}>`;
    const known = call.abi ?? knownFunction(name) ?? this.#functions.get(key);
    // An enum may have gained a variant since.
    const mayHaveGrown = known?.structs !== undefined && call.abi === undefined;
    try {
      if (known) return await encodeAnyCall(call, known);
    } catch (error) {
      if (!mayHaveGrown) throw error;
    }
    // The encoding of the arguments follows from it, so no single node of several may decide it.
    const found = await ask((node) => readFunction(node, name, typeArguments), JSON.stringify);
    if (this.#functions.size >= MAX_FUNCTIONS) this.#functions.clear();
    this.#functions.set(key, found);
    return encodeAnyCall(call, found);
  }
}

async function readFunction(
  node: Fullnode,
  name: string,
  typeArguments: readonly string[],
): Promise<FunctionAbi> {
  const [address = '', module = '', own = ''] = name.split('::');
  const found = await moduleAt(node, address, module);
  if (!found)
    throw new InvalidInputError('function', 'is of a module that the chain does not have');
  const entry = found.abi.exposed_functions.find((one) => one.is_entry && one.name === own);
  if (!entry) throw new InvalidInputError('function', 'is no entry function of its module');
  const abi = { typeParameters: entry.generic_type_params.length, parameters: entry.params };
  if (!entry.params.some((type) => type.includes('::') || /\bT\d/.test(type))) return abi;
  const types = typeArguments.map((text, at) => parseTypeTag(text, `typeArguments[${at}]`));
  const { structsOf } = await import('./struct-abi.js');
  const its = { address, module, abi: found.abi };
  const structs = await structsOf(node, parametersOf(abi, types), its);
  return structs ? { ...abi, structs } : abi;
}
