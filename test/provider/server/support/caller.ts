// Requests as a platform sends them, signed on bare node:crypto.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { HttpHandler } from '../../../../src/handlers.js';
import { type ProviderServerOptions, providerServerHandler } from '../../../../src/handlers.js';
import { type Provider, ProviderApiClient } from '../../../../src/provider/index.js';
import {
  PlatformSignatureVerifier,
  RequestSigner,
  RequestVerifier,
} from '../../../../src/requests/index.js';
import { asText, oracleSignature } from '../../../support/request-verifier.js';

export const SCHEME = {
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'hexstr',
} as const;
const PLATFORM_SCHEME = { algorithm: 'rsa-sha512', preEncoding: 'plain', postEncoding: 'base64' };
export const API_KEY = 'key-1';
export const SECRET = 'a shared secret';
const platform = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const platformVerifier = (enforcement: 'required' | 'when-present' = 'when-present') =>
  new PlatformSignatureVerifier({ publicKeys: [platform.publicKey], enforcement });

export const requestVerifier = () =>
  new RequestVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET, 'key-2': SECRET } });

export function serve(provider: Provider, options: Partial<ProviderServerOptions> = {}) {
  return providerServerHandler(provider, {
    verifier: requestVerifier(),
    platform: platformVerifier(),
    basePath: '/v2',
    // It tells one property's fault from that of the whole.
    errorVocabulary: 'validated',
    ...options,
  });
}

export function clientOf(handler: HttpHandler): ProviderApiClient {
  return new ProviderApiClient({
    baseUrl: 'https://provider.example/v2',
    signer: new RequestSigner({ ...SCHEME, apiKey: API_KEY, secret: SECRET }),
    platformSigner: 'empty',
    fetch: (url, init) => handler(new Request(url, init)),
    retry: { attempts: 1 },
    answers: 'strict',
  });
}

export interface Sending {
  readonly method?: string;
  /** Text as it is, or a value for JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly apiKey?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  /** Signed by the platform, too. */
  readonly platform?: true;
}

/** What tests read of an answer's JSON: of an error, of a thing, or of a list of things. */
interface Said {
  readonly errorType?: string;
  readonly requestPart?: string;
  readonly propertyName?: string;
  readonly message?: string;
  readonly id?: string;
  readonly status?: string;
  readonly collateralId?: string;
  readonly rejectionReason?: string;
  readonly version?: string;
  readonly components?: object;
  readonly accounts?: readonly Said[];
  readonly addresses?: readonly Said[];
  readonly balances?: readonly Said[];
  readonly capabilities?: readonly Said[];
  readonly collateralLinks?: readonly Said[];
  readonly deposits?: readonly Said[];
  readonly withdrawInstructions?: readonly {
    readonly sourceAddress: { readonly asset: unknown };
  }[];
}

export interface Answered {
  readonly status: number;
  readonly body: Said;
  readonly text: string;
  readonly headers: Headers;
}

/** Signs whatever it is given, and sends it. */
export async function send(
  handler: HttpHandler,
  path: string,
  { method = 'GET', body, headers = {}, apiKey = API_KEY, ...rest }: Sending = {},
): Promise<Answered> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const { timestamp = String(Date.now()), nonce = randomUUID() } = rest;
  const message = Buffer.from(timestamp + nonce + method + path + (text ?? ''));
  const signed = new Headers({
    'content-type': 'application/json',
    'x-fbapi-key': apiKey,
    'x-fbapi-timestamp': timestamp,
    'x-fbapi-nonce': nonce,
    'x-fbapi-signature': asText(oracleSignature(message, SCHEME, SECRET), SCHEME),
  });
  if (rest.platform) {
    const signature = oracleSignature(message, PLATFORM_SCHEME, platform.privateKey);
    signed.set('x-fb-platform-signature', asText(signature, PLATFORM_SCHEME));
  }
  for (const [name, value] of Object.entries(headers)) signed.set(name, value);
  const init = { method, headers: signed, ...(text === undefined ? {} : { body: text }) };
  const response = await handler(new Request(`https://provider.example/v2${path}`, init));
  const answered = await response.text();
  const parsed = answered === '' ? undefined : JSON.parse(answered);
  return { status: response.status, body: parsed, text: answered, headers: response.headers };
}

export const post = (
  handler: HttpHandler,
  path: string,
  body: unknown,
  more: Sending = {},
): Promise<Answered> => send(handler, path, { method: 'POST', body, ...more });
