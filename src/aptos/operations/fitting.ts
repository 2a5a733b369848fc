import { equalBytes } from '../../core/bytes.js';
import { encodeAnyCall } from '../wire/encode-call.js';
import { knownFunction } from '../wire/known-functions.js';
import { isNativeCoin, NATIVE_DECIMALS } from '../wire/native-coin.js';
import { signingMessage } from '../wire/signing.js';
import type { EntryFunctionPayload, UnsignedTransaction } from '../wire/transaction.js';
import { type AptosCall, compose } from './building.js';
import type { MoveCall } from './input.js';
import { termsOf } from './terms.js';
import { nameOf, unitsOf } from './transfer-token.js';

/**
 * Whether a transaction is one of this call. What only nodes know is not compared: arguments whose types they would have
 * to be asked for, and an amount in whole tokens of unknown decimals.
 */
export async function fits(
  call: AptosCall,
  transaction: UnsignedTransaction,
  sender: string,
): Promise<boolean> {
  const { input } = call;
  const { maxGasAmount, gasUnitPrice, expirationTimestampSecs: expiry, chainId } = transaction;
  const payload =
    input.kind === 'call' ? await payloadOf(input.call, transaction) : transaction.payload;
  if (!payload) return false;
  const { number } = termsOf(transaction);
  const gas = { maxGasAmount, gasUnitPrice };
  const own = compose({ sender, call, payload, number, ...gas, expiry, chainId });
  return equalBytes(signingMessage(own), signingMessage(transaction));
}

/** The payload of a call, with what is not known without a node as the transaction has it. */
async function payloadOf(
  call: MoveCall,
  { payload }: UnsignedTransaction,
): Promise<EntryFunctionPayload | undefined> {
  const found = payload.kind === 'inner' ? payload.executable : payload;
  if (found.kind !== 'entry-function') return undefined;
  const abi = call.abi ?? knownFunction(call.function);
  const { function: name, typeArguments } = call;
  if (!abi) return { ...found, function: name, typeArguments };
  const { counted } = call;
  if (!counted || counted.decimals !== undefined) return encodeAnyCall(call, abi);
  const isNative = isNativeCoin(nameOf(counted.token));
  const units = isNative ? unitsOf(counted.amount, NATIVE_DECIMALS, 'amount') : 0n;
  const functionArguments = [...call.functionArguments.slice(0, -1), units.toString()];
  const own = await encodeAnyCall({ ...call, functionArguments }, abi);
  if (isNative) return own;
  return { ...own, arguments: [...own.arguments.slice(0, -1), ...found.arguments.slice(-1)] };
}
