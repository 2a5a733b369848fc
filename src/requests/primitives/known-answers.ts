import { type AlgorithmTraits, hashBytes, type RequestAlgorithm, TRAITS } from '../algorithms.js';
import { asciiText, decodeBase64, encodeBase64 } from '../text-encodings.js';
import { type NodeCrypto, readKey, signed, verifies } from './node.js';

/** What a runtime is tested for: an algorithm, or the hash by itself. */
export type Capability = RequestAlgorithm | 'sha256';

const MESSAGE = Uint8Array.of(1);

/**
 * The beginning of the result for the message, in base64. ECDSA gives another result each time: its entry is one
 * complete signature with a high s, since some implementations refuse that.
 */
const ANSWERS: Readonly<Record<Capability, string>> = {
  sha256: 'S/USLzRF',
  'hmac-sha512': '8bXsW7Iw',
  'hmac-sha3-256': 'Xu0Dtef0',
  'hmac-sha256': 'ByxUuR2K',
  'rsa-sha512': 'izLU+Qux',
  'rsa-sha3-256': 'TyBstfnE',
  'rsa-sha256': 'Ke1+iTgy',
  'ecdsa-prime256v1-sha256':
    'MEUCICPiZSamwdtA9lOGDtsjnv9h1twGjljkldQz61xdA9WRAiEAlHQCm4KY9Att8NloUWkOyAMFlyKnAiuwxlA73Vpy54Y=',
  'ecdsa-secp256k1-sha256':
    'MEUCIHsr5WqOduqydt1jSxVPf0gqHTvgxHu4QNhIKIbmBdvJAiEAjMMaHUIlBGwIzvfGtaDq/eGNSuOcUHpYNroZVM7TK4Q=',
};

/**
 * Whether a node:crypto gives the same results as OpenSSL. Several runtimes lack some of it: that of Workers has
 * neither SHA-3 nor secp256k1, Bun's lacks that curve, and Deno's refuses its signatures with a high s, which are
 * half of those that OpenSSL makes.
 */
export function isCapable(crypto: NodeCrypto, capability: Capability): boolean {
  try {
    return capability === 'sha256'
      ? isAnswer(crypto.createHash('sha256').update(MESSAGE).digest(), capability)
      : isCapableOfSigning(crypto, capability);
  } catch {
    return false;
  }
}

function isCapableOfSigning(crypto: NodeCrypto, algorithm: RequestAlgorithm): boolean {
  const traits = TRAITS[algorithm];
  const demands = { setting: algorithm, minRsaBits: 0 };
  const secret = readKey(crypto, algorithm, secretFor(traits), 'private', demands);
  const open = traits.family === 'hmac' ? secret : crypto.createPublicKey(secret);
  const key = readKey(crypto, algorithm, open, 'public', demands);
  const isRight = (signature: Uint8Array, message = MESSAGE) =>
    verifies(crypto, traits, message, key, signature);
  const made = signed(crypto, traits, MESSAGE, secret);
  if (!isRight(made) || isRight(made, MESSAGE.subarray(1))) return false;
  if (traits.family === 'ecdsa') return isRight(decodeBase64(ANSWERS[algorithm]) ?? MESSAGE);
  // Only the length distinguishes a MAC from one with more bytes behind it.
  const isWhole = traits.family === 'rsa' || made.length === hashBytes(traits.hash);
  return isWhole && isAnswer(made, algorithm);
}

function isAnswer(bytes: Uint8Array, capability: Capability): boolean {
  return asciiText(encodeBase64(bytes)).startsWith(ANSWERS[capability]);
}

function secretFor({ family, keyAlgorithm }: AlgorithmTraits): string {
  if (family === 'hmac') return 'a shared secret';
  if (family === 'rsa') return rsaSecret();
  return keyAlgorithm === 'ecdsa-prime256v1'
    ? pem('EC', `MDECAQEEI${ONE}oGCCqGSM49AwEH`)
    : pem('EC', `MC4CAQEEI${ONE}cGBSuBBAAK`);
}

/** The private number 1 in SEC1. */
const ONE = `${'A'.repeat(42)}BoA`;

/**
 * A key of 2048 bits, with primes near 2^1024 and 3 * 2^1022, so that most of its text is repeated characters: no
 * secret.
 */
function rsaSecret(): string {
  const ones = '/'.repeat(166);
  const run = 'apOVbGqTlWxqk5Vs'.repeat(9);
  const modulus = `MIIDogIBAAKCAQEAv${ones}sjcn${'A'.repeat(163)}B+DQCe1QIDAQAB`;
  const exponent = `AoGBAmqTlWxqk5Vs${run}apOVbGqTlWxqdEIh`;
  const primes = `AoGBAP${ones}8wkxAoGBAL${ones}9kblAoGA`;
  const rest = `${run}apOVbGqTlWxqk5VsapOVbGqOL8ECgYAqk5Vs${run}apOVbGqTlWxqk5VsapFtdQIBBA==`;
  return pem('RSA', `${modulus}${exponent}${primes}${rest}`);
}

function pem(kind: string, base64: string): string {
  return `-----BEGIN ${kind} PRIVATE KEY-----\n${base64}\n-----END ${kind} PRIVATE KEY-----`;
}
