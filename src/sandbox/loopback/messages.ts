/**
 * One request that a server received, whatever became of it.
 *
 * @example
 * ```ts
 * import { type SandboxMessage, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const commands = (messages: readonly SandboxMessage[]) => messages.map(({ command }) => command);
 * sandbox.xrpl.clearMessages();
 * // ... what is to be counted ...
 * commands(sandbox.xrpl.messages); // such as ['account_info', 'submit']
 * await sandbox.stop();
 * ```
 */
export interface SandboxMessage {
  /** How it came: `websocket` at the XRPL node only, where JSON-RPC is `http`. */
  readonly transport: 'http' | 'websocket';
  /** HTTP method. */
  readonly method?: string;
  /** Path and query, as received. */
  readonly path?: string;
  /** XRPL command. */
  readonly command?: string;
  /** The parsed JSON body, or the WebSocket message. Headers are never kept. */
  readonly body?: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** More than any test asks; beyond it the oldest are forgotten. */
const MAX_MESSAGES = 100_000;

/** What a server was asked, oldest first. */
export class MessageLog {
  readonly #messages: SandboxMessage[] = [];

  get all(): readonly SandboxMessage[] {
    return [...this.#messages];
  }

  add(message: SandboxMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MAX_MESSAGES) this.#messages.shift();
  }

  clear(): void {
    this.#messages.length = 0;
  }
}
