import { sign } from 'node:crypto';
import { type SandboxScheme, signedText } from './keys.js';
import { signedMessage } from './request-check.js';

/** What requests to a provider are signed with; the platform's own key is for off-exchange calls. */
export interface SigningCredentials extends SandboxScheme {
  /** The value of `X-FBAPI-KEY`, which the provider issued. */
  readonly apiKey: string;
  /** What belongs to that API key: a shared secret, or a private key in PEM, as `algorithm` wants it. */
  readonly secret: string;
  /** The platform's private RSA key in PEM: it makes `X-FB-PLATFORM-SIGNATURE`. */
  readonly platformSecret: string;
}

/** The headers of a request that the platform makes. */
export function platformHeaders(
  credentials: SigningCredentials,
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly timestamp: string;
    readonly nonce: string;
  },
): Record<string, string> {
  const { apiKey, secret, platformSecret } = credentials;
  const { timestamp, nonce } = request;
  const message = signedMessage(request);
  return {
    'x-fbapi-key': apiKey,
    'x-fbapi-timestamp': timestamp,
    'x-fbapi-nonce': nonce,
    'x-fbapi-signature': signedText(credentials, secret, message),
    'x-fb-platform-signature': sign('sha512', message, platformSecret).toString('base64'),
    ...(request.body === '' ? {} : { 'content-type': 'application/json' }),
  };
}
