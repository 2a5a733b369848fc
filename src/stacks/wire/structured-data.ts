import * as z from 'zod/mini';
import { hexToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { canonicalJson } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import type { DecodedTransaction } from '../../signer/transaction-codec.js';
import { decodeValue, encodeValue } from './clarity-codec.js';
import type { ClarityValue } from './clarity-value.js';
import { type PlainValue, plainValue } from './plain-value.js';
import { addressOfKey } from './principals.js';
import { type Sip018Domain, structuredDataHash } from './sip018.js';

/** The payload that goes to the approvers together with a SIP-018 digest. */
export interface StructuredDataPayload {
  readonly structuredData: {
    readonly domain: Sip018Domain;
    /** The message's consensus serialisation, hexadecimal behind `0x`: the bytes that are hashed. */
    readonly message: string;
    /** The readable form of the message. */
    readonly readable: PlainValue;
  };
  /** The key whose signature is requested: 33 bytes, hexadecimal. */
  readonly publicKey: string;
}

/** Structured data read back from its payload. */
export interface StructuredData {
  /** Tells it from a transaction, whose `kind` is `transaction`. */
  readonly kind: 'structured-data';
  /** The application and the chain for which alone the signature is valid. */
  readonly domain: Sip018Domain;
  /** What is signed, as plain JSON: numbers are decimal strings, bytes hexadecimal behind `0x`. */
  readonly message: PlainValue;
}

const schema = z.strictObject({
  structuredData: z.strictObject({
    domain: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\x20-\x7e]*$/)),
      version: z.string().check(z.minLength(1), z.maxLength(32), z.regex(/^[\x20-\x7e]*$/)),
      chainId: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
    }),
    message: z.string().check(z.regex(/^0x(?:[0-9a-f]{2})+$/), z.maxLength(100_000)),
    readable: z.unknown(),
  }),
  publicKey: z.string().check(z.regex(/^0[23][0-9a-f]{64}$/)),
});

/** The payload for structured data that a key is to sign. */
export function structuredDataPayload(
  domain: Sip018Domain,
  message: ClarityValue,
  publicKey: string,
): StructuredDataPayload {
  const structuredData = {
    domain,
    message: `0x${encodeValue(message)}`,
    readable: plainValue(message),
  };
  return { structuredData, publicKey };
}

/**
 * Reads a payload of structured data. Only its bytes are trusted: the readable form is made from them again, and
 * a payload with a different one is refused.
 *
 * @throws InvalidInputError
 */
export function decodeStructuredData(payload: unknown): DecodedTransaction<StructuredData> {
  const { structuredData, publicKey } = parseInput(schema, payload, 'payload');
  const { domain, message: hex, readable } = structuredData;
  const value = valueIn(hex);
  const message = plainValue(value);
  if (canonicalJson(readable) !== canonicalJson(message)) {
    throw new InvalidInputError('structuredData.readable', 'must be what the bytes say');
  }
  const network = domain.chainId === 1 ? 'mainnet' : 'testnet';
  const address = addressOfKey(network, hexToBytes(publicKey));
  return {
    transaction: { kind: 'structured-data', domain, message },
    account: address,
    signer: address,
    kind: 'single',
    content: structuredDataHash(domain, value),
    algorithm: 'ecdsa-secp256k1',
  };
}

/** Decoded and encoded again: one value has one form. */
function valueIn(hex: string): ClarityValue {
  try {
    const value = decodeValue(hex.slice(2));
    if (`0x${encodeValue(value)}` === hex) return value;
  } catch {
    // The error is thrown below.
  }
  throw new InvalidInputError('structuredData.message', 'must be exactly one Clarity value');
}
