/** Seconds between the Unix epoch and 2000-01-01, from which the ledger counts. */
const RIPPLE_EPOCH = 946_684_800;

export function toRippleTime(unixMs: number): number {
  return Math.floor(unixMs / 1_000) - RIPPLE_EPOCH;
}

/** `2025-01-31T12:00:00Z`: a ledger time in the form of `close_time_iso`. */
export function isoTime(rippleSeconds: number): string {
  return `${new Date(unixMs(rippleSeconds)).toISOString().slice(0, 19)}Z`;
}

/** `2025-Jan-31 12:00:00.000000000 UTC`: a ledger time in the form of `close_time_human`. */
export function humanTime(rippleSeconds: number): string {
  const date = new Date(unixMs(rippleSeconds));
  const [day, time] = [date.toISOString().slice(0, 10), date.toISOString().slice(11, 19)];
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  return `${day.slice(0, 4)}-${month}-${day.slice(8)} ${time}.000000000 UTC`;
}

function unixMs(rippleSeconds: number): number {
  return (rippleSeconds + RIPPLE_EPOCH) * 1_000;
}
