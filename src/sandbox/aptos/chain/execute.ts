import type { Json } from '../../../core/json.js';
import { type Address, FUNGIBLE_ASSETS, primaryStoreOf, ZERO } from '../address.js';
import { BcsReader, MalformedBcs } from '../bcs/reader.js';
import type { EntryCall, MoveEvent } from '../move/call.js';
import { CallFailure, MoveAbort, MoveFailure, OutOfGas } from '../move/failures.js';
import type { Framework } from '../move/framework.js';
import { primaryBalance } from '../move/fungible-assets.js';
import { GasMeter, intrinsicGas } from '../move/gas.js';
import { type MoveFunction, signerCount } from '../move/module.js';
import { type Draft, merge } from '../state/world.js';
import type { EntryFunctionCall } from '../transaction/payload.js';
import {
  gasPayerOf,
  type SignedTransaction,
  signersOf,
} from '../transaction/signed-transaction.js';
import { instantiate, parseType, type StructType } from '../types/move-type.js';
import { NoArgumentType, readValue } from '../types/values.js';
import { nonceKey } from './prologue.js';

/** What a transaction that the chain took came to. */
export interface Outcome {
  readonly success: boolean;
  readonly vmStatus: string;
  readonly gasUsed: bigint;
  readonly events: readonly MoveEvent[];
}

export interface Machine {
  readonly framework: Framework;
  readonly statelessAccounts: boolean;
}

/** The epilogue's reason when a payload leaves too little to pay for it. */
const CANT_PAY = {
  module: 'transaction_validation',
  category: 'out-of-range',
  reason: 1005,
  name: 'PROLOGUE_ECANT_PAY_GAS_DEPOSIT',
  description: '',
} as const;

/**
 * Runs a transaction that nothing speaks against, and puts what it does into `draft`. If its payload
 * fails, only the gas is charged and the number is spent.
 */
export function execute(tx: SignedTransaction, draft: Draft, machine: Machine): Outcome {
  const gas = new GasMeter(tx.maxGasAmount);
  const attempt = draft.nested();
  const events: MoveEvent[] = [];
  let failure: MoveFailure | undefined;
  try {
    gas.charge(intrinsicGas(tx.size));
    run(tx, { draft: attempt, gas, events, statelessAccounts: machine.statelessAccounts }, machine);
    if (!canPay(tx, attempt, gas)) throw new MoveAbort(CANT_PAY);
  } catch (error) {
    if (!(error instanceof MoveFailure)) throw error;
    failure = error;
  }
  if (failure === undefined) merge(attempt, draft);
  const gasUsed = failure instanceof OutOfGas ? tx.maxGasAmount : gas.used;
  charge(tx, draft, gasUsed);
  spendNumber(tx, draft);
  const statement = feeStatement(gasUsed, gas.execution, tx.gasUnitPrice);
  return {
    success: failure === undefined,
    vmStatus: failure?.vmStatus ?? 'Executed successfully',
    gasUsed,
    events: [...(failure === undefined ? events : []), statement],
  };
}

type Ground = Pick<EntryCall, 'draft' | 'gas' | 'events' | 'statelessAccounts'>;

function run(tx: SignedTransaction, ground: Ground, { framework }: Machine): void {
  const { call } = tx.payload;
  const found = resolve(call, framework);
  const signers = signersOf(tx);
  const wanted = signerCount(found);
  // A function that asks for no signer may be called by any account; one that asks gets them all.
  if (wanted !== 0 && wanted !== signers.length) {
    throw new CallFailure('NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH');
  }
  const args = decodeArguments(call, found, framework);
  found.run?.({ ...ground, signers, types: call.typeArguments, args });
}

function resolve(call: EntryFunctionCall, framework: Framework): MoveFunction {
  if (framework.module(call.address, call.module) === undefined) {
    throw new CallFailure('LINKER_ERROR');
  }
  const found = framework.function(call.address, call.module, call.function);
  if (found === undefined) throw new CallFailure('FUNCTION_RESOLUTION_FAILURE');
  if (found.run === undefined) {
    throw new CallFailure('EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION');
  }
  if (found.generics.length !== call.typeArguments.length) {
    throw new CallFailure('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH');
  }
  return found;
}

/** @throws CallFailure unless the arguments are what the function's signature asks for. */
export function decodeArguments(
  call: EntryFunctionCall,
  found: MoveFunction,
  framework: Framework,
): readonly Json[] {
  const params = found.params.slice(signerCount(found));
  if (params.length !== call.arguments.length) {
    throw new CallFailure('NUMBER_OF_ARGUMENTS_MISMATCH');
  }
  return params.map((param, index) => {
    const type = parseType(param);
    if (type === undefined) throw new Error(`the ABI's ${param} is no type`);
    const reader = new BcsReader(call.arguments[index] ?? new Uint8Array());
    try {
      const structOf = (each: StructType) => framework.argumentStruct(each);
      const value = readValue(reader, instantiate(type, call.typeArguments), structOf);
      reader.end();
      return value;
    } catch (error) {
      if (error instanceof MalformedBcs) throw new CallFailure('FAILED_TO_DESERIALIZE_ARGUMENT');
      if (error instanceof NoArgumentType) {
        throw new CallFailure('INVALID_MAIN_FUNCTION_SIGNATURE');
      }
      throw error;
    }
  });
}

function canPay(tx: SignedTransaction, draft: Draft, gas: GasMeter): boolean {
  const payer = gasPayerOf(tx);
  if (payer === ZERO) return true;
  return primaryBalance(draft, payer, FUNGIBLE_ASSETS) >= gas.used * tx.gasUnitPrice;
}

function charge(tx: SignedTransaction, draft: Draft, gasUsed: bigint): void {
  const address = primaryStoreOf(gasPayerOf(tx), FUNGIBLE_ASSETS);
  const store = draft.stores.get(address);
  // A simulation may name nobody as the payer.
  if (store === undefined) return;
  const balance = store.balance - gasUsed * tx.gasUnitPrice;
  draft.stores.set(address, { ...store, balance });
}

function spendNumber(tx: SignedTransaction, draft: Draft): void {
  const { sender, payload } = tx;
  if (payload.nonce !== undefined) {
    draft.nonces.set(nonceKey(sender, payload.nonce), tx.expiration);
    return;
  }
  const { authenticationKey } = draft.accounts.get(sender) ?? newAccount(sender);
  draft.accounts.set(sender, { authenticationKey, sequenceNumber: tx.sequenceNumber + 1n });
}

function newAccount(address: Address) {
  return { sequenceNumber: 0n, authenticationKey: address };
}

function feeStatement(used: bigint, execution: bigint, price: bigint): MoveEvent {
  const storage = used > execution ? used - execution : 0n;
  return {
    type: '0x1::transaction_fee::FeeStatement',
    data: {
      execution_gas_units: `${execution}`,
      io_gas_units: '0',
      storage_fee_octas: `${storage * price}`,
      storage_fee_refund_octas: '0',
      total_charge_gas_units: `${used}`,
    },
  };
}
