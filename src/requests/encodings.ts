import { utf8ToBytes } from '../core/bytes.js';
import { ConfigurationError } from '../core/errors.js';
import { type RequestAlgorithm, TRAITS } from './algorithms.js';
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

/** The encoding of the message before it is signed. `plain` changes nothing, for v1. */
export type PreEncoding = 'plain' | 'url-encoded' | 'base64' | 'hexstr' | 'base58' | 'base32';

/** The text form of the signature. Only v1's list has `plain`, and most signatures can't be sent in it. */
export type PostEncoding = 'plain' | 'base64' | 'hexstr' | 'base58' | 'base32';

/** A listed name, or one as documents and forms write it: `BASE64`, `HexStr`, `HMAC-SHA3_256`. */
export type AsWritten<Name extends string> =
  | Name
  | Uppercase<Name>
  | Capitalize<Name>
  | ('hexstr' extends Name ? 'HexStr' : never)
  | (Name extends `${infer Family}-sha3-256` ? `${Uppercase<Family>}-SHA3_256` : never);

/** The scheme that two parties agree on once, and never change: a request does not say which it is. */
export interface SignatureScheme {
  /** How the message is signed, such as `hmac-sha512`. */
  readonly algorithm: AsWritten<RequestAlgorithm>;
  /** The v2 APIs have no `plain`; v1 has no `url-encoded`. */
  readonly preEncoding: AsWritten<PreEncoding>;
  /** The text form of the signature in its header. The v2 APIs have no `plain`. */
  readonly postEncoding: AsWritten<PostEncoding>;
  /**
   * The case of base32, in both encodings. Default `lower`, as in the vendor's own code since January 2026;
   * before, it was `upper`. A signature is accepted in either.
   */
  readonly base32Case?: 'lower' | 'upper';
  /**
   * How post-encoding `plain` converts bytes to text, which no document defines. Default, and the only choice:
   * each byte becomes the character with its number. A signature with control characters is then refused when it
   * is made, since no HTTP header can carry it.
   */
  readonly plainBytes?: 'latin1';
}

/** A scheme by its listed names, with its encodings, ready for use. */
export interface Encodings {
  readonly algorithm: RequestAlgorithm;
  readonly preEncoding: PreEncoding;
  readonly postEncoding: PostEncoding;
  /** The bytes that are signed. */
  before(message: Uint8Array): Uint8Array;
  /** @throws SignatureNotSendableError for `plain` bytes that a header can't hold. */
  after(signature: Uint8Array): string;
  /** The signature behind a text; `undefined` when it is not in the agreed encoding. */
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

const READ: Readonly<Record<PostEncoding, Encodings['read']>> = {
  plain: readPlain,
  base64: decodeBase64,
  hexstr: decodeHex,
  base58: decodeBase58,
  base32: decodeBase32,
};

/**
 * Checks a scheme and prepares its encodings.
 *
 * @throws ConfigurationError naming the setting that is wrong.
 */
export function encodingsOf(scheme: SignatureScheme): Encodings {
  const { base32Case = 'lower', plainBytes = 'latin1' } = scheme;
  checkOneOf('base32Case', base32Case, ['lower', 'upper']);
  checkOneOf('plainBytes', plainBytes, ['latin1']);
  const algorithm = listed('algorithm', scheme.algorithm, TRAITS);
  const preEncoding = listed('preEncoding', scheme.preEncoding, PRE);
  const postEncoding = listed('postEncoding', scheme.postEncoding, READ);
  const encode = PRE[preEncoding];
  const isUpper = (encoding: string) => base32Case === 'upper' && encoding === 'base32';
  return {
    algorithm,
    preEncoding,
    postEncoding,
    before: isUpper(preEncoding)
      ? (bytes) => utf8ToBytes(asciiText(encode(bytes)).toUpperCase())
      : encode,
    after: (signature) => {
      const text = asciiText(PRE[postEncoding](signature));
      if (!SENDABLE.test(text)) throw new SignatureNotSendableError();
      return isUpper(postEncoding) ? text.toUpperCase() : text;
    },
    read: (text) => (text.length > MAX_SIGNATURE_TEXT ? undefined : READ[postEncoding](text)),
  };
}

/** The listed name for a spelling. @throws ConfigurationError naming the setting, and its allowed values. */
function listed<Table extends object>(
  setting: string,
  written: unknown,
  table: Table,
): Extract<keyof Table, string> {
  const meant = `${written}`.toLowerCase().replace(/[ _]/g, '-');
  for (const name in table) if (name === meant) return name;
  throw new ConfigurationError(setting, `must be one of ${Object.keys(table).join(', ')}`);
}

function readPlain(text: string): Uint8Array | undefined {
  return SENDABLE.test(text) ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : undefined;
}
