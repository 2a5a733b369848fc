import { nodePrimitives } from './node.js';
import type { Primitives } from './primitives.js';
import { webPrimitives } from './web.js';

let chosen: Primitives | undefined;

/**
 * node:crypto where the runtime has it, WebCrypto and noble elsewhere. It is asked for at run time
 * rather than imported, so that one build serves Node, browsers and edge runtimes, and nothing of it
 * is a bundler's business.
 */
export function defaultPrimitives(): Primitives {
  chosen ??= choose();
  return chosen;
}

function choose(): Primitives {
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  return crypto === undefined ? webPrimitives() : nodePrimitives(crypto);
}
