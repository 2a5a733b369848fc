import type { TimeSource } from '../clock.js';

/**
 * One request that the custody platform itself made: a webhook, or a question of its co-signer.
 *
 * @example
 * ```ts
 * import { type SentMessage, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const unanswered = ({ status }: SentMessage) => status === undefined;
 * sandbox.custody.sent.filter(unanswered).length; // 0: nothing was sent
 * await sandbox.stop();
 * ```
 */
export interface SentMessage {
  /** `callback` is a question of the co-signer to its callback handler. */
  readonly kind: 'webhook' | 'callback';
  /** Where it was posted to; for a callback with the path that the co-signer adds, such as `/v2/tx_sign_request`. */
  readonly url: string;
  /** The webhook's body, or the claims of the co-signer's token. */
  readonly body: unknown;
  /** 1 for the first time, 2 for the first repetition. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The HTTP status of the answer; `undefined` until there is one. */
  readonly status?: number;
}

/** What is to be posted. */
export interface Posting extends Omit<SentMessage, 'status'> {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds of the machine's time, whatever time is skipped. */
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
}

/** More than any test asks; beyond it the oldest are forgotten. */
const MAX_MESSAGES = 100_000;

/** Posts what the custody platform has to say, and keeps a list of it. */
export class Outbox {
  readonly #sent: { message: SentMessage }[] = [];
  readonly #stopped = new AbortController();
  readonly #time: TimeSource;
  readonly #fetch: typeof fetch;

  constructor(time: TimeSource, send: typeof fetch = fetch) {
    this.#time = time;
    this.#fetch = send;
  }

  get all(): readonly SentMessage[] {
    return this.#sent.map(({ message }) => message);
  }

  clear(): void {
    this.#sent.length = 0;
  }

  /** Breaks off whatever is under way. */
  stop(): void {
    this.#stopped.abort();
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Resolves with `undefined` when no complete answer came. */
  async post(posting: Posting): Promise<PostAnswer | undefined> {
    if (this.isStopped) return undefined;
    const { text, headers, timeoutMs, ...message } = posting;
    const entry: { message: SentMessage } = { message };
    this.#sent.push(entry);
    if (this.#sent.length > MAX_MESSAGES) this.#sent.shift();
    const late = new AbortController();
    const cancel = this.#time.after(timeoutMs, () => late.abort());
    try {
      const response = await this.#fetch(posting.url, {
        method: 'POST',
        headers,
        body: text,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, late.signal]),
      });
      const answer = { status: response.status, text: await response.text() };
      entry.message = { ...message, status: response.status };
      return answer;
    } catch {
      return undefined;
    } finally {
      cancel();
    }
  }
}
