import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { publicKeyPem, type SigningAlgorithm } from '../../src/signer/index.js';
import { newEcdsaKey, newEd25519Key } from '../support/keys.js';
import { thrownBy } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

const rsa = rsaKeys('own').publicKey;
const rsaBytes = rsa.export({ type: 'spki', format: 'der' });

describe('publicKeyPem', () => {
  it.each(['ecdsa-secp256k1', 'ecdsa-prime256v1'] as const)(
    'writes a key of %s as OpenSSL does',
    (algorithm) => {
      for (let count = 0; count < 20; count++) {
        const { publicKey, bytes } = newEcdsaKey(algorithm);
        const openssl = publicKey.export({ type: 'spki', format: 'pem' });
        expect(publicKeyPem({ algorithm, bytes })).toBe(openssl);
      }
    },
  );

  it('writes ed25519 and RSA keys as OpenSSL does', () => {
    const { publicKey, bytes } = newEd25519Key();
    expect(publicKeyPem({ algorithm: 'eddsa-ed25519', bytes })).toBe(
      publicKey.export({ type: 'spki', format: 'pem' }),
    );
    for (const algorithm of ['rsa-sha256', 'rsa-sha512', 'rsa-sha3-256'] as const) {
      const pem = publicKeyPem({ algorithm, bytes: rsaBytes });
      expect(pem).toBe(rsa.export({ type: 'spki', format: 'pem' }));
      expect(createPublicKey(pem).equals(rsa)).toBe(true);
    }
  });

  it.each<[SigningAlgorithm, Uint8Array]>([
    ['hmac-sha512', new Uint8Array(64)],
    ['ecdsa-secp256k1', new Uint8Array(33)],
    ['ecdsa-prime256v1', new Uint8Array(0)],
    ['eddsa-ed25519', new Uint8Array(31)],
  ])('refuses what is no public key of %s', (algorithm, bytes) => {
    expect(thrownBy(() => publicKeyPem({ algorithm, bytes }))).toBeInstanceOf(ConfigurationError);
  });
});
