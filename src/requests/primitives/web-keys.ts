import type { HashName } from '../algorithms.js';
import type { KeyFile } from './key-files.js';
import type { Sign, Verify } from './primitives.js';

/** A shared secret for HMAC with a hash that WebCrypto has. */
export interface HmacKey {
  readonly type: 'hmac';
  readonly hash: HashName;
  readonly bytes: Uint8Array;
}

/** A shared secret for HMAC with SHA3-256. */
export interface Sha3Key {
  readonly type: 'hmac-sha3';
  readonly bytes: Uint8Array;
}

export interface RsaKey {
  readonly type: 'rsa';
  readonly hash: HashName;
  /** PKCS#1. */
  readonly pkcs1: Uint8Array;
}

/** A private number or a public point. */
export type CurveKey = Extract<KeyFile, { readonly bytes: Uint8Array }>;

/** A key that was read and fits its algorithm. */
export type WebKey = HmacKey | Sha3Key | RsaKey | CurveKey;

/** A library's functions for a key: it signs with a secret one, and verifies with a shared or public one. */
export interface Means {
  sign(): Promise<Sign>;
  verify(): Promise<Verify>;
}
