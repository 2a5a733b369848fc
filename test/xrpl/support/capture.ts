// Loaded on use, which takes time that is not of a test's kind.
import '../../../src/xrpl/node/engine-results.js';
import '../../../src/xrpl/given-transaction.js';
import '../../../src/xrpl/multisign.js';
import '../../../src/xrpl/node/line-limits.js';
import '../../../src/xrpl/node/ticket-list.js';
import '../../../src/xrpl/parts.js';
import '../../../src/xrpl/wire/decode.js';
import '../../../src/xrpl/wire/explanation.js';
import '../../../src/xrpl/operations/account-set.js';
import '../../../src/xrpl/batch.js';
import '../../../src/xrpl/operations/credentials.js';
import '../../../src/xrpl/operations/mptokens.js';
import '../../../src/xrpl/operations/offers.js';
import '../../../src/xrpl/operations/payments.js';
import '../../../src/xrpl/operations/trust-lines.js';
import '../../../src/xrpl/node/reads.js';
import '../../../src/xrpl/node/spender.js';
import '../../../src/xrpl/node/trial.js';
import '../../../src/xrpl/wire/explained-types.js';
import '../../../src/xrpl/wire/explanation.js';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { XrplGateway, type XrplGatewayOptions } from '../../../src/xrpl/index.js';
import { addressOfKey } from '../../support/base58.js';
import { FakeXrplNode, type SentTransaction } from '../../support/fake-xrpl-node.js';
import { RecordingSigner } from '../../support/recording-signer.js';
import { type Fields, readSigningPayload } from '../../support/xrpl-blob.js';

/** A gateway whose custody and ledger only take notes. */
export class Capture {
  readonly signer = new RecordingSigner();
  readonly node = new FakeXrplNode();
  readonly gateway: XrplGateway;
  address = '';
  publicKey = '';

  private constructor(options: Partial<XrplGatewayOptions>) {
    const network = { url: 'https://xrpl.invalid', networkId: 1 };
    this.gateway = new XrplGateway({
      signer: this.signer,
      network,
      transport: this.node,
      secondsPerLedger: 3,
      ...options,
    });
  }

  static async start(options: Partial<XrplGatewayOptions> = {}): Promise<Capture> {
    const capture = new Capture(options);
    const key = { algorithm: 'ecdsa-secp256k1', id: '0' } as const;
    const { bytes } = await capture.signer.getPublicKey(key);
    capture.publicKey = hexOf(bytes);
    capture.address = addressOfKey(bytes);
    return capture;
  }

  /** What was signed and what was sent since the last time. */
  take(): Captured {
    const { requests } = this.signer;
    const { sent } = this.node;
    const [request, transaction] = [requests.at(-1), sent.at(-1)];
    if (requests.length !== 1 || sent.length !== 1 || !request || !transaction) {
      throw new Error(`${requests.length} signed and ${sent.length} sent.`);
    }
    const [message] = request.messages;
    if (request.messages.length !== 1 || message?.kind !== 'digest' || !message.preimage) {
      throw new Error('Not one digest was signed.');
    }
    requests.length = 0;
    sent.length = 0;
    this.node.requests.length = 0;
    return {
      preimage: message.preimage,
      digest: message.digest,
      signed: readSigningPayload(message.preimage),
      payload: request.unhashedPayload,
      transaction,
    };
  }
}

export interface Captured {
  readonly preimage: Uint8Array;
  readonly digest: Uint8Array;
  /** The fields that the signed bytes stand for. */
  readonly signed: Fields;
  /** What the custody was shown. */
  readonly payload: unknown;
  readonly transaction: SentTransaction;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

/** The first half of SHA-512, by the platform's own hash. */
export function sha512Half(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 32);
}

/** The order of secp256k1 (SEC 2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Whether OpenSSL takes a DER signature over these bytes: of a SHA-512 hash ECDSA uses the first 256
 * bits, which is the ledger's own hash. Low S besides, as the ledger asks.
 */
export function isSignature(publicKey: string, preimage: Uint8Array, der: string): boolean {
  const spki = Buffer.from(`3036301006072a8648ce3d020106052b8104000a032200${publicKey}`, 'hex');
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const bytes = Buffer.from(der, 'hex');
  const r = bytes[3] ?? 0;
  const s = BigInt(`0x${bytes.subarray(6 + r).toString('hex')}`);
  return s <= ORDER / 2n && verify('sha512', preimage, key, bytes);
}
