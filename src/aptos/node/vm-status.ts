import { excerpt } from '../../core/shown.js';

/** How the Move VM ended a transaction. */
export interface VmStatus {
  /**
   * Stable, for programs: `EXECUTED`, `OUT_OF_GAS`, an abort's place and reason such as
   * `0x1::coin::EINSUFFICIENT_BALANCE` (its number if the module names no reason), or the VM's own code such as
   * `SEQUENCE_NUMBER_TOO_OLD`.
   */
  readonly code: string;
  /** The node's own text. */
  readonly text: string;
}

const ABORT =
  /^Move abort in (0x[0-9a-fA-F]+::\w+|script): (?:(\w+)\((0x[0-9a-fA-F]+)\)|(0x[0-9a-fA-F]+))/;
const ABORT_BY = /^Move abort(?: by)?:? ?(.*)$/;
const EXECUTION_FAILURE = /^Execution failed in (0x[0-9a-fA-F]+::\w+(?:::\w+)?|script)/;
/** The VM's status codes are in capitals, wherever in the sentence they stand. */
const STATUS_CODE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;

/** Longer than any node's text; errors repeat it. */
const MAX_TEXT = 2_000;

/** Reads a `vm_status`, which is written for people (aptos-core, `explain_vm_status`). */
export function parseVmStatus(status: string): VmStatus {
  const text = excerpt(status, MAX_TEXT);
  return { code: codeOf(text), text };
}

function codeOf(text: string): string {
  if (text === 'Executed successfully') return 'EXECUTED';
  if (/^out of gas/i.test(text)) return 'OUT_OF_GAS';
  const [, place, name, , number] = ABORT.exec(text) ?? [];
  if (place !== undefined) return `${place}::${name ?? number ?? 'ABORT'}`;
  const failed = EXECUTION_FAILURE.exec(text)?.[1];
  if (failed !== undefined) return `${failed}::EXECUTION_FAILURE`;
  if (ABORT_BY.test(text)) return 'MOVE_ABORT';
  return STATUS_CODE.exec(text)?.[0] ?? 'VM_ERROR';
}
