import { Cl, type ClarityValue, deserializeCV, serializeCV } from '@stacks/transactions';
import { isObject } from '../../../core/json.js';
import { argumentsRefusal } from '../chain/admission.js';
import { isPrincipal } from '../wire/principals.js';
import { badRequest, Refusal, type RouteHandler } from './route.js';

/** A read-only function's answer; what stops it is answered with 200 too, as the node does. */
export const callRead: RouteHandler = ({ node, parts, request }) => {
  const [address = '', name = '', functionName = ''] = parts;
  const body = isObject(request.json) ? request.json : {};
  const { sender, arguments: hexes } = body;
  if (typeof sender !== 'string' || !isPrincipal(sender) || !Array.isArray(hexes)) {
    throw badRequest('Failed to parse body: sender and arguments are required');
  }
  const args = hexes.map(readValue);
  const contract = `${address}.${name}`;
  const cause = refusal(node.machine.interfaceOf(contract), { contract, functionName, args });
  if (cause !== undefined) return { status: 200, json: { okay: false, cause } };
  try {
    const result = node.machine.readOnly({ contract, functionName, args, sender });
    return { status: 200, json: { okay: true, result: `0x${serializeCV(result)}` } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: 200, json: { okay: false, cause: `Runtime(${reason})` } };
  }
};

type Abi = Parameters<typeof argumentsRefusal>[0] | undefined;
type Call = Parameters<typeof argumentsRefusal>[1];

function refusal(abi: Abi, call: Call): string | undefined {
  if (abi === undefined) return `Unchecked(NoSuchContract("${call.contract}"))`;
  const found = abi.functions.find(({ name }) => name === call.functionName);
  if (found === undefined) return `Unchecked(UndefinedFunction("${call.functionName}"))`;
  if (found.access !== 'read_only') {
    return `Unchecked(PublicFunctionNotReadOnly("${call.contract}", "${call.functionName}"))`;
  }
  const message = argumentsRefusal(abi, call);
  return message === undefined ? undefined : `Unchecked(${message})`;
}

function readValue(hex: unknown): ClarityValue {
  try {
    if (typeof hex === 'string') return deserializeCV(hex);
  } catch {
    // Told below, with whatever else is no value.
  }
  throw badRequest('Failed to parse body: arguments must be hex of Clarity values');
}

export const contractInterface: RouteHandler = ({ node, parts: [address = '', name = ''] }) => {
  const abi = node.machine.interfaceOf(`${address}.${name}`);
  if (abi === undefined) {
    throw new Refusal({ status: 404, text: 'No contract interface data found' });
  }
  return { status: 200, json: { ...abi, epoch: 'Epoch33', clarity_version: 'Clarity4' } };
};

/** What is modelled has no text of its own. */
export const contractSource: RouteHandler = ({ node, parts: [address = '', name = ''] }) => {
  if (node.machine.interfaceOf(`${address}.${name}`) === undefined) {
    throw new Refusal({ status: 404, text: 'No contract source data found' });
  }
  return { status: 200, json: { source: `;; a model of ${name}`, publish_height: 1 } };
};

export const dataVar: RouteHandler = ({
  node,
  parts: [address = '', contract = '', name = ''],
}) => {
  const value = node.machine.dataVar(`${address}.${contract}`, name);
  if (value === undefined) throw new Refusal({ status: 404, text: 'Data var not found' });
  return { status: 200, json: { data: `0x${serializeCV(value)}` } };
};

export const mapEntry: RouteHandler = ({ node, parts, request }) => {
  const [address = '', contract = '', map = ''] = parts;
  const key = readValue(request.json);
  const value = node.machine.mapEntry(`${address}.${contract}`, map, key);
  return { status: 200, json: { data: `0x${serializeCV(value ?? Cl.none())}` } };
};
