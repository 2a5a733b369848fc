import { utf8ToBytes } from '../core/bytes.js';
import { InvalidInputError } from '../core/errors.js';
import type { RawSigningRequest, SignerCapabilities, SigningMessage } from './raw-signer.js';

const DIGEST_BYTES = 32;
/** Ids that need no escaping in Fireblocks' URLs, with either of its SDKs. */
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws InvalidInputError for a request's key with which it could not be found again. */
export function checkRequestId(id: unknown): string {
  if (typeof id === 'string' && REQUEST_ID.test(id)) return id;
  throw new InvalidInputError('idempotencyKey', 'must be 1 to 64 letters, digits, - or _');
}

/** The content that a message asks to sign: its digest, or the whole message. */
export function contentOf(message: SigningMessage): Uint8Array {
  return message.kind === 'digest' ? message.digest : message.bytes;
}

/**
 * Checks the messages of a request in every way that needs no call: how many there are, their algorithms, kinds and
 * sizes. A signer of your own begins `sign` with it.
 *
 * @param messages - The messages of the request.
 * @param limits - The signer's own capabilities.
 * @throws InvalidInputError naming what is wrong.
 * @example
 * ```ts
 * import { checkMessages, LocalRawSigner } from 'custody-gateways/signer';
 *
 * const { capabilities } = new LocalRawSigner({ seed: 'development only', quiet: true });
 * const key = { algorithm: 'ecdsa-secp256k1', id: '0' } as const;
 * checkMessages([{ kind: 'digest', key, digest: new Uint8Array(32), hash: 'sha256' }], capabilities);
 * ```
 */
export function checkMessages(
  messages: readonly SigningMessage[],
  limits: SignerCapabilities,
): void {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > limits.maxMessages) {
    throw new InvalidInputError('messages', `must be 1 to ${limits.maxMessages}`);
  }
  for (const [index, message] of messages.entries()) {
    checkMessage(message, limits, `messages[${index}]`);
  }
}

function checkMessage(message: SigningMessage, limits: SignerCapabilities, field: string): void {
  const { algorithm } = message?.key ?? {};
  if (!algorithm) throw new InvalidInputError(field, 'must have a key');
  if (!limits.algorithms.includes(algorithm)) {
    throw new InvalidInputError(`${field}.key.algorithm`, `${algorithm} is not available here`);
  }
  const ecdsa = algorithm.startsWith('ecdsa-');
  if (ecdsa !== (message.kind === 'digest')) {
    throw new InvalidInputError(field, 'ECDSA signs a digest, everything else a message');
  }
  const content: unknown = contentOf(message);
  if (!(content instanceof Uint8Array)) throw new InvalidInputError(field, 'must hold bytes');
  if (ecdsa && content.length !== DIGEST_BYTES) {
    throw new InvalidInputError(`${field}.digest`, `must have ${DIGEST_BYTES} bytes`);
  }
  if (content.length === 0 || content.length > limits.maxMessageBytes) {
    throw new InvalidInputError(field, `must have 1 to ${limits.maxMessageBytes} bytes`);
  }
}

/**
 * A request's payload as JSON, or `undefined` when it has none.
 *
 * @throws InvalidInputError for values that JSON can't hold (a bigint, a cycle), and for a payload that is too large.
 */
export function payloadJson(
  { unhashedPayload }: RawSigningRequest,
  limits: SignerCapabilities,
): string | undefined {
  if (unhashedPayload === undefined) return undefined;
  const text = jsonOf(unhashedPayload);
  if (text === undefined) throw new InvalidInputError('unhashedPayload', 'must be JSON');
  if (utf8ToBytes(text).length > limits.maxPayloadBytes) {
    throw new InvalidInputError('unhashedPayload', `exceeds ${limits.maxPayloadBytes} bytes`);
  }
  return text;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
