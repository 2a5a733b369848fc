import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { NetlinkServerOptions } from '../../netlink/server.js';
import type { Derive } from '../seed.js';
import { decoded, encoded } from './encodings.js';

type Verify = NetlinkServerOptions['verifier']['verify'];
type Verdict = Awaited<ReturnType<Verify>>;
type Reason = Extract<Verdict, { ok: false }>['reason'];

/** How a sandbox's requests are signed; the names are those of the request signer. */
export type SandboxScheme = NetlinkServerOptions['registration']['authentication'];

/** An API key of a sandbox, worth nothing anywhere else. */
export interface SandboxKey {
  /** What the client signs with: a shared secret, or a private key in PEM. */
  readonly secret: string;
  /** What the sandbox verifies with. */
  readonly verifying: string | KeyObject;
}

const WINDOW_MS = 30_000;

const hashOf = (algorithm: string): string =>
  /sha3-256$|sha256$|sha512$/.exec(algorithm)?.[0] ?? '';

/** A key for an algorithm. Shared secrets follow from the seed, pairs are new each time. */
export function sandboxKey({ algorithm }: SandboxScheme, derive: Derive): SandboxKey {
  if (algorithm.startsWith('hmac-')) {
    const secret = derive('netlink secret').toString('base64url');
    return { secret, verifying: secret };
  }
  const { privateKey } = algorithm.startsWith('rsa-')
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', {
        namedCurve: algorithm.includes('secp256k1') ? 'secp256k1' : 'prime256v1',
      });
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { secret, verifying: createPublicKey(privateKey) };
}

/**
 * Checks signed requests as the specification says, with nothing of the code that signs them: what one
 * gets wrong, the other would notice. The time is the machine's, whatever a test has skipped.
 */
export class RequestCheck {
  readonly #scheme: SandboxScheme;
  readonly #apiKey: string;
  readonly #key: SandboxKey;
  readonly #used = new Set<string>();

  constructor(scheme: SandboxScheme, apiKey: string, key: SandboxKey) {
    this.#scheme = scheme;
    this.#apiKey = apiKey;
    this.#key = key;
  }

  readonly verify: Verify = async ({ method, path, headers, body }) => {
    const given = new Map<string, string>();
    for (const name of ['key', 'timestamp', 'nonce', 'signature']) {
      const value = headerIn(headers, `x-fbapi-${name}`);
      if (value === '') return refused('missing-header');
      given.set(name, value);
    }
    const { key = '', timestamp = '', nonce = '', signature = '' } = Object.fromEntries(given);
    const ageMs = Date.now() - Number(timestamp);
    if (!/^\d{13}$/.test(timestamp)) return refused('malformed-timestamp');
    if (ageMs > WINDOW_MS) return refused('timestamp-too-old');
    if (ageMs < -WINDOW_MS) return refused('timestamp-in-future');
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(nonce)) {
      return refused('malformed-nonce');
    }
    if (key !== this.#apiKey) return refused('unknown-key');
    const head = Buffer.from(`${timestamp}${nonce}${method.toUpperCase()}${path}`);
    const message = Buffer.concat([head, Buffer.from(body ?? '')]);
    if (!this.#isSignature(message, signature)) return refused('wrong-signature');
    if (this.#used.has(nonce)) return refused('nonce-reused');
    this.#used.add(nonce);
    return { ok: true, apiKey: key };
  };

  #isSignature(message: Buffer, text: string): boolean {
    const { algorithm, preEncoding, postEncoding } = this.#scheme;
    const bytes =
      preEncoding === 'plain' ? message : Buffer.from(encoded(message, preEncoding), 'latin1');
    const signature = decoded(text, postEncoding);
    // One signature has one text.
    if (encoded(signature, postEncoding) !== text) return false;
    const { verifying } = this.#key;
    if (typeof verifying !== 'string')
      return verify(hashOf(algorithm), bytes, verifying, signature);
    const expected = createHmac(hashOf(algorithm), verifying).update(bytes).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
}

function refused(reason: Reason): Verdict {
  return { ok: false, reason };
}

function headerIn(headers: Parameters<Verify>[0]['headers'], name: string): string {
  return headers instanceof Headers ? (headers.get(name) ?? '') : '';
}
