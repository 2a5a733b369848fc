// Money counted anew, in units of 10^-18, with nothing of what it checks.

const PLACES = 18;

/** @throws Error for what is no amount, or has digits that would be lost here. */
export function unitsIn(amount: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const kept = fraction.replace(/0+$/, '');
  if (whole === '' || kept.length > PLACES) throw new Error(`not an amount: ${amount}`);
  return BigInt(whole) * 10n ** BigInt(PLACES) + BigInt(kept.padEnd(PLACES, '0'));
}

/** How much there is of each thing. What there is nothing of is left out. */
export function sum(parts: Iterable<readonly [thing: string, amount: string]>): object {
  const sums = new Map<string, bigint>();
  for (const [thing, amount] of parts) sums.set(thing, (sums.get(thing) ?? 0n) + unitsIn(amount));
  return Object.fromEntries([...sums].filter(([, units]) => units !== 0n));
}
