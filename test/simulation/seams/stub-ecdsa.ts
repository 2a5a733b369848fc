import { createHash } from 'node:crypto';

/** Hex throughout. */
export interface StubSignature {
  readonly r: string;
  readonly s: string;
}

/** The signature of a key over a digest: s is free, as the entropy wants it, and r is a hash over all. */
export function stubEcdsa(publicKey: string, digest: string, entropy: string): StubSignature {
  const s = belowHalf(hashOf(`s ${digest} ${entropy}`));
  return { r: rOf(publicKey, digest, s), s };
}

export function verifiesStub(publicKey: string, digest: string, { r, s }: StubSignature): boolean {
  return r === rOf(publicKey, digest, s);
}

/** The parity that a recovery id would tell. */
export function parityOf({ r }: StubSignature): number {
  return Number.parseInt(r.slice(-1), 16) & 1;
}

function rOf(publicKey: string, digest: string, s: string): string {
  return belowHalf(hashOf(`r ${publicKey} ${digest} ${s}`));
}

/** Both numbers stay in the lower half of the order, and above zero. */
function belowHalf(hex: string): string {
  return `01${hex.slice(2)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
