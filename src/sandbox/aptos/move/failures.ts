import { type Address, FRAMEWORK, shown } from '../address.js';

/** Ends the execution of a payload; what it changed is undone, its gas is charged. */
export abstract class MoveFailure extends Error {
  /** As a committed transaction shows it. */
  abstract readonly vmStatus: string;
}

/** The categories of `0x1::error`: the upper half of an abort code. */
const CATEGORIES = {
  'invalid-argument': 0x1,
  'out-of-range': 0x2,
  'permission-denied': 0x5,
  'not-found': 0x6,
} as const;

/** Where an abort comes from, and what it is. */
export interface AbortReason {
  readonly module: string;
  readonly category: keyof typeof CATEGORIES;
  readonly reason: number;
  readonly name: string;
  readonly description: string;
}

/** A module gives up for a reason that its source explains. */
export class MoveAbort extends MoveFailure {
  override readonly name = 'MoveAbort';
  readonly vmStatus: string;

  constructor({ module, category, reason, name, description }: AbortReason, address?: Address) {
    super(name);
    const code = (CATEGORIES[category] << 16) | reason;
    const location = `${shown(address ?? FRAMEWORK)}::${module}`;
    this.vmStatus = `Move abort in ${location}: ${name}(0x${code.toString(16)}): ${description}`;
  }
}

/** A module gives up with a bare number, which nothing explains. */
export class BareAbort extends MoveFailure {
  override readonly name = 'BareAbort';
  readonly vmStatus: string;

  constructor(address: Address, module: string, code: bigint) {
    super(`${code}`);
    this.vmStatus = `Move abort in ${shown(address)}::${module}: 0x${code.toString(16)}`;
  }
}

export class OutOfGas extends MoveFailure {
  override readonly name = 'OutOfGas';
  readonly vmStatus = 'Out of gas';
}

/** An addition or subtraction left the range of its type. */
export class ArithmeticFailure extends MoveFailure {
  override readonly name = 'ArithmeticFailure';
  readonly vmStatus: string;

  constructor(place: string) {
    super(place);
    this.vmStatus = `Execution failed in 0x1::${place} at code offset 0`;
  }
}

/** The VM can't run the call at all: its status code, such as `LINKER_ERROR`. */
export class CallFailure extends MoveFailure {
  override readonly name = 'CallFailure';
  readonly vmStatus: CallFailureCode;

  constructor(code: CallFailureCode) {
    super(code);
    this.vmStatus = code;
  }
}

export type CallFailureCode =
  | 'LINKER_ERROR'
  | 'FUNCTION_RESOLUTION_FAILURE'
  | 'EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION'
  | 'NUMBER_OF_ARGUMENTS_MISMATCH'
  | 'NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH'
  | 'NUMBER_OF_TYPE_ARGUMENTS_MISMATCH'
  | 'FAILED_TO_DESERIALIZE_ARGUMENT'
  | 'INVALID_MAIN_FUNCTION_SIGNATURE';
