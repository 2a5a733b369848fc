import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** Gives the private RSA key that is for something, such as `webhooks v1`. */
export type RsaKeys = (name: string) => Promise<KeyObject>;

/** Keys that only the sandbox itself signs with. */
const OWN_BITS = 2_048;

const made = new Map<string, KeyObject>();

/**
 * A private RSA key of that name. Making one takes longer than all the rest of a start, so a process
 * makes each only once: the first API user of every sandbox has the same key, the second another,
 * and so on.
 */
export function rsaKey(name: string, bits = OWN_BITS): KeyObject {
  const label = `${bits} ${name}`;
  const key = made.get(label) ?? newKey(bits);
  made.set(label, key);
  return key;
}

/** Read from its own text: Node 20 hangs where it exports a key as JWK and collects meanwhile what generated it. */
function newKey(modulusLength: number): KeyObject {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** Keys of this process; those of API users have as many bits as were asked for. */
export function rsaKeysOf(apiKeyBits: number): RsaKeys {
  return async (name) => rsaKey(name, name.startsWith('api user') ? apiKeyBits : OWN_BITS);
}
