import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseCompact,
  recoveryIdOf,
  toCompact,
  toLowS,
  verifySignature,
} from '../../src/signer/index.js';
import { digestMessage, ORDERS, to32Bytes, toBigInt } from '../support/keys.js';
import { runs } from '../support/runs.js';

const N = ORDERS['ecdsa-secp256k1'];
const { Point } = secp256k1;
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const KEY = { algorithm: 'ecdsa-secp256k1', id: '0' } as const;

/** A signature whose R has an x above the order: so rare that it has to be built backwards. */
function overflowing(step: number, s: bigint, digest: Uint8Array) {
  for (let x = N + BigInt(step); ; x++) {
    const encoded = Uint8Array.from([2, ...to32Bytes(x)]);
    if (!secp256k1.utils.isValidPublicKey(encoded)) continue;
    const R = Point.fromBytes(encoded);
    const r = x - N;
    if (r === 0n) continue;
    // The key for which (r, s) is a signature: Q = (sR - zG) / r.
    const { Fn } = Point;
    const inverse = Fn.inv(r);
    const Q = R.multiply(Fn.mul(s, inverse)).subtract(
      Point.BASE.multiply(Fn.mul(Fn.create(toBigInt(digest)), inverse)),
    );
    return { r, s, publicKey: Q.toBytes(true) };
  }
}

describe('recoveryIdOf', () => {
  it("is what the curve library's own recoverable signing gives, for low and high s", () => {
    fc.assert(
      fc.property(bytes32, bytes32, bytes32, fc.boolean(), (secret, digest, extraEntropy, lowS) => {
        fc.pre(secp256k1.utils.isValidSecretKey(secret));
        const signed = secp256k1.sign(digest, secret, {
          prehash: false,
          format: 'recovered',
          lowS,
          extraEntropy,
        });
        const publicKey = secp256k1.getPublicKey(secret, true);
        const signature = parseCompact(signed.slice(1));
        expect(recoveryIdOf(signature, digest, publicKey)).toBe(signed[0]);
      }),
      runs(80),
    );
  });

  it('changes its lowest bit, and nothing else, when s changes its half', () => {
    fc.assert(
      fc.property(bytes32, bytes32, (secret, digest) => {
        fc.pre(secp256k1.utils.isValidSecretKey(secret));
        const compact = secp256k1.sign(digest, secret, { prehash: false, lowS: false });
        const publicKey = secp256k1.getPublicKey(secret, true);
        const one = parseCompact(compact);
        const other = { r: one.r, s: N - one.s };
        const id = recoveryIdOf(one, digest, publicKey);
        expect(recoveryIdOf(other, digest, publicKey)).toBe((id ?? 9) ^ 1);
      }),
      runs(25),
    );
  });

  it('finds ids 2 and 3, of which no honest signer makes one in a lifetime', () => {
    const seen = new Set<number | undefined>();
    for (let step = 1; seen.size < 2; step += 3) {
      const digest = to32Bytes(BigInt(step) * 0x1234567n);
      const { r, s, publicKey } = overflowing(step, 77n + BigInt(step), digest);
      const ids = [s, N - s].map((value) => recoveryIdOf({ r, s: value }, digest, publicKey));
      expect([...ids].sort()).toEqual([2, 3]);
      for (const id of ids) seen.add(id);

      const raw = { encoding: 'compact', bytes: toCompact({ r, s }) } as const;
      const pinned = { algorithm: 'ecdsa-secp256k1', bytes: publicKey } as const;
      const verified = verifySignature(digestMessage(KEY, digest), pinned, raw);
      expect(verified).toMatchObject({ recoveryId: ids[0] });
      expect(() =>
        verifySignature(digestMessage(KEY, digest), pinned, { ...raw, recoveryId: 0 }),
      ).toThrow(/recovery id/);
    }
  });

  it('finds nothing for another key, another digest or what is no key', () => {
    const secret = to32Bytes(5n);
    const digest = to32Bytes(9n);
    const signature = parseCompact(secp256k1.sign(digest, secret, { prehash: false }));
    const other = secp256k1.getPublicKey(to32Bytes(6n), true);
    const own = secp256k1.getPublicKey(secret, true);
    expect(recoveryIdOf(signature, digest, own)).toBeTypeOf('number');
    expect(recoveryIdOf(signature, digest, other)).toBeUndefined();
    expect(recoveryIdOf(signature, to32Bytes(8n), own)).toBeUndefined();
    expect(recoveryIdOf({ r: 0n, s: 1n }, digest, own)).toBeUndefined();
    for (const key of [new Uint8Array(33), new Uint8Array(0), own.slice(1), to32Bytes(1n)]) {
      expect(recoveryIdOf(signature, digest, key)).toBeUndefined();
    }
  });

  it('goes with the low-S form that toLowS gives', () => {
    fc.assert(
      fc.property(bytes32, (digest) => {
        const secret = to32Bytes(11n);
        const publicKey = secp256k1.getPublicKey(secret, true);
        const high = parseCompact(secp256k1.sign(digest, secret, { prehash: false, lowS: false }));
        const low = toLowS(high);
        const id = recoveryIdOf(low, digest, publicKey);
        const recovered = secp256k1.recoverPublicKey(
          Uint8Array.from([id ?? 9, ...toCompact(low)]),
          digest,
          { prehash: false },
        );
        expect(recovered).toEqual(publicKey);
      }),
      runs(25),
    );
  });
});
