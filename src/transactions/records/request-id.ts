import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '../../core/bytes.js';
import { canonicalJson } from '../../core/json.js';
import type { Random } from '../../core/random.js';

/** In hexadecimal characters. */
const DIGEST_LENGTH = 40;

/**
 * The id of a signing request at the custody platform (`externalTxId`). A wire format, frozen by test vectors: it
 * follows from the chain's own id, the address and the caller's key only, so that any process of any version finds
 * the request again. When a batch takes several requests, all but the first have their position in it, from 1 on.
 */
export function requestIdOf(
  chainId: string,
  address: string,
  idempotencyKey: string,
  attempt: number,
  chunk = 0,
): string {
  const name = ['custody-gateways', chainId, address, idempotencyKey].join('\n');
  const digest = bytesToHex(sha256(utf8ToBytes(name))).slice(0, DIGEST_LENGTH);
  const id = chunk === 0 ? `cg-${digest}` : `cg-${digest}_${chunk}`;
  return attempt === 1 ? id : `${id}-${attempt}`;
}

/** A key for a call that came without one. */
export function newKey(random: Random): string {
  return bytesToHex(random(16));
}

/** The part that all requests under one key share. */
export function rootOf(requestId: string): string {
  return requestId.slice(0, 'cg-'.length + DIGEST_LENGTH);
}

export function chunkOf(requestId: string): number {
  return Number(/_(\d+)(?:-\d+)?$/.exec(requestId)?.[1] ?? 0);
}

export function attemptIn(requestId: string): number {
  return Number(/^cg-[0-9a-f]{40}(?:_\d+)?-(\d+)$/.exec(requestId)?.[1] ?? 1);
}

/** What a key is bound to: a short digest of the canonical input. */
export function fingerprintOf(chainId: string, address: string, input: unknown): string {
  const text = canonicalJson([chainId, address, input]);
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}
