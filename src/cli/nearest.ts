/** The known name that is nearest to a mistyped one; `undefined` where none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const parts = given.toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: distanceOf(parts, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  // A name that begins or ends with what was typed is what was meant, such as `amount-xrp` for `amount`.
  const begun = known.find((name) => parts.length > 2 && name.toLowerCase().startsWith(parts));
  if (best && best.distance <= Math.max(1, Math.floor(given.length / 3))) return best.name;
  return begun ?? known.find((name) => parts.length > 3 && name.toLowerCase().endsWith(parts));
}

/** A question after a refusal: `; did you mean "demo"?`, or nothing. */
export function didYouMean(given: string, known: readonly string[], prefix = ''): string {
  const name = nearest(given, known);
  return name === undefined ? '' : `; did you mean ${prefix}${name}?`;
}

/** How many letters have to be changed, added, left out or swapped. */
function distanceOf(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const costs = [
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      ];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) costs.push((beforeLast[j - 2] ?? 0) + 1);
      row.push(Math.min(...costs));
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
