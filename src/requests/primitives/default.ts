import { nodePrimitives } from './node.js';
import type { Primitives } from './primitives.js';
import { webPrimitives } from './web.js';

/**
 * node:crypto where the runtime has it, WebCrypto and noble elsewhere. It is asked for at run time
 * rather than imported, so that one build serves Node, browsers and edge runtimes, and nothing of it
 * is a bundler's business.
 */
export function defaultPrimitives(): Primitives {
  const { process } = globalThis;
  const crypto = process?.getBuiltinModule?.('node:crypto');
  if (crypto === undefined) return webPrimitives();
  const node = nodePrimitives(crypto);
  const { bun, deno } = process.versions;
  return bun || deno ? withOtherSecp256k1(node) : node;
}

/**
 * Bun's node:crypto knows no secp256k1 (1.4), and Deno's refuses every signature on it whose s is high
 * (2.9), which is every other one that OpenSSL makes.
 */
function withOtherSecp256k1(node: Primitives): Primitives {
  const web = webPrimitives();
  const of = (algorithm: string) => (algorithm === 'ecdsa-secp256k1-sha256' ? web : node);
  return {
    ...node,
    signingKey: (algorithm, ...key) => of(algorithm).signingKey(algorithm, ...key),
    verifyingKey: (algorithm, ...key) => of(algorithm).verifyingKey(algorithm, ...key),
  };
}
