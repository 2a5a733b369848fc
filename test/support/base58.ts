import { createHash } from 'node:crypto';

/** The XRP Ledger's alphabet, and the byte in front of an account's id ("base58 Encodings"). */
const ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const ACCOUNT_PREFIX = 0x00;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** An account's id as its classic address, without any library of the ledger's. */
export function addressOf(accountId: Uint8Array): string {
  const payload = Buffer.concat([Buffer.of(ACCOUNT_PREFIX), accountId]);
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${ALPHABET[Number(value % 58n)]}${text}`;
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  return `${ALPHABET[0]?.repeat(leadingZeros)}${text}`;
}

/** The 20 bytes of a classic address. */
export function accountIdOf(address: string): Uint8Array {
  let value = 0n;
  for (const character of address) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) throw new Error(`${character} is not of the alphabet`);
    value = value * 58n + BigInt(digit);
  }
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  const payload = bytes.subarray(0, 21);
  if (payload[0] !== ACCOUNT_PREFIX) throw new Error('Not an account.');
  if (!sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(21))) {
    throw new Error('The checksum is wrong.');
  }
  return payload.subarray(1);
}

/** The account that a compressed public key of 33 bytes is the master key of. */
export function addressOfKey(publicKey: Uint8Array): string {
  return addressOf(createHash('ripemd160').update(sha256(publicKey)).digest());
}
