import { BcsType, bcs } from '@mysten/bcs';
import { InvalidInputError } from '../../../core/errors.js';
import { displayAddress, parseModuleAddress } from '../address.js';
import type {
  EntryFunction,
  EntryFunctionPayload,
  InnerPayload,
  MultisigPayload,
  ScriptArgument,
  ScriptPayload,
  TransactionPayload,
} from '../transaction.js';
import {
  address,
  bool,
  hexBytes,
  identifier,
  integers,
  list,
  optional,
  refused,
  u64,
} from './codec.js';
import { typeTag } from './type-tag.js';

const entryFunction: BcsType<EntryFunction> = bcs
  .struct('EntryFunction', {
    module: bcs.struct('ModuleId', { address, name: identifier }),
    name: identifier,
    typeArguments: list(typeTag),
    arguments: list(hexBytes),
  })
  .transform({
    input: (call: EntryFunction) => ({ ...call, ...partsOf(call.function) }),
    output: ({ module, name, ...call }): EntryFunction => ({
      function: `${displayAddress(module.address)}::${module.name}::${name}`,
      ...call,
    }),
  });

function partsOf(path: string) {
  const [address = '', module = '', name = '', ...more] = path.split('::');
  if (more.length > 0) throw new InvalidInputError('function', 'is not address::module::function');
  return { module: { address: parseModuleAddress(address, 'function'), name: module }, name };
}

const entryFunctionPayload: BcsType<EntryFunctionPayload> = entryFunction.transform({
  input: (payload: EntryFunctionPayload) => payload,
  output: (call): EntryFunctionPayload => ({ kind: 'entry-function', ...call }),
});

const truth = bool.transform({ input: (text: string) => text === 'true', output: String });

/** In the order of their numbers. */
const SCRIPT_ARGUMENTS: readonly (readonly [ScriptArgument['type'], BcsType<string>])[] = [
  ['u8', integers.u8],
  ['u64', integers.u64],
  ['u128', integers.u128],
  ['address', address],
  ['vector<u8>', hexBytes],
  ['bool', truth],
  ['u16', integers.u16],
  ['u32', integers.u32],
  ['u256', integers.u256],
  ['serialized', hexBytes],
  ['i8', integers.i8],
  ['i16', integers.i16],
  ['i32', integers.i32],
  ['i64', integers.i64],
  ['i128', integers.i128],
  ['i256', integers.i256],
];

const scriptArgument = new BcsType<ScriptArgument>({
  name: 'ScriptArgument',
  read: (reader) => {
    const variant = SCRIPT_ARGUMENTS[reader.readULEB()];
    if (!variant) throw new TypeError('No argument of a script has such a number.');
    const [type, body] = variant;
    return { type, value: body.read(reader) };
  },
  write: ({ type, value }, writer) => {
    const variant = SCRIPT_ARGUMENTS.findIndex(([name]) => name === type);
    writer.writeULEB(variant);
    SCRIPT_ARGUMENTS[variant]?.[1].write(value, writer);
  },
});

const scriptPayload: BcsType<ScriptPayload> = bcs
  .struct('Script', {
    code: hexBytes,
    typeArguments: list(typeTag),
    arguments: list(scriptArgument),
  })
  .transform({
    input: (script: ScriptPayload) => script,
    output: (script): ScriptPayload => ({ kind: 'script', ...script }),
  });

/** So far, owners can agree only on an entry function. */
const multisigCall = bcs.enum('MultisigTransactionPayload', { EntryFunction: entryFunction });

const multisigPayload: BcsType<MultisigPayload> = bcs
  .struct('Multisig', { multisigAddress: address, call: optional(multisigCall) })
  .transform({
    input: ({ multisigAddress, call }: MultisigPayload) => ({
      multisigAddress,
      call: call && { EntryFunction: call },
    }),
    output: ({ multisigAddress, call }): MultisigPayload => ({
      kind: 'multisig',
      multisigAddress,
      ...(call && { call: call.EntryFunction }),
    }),
  });

const executable: BcsType<InnerPayload['executable']> = bcs
  .enum('TransactionExecutable', {
    Script: scriptPayload,
    EntryFunction: entryFunctionPayload,
    Empty: null,
  })
  .transform({
    input: (value: InnerPayload['executable']) => {
      if (value.kind === 'script') return { Script: value };
      return value.kind === 'empty' ? { Empty: true } : { EntryFunction: value };
    },
    output: (value): InnerPayload['executable'] => {
      if (value.$kind === 'Script') return value.Script;
      return value.$kind === 'Empty' ? { kind: 'empty' } : value.EntryFunction;
    },
  });

const extraConfig = bcs.enum('TransactionExtraConfig', {
  V1: bcs.struct('V1', {
    multisigAddress: optional(address),
    replayProtectionNonce: optional(u64('replayProtectionNonce')),
  }),
});

const innerPayload: BcsType<InnerPayload> = bcs
  .enum('TransactionInnerPayload', { V1: bcs.struct('V1', { executable, extraConfig }) })
  .transform({
    input: ({ executable, multisigAddress, replayProtectionNonce }: InnerPayload) => ({
      V1: { executable, extraConfig: { V1: { multisigAddress, replayProtectionNonce } } },
    }),
    output: ({ V1: { executable, extraConfig } }): InnerPayload => {
      const { multisigAddress, replayProtectionNonce } = extraConfig.V1;
      return {
        kind: 'inner',
        executable,
        ...(multisigAddress !== undefined && { multisigAddress }),
        ...(replayProtectionNonce !== undefined && { replayProtectionNonce }),
      };
    },
  });

export const transactionPayload: BcsType<TransactionPayload> = bcs
  .enum('TransactionPayload', {
    Script: scriptPayload,
    // Modules were once published this way.
    ModuleBundle: refused<TransactionPayload>('ModuleBundle'),
    EntryFunction: entryFunctionPayload,
    Multisig: multisigPayload,
    Payload: innerPayload,
  })
  .transform({
    input: (payload: TransactionPayload) => {
      if (payload.kind === 'entry-function') return { EntryFunction: payload };
      if (payload.kind === 'script') return { Script: payload };
      return payload.kind === 'multisig' ? { Multisig: payload } : { Payload: payload };
    },
    output: (payload): TransactionPayload => {
      if (payload.$kind === 'EntryFunction') return payload.EntryFunction;
      if (payload.$kind === 'Script') return payload.Script;
      if (payload.$kind === 'Multisig') return payload.Multisig;
      return payload.$kind === 'Payload' ? payload.Payload : payload.ModuleBundle;
    },
  });
