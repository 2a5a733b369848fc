import { Cl, type ClarityValue, signStructuredData } from '@stacks/transactions';

const CHAIN_ID = 0x80000000;

/** A pox-5 signer key's grant to a manager: r, s, v. */
export function signedGrant(privateKey: string, manager: string, authId: number): string {
  return signStructuredData({
    privateKey,
    domain: domain('pox-5-signer'),
    message: Cl.tuple({
      topic: Cl.stringAscii('grant-authorization'),
      'signer-manager': Cl.principal(manager),
      'auth-id': Cl.uint(authId),
    }),
  });
}

/** What a pox-4 signer permits. */
export interface Permission {
  readonly poxAddress: ClarityValue;
  readonly rewardCycle: number;
  readonly topic: 'stack-stx' | 'stack-extend' | 'stack-increase';
  readonly period: number;
  readonly authId: number;
  readonly maxAmount: bigint;
}

/** A pox-4 signer's permission: r, s, v. */
export function signedPermission(privateKey: string, permission: Permission): string {
  return signStructuredData({
    privateKey,
    domain: domain('pox-4-signer'),
    message: Cl.tuple({
      'pox-addr': permission.poxAddress,
      'reward-cycle': Cl.uint(permission.rewardCycle),
      topic: Cl.stringAscii(permission.topic),
      period: Cl.uint(permission.period),
      'auth-id': Cl.uint(permission.authId),
      'max-amount': Cl.uint(permission.maxAmount),
    }),
  });
}

function domain(name: string): ClarityValue {
  return Cl.tuple({
    name: Cl.stringAscii(name),
    version: Cl.stringAscii('1.0.0'),
    'chain-id': Cl.uint(CHAIN_ID),
  });
}
