import { isObject, type Json } from '../../../core/json.js';
import { addressFrom, parseAddress } from '../address.js';
import { BcsReader, MalformedBcs } from '../bcs/reader.js';
import { decodeArguments } from '../chain/execute.js';
import type { AptosNode } from '../chain/node.js';
import { CallFailure } from '../move/failures.js';
import type { MoveFunction } from '../move/module.js';
import type { EntryFunctionCall } from '../transaction/payload.js';
import { instantiate, type MoveType, parseType, readTypeTag } from '../types/move-type.js';
import { isValue } from '../types/values.js';
import { invalidInput } from './answer-error.js';
import type { RestHandler, RestRequest } from './request.js';

const BCS = 'application/x.aptos.view_function+bcs';

export const callView: RestHandler = (request) => {
  const { node, state } = request;
  const call = request.http.headers['content-type']?.startsWith(BCS)
    ? readBcs(request)
    : readJson(request);
  const found = node.framework.function(call.address, call.module, call.name);
  if (found?.read === undefined) {
    throw invalidInput(`could not find view function by 'function id' ${call.name}`);
  }
  if (found.generics.length !== call.types.length) {
    throw invalidInput(`expected ${found.generics.length} type arguments`);
  }
  const args = call.args(found);
  const { statelessAccounts } = node;
  return { status: 200, json: found.read({ state, types: call.types, args, statelessAccounts }) };
};

interface ViewRequest {
  readonly address: string;
  readonly module: string;
  readonly name: string;
  readonly types: readonly MoveType[];
  args(found: MoveFunction): readonly Json[];
}

function readBcs({ http, node }: RestRequest): ViewRequest {
  try {
    const reader = new BcsReader(http.body);
    const call: EntryFunctionCall = {
      address: addressFrom(reader.fixed(32)),
      module: reader.text(),
      function: reader.text(),
      typeArguments: reader.vector(() => readTypeTag(reader)),
      arguments: reader.vector(() => reader.bytes()),
    };
    reader.end();
    const { address, module, function: name, typeArguments: types } = call;
    return { address, module, name, types, args: (found) => decoded(call, found, node) };
  } catch (error) {
    if (!(error instanceof MalformedBcs)) throw error;
    throw invalidInput(`Failed to deserialize input into ViewRequest: ${error.message}`);
  }
}

function decoded(
  call: EntryFunctionCall,
  found: MoveFunction,
  { framework }: AptosNode,
): readonly Json[] {
  try {
    return decodeArguments(call, found, framework);
  } catch (error) {
    if (error instanceof CallFailure) throw invalidInput(error.vmStatus);
    throw error;
  }
}

function readJson({ http: { json } }: RestRequest): ViewRequest {
  const body = isObject(json) ? json : {};
  const [, address = '', module = '', name = ''] =
    /^(0x[0-9a-fA-F]+)::(\w+)::(\w+)$/.exec(String(body.function)) ?? [];
  const at = parseAddress(address);
  const types = list(body.type_arguments).map((each) => parseType(String(each)));
  if (at === undefined || types.includes(undefined)) {
    throw invalidInput('parse json body error: a function and its type arguments are required');
  }
  return {
    address: at,
    module,
    name,
    types: types.flatMap((type) => type ?? []),
    args: (found) =>
      checked(
        list(body.arguments),
        found,
        types.flatMap((type) => type ?? []),
      ),
  };
}

function checked(
  args: readonly Json[],
  { params }: MoveFunction,
  types: readonly MoveType[],
): readonly Json[] {
  const fits =
    args.length === params.length &&
    params.every((param, index) => {
      const type = parseType(param);
      return type !== undefined && isValue(args[index], instantiate(type, types));
    });
  if (!fits) throw invalidInput(`expected the arguments (${params.join(', ')})`);
  return args;
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
