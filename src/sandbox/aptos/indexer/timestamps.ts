/** A time as the database writes it: UTC, without saying so. Given in microseconds. */
export function timestampText(microseconds: bigint): string {
  const milliseconds = Number(microseconds / 1_000n);
  const limit = 8_640_000_000_000_000;
  // Expirations may lie beyond what a date can be.
  const text = new Date(Math.min(milliseconds, limit))
    .toISOString()
    .replace(/^\+/, '')
    .slice(0, -5);
  const rest = (microseconds % 1_000_000n)
    .toString()
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '');
  return rest === '' ? text : `${text}.${rest}`;
}
