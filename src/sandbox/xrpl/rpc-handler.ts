import { isObject } from '../../core/json.js';
import type { FaultEffect } from '../loopback/faults.js';
import type { LoopbackAnswer, LoopbackHandler, LoopbackRequest } from '../loopback/peer.js';
import { runCommand } from './dispatcher.js';
import type { LedgerNode } from './node.js';

/** A node's JSON-RPC. */
export function rpcHandler(node: LedgerNode): LoopbackHandler {
  return async (request, effect) => answer(node, request, effect);
}

/** The command that a request carries. */
export function commandOf(request: LoopbackRequest): string | undefined {
  return readCall(request)?.name;
}

function answer(
  node: LedgerNode,
  request: LoopbackRequest,
  effect: FaultEffect | undefined,
): LoopbackAnswer {
  if (request.method !== 'POST') return { status: 200, text: 'The XRP Ledger sandbox.' };
  if (request.json === undefined) return { status: 400, text: 'Unable to parse request: ' };
  const call = readCall(request);
  if (call === undefined) return { status: 400, text: 'Null method' };
  const answered = runCommand(node, call.name, call.params, effect);
  const result = answered.ok
    ? { ...answered.result, status: 'success' }
    : { ...answered.error, request: { ...call.params, command: call.name }, status: 'error' };
  return { status: 200, json: { result } };
}

interface Call {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function readCall({ json }: LoopbackRequest): Call | undefined {
  if (!isObject(json) || typeof json.method !== 'string') return undefined;
  const list = json.params;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return { name: json.method, params: isObject(first) ? first : {} };
}
