import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { readAnew } from './keys.js';

const made = new Map<string, KeyPairKeyObjectResult>();

/** An RSA key of that name: made once in a process, since making one takes longer than most tests. */
export function rsaKeys(name: string, modulusLength = 2048): KeyPairKeyObjectResult {
  const label = `${modulusLength} ${name}`;
  const keys = made.get(label) ?? readAnew(generateKeyPairSync('rsa', { modulusLength }));
  made.set(label, keys);
  return keys;
}
