import { utf8ToBytes } from '../core/bytes.js';
import { ConfigurationError } from '../core/errors.js';
import { REQUEST_ALGORITHMS, type RequestAlgorithm } from './algorithms.js';
import { SignatureNotSendableError } from './errors.js';
import { checkOneOf } from './one-of.js';
import {
  asciiText,
  decodeBase32,
  decodeBase58,
  decodeBase64,
  decodeHex,
  encodeBase32,
  encodeBase58,
  encodeBase64,
  encodeHex,
  encodePercent,
} from './text-encodings.js';

/** What is done to the message before it is signed. `plain` is nothing, for v1. */
export type PreEncoding = 'plain' | 'url-encoded' | 'base64' | 'hexstr' | 'base58' | 'base32';

/** The text form of the signature. `plain` exists in v1's list only, and is of no use: see `plainBytes`. */
export type PostEncoding = 'plain' | 'base64' | 'hexstr' | 'base58' | 'base32';

/** What two parties agree on once, and never change: nothing in a request says which it is. */
export interface SignatureScheme {
  readonly algorithm: RequestAlgorithm;
  /** The v2 APIs know no `plain`; v1 knows no `url-encoded`. */
  readonly preEncoding: PreEncoding;
  readonly postEncoding: PostEncoding;
  /**
   * The case of base32, in both encodings. Default `lower`, as the vendor's own code has it since
   * January 2026; before, it was `upper`. A signature is read in either.
   */
  readonly base32Case?: 'lower' | 'upper';
  /**
   * Has to be given with post-encoding `plain`: no document says how bytes become text there. Each
   * byte becomes the character of its number; most signatures then hold control characters that no
   * HTTP header can carry, and are refused.
   */
  readonly plainBytes?: 'latin1';
}

/** A scheme's encodings, ready for use. */
export interface Encodings {
  /** The bytes that are signed. */
  before(message: Uint8Array): Uint8Array;
  /** @throws SignatureNotSendableError for `plain` bytes that a header can't hold. */
  after(signature: Uint8Array): string;
  /** The signature behind a text; `undefined` when it is not written as agreed. */
  read(text: string): Uint8Array | undefined;
}

/** Longer than any signature in any encoding: RSA with 8,192 bits in hex has 2,048 characters. */
const MAX_SIGNATURE_TEXT = 4_096;

/** What HTTP allows in a field's value (RFC 9110, 5.5): no control characters, no blanks at the ends. */
const SENDABLE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

type Encode = (bytes: Uint8Array) => Uint8Array;

const PRE: Readonly<Record<PreEncoding, Encode>> = {
  plain: (bytes) => bytes,
  'url-encoded': encodePercent,
  base64: encodeBase64,
  hexstr: encodeHex,
  base58: encodeBase58,
  base32: encodeBase32,
};

const POST: Readonly<Record<PostEncoding, Omit<Encodings, 'before'>>> = {
  plain: { after: plainText, read: plainBytes },
  base64: { after: (bytes) => asciiText(encodeBase64(bytes)), read: decodeBase64 },
  hexstr: { after: (bytes) => asciiText(encodeHex(bytes)), read: decodeHex },
  base58: { after: (bytes) => asciiText(encodeBase58(bytes)), read: decodeBase58 },
  base32: { after: (bytes) => asciiText(encodeBase32(bytes)), read: decodeBase32 },
};

/**
 * Checks a scheme and prepares its encodings.
 *
 * @throws ConfigurationError naming the setting that is wrong.
 */
export function encodingsOf(scheme: SignatureScheme): Encodings {
  checkScheme(scheme);
  const encode = PRE[scheme.preEncoding];
  const post = POST[scheme.postEncoding];
  const upper = scheme.base32Case === 'upper';
  return {
    before:
      upper && scheme.preEncoding === 'base32'
        ? (bytes) => utf8ToBytes(asciiText(encode(bytes)).toUpperCase())
        : encode,
    after:
      upper && scheme.postEncoding === 'base32'
        ? (signature) => post.after(signature).toUpperCase()
        : post.after,
    read: (text) => (text.length > MAX_SIGNATURE_TEXT ? undefined : post.read(text)),
  };
}

function checkScheme(scheme: SignatureScheme): void {
  checkOneOf('algorithm', scheme.algorithm, REQUEST_ALGORITHMS);
  checkOneOf('preEncoding', scheme.preEncoding, Object.keys(PRE));
  checkOneOf('postEncoding', scheme.postEncoding, Object.keys(POST));
  checkOneOf('base32Case', scheme.base32Case ?? 'lower', ['lower', 'upper']);
  if (scheme.postEncoding === 'plain' && scheme.plainBytes !== 'latin1') {
    throw new ConfigurationError(
      'postEncoding',
      "plain gives bytes no text form; agree on base64 or hexstr, or say plainBytes: 'latin1'",
    );
  }
}

function plainText(signature: Uint8Array): string {
  const text = asciiText(signature);
  if (!SENDABLE.test(text)) throw new SignatureNotSendableError();
  return text;
}

function plainBytes(text: string): Uint8Array | undefined {
  return SENDABLE.test(text) ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : undefined;
}
