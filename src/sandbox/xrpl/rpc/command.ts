import type { LedgerNode } from '../node.js';
import type { Params } from './params.js';

/** What a command works on. */
export interface CommandContext {
  readonly node: LedgerNode;
  readonly params: Params;
}

/** Answers with the members of `result`; refuses by throwing an `RpcError`. */
export type Command = (context: CommandContext) => Record<string, unknown>;
