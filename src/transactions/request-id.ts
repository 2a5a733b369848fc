import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '../core/bytes.js';
import { canonicalJson } from '../core/json.js';

/**
 * The id under which the custody keeps a signing request (`externalTxId`). A wire format, frozen by
 * test vectors: it follows from the chain's own id, the address and the caller's key and from
 * nothing else, so that any process of any version finds the request again.
 */
export function requestIdOf(
  chainId: string,
  address: string,
  idempotencyKey: string,
  attempt: number,
): string {
  const name = ['custody-gateways', chainId, address, idempotencyKey].join('\n');
  const id = `cg-${bytesToHex(sha256(utf8ToBytes(name))).slice(0, 40)}`;
  return attempt === 1 ? id : `${id}-${attempt}`;
}

/** What a key is bound to: a short digest of the canonical input. */
export function fingerprintOf(chainId: string, address: string, input: unknown): string {
  const text = canonicalJson([chainId, address, input]);
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}
