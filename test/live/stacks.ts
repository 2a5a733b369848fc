import type { Objects } from '../support/shapes.js';

/** Tokens are named by their members, and a `type` is one of Clarity, or of what is in another object. */
export const STACKS_OBJECTS: Objects = {
  maps: [/^(?:non_)?fungible_tokens$/],
  haveKinds: false,
};
