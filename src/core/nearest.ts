/** The known name that has most in common with a mistyped one; `undefined` where none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const typed = given.toLowerCase();
  let best: string | undefined;
  let most = 0;
  for (const name of known) {
    const other = name.toLowerCase();
    let shared = 0;
    for (let at = 0; at < typed.length; at++) if (other.includes(typed.slice(at, at + 2))) shared++;
    // By the shorter of the two, since one may be the beginning of the other; of equals, the one as long is nearer.
    const shorter = Math.min(typed.length, other.length);
    const likeness = shared / shorter - Math.abs(typed.length - other.length) / 100;
    if (likeness >= 0.4 && likeness > most) {
      most = likeness;
      best = name;
    }
  }
  return best;
}

/** A question after a refusal: `; did you mean "demo"?`, or nothing. */
export function didYouMean(given: string, known: readonly string[], prefix = ''): string {
  const name = nearest(given, known);
  return name === undefined ? '' : `; did you mean ${prefix}${name}?`;
}
