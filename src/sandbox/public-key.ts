import { createPublicKey, getCurves, type KeyObject } from 'node:crypto';

/** The order of secp256k1's group. */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const SECP256K1_SPKI = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex');
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * A key by its 33 bytes: 02 or 03 for secp256k1, ED for ed25519.
 *
 * @throws Error where the runtime has no secp256k1, such as Bun: every signature would look wrong.
 */
export function readPublicKey(bytes: Uint8Array): KeyObject | undefined {
  if (bytes.length !== 33) return undefined;
  const isEd25519 = bytes[0] === 0xed;
  const spki = isEd25519
    ? Buffer.concat([ED25519_SPKI, bytes.subarray(1)])
    : Buffer.concat([SECP256K1_SPKI, bytes]);
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' });
  } catch {
    if (isEd25519 || getCurves().includes('secp256k1')) return undefined;
    throw new Error(
      'The sandbox needs secp256k1, which this runtime lacks: run it with Node or Deno.',
    );
  }
}
