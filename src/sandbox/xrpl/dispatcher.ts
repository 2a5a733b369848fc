import type { FaultEffect } from '../loopback/faults.js';
import type { LedgerNode } from './node.js';
import { isResultCode } from './result-codes.js';
import type { Command } from './rpc/command.js';
import { RpcError } from './rpc/errors.js';
import { Params } from './rpc/params.js';
import { COMMANDS, VERSION_2_ONLY } from './rpc/registry.js';
import { describe, readTransaction } from './rpc/submit-commands.js';

/** The members of an answer's `result`, or of its error. */
export type CommandAnswer =
  | { readonly ok: true; readonly result: Record<string, unknown> }
  | { readonly ok: false; readonly error: Record<string, unknown> };

/** Runs a command, with the fault that hits it. `extra` are the commands of one transport. */
export function runCommand(
  node: LedgerNode,
  name: string,
  params: Readonly<Record<string, unknown>>,
  effect: FaultEffect | undefined,
  extra: ReadonlyMap<string, Command> = new Map(),
): CommandAnswer {
  try {
    if (effect?.kind === 'rpc-error') throw new RpcError(effect.error, effect.message);
    const command = extra.get(name) ?? COMMANDS.get(name);
    if (command === undefined) throw new RpcError('unknownCmd');
    requireVersion(name, params);
    const context = { node, params: new Params(params) };
    if (effect?.kind === 'engine-result') {
      return { ok: true, result: refusedSubmit(node, params, effect.result) };
    }
    return { ok: true, result: command(context) };
  } catch (error) {
    const known = error instanceof RpcError ? error : sandboxDefect(error);
    return { ok: false, error: known.toJson() };
  }
}

/** A test's author must see that it was the sandbox that failed, and where. */
function sandboxDefect(error: unknown): RpcError {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new RpcError('internal', `The sandbox failed: ${reason}`);
}

/** Rather no answer than one in the shape of another version: a caller must say which it reads. */
function requireVersion(name: string, { api_version: version }: Record<string, unknown>): void {
  if (!VERSION_2_ONLY.has(name) || version === 2) return;
  throw new RpcError(
    'invalid_API_version',
    `The sandbox answers ${name} in API version 2 only: send api_version 2.`,
  );
}

/** The answer to a submission that is told a result without being tried. */
function refusedSubmit(
  node: LedgerNode,
  params: Readonly<Record<string, unknown>>,
  result: string,
): Record<string, unknown> {
  const tx = readTransaction(new Params(params).text('tx_blob') ?? '');
  if (!isResultCode(result)) throw new RpcError('internal', `${result} is no result code`);
  const nothing = { applied: false, queued: false, broadcast: false, kept: false };
  return describe(node, tx, { result, ...nothing });
}
