/** HMAC and RSA by WebCrypto. Loaded when the first such key is used: never if node:crypto does both. */
import { unreadable } from './key-text.js';
import type { HmacKey, Means, RsaKey } from './web-keys.js';
import { pkcs8Of, spkiOf } from './web-rsa.js';

/** @throws ConfigurationError naming the setting, for a text that is no key. */
export function subtleMeans(key: HmacKey | RsaKey, setting: string): Means {
  const name = key.type === 'hmac' ? 'HMAC' : 'RSASSA-PKCS1-v1_5';
  const algorithm = { name, hash: key.hash.replace('sha', 'SHA-') };
  const imported = async (
    format: 'raw' | 'pkcs8' | 'spki',
    bytes: Uint8Array,
    usage: 'sign' | 'verify',
  ) => {
    try {
      return await crypto.subtle.importKey(format, bytes, algorithm, false, [usage]);
    } catch {
      throw unreadable(setting);
    }
  };
  return {
    async sign() {
      const secret =
        key.type === 'hmac'
          ? await imported('raw', key.bytes, 'sign')
          : await imported('pkcs8', pkcs8Of(key.pkcs1), 'sign');
      return async (message) =>
        new Uint8Array(await crypto.subtle.sign(algorithm, secret, message));
    },
    async verify() {
      const open =
        key.type === 'hmac'
          ? await imported('raw', key.bytes, 'verify')
          : await imported('spki', spkiOf(key.pkcs1), 'verify');
      return (message, signature) => crypto.subtle.verify(algorithm, open, signature, message);
    },
  };
}
