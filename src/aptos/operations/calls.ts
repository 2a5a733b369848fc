import { isObject } from '../../core/json.js';
import { readInput } from '../../core/read-input.js';
import type { MoveCall } from './input.js';
import { transferMove } from './transfer-move.js';
import { transferToken } from './transfer-token.js';

/** The call that an operation's parameters result in. @throws InvalidInputError naming the field. */
export async function callFor(
  operation: 'transferMove' | 'transferToken',
  params: unknown,
): Promise<MoveCall> {
  if (operation === 'transferToken') return readInput('params', () => transferToken(params));
  if (!isObject(params) || params.function === undefined) {
    return readInput('params', () => transferMove(params));
  }
  const { functionCall } = await import('./function-call.js');
  return functionCall(params);
}

/** Whether a transfer of a token is in the fields that transfers have on every chain. */
export function isInCommonNames(params: unknown): boolean {
  return isObject(params) && ('to' in params || 'token' in params);
}
