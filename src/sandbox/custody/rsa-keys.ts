import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);
const made = new Map<string, Promise<KeyObject>>();

/**
 * A private RSA key of that name. Making one takes longer than all the rest of a start, so a process
 * makes each only once: the first API user of every sandbox has the same key, the second another,
 * and so on.
 */
export function rsaKey(bits: number, name: string): Promise<KeyObject> {
  const label = `${bits} ${name}`;
  const known = made.get(label);
  if (known !== undefined) return known;
  const key = generate('rsa', { modulusLength: bits }).then((pair) => pair.privateKey);
  made.set(label, key);
  return key;
}
