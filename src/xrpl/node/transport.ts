import type { CallOptions } from '../../core/clock.js';
import { GatewayError } from '../../core/errors.js';
import { excerpt } from '../../core/shown.js';

/** How requests reach an XRP Ledger node. */
export interface XrplTransport {
  /**
   * One request of rippled's API, version 2; resolves with its `result`.
   *
   * @throws XrplNodeError when the node answers with an error.
   * @throws UnreachableError when no answer comes.
   */
  request(
    command: string,
    params: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Calls `wake` at every validated ledger; returns a function that stops it. Absent where there is no stream. */
  onLedger?(wake: () => void): () => void;
}

/** The node answered with one of rippled's errors, such as `actNotFound`. */
export class XrplNodeError extends GatewayError {
  /** rippled's token for it. */
  readonly error: string;

  constructor(token: string, message: string | undefined) {
    const error = excerpt(token);
    super('XRPL_NODE', `The XRPL node answered ${error}${message ? `: ${excerpt(message)}` : ''}`, {
      retryable: BUSY.has(error),
      details: { error },
    });
    this.error = error;
  }
}

const BUSY: ReadonlySet<string> = new Set([
  'noCurrent',
  'noClosed',
  'noNetwork',
  // The same three in API version 2.
  'notSynced',
  'notReady',
  // Until its operator has brought it up to date.
  'amendmentBlocked',
  'unlBlocked',
  'slowDown',
  'tooBusy',
  'failedToForward',
  'internal',
]);
