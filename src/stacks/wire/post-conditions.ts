import {
  Cl,
  deserializePostConditionWire,
  type PostCondition,
  PostConditionMode,
  type PostConditionWire,
  postConditionToHex,
  serializePostConditionWire,
  wireToPostCondition,
} from '@stacks/transactions';
import { InvalidInputError } from '../../core/errors.js';

/** What happens to assets that no post-condition covers: allowed, refused, or refused only for the signer's. */
export type PostConditionModeName = 'allow' | 'deny' | 'originator';

export const MODES: Readonly<Record<PostConditionModeName, PostConditionMode>> = {
  allow: PostConditionMode.Allow,
  deny: PostConditionMode.Deny,
  originator: PostConditionMode.Originator,
};

/** @returns its bytes, in hexadecimal. */
export function encodePostCondition(condition: PostCondition): string {
  return postConditionToHex(condition).replace(/^0x/, '');
}

/** @throws InvalidInputError for bytes that are not exactly one post-condition. */
export function decodePostCondition(hex: string): PostConditionWire {
  try {
    const wire = deserializePostConditionWire(hex);
    if (serializePostConditionWire(wire) === hex) return wire;
  } catch {
    // The error is thrown below.
  }
  throw new InvalidInputError('postConditions', 'must be the bytes of post-conditions');
}

/** As the library's users write it, with its amount as a bigint. */
export function postConditionOf(wire: PostConditionWire) {
  const condition = wireToPostCondition(wire);
  return 'amount' in condition ? { ...condition, amount: BigInt(condition.amount) } : condition;
}

/** A post-condition as people read it: whole numbers are decimal strings. */
export function legiblePostCondition(wire: PostConditionWire): Readonly<Record<string, unknown>> {
  const condition = postConditionOf(wire);
  return 'amount' in condition
    ? { ...condition, amount: `${condition.amount}` }
    : 'assetId' in condition
      ? { ...condition, assetId: Cl.stringify(condition.assetId) }
      : { ...condition };
}
