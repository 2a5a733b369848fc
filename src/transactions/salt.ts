import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '../core/bytes.js';
import type { BuildRequest, Chain, Snapshot } from './chain.js';

/** What of its request's id goes into a transaction: 32 bits for each value that may vary. */
export interface Salt {
  readonly fee: bigint;
  readonly expiry: bigint;
}

export function saltOf(requestId: string): Salt {
  const hash = bytesToHex(sha256(utf8ToBytes(requestId)));
  return { fee: BigInt(`0x${hash.slice(0, 8)}`), expiry: BigInt(`0x${hash.slice(8, 16)}`) };
}

/**
 * A value that is up to `by` more than the usual. Near `most` it is less instead, but no less than `least`
 * or three quarters of the usual.
 */
export function salted(
  salt: bigint,
  usual: bigint,
  by: bigint,
  { least = 0n, most = usual + by }: { readonly least?: bigint; readonly most?: bigint } = {},
): bigint {
  const highest = most < usual + by ? most : usual + by;
  const lowest = [highest - by, least, usual - usual / 4n].reduce((a, b) => (a > b ? a : b));
  return lowest < highest ? lowest + (salt % (highest - lowest + 1n)) : usual;
}

/**
 * Builds a transaction that is unlike an equal one under another key. `isFixed`: it is not, since callers
 * have settled all that could have varied.
 */
export function buildFor<I, S extends Snapshot, T, R>(
  chain: Chain<I, S, T, R>,
  requestId: string,
  request: Omit<BuildRequest<I, S>, 'salt'>,
): { readonly transaction: T; readonly isFixed: boolean } {
  const salt = saltOf(requestId);
  const transaction = chain.build({ ...request, salt });
  const another = { fee: salt.fee + 1n, expiry: salt.expiry + 1n };
  const own = chain.termsOf(transaction);
  const others = chain.termsOf(chain.build({ ...request, salt: another }));
  // Numbers that are chance make each transaction another.
  const isMinted = own.number.kind === 'ticket' && chain.tickets && 'mint' in chain.tickets;
  const isFixed = !isMinted && own.fee === others.fee && own.expiry === others.expiry;
  return { transaction, isFixed };
}
