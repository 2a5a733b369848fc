import { type Capability, isCapable } from './known-answers.js';
import { type NodeCrypto, nodePrimitives } from './node.js';
import type { Primitives } from './primitives.js';
import { webPrimitives } from './web.js';

/** The algorithms of a runtime are determined when first needed, by trying them. */
const knownOf = new WeakMap<NodeCrypto, Partial<Record<Capability, boolean>>>();

/**
 * node:crypto for the algorithms that the runtime's has, WebCrypto and noble for the rest. It is looked up at run
 * time rather than imported, so that one build serves Node, browsers and edge runtimes, and bundlers need not
 * handle it.
 */
export function defaultPrimitives(): Primitives {
  const web = webPrimitives();
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (crypto === undefined) return web;
  const node = nodePrimitives(crypto);
  const known = knownOf.get(crypto) ?? {};
  knownOf.set(crypto, known);
  const primitivesFor = (capability: Capability): Primitives => {
    known[capability] ??= isCapable(crypto, capability);
    return known[capability] ? node : web;
  };
  return {
    name: node.name,
    check: (algorithm) => primitivesFor(algorithm).check?.(algorithm),
    signingKey: (algorithm, ...key) => primitivesFor(algorithm).signingKey(algorithm, ...key),
    verifyingKey: (algorithm, ...key) => primitivesFor(algorithm).verifyingKey(algorithm, ...key),
    sha256: (bytes) => primitivesFor('sha256').sha256(bytes),
  };
}
