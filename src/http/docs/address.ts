/** Whether an address ends with a slash: relative links begin elsewhere then. */
export function hasSlash(target: string): boolean {
  return /\/(?:\?|$)/.test(target);
}
