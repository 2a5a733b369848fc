// How much is tried: everything in `npm run test:world`, and everywhere else a sample of the very same.

/** Whether everything is tried. */
const IS_WHOLE = process.env.TEST_SCALE === 'whole';

/** So many of what is tried often: processes, calls at once, rounds. */
export function many(whole: number, sample: number): number {
  return IS_WHOLE ? whole : sample;
}

/** How often a property is tried: in a sample so often that what is plainly wrong is found soon. */
export function runs(whole: number): { readonly numRuns: number } {
  return { numRuns: many(whole, Math.min(whole, Math.max(20, Math.ceil(whole / 40)))) };
}

/** Each of the numbers below a bound; in a sample each so-manieth, of which none divides the other. */
export function eachBelow(bound: number, step: number): number[] {
  const width = many(1, step);
  return Array.from({ length: Math.ceil(bound / width) }, (_, index) => index * width);
}
