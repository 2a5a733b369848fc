import { Cl, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';

const hash160 = fc.uint8Array({ minLength: 20, maxLength: 20 });

/** An address of a version, through the bytes that the chain's library reads. */
export function addressOf(version: number, hash: Uint8Array): string {
  const value = Cl.deserialize(`05${Buffer.of(version, ...hash).toString('hex')}`);
  return Cl.stringify(value).slice(1);
}

/** Of one key or of several, of each network. */
export const address = fc
  .tuple(fc.constantFrom(20, 21, 22, 26), hash160)
  .map(([version, hash]) => addressOf(version, hash));

export const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);

export const contract = fc.tuple(address, name).map(([owner, own]) => `${owner}.${own}` as const);

/** An account or a contract. */
export const principal = fc.oneof(address, contract);

/** Any value, as the chain's library makes it. */
export const clarityValue: fc.Arbitrary<ClarityValue> = fc.letrec<{ value: ClarityValue }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt(0n, 2n ** 128n - 1n).map((whole) => Cl.uint(whole)),
      fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n).map((whole) => Cl.int(whole)),
      fc.boolean().map((truth) => Cl.bool(truth)),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Cl.buffer(bytes)),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => Cl.stringAscii(text)),
      // The library takes a byte order mark away, so that its value is another one.
      fc
        .string({ unit: 'binary', maxLength: 20 })
        .filter((text) => !text.startsWith('\ufeff'))
        .map((text) => Cl.stringUtf8(text)),
      principal.map((who) => Cl.principal(who)),
      fc.constant(Cl.none()),
      tie('value').map((inner) => Cl.some(inner)),
      tie('value').map((inner) => Cl.ok(inner)),
      tie('value').map((inner) => Cl.error(inner)),
      fc.array(tie('value'), { maxLength: 3 }).map((inner) => Cl.list(inner)),
      fc
        .dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4 })
        .map((members) => Cl.tuple(members)),
    ),
  }),
).value;
