// The request scheme of both provider APIs once more, on bare node:crypto and from the specification
// alone, so that whatever signs or verifies in src can be checked against something that shares
// nothing with it.
import { createHmac, type KeyLike, sign, timingSafeEqual, verify } from 'node:crypto';

export interface OracleScheme {
  readonly algorithm: string;
  readonly preEncoding: string;
  readonly postEncoding: string;
  readonly base32Case?: 'lower' | 'upper';
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function base58(bytes: Buffer): string {
  let text = '';
  for (let value = BigInt(`0x0${bytes.toString('hex')}`); value > 0n; value /= 58n) {
    text = BASE58.charAt(Number(value % 58n)) + text;
  }
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

/** RFC 4648, 6, by way of a text of noughts and ones. */
export function base32(bytes: Buffer, letters: 'lower' | 'upper' = 'lower'): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,5}/g) ?? [];
  const text = digits.map((digit) => BASE32[Number.parseInt(digit.padEnd(5, '0'), 2)]).join('');
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '=');
  return letters === 'lower' ? padded.toLowerCase() : padded;
}

/** What is signed: the message of the specification after its pre-encoding. */
function encoded(message: Buffer, scheme: OracleScheme): Buffer {
  switch (scheme.preEncoding) {
    case 'plain':
      return message;
    case 'url-encoded':
      return Buffer.from(encodeURIComponent(message.toString('utf8')));
    case 'base64':
    case 'hexstr':
      return Buffer.from(message.toString(scheme.preEncoding === 'hexstr' ? 'hex' : 'base64'));
    case 'base58':
      return Buffer.from(base58(message));
    case 'base32':
      return Buffer.from(base32(message, scheme.base32Case));
    default:
      throw new Error(`No such pre-encoding: ${scheme.preEncoding}`);
  }
}

export function asText(signature: Buffer, scheme: OracleScheme): string {
  switch (scheme.postEncoding) {
    case 'plain':
      return signature.toString('latin1');
    case 'base64':
      return signature.toString('base64');
    case 'hexstr':
      return signature.toString('hex');
    case 'base58':
      return base58(signature);
    case 'base32':
      return base32(signature, scheme.base32Case);
    default:
      throw new Error(`No such post-encoding: ${scheme.postEncoding}`);
  }
}

function asBytes(text: string, scheme: OracleScheme): Buffer {
  switch (scheme.postEncoding) {
    case 'plain':
      return Buffer.from(text, 'latin1');
    case 'base64':
      return Buffer.from(text, 'base64');
    case 'hexstr':
      return Buffer.from(text, 'hex');
    case 'base58': {
      const zeros = /^1*/.exec(text)?.[0].length ?? 0;
      const value = [...text].reduce((sum, char) => sum * 58n + BigInt(BASE58.indexOf(char)), 0n);
      const hex = value === 0n ? '' : value.toString(16);
      return Buffer.from(
        '00'.repeat(zeros) + hex.padStart(hex.length + (hex.length % 2), '0'),
        'hex',
      );
    }
    case 'base32': {
      const digits = [...text.toUpperCase().replace(/=+$/, '')];
      const bits = digits.map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
      return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    }
    default:
      throw new Error(`No such post-encoding: ${scheme.postEncoding}`);
  }
}

const hashOf = ({ algorithm }: OracleScheme): string =>
  algorithm.replace(/^(?:hmac|rsa|ecdsa-prime256v1|ecdsa-secp256k1)-/, '');

/** Signs as the specification says; `key` is the shared secret's text, or a private key. */
export function oracleSignature(message: Buffer, scheme: OracleScheme, key: KeyLike): Buffer {
  const bytes = encoded(message, scheme);
  return scheme.algorithm.startsWith('hmac-')
    ? createHmac(hashOf(scheme), key as string)
        .update(bytes)
        .digest()
    : sign(hashOf(scheme), bytes, key);
}

/** Whether a text is the signature of a message; `key` is the shared secret's text, or a public key. */
export function oracleVerifies(
  message: Buffer,
  text: string,
  scheme: OracleScheme,
  key: KeyLike,
): boolean {
  const signature = asBytes(text, scheme);
  // One signature has one text.
  const exact = asText(signature, scheme) === text;
  const bytes = encoded(message, scheme);
  if (!scheme.algorithm.startsWith('hmac-')) {
    return exact && verify(hashOf(scheme), bytes, key, signature);
  }
  const expected = createHmac(hashOf(scheme), key as string)
    .update(bytes)
    .digest();
  return exact && expected.length === signature.length && timingSafeEqual(expected, signature);
}

export interface OracleSettings extends OracleScheme {
  /** The shared secret's text or the public key of each API key. */
  readonly keys: Readonly<Record<string, KeyLike>>;
  /** Left out of the path before it is signed. */
  readonly basePath?: string;
  /** Put in front of the path before it is signed. */
  readonly pathPrefix?: string;
  readonly now?: () => number;
  readonly windowMs?: number;
}

/** What a request is to a server: `request` of node:http fits, with its body read. */
export interface OracleRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A provider's check of its requests. Answers with the API key, or throws an error that says what is
 * wrong: what a test looks at.
 */
export function oracleVerifier(settings: OracleSettings) {
  const used = new Set<string>();
  const { basePath = '', pathPrefix = '', windowMs = 30_000, now = Date.now } = settings;
  return (request: OracleRequest, body: Buffer = Buffer.alloc(0)): string => {
    const value = (name: string): string => {
      const found = request.headers[name];
      if (typeof found !== 'string' || found === '') throw new Error(`${name} is not there once`);
      return found;
    };
    const apiKey = value('x-fbapi-key');
    const timestamp = value('x-fbapi-timestamp');
    const nonce = value('x-fbapi-nonce');
    const key = Object.hasOwn(settings.keys, apiKey) ? settings.keys[apiKey] : undefined;
    if (key === undefined) throw new Error('nobody has this API key');
    if (!/^\d{13}$/.test(timestamp)) throw new Error('the timestamp is not 13 digits');
    if (Math.abs(now() - Number(timestamp)) > windowMs) throw new Error('the timestamp is off');
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(nonce)) {
      throw new Error('the nonce is no UUID');
    }
    const { method = '', url = '' } = request;
    if (!url.startsWith(basePath)) throw new Error('the path is outside of the base path');
    const path = pathPrefix + url.slice(basePath.length);
    const head = Buffer.from(timestamp + nonce + method.toUpperCase() + path);
    const message = Buffer.concat([head, body]);
    if (!oracleVerifies(message, value('x-fbapi-signature'), settings, key)) {
      throw new Error('the signature is wrong');
    }
    if (used.has(`${apiKey} ${nonce}`)) throw new Error('the nonce was used before');
    used.add(`${apiKey} ${nonce}`);
    return apiKey;
  };
}
