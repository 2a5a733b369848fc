/** The text forms of bytes in the provider APIs. */
export type ByteEncoding = 'plain' | 'url-encoded' | 'base64' | 'hexstr' | 'base58' | 'base32';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

export function encoded(bytes: Buffer, encoding: ByteEncoding): string {
  switch (encoding) {
    case 'plain':
      return bytes.toString('latin1');
    case 'url-encoded':
      return encodeURIComponent(bytes.toString('utf8'));
    case 'base64':
      return bytes.toString('base64');
    case 'hexstr':
      return bytes.toString('hex');
    case 'base58':
      return base58(bytes);
    case 'base32':
      return base32(bytes);
  }
}

/** Whatever can't be read gives bytes that are no signature. */
export function decoded(text: string, encoding: ByteEncoding): Buffer {
  switch (encoding) {
    case 'plain':
      return Buffer.from(text, 'latin1');
    case 'url-encoded':
      return Buffer.from(decodeURIComponent(text), 'utf8');
    case 'base64':
      return Buffer.from(text, 'base64');
    case 'hexstr':
      return Buffer.from(text, 'hex');
    case 'base58':
      return bytesOfBase58(text);
    case 'base32':
      return bytesOfBase32(text);
  }
}

function base58(bytes: Buffer): string {
  let digits = '';
  for (let value = BigInt(`0x0${bytes.toString('hex')}`); value > 0n; value /= 58n) {
    digits = BASE58.charAt(Number(value % 58n)) + digits;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + digits;
}

function bytesOfBase58(text: string): Buffer {
  const digits = [...text].map((digit) => BASE58.indexOf(digit));
  if (digits.includes(-1)) return Buffer.alloc(0);
  const value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n);
  const hex = value === 0n ? '' : value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.from('00'.repeat(zeros) + (hex.length % 2 === 0 ? hex : `0${hex}`), 'hex');
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  const digits = groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2)));
  return digits.join('').padEnd(Math.ceil(digits.length / 8) * 8, '=');
}

function bytesOfBase32(text: string): Buffer {
  const digits = [...text.replace(/(?<!=)=+$/, '')].map((digit) => BASE32.indexOf(digit));
  if (digits.includes(-1)) return Buffer.alloc(0);
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
