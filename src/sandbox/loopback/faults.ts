/**
 * One of the sandbox's servers.
 *
 * @example
 * ```ts
 * import { type SandboxServer, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const servers: SandboxServer[] = ['custody', 'xrpl', 'netlink', 'provider'];
 * for (const server of servers) sandbox.inject({ server, effect: { kind: 'delay', ms: 50 } });
 * await sandbox.stop();
 * ```
 */
export type SandboxServer =
  | 'custody'
  | 'xrpl'
  | 'aptos'
  | 'aptos-indexer'
  | 'stacks'
  | 'netlink'
  | 'provider'
  | 'platform';

/**
 * Something that goes wrong, and when. A fault without `method`, `path` and `command` matches every
 * request of its server.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * sandbox.inject({
 *   server: 'custody',
 *   method: 'POST',
 *   path: '/v1/transactions',
 *   effect: { kind: 'lose-answer' },
 * });
 * await sandbox.stop();
 * ```
 */
export interface Fault {
  /** The server whose requests it hits. */
  readonly server: SandboxServer;
  /** HTTP method, such as `POST`. Never matches a WebSocket message. */
  readonly method?: string;
  /** A string is the whole path without its query; a RegExp is tried on path and query. */
  readonly path?: string | RegExp;
  /** XRPL command, such as `submit`; `connect` is the opening of a WebSocket. */
  readonly command?: string;
  /** How many requests it hits. Default 1. */
  readonly times?: number;
  /** How many matching requests pass unharmed first. Default 0. */
  readonly skip?: number;
  /** What happens to a request that it hits. Requests to which it cannot happen pass, and do not count. */
  readonly effect: FaultEffect;
}

/**
 * What a {@link Fault} does.
 *
 * @example
 * ```ts
 * import { type FaultEffect, startSandbox } from 'custody-gateways/sandbox';
 *
 * const limited: FaultEffect = {
 *   kind: 'answer',
 *   status: 429,
 *   body: { message: 'Too many requests', code: 0 },
 *   headers: { 'retry-after': '1' },
 * };
 * const sandbox = await startSandbox({ faults: [{ server: 'custody', effect: limited }] });
 * await sandbox.stop();
 * ```
 */
export type FaultEffect =
  /** This HTTP answer, and the request is not processed. Text is sent as it is, the rest as JSON. Over WebSocket only for `connect`. */
  | {
      /** Hits HTTP requests, and the opening of a WebSocket. */
      readonly kind: 'answer';
      /** The HTTP status, such as 429. */
      readonly status: number;
      /** Text, or what becomes JSON. Default: no body. Not sent when it refuses a WebSocket. */
      readonly body?: unknown;
      /** Besides `content-type`, which they may replace. Not sent when it refuses a WebSocket. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks before the request is processed. */
  | {
      /** Hits HTTP requests, WebSocket messages, and the opening of a WebSocket. */
      readonly kind: 'drop';
    }
  /** The request is processed, then the connection breaks before the answer. */
  | {
      /** Hits HTTP requests and WebSocket messages, but not the opening of a WebSocket. */
      readonly kind: 'lose-answer';
    }
  /** Nothing is processed and nothing is ever answered. */
  | {
      /** Hits HTTP requests, WebSocket messages, and the opening of a WebSocket. */
      readonly kind: 'hang';
    }
  /** Processed as usual, but this many milliseconds later. */
  | {
      /** Hits HTTP requests, WebSocket messages, and the opening of a WebSocket. */
      readonly kind: 'delay';
      /** Milliseconds of the sandbox's time, besides `latencyMs`. */
      readonly ms: number;
    }
  /** XRPL `submit`: answers with this result, such as `telCAN_NOT_QUEUE`, and applies nothing. */
  | {
      /** Hits the commands `submit` and `submit_multisigned`. */
      readonly kind: 'engine-result';
      /** A result code of the ledger. Any other text is answered with the error `internal`. */
      readonly result: string;
    }
  /** XRPL: answers with this error, such as `slowDown`, and processes nothing. */
  | {
      /** Hits every command, but not the opening of a WebSocket. */
      readonly kind: 'rpc-error';
      /** Shown as `error`, with the `error_code` of a known one. */
      readonly error: string;
      /** Shown as `error_message`. Default: that of a known error, otherwise `error` again. */
      readonly message?: string;
    }
  /** Aptos submissions: answered as accepted, and forgotten. */
  | {
      /** Hits `POST /v1/transactions` of the fullnode. */
      readonly kind: 'lose-submission';
    }
  /** Aptos: answered as by a node that is this many versions behind. */
  | {
      /** Hits every request to the fullnode and its archive, but none to the indexer. */
      readonly kind: 'stale';
      /** Counted back from the latest version, and on to the end of a block: a node knows only whole ones. */
      readonly versions: number;
    };

/** What a fault is matched against. */
export interface Subject {
  readonly server: SandboxServer;
  readonly transport: 'http' | 'websocket';
  readonly method?: string | undefined;
  /** Path and query. */
  readonly path?: string | undefined;
  readonly command?: string | undefined;
}

interface Armed {
  readonly fault: Fault;
  skip: number;
  times: number;
}

/** The faults that wait for their request, oldest first. */
export class FaultBook {
  readonly #armed: Armed[] = [];

  add(fault: Fault): void {
    this.#armed.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  /** The effect that hits this request, if any. At most one fault is used up. */
  take(subject: Subject): FaultEffect | undefined {
    for (const armed of this.#armed) {
      if (armed.times <= 0 || !matches(armed.fault, subject)) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.times -= 1;
      return armed.fault.effect;
    }
    return undefined;
  }
}

function matches(fault: Fault, subject: Subject): boolean {
  if (fault.server !== subject.server) return false;
  if (fault.command !== undefined && fault.command !== subject.command) return false;
  if (fault.method !== undefined && fault.method.toUpperCase() !== subject.method) return false;
  if (fault.path !== undefined && !pathMatches(fault.path, subject.path)) return false;
  return canHappen(fault.effect, subject);
}

function pathMatches(wanted: string | RegExp, path: string | undefined): boolean {
  if (path === undefined) return false;
  return typeof wanted === 'string' ? wanted === path.split('?')[0] : wanted.test(path);
}

function canHappen(effect: FaultEffect, subject: Subject): boolean {
  const { server, transport, method, path, command } = subject;
  switch (effect.kind) {
    case 'answer':
      return transport === 'http' || command === 'connect';
    case 'engine-result':
      return command === 'submit' || command === 'submit_multisigned';
    case 'rpc-error':
      return server === 'xrpl' && command !== 'connect';
    case 'lose-answer':
      return command !== 'connect';
    case 'lose-submission':
      return server === 'aptos' && method === 'POST' && path === '/v1/transactions';
    case 'stale':
      return server === 'aptos';
    default:
      return true;
  }
}
