import { createHash } from 'node:crypto';

/** 64 bytes that follow from a public key, as hex, and a message. */
export function stubEd25519(publicKey: string, message: Uint8Array): Uint8Array {
  return createHash('sha512').update(`stub ${publicKey} `).update(message).digest();
}
