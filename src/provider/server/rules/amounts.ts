/** Whether an amount is less than another: decimal strings of any length, as in the API. */
export function isBelow(amount: string, least: string): boolean {
  const [whole, part] = partsOf(amount);
  const [leastWhole, leastPart] = partsOf(least);
  if (whole.length !== leastWhole.length) return whole.length < leastWhole.length;
  // Texts of digits with the same length compare like numbers, and so do fractions.
  return whole === leastWhole ? part < leastPart : whole < leastWhole;
}

function partsOf(amount: string): readonly [whole: string, part: string] {
  const [whole = '', part = ''] = amount.split('.');
  return [whole.replace(/^0+/, ''), part.replace(/(?<!0)0+$/, '')];
}

/** Whether it is zero. */
export function isNothing(amount: string): boolean {
  return /^[0.]+$/.test(amount);
}

/** Whether two amounts are the same, however many zeros they are written with. */
export function isSameAmount(one: string, other: string): boolean {
  return !isBelow(one, other) && !isBelow(other, one);
}

/** How many digits behind the point an amount needs. */
export function decimalsOf(amount: string): number {
  const [, part] = partsOf(amount);
  return part.length;
}
