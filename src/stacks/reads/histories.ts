import type { CallOptions, Clock } from '../../core/clock.js';
import { keepRecent } from '../../core/recent.js';
import type { Ledger } from '../node/ledger.js';
import type { Tokens } from '../operations/tokens.js';
import type { HistoryRange, StacksHistory } from './history.js';
import { readHistory } from './history-reading.js';

/** How old a part may be that is returned again, in milliseconds. */
const FRESH_FOR_MS = 30_000;
const MAX_PARTS_KEPT = 200;

/** Parts of histories; what was read recently is kept for callers that accept it instead of a new request. */
export class Histories {
  readonly #parts = new Map<string, { at: number; history: StacksHistory }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A part that may be older, where one is known. */
  kept(address: string, range: HistoryRange): StacksHistory | undefined {
    const part = this.#parts.get(keyOf(address, range));
    if (part === undefined || this.#clock.monotonic() - part.at > FRESH_FOR_MS) return undefined;
    // What a caller gets is its own: it may change it.
    return structuredClone(part.history);
  }

  async read(
    { ledger, tokens }: { readonly ledger: Ledger; readonly tokens: Tokens },
    address: string,
    range: HistoryRange,
    options: CallOptions,
  ): Promise<StacksHistory> {
    const history = await ledger.ask(options, (node) => readHistory(node, tokens, address, range));
    const key = keyOf(address, range);
    this.#parts.delete(key);
    const part = { at: this.#clock.monotonic(), history: structuredClone(history) };
    keepRecent(this.#parts, MAX_PARTS_KEPT, key, part);
    return history;
  }
}

function keyOf(address: string, { limit, offset, order, cursor = '' }: HistoryRange): string {
  return `${address} ${limit} ${offset} ${order} ${cursor}`;
}
