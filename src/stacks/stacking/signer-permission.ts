import { concatBytes } from '../../core/bytes.js';
import { parseCompact, recoveryIdOf, toCompact, toLowS } from '../../signer/ecdsa.js';
import { InvalidSignatureError } from '../../signer/errors.js';
import type { PoxAddress } from '../wire/bitcoin-address.js';
import { ascii, type ClarityValue, tuple, uint } from '../wire/clarity-value.js';
import { type Sip018Domain, structuredDataHash } from '../wire/sip018.js';
import { poxAddressValue } from './clarity.js';
import { SignerSignatureError } from './errors.js';

/** The topics for which a signer of pox-4 is asked. The other topics, for operators of pools, are not used here. */
export type PermissionTopic = 'stack-stx' | 'stack-extend' | 'stack-increase';

/** A signer's permission under pox-4: all values that its signature is bound to. */
export interface SignerPermission {
  readonly topic: PermissionTopic;
  readonly chainId: number;
  readonly poxAddress: PoxAddress;
  /** The cycle in which the transaction is mined. */
  readonly rewardCycle: number;
  /** In cycles: of the lock, of the extension, and for an increase of the whole existing lock. */
  readonly period: number;
  readonly authId: bigint;
  /** In microSTX. */
  readonly maxAmount: bigint;
}

/** The domain of a pox-4 signer's messages. */
export function permissionDomain(chainId: number): Sip018Domain {
  return { name: 'pox-4-signer', version: '1.0.0', chainId };
}

export function permissionMessage(permission: SignerPermission): ClarityValue {
  const { topic, poxAddress, rewardCycle, period, authId, maxAmount } = permission;
  return tuple({
    'pox-addr': poxAddressValue(poxAddress),
    'reward-cycle': uint(rewardCycle),
    topic: ascii(topic),
    period: uint(period),
    'auth-id': uint(authId),
    'max-amount': uint(maxAmount),
  });
}

/** The digest that a signer signs. */
export function permissionHash(permission: SignerPermission): Uint8Array {
  return structuredDataHash(permissionDomain(permission.chainId), permissionMessage(permission));
}

/**
 * Checks that a signature permits exactly this (topic, cycle, period, address, amount and id are all in the
 * digest, so a signature for anything else does not verify with this key) and writes it as the contract takes it:
 * r, s in the lower half, recovery id.
 *
 * @throws SignerSignatureError
 */
export function usableSignature(
  permission: SignerPermission,
  signerKey: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  // The last of 65 bytes, the recovery id, is computed here; 64 bytes come without one.
  const { flipped: _, ...numbers } = toLowS(numbersIn(signature.subarray(0, 64)));
  const recoveryId = recoveryIdOf(numbers, permissionHash(permission), signerKey);
  if (recoveryId === undefined) {
    const { topic, rewardCycle, period } = permission;
    throw new SignerSignatureError(
      `it is not this key's for ${topic} in cycle ${rewardCycle}, for ${period} cycles, with this address, amount and id`,
    );
  }
  return concatBytes(toCompact(numbers), Uint8Array.of(recoveryId));
}

function numbersIn(compact: Uint8Array) {
  try {
    return parseCompact(compact);
  } catch (error) {
    if (!(error instanceof InvalidSignatureError)) throw error;
    throw new SignerSignatureError('it is not r, s and recovery id');
  }
}
