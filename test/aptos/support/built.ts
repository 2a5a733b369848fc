import {
  AccountAddress,
  type AnyRawTransaction,
  Bool,
  ChainId,
  Deserializer,
  EntryFunction,
  type EntryFunctionArgument,
  EntryFunctionBytes,
  Identifier,
  ModuleId,
  MoveVector,
  MultiAgentTransaction,
  MultiSig,
  MultiSigTransactionPayload,
  parseTypeTag,
  RawTransaction,
  Script,
  type ScriptFunctionArgument,
  Serialized,
  SimpleTransaction,
  TransactionExecutableEmpty,
  TransactionExecutableEntryFunction,
  TransactionExecutableScript,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  type TransactionPayload,
  TransactionPayloadEntryFunction,
  TransactionPayloadMultiSig,
  TransactionPayloadScript,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';

/** A whole number of so many bits, its ends more often than chance would have them. */
export const uint = (bits: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(0n, 1n, 2n ** BigInt(bits - 1), 2n ** BigInt(bits) - 1n),
    },
  );

const anyBytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });

/** Any address, one of the chain's own now and then. */
export const accountAddress = fc
  .oneof(
    { weight: 6, arbitrary: anyBytes(32) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 17 }).map(lastByte) },
  )
  .map((bytes) => new AccountAddress(bytes));

function lastByte(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  bytes[31] = value;
  return bytes;
}

const identifier = fc
  .stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,20}$|^_[a-zA-Z0-9_]{1,20}$/)
  .filter((name) => name.length > 0);

const PRIMITIVES = ['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'signer'];

/** Types, as the chain prints them. */
export const typeText: fc.Arbitrary<string> = fc.letrec<{ tag: string; struct: string }>((tie) => ({
  tag: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...PRIMITIVES),
    tie('tag').map((element) => `vector<${element}>`),
    tie('struct'),
  ),
  struct: fc
    .tuple(accountAddress, identifier, identifier, fc.array(tie('tag'), { maxLength: 3 }))
    .map(([address, module, name, inner]) => {
      const path = `${address.toString()}::${module}::${name}`;
      return inner.length === 0 ? path : `${path}<${inner.join(', ')}>`;
    }),
})).tag;

const typeTags = fc
  .array(typeText, { maxLength: 3 })
  .map((texts) => texts.map((text) => parseTypeTag(text)));

/** An argument as it stands in an entry function: any bytes, since its type is not told. */
const opaqueArgument: fc.Arbitrary<EntryFunctionArgument> = fc.oneof(
  fc
    .uint8Array({ maxLength: 200 })
    .map((bytes) => EntryFunctionBytes.deserialize(new Deserializer(bytes), bytes.length)),
  uint(64).map((value) => new U64(value)),
  accountAddress,
);

const entryFunction = fc
  .tuple(
    accountAddress,
    identifier,
    identifier,
    typeTags,
    fc.array(opaqueArgument, { maxLength: 6 }),
  )
  .map(
    ([address, module, name, types, values]) =>
      new EntryFunction(
        new ModuleId(address, new Identifier(module)),
        new Identifier(name),
        types,
        values,
      ),
  );

const scriptArgument: fc.Arbitrary<ScriptFunctionArgument> = fc.oneof(
  uint(8).map((value) => new U8(Number(value))),
  uint(16).map((value) => new U16(Number(value))),
  uint(32).map((value) => new U32(Number(value))),
  uint(64).map((value) => new U64(value)),
  uint(128).map((value) => new U128(value)),
  uint(256).map((value) => new U256(value)),
  fc.boolean().map((value) => new Bool(value)),
  accountAddress,
  fc.uint8Array({ maxLength: 50 }).map((bytes) => MoveVector.U8(bytes)),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => new Serialized(bytes)),
);

const script = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), typeTags, fc.array(scriptArgument, { maxLength: 5 }))
  .map(([code, types, values]) => new Script(code, types, values));

const executable = fc.oneof(
  entryFunction.map((call) => new TransactionExecutableEntryFunction(call)),
  script.map((code) => new TransactionExecutableScript(code)),
  fc.constant(new TransactionExecutableEmpty()),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const payload: fc.Arbitrary<TransactionPayload> = fc.oneof(
  { weight: 3, arbitrary: entryFunction.map((call) => new TransactionPayloadEntryFunction(call)) },
  { weight: 1, arbitrary: script.map((code) => new TransactionPayloadScript(code)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(accountAddress, maybe(entryFunction))
      .map(
        ([address, call]) =>
          new TransactionPayloadMultiSig(
            new MultiSig(address, call && new MultiSigTransactionPayload(call)),
          ),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(executable, maybe(accountAddress), maybe(uint(64)))
      .map(
        ([body, multisig, nonce]) =>
          new TransactionInnerPayloadV1(body, new TransactionExtraConfigV1(multisig, nonce)),
      ),
  },
);

/** Any transaction that the chain's own library can build. */
export const builtRawTransaction: fc.Arbitrary<RawTransaction> = fc
  .tuple(accountAddress, uint(64), payload, uint(64), uint(64), uint(64), uint(8))
  .map(
    ([sender, sequence, body, gas, price, expiration, chain]) =>
      new RawTransaction(
        sender,
        sequence,
        body,
        gas,
        price,
        expiration,
        new ChainId(Number(chain)),
      ),
  );

/** The same, with whoever signs beside the sender. */
export const builtTransaction: fc.Arbitrary<AnyRawTransaction> = fc.oneof(
  fc
    .tuple(builtRawTransaction, maybe(accountAddress))
    .map(([raw, payer]) => new SimpleTransaction(raw, payer)),
  fc
    .tuple(builtRawTransaction, fc.array(accountAddress, { maxLength: 3 }), maybe(accountAddress))
    .map(([raw, others, payer]) => new MultiAgentTransaction(raw, others, payer)),
);
