import {
  Cl,
  type ClarityAbi,
  type ClarityAbiFunction,
  type ClarityAbiType,
  ClarityType,
  type ClarityValue,
} from '@stacks/transactions';
import type { ChainEvent } from '../machine.js';

/** Who calls, and how what it does is told. */
export interface CallContext {
  /** Who signed, or the contract that acts in its own name. */
  readonly sender: string;
  /** Who called directly: the sender, or a contract between. */
  readonly caller: string;
  emit(event: ChainEvent): void;
}

/** A function of a modelled contract. */
export interface ModelFunction extends ClarityAbiFunction {
  run(args: readonly ClarityValue[], context: CallContext): ClarityValue;
}

interface ModelVariable {
  readonly type: ClarityAbiType;
  read(): ClarityValue;
}

/** A contract as it is modelled: what it offers, in plain code instead of Clarity. */
export interface ModelContract {
  readonly id: string;
  readonly functions: readonly ModelFunction[];
  /** Whether it is there at all. Default: always. */
  exists?(): boolean;
  readonly fungibleTokens?: readonly string[];
  readonly nonFungibleTokens?: readonly string[];
  /** Data variables that the node can be asked for. */
  readonly variables?: ReadonlyMap<string, ModelVariable>;
}

/** Thrown where a function of a contract answers with an error value. */
export class ContractError extends Error {
  readonly value: ClarityValue;

  constructor(value: ClarityValue) {
    super('error value');
    this.value = value;
  }
}

/** A mined failure that is no error value: Clarity's runtime error. */
export class RuntimeError extends Error {}

/** What no block can hold. */
export class UnmineableError extends Error {}

type Types = Readonly<Record<string, ClarityAbiType>>;
type Run = ModelFunction['run'];

export function publicFunction(
  name: string,
  args: Types,
  outputs: ClarityAbiType,
  run: Run,
): ModelFunction {
  return { name, access: 'public', args: argumentsOf(args), outputs: { type: outputs }, run };
}

/** A public function that answers `(ok ...)`, or with the error value that stops it. */
export function answering(
  name: string,
  args: Types,
  error: ClarityAbiType,
  act: Run,
): ModelFunction {
  return publicFunction(name, args, responseType('none', error), (values, context) => {
    try {
      return Cl.ok(act(values, context));
    } catch (thrown) {
      if (thrown instanceof ContractError) return Cl.error(thrown.value);
      throw thrown;
    }
  });
}

export function readOnlyFunction(
  name: string,
  args: Types,
  outputs: ClarityAbiType,
  run: Run,
): ModelFunction {
  return { name, access: 'read_only', args: argumentsOf(args), outputs: { type: outputs }, run };
}

function argumentsOf(types: Types): ClarityAbiFunction['args'] {
  return Object.entries(types).map(([name, type]) => ({ name, type }));
}

/** The interface of a contract, as the node shows it. */
export function abiOf(contract: ModelContract): ClarityAbi {
  return {
    functions: contract.functions.map(({ name, access, args, outputs }) => {
      return { name, access, args, outputs };
    }),
    variables: [...(contract.variables ?? [])].map(([name, { type }]) => {
      return { name, type, access: 'variable' };
    }),
    maps: [],
    fungible_tokens: (contract.fungibleTokens ?? []).map((name) => ({ name })),
    non_fungible_tokens: (contract.nonFungibleTokens ?? []).map((name) => {
      return { name, type: 'uint128' };
    }),
  };
}

export function optionalType(optional: ClarityAbiType): ClarityAbiType {
  return { optional };
}

export function responseType(
  ok: ClarityAbiType,
  error: ClarityAbiType = 'uint128',
): ClarityAbiType {
  return { response: { ok, error } };
}

export function buffType(length: number): ClarityAbiType {
  return { buffer: { length } };
}

export function tupleType(types: Types): ClarityAbiType {
  return { tuple: argumentsOf(types) };
}

/** The reading of arguments, whose types the node has checked. */
export function uintOf(value: ClarityValue | undefined): bigint {
  if (value?.type !== ClarityType.UInt) throw new RuntimeError('TypeValueError(uint)');
  return BigInt(value.value);
}

export function principalOf(value: ClarityValue | undefined): string {
  const isPrincipal =
    value?.type === ClarityType.PrincipalStandard || value?.type === ClarityType.PrincipalContract;
  if (!isPrincipal) throw new RuntimeError('TypeValueError(principal)');
  return value.value;
}

/** Hex. */
export function bufferOf(value: ClarityValue | undefined): string {
  if (value?.type !== ClarityType.Buffer) throw new RuntimeError('TypeValueError(buffer)');
  return value.value;
}

export function optionalOf(value: ClarityValue | undefined): ClarityValue | undefined {
  return value?.type === ClarityType.OptionalSome ? value.value : undefined;
}

export function memberOf(value: ClarityValue | undefined, name: string): ClarityValue | undefined {
  return value?.type === ClarityType.Tuple ? value.value[name] : undefined;
}

export function toOptional(value: ClarityValue | undefined): ClarityValue {
  return value === undefined ? Cl.none() : Cl.some(value);
}

/** An argument by its place. @throws RuntimeError when it is missing. */
export function argument(args: readonly ClarityValue[], index: number): ClarityValue {
  const value = args[index];
  if (value === undefined) throw new RuntimeError(`IncorrectArgumentCount(${args.length})`);
  return value;
}
