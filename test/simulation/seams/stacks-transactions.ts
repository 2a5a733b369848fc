import { publicKeyFromSignatureVrs as recoverReally } from '@stacks/transactions';
import { areSignaturesStubbed, compute } from './mode.js';
import { makerOfStub } from './secp256k1.js';

/** The compressed key that made a signature over a digest; both and the key as hex. */
export function publicKeyFromSignatureVrs(digest: string, vrs: string): string {
  if (!areSignaturesStubbed()) return compute(() => recoverReally(digest, vrs));
  const maker = makerOfStub(digest, vrs.slice(2));
  if (maker === undefined) throw new Error('nobody signed it');
  return maker;
}
