import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxClock } from '../clock.js';
import type { FaultBook, FaultEffect, SandboxServer } from './faults.js';
import { MessageLog } from './messages.js';

/** An HTTP request, read to its end. */
export interface LoopbackRequest {
  readonly method: string;
  /** Path and query, exactly as received. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

/** An answer: `json` is written as JSON, `text` and `bytes` as they are. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** What a peer does with a request. `effect` is a fault that only the handler can play. */
export type LoopbackHandler = (
  request: LoopbackRequest,
  effect?: FaultEffect,
) => Promise<LoopbackAnswer>;

/** How a request may end without an answer. */
export type Unanswered = 'broken' | 'silent';

export interface PeerOptions {
  readonly clock: SandboxClock;
  /** What goes wrong. Default: nothing. */
  readonly faults?: FaultBook;
  /** Milliseconds that every answer takes longer. Default 0. */
  readonly latencyMs?: number;
}

/** What tells a peer from the others. */
interface PeerKind {
  readonly name: SandboxServer;
  /** The command that a request carries, where the peer speaks in commands. */
  readonly commandOf?: (request: LoopbackRequest) => string | undefined;
}

/** A peer that answers requests, and can fail in every way that a {@link FaultEffect} names. */
export class LoopbackPeer {
  readonly messages = new MessageLog();
  /** The bare answer: without a fault, a delay or a trace. */
  readonly handle: LoopbackHandler;
  readonly #options: PeerOptions & PeerKind;

  constructor(options: PeerOptions & PeerKind, handler: LoopbackHandler) {
    this.#options = options;
    this.handle = handler;
  }

  /** What becomes of a request that arrives. */
  async receive(request: LoopbackRequest): Promise<LoopbackAnswer | Unanswered> {
    const { name, clock, faults, latencyMs = 0, commandOf } = this.#options;
    const command = commandOf?.(request);
    const { method, path, json } = request;
    this.messages.add({
      transport: 'http',
      method,
      path,
      ...(command === undefined ? {} : { command }),
      ...(json === undefined ? {} : { body: json }),
      at: clock.now(),
    });
    const effect = faults?.take({ server: name, transport: 'http', method, path, command });
    if (effect?.kind === 'drop') return 'broken';
    if (effect?.kind === 'hang') return 'silent';
    if (effect?.kind === 'delay') await clock.sleep(effect.ms);
    const answer =
      effect?.kind === 'answer' ? cannedAnswer(effect) : await this.#answer(request, effect);
    if (effect?.kind === 'lose-answer') return 'broken';
    await clock.sleep(latencyMs);
    return answer;
  }

  async #answer(
    request: LoopbackRequest,
    effect: FaultEffect | undefined,
  ): Promise<LoopbackAnswer> {
    try {
      return await this.handle(request, effect);
    } catch (error) {
      // A defect of the sandbox must be visible in a test, not hang the client.
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { status: 500, text: `The sandbox failed: ${reason}` };
    }
  }
}

function cannedAnswer(effect: Extract<FaultEffect, { kind: 'answer' }>): LoopbackAnswer {
  const { status, body, headers = {} } = effect;
  return typeof body === 'string'
    ? { status, headers, text: body }
    : { status, headers, json: body };
}

/** A body as JSON; `undefined` when it is none. */
export function jsonIn(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** An answer's body as it goes out, and of which type it is. */
export function bodyOf({ json, text, bytes }: LoopbackAnswer): {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
} {
  if (bytes) return { body: bytes, type: 'application/x-bcs' };
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  const kind = json === undefined ? 'text/plain' : 'application/json';
  return { body, type: `${kind}; charset=utf-8` };
}
