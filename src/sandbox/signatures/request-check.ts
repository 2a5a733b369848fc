import type { NetlinkServerOptions } from '../../netlink/server.js';
import type { TimeSource } from '../clock.js';
import { isSignature, type SandboxKey, type SandboxScheme } from './keys.js';

type Verify = NetlinkServerOptions['verifier']['verify'];
type Received = Parameters<Verify>[0];
type Verdict = Awaited<ReturnType<Verify>>;
type Refused = Extract<Verdict, { ok: false }>;
type Header = NonNullable<Refused['header']>;

const WINDOW_MS = 30_000;
const KEY = 'X-FBAPI-KEY';
const TIMESTAMP = 'X-FBAPI-TIMESTAMP';
const NONCE = 'X-FBAPI-NONCE';
const SIGNATURE = 'X-FBAPI-SIGNATURE';
const PLATFORM = 'X-FB-PLATFORM-SIGNATURE';

/**
 * Checks signed requests as the specification says, with nothing of the code that signs them: what one
 * gets wrong, the other would notice.
 */
export class RequestCheck {
  readonly #scheme: SandboxScheme;
  readonly #keys: ReadonlyMap<string, SandboxKey>;
  readonly #time: TimeSource;
  readonly #used = new Set<string>();

  /**
   * @param keys By API key; they may change.
   * @param time What the callers' clocks show, whatever a test has skipped.
   */
  constructor(scheme: SandboxScheme, keys: ReadonlyMap<string, SandboxKey>, time: TimeSource) {
    this.#time = time;
    this.#scheme = scheme;
    this.#keys = keys;
  }

  readonly verify: Verify = async (request) => {
    const missing = [KEY, TIMESTAMP, NONCE, SIGNATURE] as const;
    for (const name of missing) {
      if (headerIn(request, name) === '') return refused('missing-header', name);
    }
    const timestamp = headerIn(request, TIMESTAMP);
    const nonce = headerIn(request, NONCE);
    const apiKey = headerIn(request, KEY);
    const ageMs = this.#time.now() - Number(timestamp);
    if (!/^\d{13}$/.test(timestamp)) return refused('malformed-timestamp', TIMESTAMP);
    if (ageMs > WINDOW_MS) return refused('timestamp-too-old', TIMESTAMP);
    if (ageMs < -WINDOW_MS) return refused('timestamp-in-future', TIMESTAMP);
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(nonce)) {
      return refused('malformed-nonce', NONCE);
    }
    const key = this.#keys.get(apiKey);
    if (key === undefined) return refused('unknown-key', KEY);
    const message = messageOf(request, request.body);
    if (!isSignature(this.#scheme, key, message, headerIn(request, SIGNATURE))) {
      return refused('wrong-signature', SIGNATURE);
    }
    if (this.#used.has(nonce)) return refused('nonce-reused', NONCE);
    this.#used.add(nonce);
    return { ok: true, apiKey };
  };
}

const PLATFORM_SCHEME: SandboxScheme = {
  algorithm: 'rsa-sha512',
  preEncoding: 'plain',
  postEncoding: 'base64',
};

/** Checks the platform's own signature, of requests that {@link RequestCheck} has let through. */
export class PlatformCheck {
  readonly #key: () => SandboxKey;
  readonly #enforcement: 'required' | 'when-present';

  constructor(key: () => SandboxKey, enforcement: 'required' | 'when-present') {
    this.#key = key;
    this.#enforcement = enforcement;
  }

  async verify(request: Received): Promise<{ ok: true; signed: boolean } | Refused> {
    const text = headerIn(request, PLATFORM);
    if (text === '') {
      const letOff = this.#enforcement === 'when-present';
      return letOff ? { ok: true, signed: false } : refused('missing-header', PLATFORM);
    }
    return isSignature(PLATFORM_SCHEME, this.#key(), messageOf(request, request.body), text)
      ? { ok: true, signed: true }
      : refused('wrong-signature', PLATFORM);
  }
}

/** What is signed of a request; of an answer to it, with the answer's body. */
export function messageOf(
  request: Pick<Received, 'method' | 'path' | 'headers'>,
  body: Received['body'],
): Buffer {
  const { method, path } = request;
  const timestamp = headerIn(request, TIMESTAMP);
  const nonce = headerIn(request, NONCE);
  return signedMessage({ method, path, timestamp, nonce, body });
}

/** The parts of the message, one after the other. */
export function signedMessage({
  timestamp,
  nonce,
  method,
  path,
  body,
}: Pick<Received, 'method' | 'path' | 'body'> & {
  readonly timestamp: string;
  readonly nonce: string;
}): Buffer {
  const head = Buffer.from(`${timestamp}${nonce}${method.toUpperCase()}${path}`);
  return Buffer.concat([head, Buffer.from(body ?? '')]);
}

function refused(reason: Refused['reason'], header: Header): Refused {
  return { ok: false, reason, header };
}

function headerIn({ headers }: Pick<Received, 'headers'>, name: string): string {
  return headers instanceof Headers ? (headers.get(name) ?? '') : '';
}
