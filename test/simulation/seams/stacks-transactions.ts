import {
  createStacksPublicKey,
  publicKeyFromSignatureVrs as recoverReally,
  sigHashPreSign,
  nextVerification as verifyReally,
} from '@stacks/transactions';
import { areSignaturesStubbed, compute } from './mode.js';
import { makerOfStub } from './secp256k1.js';

export * from '@stacks/transactions';

/** The compressed key that made a signature over a digest; both and the key as hex. */
export function publicKeyFromSignatureVrs(digest: string, vrs: string): string {
  if (!areSignaturesStubbed()) return compute(() => recoverReally(digest, vrs));
  const maker = makerOfStub(digest, vrs.slice(2));
  if (maker === undefined) throw new Error('nobody signed it');
  return maker;
}

/** Of one signature alone: the hash that a further one would sign is read by nobody here. */
export function nextVerification(
  ...[hash, type, fee, nonce, encoding, vrs]: Parameters<typeof verifyReally>
): Pick<ReturnType<typeof verifyReally>, 'pubKey'> {
  if (!areSignaturesStubbed()) {
    return compute(() => verifyReally(hash, type, fee, nonce, encoding, vrs));
  }
  const maker = publicKeyFromSignatureVrs(sigHashPreSign(hash, type, fee, nonce), vrs);
  return { pubKey: createStacksPublicKey(maker) };
}
