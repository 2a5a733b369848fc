import type { Parsed } from './flags.js';
import { Mistakes } from './mistakes.js';

const DEFAULT_SECONDS = 300;
const MAX_SECONDS = 86_400;

/** How long a command waits for an approval: what its `--wait` says. */
export function waitSecondsIn(parsed: Parsed): number {
  const text = parsed.text('wait') ?? String(DEFAULT_SECONDS);
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_SECONDS) return Number(text);
  throw new Mistakes([`--wait must be a whole number of seconds, 0 to ${MAX_SECONDS}.`]);
}
