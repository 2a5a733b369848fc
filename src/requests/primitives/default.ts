import { type Capability, isCapable } from './known-answers.js';
import { nodePrimitives } from './node.js';
import type { Primitives } from './primitives.js';
import { webPrimitives } from './web.js';

let chosen: Primitives | undefined;

/**
 * node:crypto for what the runtime's can do, WebCrypto and noble for the rest. It is asked for at run time
 * rather than imported, so that one build serves Node, browsers and edge runtimes, and nothing of it
 * is a bundler's business.
 */
export function defaultPrimitives(): Primitives {
  chosen ??= choose();
  return chosen;
}

function choose(): Primitives {
  const web = webPrimitives();
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (crypto === undefined) return web;
  const node = nodePrimitives(crypto);
  const known = new Map<Capability, Primitives>();
  /** What the runtime can do is found out when it is first needed, by having it done. */
  const primitivesFor = (capability: Capability): Primitives => {
    const primitives = known.get(capability) ?? (isCapable(crypto, capability) ? node : web);
    known.set(capability, primitives);
    return primitives;
  };
  return {
    name: node.name,
    signingKey: (algorithm, ...key) => primitivesFor(algorithm).signingKey(algorithm, ...key),
    verifyingKey: (algorithm, ...key) => primitivesFor(algorithm).verifyingKey(algorithm, ...key),
    sha256: (bytes) => primitivesFor('sha256').sha256(bytes),
  };
}
