import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '../../core/bytes.js';
import type { RawSigningRequest, SigningKey, SigningMessage } from '../../signer/index.js';

/** What the approvers read. */
const NOTE =
  'custody-gateways doctor: a test of raw signing. This is no transaction: nothing is sent, and no money can move.';

/**
 * A request to sign a text that says what it is. No chain takes it for a transaction or a message of its own, so that
 * its signature is of no use to an attacker.
 *
 * An Ed25519 key signs the text itself. Aptos begins what it signs with the SHA3-256 of a name, or with `APTOS`, and
 * the XRP Ledger with `STX`, `SMT` or `CLM` and a zero byte; the text begins otherwise, and has no such byte.
 *
 * A secp256k1 key signs 32 bytes, which do not show what they are the digest of. This is the SHA-256 of the text. The
 * XRP Ledger signs half of a SHA-512, and Stacks a SHA-512/256, so that a transaction with this digest would be a
 * collision of two hash functions. Bitcoin, whose key Stacks uses, signs the SHA-256 of a SHA-256: of 32 bytes, which
 * the text never is. With SHA-256 alone Stacks signs messages, and the authorisations of stacking, but those begin with
 * a byte 0x17 and with `SIP018`.
 *
 * The text has the run's key, so that each run is signed anew, and a run that goes on asks for the same request again.
 */
export function testRequest(key: SigningKey, runKey: string): RawSigningRequest {
  const text = `${NOTE} Key: ${runKey}`;
  const bytes = utf8ToBytes(text);
  const message: SigningMessage =
    key.algorithm === 'eddsa-ed25519'
      ? { kind: 'message', key, bytes }
      : { kind: 'digest', key, digest: sha256(bytes), hash: 'sha256', preimage: bytes };
  return {
    idempotencyKey: `doctor-${runKey}`,
    messages: [message],
    // For a callback handler that knows this command; to every codec it is of no chain.
    unhashedPayload: { type: 'custody-gateways doctor', message: text },
    note: NOTE,
  };
}
