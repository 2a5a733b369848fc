/** More than a comparison is made in any schedule, or file of tests: what goes beyond never ends. */
export const HIT_LIMIT = 3_000_000;
