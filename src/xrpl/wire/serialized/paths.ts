import { type ByteReader, uintHex } from '../../../core/hex-codec.js';
import { ACCOUNT, CURRENCY, ID_BYTES } from './assets.js';
import { mapped, membersOf, type SerializedType, within, wrong } from './type.js';

/** What a step of a path may name, by the bit that says so, in the order of its bytes. */
const STEP = [
  ['account', 0x01, ACCOUNT],
  ['currency', 0x10, CURRENCY],
  ['issuer', 0x20, ACCOUNT],
] as const;

const NEXT_PATH = 0xff;
const NO_PATH = 0x00;

/** Ways for a payment to take. */
export const PATHS: SerializedType = {
  write(value) {
    const paths = mapped(value, (path) => mapped(path, (step) => stepHex(step)).join(''));
    if (paths.length === 0 || paths.includes('')) throw wrong('has no path, or one without a step');
    return `${paths.join(uintHex(NEXT_PATH, 1))}${uintHex(NO_PATH, 1)}`;
  },
  read(reader) {
    const paths: unknown[][] = [];
    for (let kind = NEXT_PATH; kind !== NO_PATH; ) {
      const path: unknown[] = [];
      for (kind = reader.count(1); kind !== NO_PATH && kind !== NEXT_PATH; kind = reader.count(1)) {
        path.push(stepIn(reader, kind));
      }
      paths.push(path);
    }
    return paths;
  },
};

function stepHex(step: unknown): string {
  const members = membersOf(step);
  const named = STEP.filter(([name]) => members[name] !== undefined);
  if (named.length === 0) throw wrong('is a step to nowhere');
  const parts = named.map(([name, , type]) => within(name, () => type.write(members[name])));
  return `${uintHex(bitsOf(named), 1)}${parts.join('')}`;
}

function bitsOf(named: readonly (typeof STEP)[number][]): number {
  return named.reduce((bits, [, bit]) => bits | bit, 0);
}

function stepIn(reader: ByteReader, kind: number): object {
  const named = STEP.filter(([, bit]) => (kind & bit) !== 0);
  if (bitsOf(named) !== kind) throw wrong('has an unknown step');
  return Object.fromEntries(named.map(([name, , type]) => [name, type.read(reader, ID_BYTES)]));
}
