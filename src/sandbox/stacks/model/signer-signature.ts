import { createHash, verify } from 'node:crypto';
import { Cl, type ClarityValue, serializeCVBytes } from '@stacks/transactions';
import { readPublicKey } from '../../public-key.js';
import { recover } from '../wire/signature.js';

/** What a signer of pox-4 permits. */
export interface SignerPermission {
  readonly chainId: number;
  readonly poxAddress: ClarityValue;
  readonly rewardCycle: number;
  readonly topic: string;
  readonly period: bigint;
  readonly authId: bigint;
  readonly maxAmount: bigint;
}

/** How a signature compares with the key it should be of. */
export type SignatureCheck = 'good' | 'other-key' | 'unreadable';

/** Checks a pox-4 signer's signature (r, s, v), made as SIP-018 says. All hex. */
export function checkPermission(
  permission: SignerPermission,
  signature: string,
  signerKey: string,
): SignatureCheck {
  const preimage = Buffer.concat([
    Buffer.from('SIP018', 'ascii'),
    sha256(serializeCVBytes(domain(permission.chainId))),
    sha256(serializeCVBytes(message(permission))),
  ]);
  const rsv = Buffer.from(signature, 'hex');
  const publicKey = recover(
    sha256(preimage),
    Buffer.concat([rsv.subarray(64), rsv.subarray(0, 64)]),
  );
  if (publicKey === undefined) return 'unreadable';
  if (publicKey.toString('hex') !== signerKey) return 'other-key';
  const key = readPublicKey(publicKey);
  if (key === undefined) return 'unreadable';
  const options = { key, dsaEncoding: 'ieee-p1363' as const };
  return verify('sha256', preimage, options, rsv.subarray(0, 64)) ? 'good' : 'other-key';
}

function domain(chainId: number): ClarityValue {
  return Cl.tuple({
    name: Cl.stringAscii('pox-4-signer'),
    version: Cl.stringAscii('1.0.0'),
    'chain-id': Cl.uint(chainId),
  });
}

function message(permission: SignerPermission): ClarityValue {
  return Cl.tuple({
    'pox-addr': permission.poxAddress,
    'reward-cycle': Cl.uint(permission.rewardCycle),
    topic: Cl.stringAscii(permission.topic),
    period: Cl.uint(permission.period),
    'auth-id': Cl.uint(permission.authId),
    'max-amount': Cl.uint(permission.maxAmount),
  });
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
