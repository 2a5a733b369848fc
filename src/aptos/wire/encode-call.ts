import { encodeCall, type FunctionAbi, type FunctionCall } from './arguments.js';
import type { EntryFunctionPayload } from './transaction.js';

/**
 * Writes a call as the chain takes it, whatever its parameters are.
 *
 * @throws InvalidInputError as {@link encodeCall}.
 */
export async function encodeAnyCall(
  call: FunctionCall,
  abi: FunctionAbi,
): Promise<EntryFunctionPayload> {
  if (!abi.structs) return encodeCall(call, abi);
  const { structWriter } = await import('./struct-arguments.js');
  return encodeCall(call, abi, structWriter(abi.structs));
}
