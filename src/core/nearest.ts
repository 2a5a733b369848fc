/** How many of two names' letters are in pairs that they share, where one is meant by the other. */
const LEAST_LIKENESS = 0.2;

/**
 * A question after a refusal, `; did you mean "demo"?`, about the known name that has most in common with a mistyped
 * one; nothing where none is near.
 */
export function didYouMean(given: string, known: readonly string[], prefix = ''): string {
  const typed = given.toLowerCase();
  let question = '';
  let most = LEAST_LIKENESS;
  for (const name of known) {
    const other = name.toLowerCase();
    let shared = 0;
    for (let at = 0; at < typed.length; at++) if (other.includes(typed.slice(at, at + 2))) shared++;
    const likeness = shared / (typed.length + other.length);
    if (likeness > most) {
      most = likeness;
      question = `; did you mean ${prefix}${name}?`;
    }
  }
  return question;
}
