import { type Address, addressFrom } from '../address.js';
import { type BcsReader, MalformedBcs } from '../bcs/reader.js';
import { isName, type MoveType, readTypeTag } from '../types/move-type.js';

/** A call of an entry function, its arguments still in BCS. */
export interface EntryFunctionCall {
  readonly address: Address;
  readonly module: string;
  readonly function: string;
  readonly typeArguments: readonly MoveType[];
  readonly arguments: readonly Uint8Array[];
}

/** What a transaction is to do, and the nonce that stands for its sequence number, if it has one. */
export interface Payload {
  readonly call: EntryFunctionCall;
  /** Of an orderless transaction (AIP-123). */
  readonly nonce?: bigint;
}

/** A payload that is well-formed, but that the sandbox does not run. */
export class NotModelled extends Error {
  override readonly name = 'NotModelled';
}

/** @throws MalformedBcs @throws NotModelled for scripts, multisig accounts and encrypted payloads */
export function readPayload(reader: BcsReader): Payload {
  const variant = reader.uleb();
  switch (variant) {
    case 0:
      throw new NotModelled('scripts');
    case 1:
      throw new MalformedBcs('Module bundle payload has been removed');
    case 2:
      return { call: readCall(reader) };
    case 3:
      throw new NotModelled('payloads of multisig accounts');
    case 4:
      return readInner(reader);
    default:
      throw unknownVariant(variant);
  }
}

function readInner(reader: BcsReader): Payload {
  expectVariant(reader, 0);
  const executable = reader.uleb();
  if (executable === 0) throw new NotModelled('scripts');
  if (executable === 2) throw new NotModelled('payloads of multisig accounts');
  if (executable !== 1) throw unknownVariant(executable);
  const call = readCall(reader);
  expectVariant(reader, 0);
  const multisig = reader.option(() => reader.fixed(32));
  if (multisig !== undefined) throw new NotModelled('payloads of multisig accounts');
  const nonce = reader.option(() => reader.u64());
  return nonce === undefined ? { call } : { call, nonce };
}

function readCall(reader: BcsReader): EntryFunctionCall {
  return {
    address: addressFrom(reader.fixed(32)),
    module: readName(reader),
    function: readName(reader),
    typeArguments: reader.vector(() => readTypeTag(reader)),
    arguments: reader.vector(() => reader.bytes()),
  };
}

function readName(reader: BcsReader): string {
  const name = reader.text();
  if (!isName(name)) throw new MalformedBcs(`Invalid identifier '${name}'`);
  return name;
}

function expectVariant(reader: BcsReader, expected: number): void {
  const variant = reader.uleb();
  if (variant !== expected) throw unknownVariant(variant);
}

export function unknownVariant(variant: number): MalformedBcs {
  return new MalformedBcs(`invalid value: integer \`${variant}\`, expected variant index`);
}
