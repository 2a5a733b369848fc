import type { Json } from '../../../core/json.js';
import { type Address, parseAddress } from '../address.js';
import type { Draft, State } from '../state/world.js';
import type { MoveType } from '../types/move-type.js';
import { objectText } from '../types/values.js';
import type { GasMeter } from './gas.js';

/** An event of a module. */
export interface MoveEvent {
  readonly type: string;
  readonly data: { readonly [field: string]: Json };
}

/** What an entry function is called with, and what it works on. */
export interface EntryCall {
  readonly draft: Draft;
  readonly signers: readonly Address[];
  readonly types: readonly MoveType[];
  /** Without the signers; decoded by the types that the ABI names. */
  readonly args: readonly Json[];
  readonly gas: GasMeter;
  readonly events: MoveEvent[];
  /** Whether accounts exist without having been made (AIP-115). */
  readonly statelessAccounts: boolean;
}

/** What a view function is called with. */
export interface ViewCall {
  readonly state: State;
  readonly types: readonly MoveType[];
  readonly args: readonly Json[];
  readonly statelessAccounts: boolean;
}

/** The first signer. */
export function senderOf({ signers }: EntryCall): Address {
  const [sender] = signers;
  if (sender === undefined) throw new Error('a call has a sender');
  return sender;
}

/** An address or object among the arguments. */
export function addressArgument(call: EntryCall | ViewCall, index: number): Address {
  const address = parseAddress(objectText(call.args[index]));
  if (address === undefined) throw new Error(`argument ${index} is no address`);
  return address;
}

/** An integer among the arguments. */
export function integerArgument(call: EntryCall | ViewCall, index: number): bigint {
  return BigInt(String(call.args[index]));
}

export function listArgument(call: EntryCall, index: number): readonly Json[] {
  const list = call.args[index];
  if (!Array.isArray(list)) throw new Error(`argument ${index} is no vector`);
  return list;
}

export function emit(call: EntryCall, type: string, data: MoveEvent['data']): void {
  call.gas.chargeWrite();
  call.events.push({ type, data });
}
