import { fromHex } from '../../core/bytes.js';
import { verifySignature } from '../../signer/verify-signature.js';
import { sha512Half } from './codec.js';

/** Ed25519 keys are written with this byte in front on the XRP Ledger; they sign the message itself. */
const ED25519_PREFIX = 0xed;

/** Whether the ledger would take a signature: it verifies, and is in its only canonical form. */
export function isSignature(preimage: Uint8Array, publicKey: string, signature: string): boolean {
  const [bytes, raw] = [fromHex(publicKey), fromHex(signature)];
  if (!bytes || !raw) return false;
  try {
    const verified = verify(preimage, bytes, raw);
    return !('normalized' in verified && verified.normalized);
  } catch {
    // Whatever is wrong with it, it is not a signature of this transaction.
    return false;
  }
}

function verify(preimage: Uint8Array, publicKey: Uint8Array, bytes: Uint8Array) {
  if (publicKey[0] === ED25519_PREFIX) {
    const algorithm = 'eddsa-ed25519';
    const message = { kind: 'message', key: { algorithm, id: '' }, bytes: preimage } as const;
    const pinned = { algorithm, bytes: publicKey.subarray(1) } as const;
    return verifySignature(message, pinned, { encoding: 'compact', bytes });
  }
  const algorithm = 'ecdsa-secp256k1';
  const key = { algorithm, id: '' } as const;
  const message = {
    kind: 'digest',
    key,
    digest: sha512Half(preimage),
    hash: 'sha512-half',
  } as const;
  const pinned = { algorithm, bytes: publicKey } as const;
  return verifySignature(message, pinned, { encoding: 'der', bytes });
}
