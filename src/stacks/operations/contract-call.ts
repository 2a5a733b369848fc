import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { parsedWith } from '../../core/fields.js';
import { isObject } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import type { NetworkFacts } from '../network.js';
import { decodeValue, encodeValue } from '../wire/clarity-codec.js';
import { clarityName } from '../wire/clarity-name.js';
import type { ClarityValue } from '../wire/clarity-value.js';
import {
  decodePostCondition,
  encodePostCondition,
  type PostCondition,
  valuesOf,
} from '../wire/post-conditions.js';
import { contractOf } from '../wire/principals.js';
import { isSameValue } from '../wire/same-value.js';
import { assertTyped } from '../wire/value-type.js';
import type { StacksInput } from './input.js';

/**
 * A value or a post-condition of `@stacks/transactions`, with the minimum of its type: that library's own
 * declarations need those of a browser.
 */
export interface StacksLibraryValue {
  /** As that library calls it, such as `uint` of a value and `stx-postcondition` of a post-condition. */
  readonly type: string;
}

/** What {@link StacksGateway.callContract} takes. */
export interface ContractCallParams {
  /** `address.name`. */
  readonly contract: string;
  /** A public function of the contract, such as `transfer`. */
  readonly functionName: string;
  /**
   * Values of `@stacks/transactions` such as `Cl.uint(1)`, or serialized ones in hexadecimal: at most 16 levels deep,
   * of a type of at most 1 MiB, and the items of a list of one type, since nodes read no others. Default: none.
   */
  readonly functionArgs?: readonly (StacksLibraryValue | string)[];
  /** Made with `Pc` of `@stacks/transactions`, or their bytes in hexadecimal. Default: none. */
  readonly postConditions?: readonly (StacksLibraryValue | string)[];
  /**
   * What happens when assets move that no post-condition covers. `deny` (default): the transaction has no effect.
   * `originator`: the same if they are the signer's. `allow`: nothing.
   */
  readonly postConditionMode?: 'allow' | 'deny' | 'originator';
}

const MAX_ARGUMENTS = 128;
const MAX_CONDITIONS = 100;

const argument = encoded(
  { encode: encodeValue, decode: decodeValue, is: isClarity, valuesIn: (value) => [value] },
  'must be a Clarity value, or a serialized one in hexadecimal',
);

const condition = encoded(
  {
    encode: encodePostCondition,
    decode: decodePostCondition,
    is: isCondition,
    valuesIn: valuesOf,
  },
  'must be a post-condition, or the bytes of one in hexadecimal',
);

interface Codec<T> {
  encode(value: T): string;
  decode(hex: string): T;
  is(value: unknown): value is T;
  valuesIn(value: T): readonly ClarityValue[];
}

/** A schema for values, or their bytes in hexadecimal. One value has one form here, from any source. */
function encoded<T>(codec: Codec<T>, reason: string) {
  return parsedWith((value) => {
    const read = readWith(codec, value);
    if (read === undefined) throw new InvalidInputError('', reason);
    assertTyped(codec.valuesIn(read), '');
    return codec.encode(read);
  });
}

/** What is given, as it is read from its bytes; `undefined` if it has none. */
function readWith<T>({ encode, decode, is }: Codec<T>, value: unknown): T | undefined {
  try {
    if (typeof value === 'string') return decode(value.replace(/^0x/, '').toLowerCase());
    // What is written for an invalid one is not read back as the same.
    const read = decode(is(value) ? encode(value) : '');
    return isSameValue(value, read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function schemaOf({ kind }: NetworkFacts) {
  return z.strictObject({
    contract: contractOf(kind),
    functionName: clarityName,
    functionArgs: z.optional(z.array(argument).check(z.maxLength(MAX_ARGUMENTS))),
    postConditions: z.optional(z.array(condition).check(z.maxLength(MAX_CONDITIONS))),
    postConditionMode: z.optional(z.enum(['allow', 'deny', 'originator'])),
  });
}

/** @throws InvalidInputError naming the field. */
export function contractCallInput(params: unknown, network: NetworkFacts): StacksInput {
  const {
    functionArgs = [],
    postConditions = [],
    postConditionMode = 'deny',
    ...call
  } = parseInput(schemaOf(network), params);
  return {
    kind: 'contract-call',
    call: { ...call, functionArgs, postConditions, postConditionMode },
  };
}

function isClarity(value: unknown): value is ClarityValue {
  return isObject(value) && typeof value.type === 'string';
}

function isCondition(value: unknown): value is PostCondition {
  return isObject(value) && typeof value.type === 'string' && typeof value.address === 'string';
}
