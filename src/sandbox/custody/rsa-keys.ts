import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** Gives the private RSA key that is for something, such as `webhooks v1`. */
export type RsaKeys = (name: string) => Promise<KeyObject>;

/** Those that only the sandbox itself signs with. */
const OWN_BITS = 2_048;

const generate = promisify(generateKeyPair);
const made = new Map<string, Promise<KeyObject>>();

/**
 * A private RSA key of that name. Making one takes longer than all the rest of a start, so a process
 * makes each only once: the first API user of every sandbox has the same key, the second another,
 * and so on.
 */
function rsaKey(bits: number, name: string): Promise<KeyObject> {
  const label = `${bits} ${name}`;
  const known = made.get(label);
  if (known !== undefined) return known;
  const key = generate('rsa', { modulusLength: bits }).then((pair) => pair.privateKey);
  made.set(label, key);
  return key;
}

/** Keys of this process; those of API users have as many bits as were asked for. */
export function rsaKeysOf(apiKeyBits: number): RsaKeys {
  return (name) => rsaKey(name.startsWith('api user') ? apiKeyBits : OWN_BITS, name);
}
