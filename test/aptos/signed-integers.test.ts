import type { BcsType } from '@mysten/bcs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeArguments, encodeCall } from '../../src/aptos/wire/arguments.js';
import { decode, encode } from '../../src/aptos/wire/bcs/codec.js';
import { transactionPayload } from '../../src/aptos/wire/bcs/payload.js';
import { typeTag } from '../../src/aptos/wire/bcs/type-tag.js';
import { BcsReader } from '../../src/sandbox/aptos/bcs/reader.js';
import { readTypeTag, typeText } from '../../src/sandbox/aptos/types/move-type.js';
import { readValue } from '../../src/sandbox/aptos/types/values.js';
import { runs } from '../support/runs.js';
import { bcsValues, hexIn } from './support/bcs-values.js';

const SIZES = [8, 16, 32, 64, 128, 256] as const;

const abiOf = (type: string) => ({ typeParameters: 0, parameters: ['&signer', type] });

function written(type: string, value: string | bigint | number): string {
  const [bytes = ''] = encodeCall(
    { function: '0x1::a::b', functionArguments: [value] },
    abiOf(type),
  ).arguments;
  return bytes;
}

/** Two's complement by its definition, byte after byte, the least significant first. */
function expectedBytes(value: bigint, bits: number): string {
  const whole = value < 0n ? 2n ** BigInt(bits) + value : value;
  const bytes = Array.from({ length: bits / 8 }, (_, at) =>
    Number((whole >> BigInt(8 * at)) & 255n),
  );
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

describe('a whole number', () => {
  it.each(bcsValues.integers)('is written by the rules of BCS: $type $value', (vector) => {
    const bytes = hexIn(vector.bytes);
    expect(written(vector.type, vector.value)).toBe(bytes);
    expect(written(vector.type, BigInt(vector.value))).toBe(bytes);
  });

  it.each(SIZES)('with a sign takes %i bits of two’s complement', (bits) => {
    const half = 2n ** BigInt(bits - 1);
    const anyOf = fc.oneof(
      fc.bigInt({ min: -half, max: half - 1n }),
      fc.constantFrom(-half, -half + 1n, -1n, 0n, 1n, half - 1n),
    );
    fc.assert(
      fc.property(anyOf, (value) => {
        const bytes = written(`i${bits}`, value);
        expect(bytes).toBe(expectedBytes(value, bits));
        expect(written(`i${bits}`, value.toString())).toBe(bytes);
        const call = { function: '0x1::a::b', typeArguments: [], arguments: [bytes] };
        expect(decodeArguments(call, abiOf(`i${bits}`))).toEqual([value.toString()]);
        // As the sandbox reads it, which shares none of this.
        const reader = new BcsReader(Buffer.from(bytes.slice(2), 'hex'));
        expect(String(readValue(reader, { kind: `i${bits}` }))).toBe(value.toString());
      }),
      runs(300),
    );
  });

  it.each(SIZES)('with a sign and %i bits has two ends', (bits) => {
    const half = 2n ** BigInt(bits - 1);
    for (const value of [-half - 1n, half, `${half}`, '-0', '+1', '--1', '-', '-01', -1.5]) {
      expect(() => written(`i${bits}`, value as never)).toThrow(
        expect.objectContaining({
          code: 'INVALID_INPUT',
          field: 'functionArguments[0]',
          reason: expect.stringContaining(`from -2^${bits - 1} to 2^${bits - 1} - 1`),
        }),
      );
    }
  });

  it('without a sign is still none below zero', () => {
    for (const value of [-1n, '-1', -1]) {
      expect(() => written('u64', value)).toThrow('from 0 to 2^64 - 1');
    }
  });
});

/** How the chain numbers them, in types and as arguments of scripts (facts of AIP-130's own code). */
const NUMBERS = SIZES.map((bits, at) => [`i${bits}`, 11 + at, 10 + at] as const);

describe('the type of a whole number with a sign', () => {
  it.each(NUMBERS)('%s has the number %i', (type, number) => {
    const bytes = encode(typeTag, type);
    expect([...bytes]).toEqual([number]);
    expect(decode(typeTag as BcsType<string>, bytes, 'type')).toBe(type);
    expect(typeText(readTypeTag(new BcsReader(bytes)))).toBe(type);
  });

  it.each(NUMBERS)('%s (%i) is argument %i of a script', (type, _, number) => {
    const bits = Number(type.slice(1));
    const value = `-${2n ** BigInt(bits - 2)}`;
    const payload = {
      kind: 'script',
      code: '0x',
      typeArguments: [],
      arguments: [{ type, value }],
    } as const;
    const bytes = encode(transactionPayload, payload as never);
    const argument = `0${number.toString(16)}${expectedBytes(BigInt(value), bits).slice(2)}`;
    expect(Buffer.from(bytes).toString('hex')).toBe(`00000001${argument}`);
    expect(decode(transactionPayload, bytes, 'payload')).toEqual(payload);
  });
});
