import { createHmac, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { HttpHandler } from '../../src/handlers.js';
import type { CustodySnapshot } from '../../src/sandbox/index.js';

type Json = Readonly<Record<string, unknown>>;

/** A co-signer's key and its handler's: made once, since making them takes long. */
export const coSignerKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const handlerKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export interface TokenOptions {
  readonly header?: Json;
  readonly key?: KeyObject;
  /** Signs in another way than RS256. */
  readonly signature?: (signed: string) => string;
}

/** The body of a callback: a bare compact JWT. */
export function tokenOf(claims: unknown, options: TokenOptions = {}): string {
  const { header = { alg: 'RS256', typ: 'JWT' }, key = coSignerKeys.privateKey } = options;
  const signed = `${encode(header)}.${encode(claims)}`;
  const rs256 = (text: string) => sign('sha256', Buffer.from(text), key).toString('base64url');
  return `${signed}.${(options.signature ?? rs256)(signed)}`;
}

/** An HMAC with the public key's text as its secret: what a verifier takes that trusts `alg`. */
export function hmacWithPublicKey(signed: string): string {
  const pem = coSignerKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return createHmac('sha256', pem).update(signed).digest('base64url');
}

/** What the co-signer got: a signed answer, or an HTTP error. */
export interface CoSignerAnswer {
  readonly status: number;
  readonly action?: string;
  readonly requestId?: string;
  readonly rejectionReason?: string;
  readonly claims?: Json;
  /** The body, where it is no signed answer. */
  readonly text?: string;
}

/** Sends a body to a handler, and checks the signature of what comes back. */
export async function post(
  handler: HttpHandler,
  body: RequestInit['body'],
  path = '/v2/tx_sign_request',
): Promise<CoSignerAnswer> {
  const init = { method: 'POST', body: body ?? null };
  const response = await handler(new Request(`https://callbacks.example${path}`, init));
  const text = await response.text();
  if (response.status !== 200) return { status: response.status, text };
  const [header = '', payload = '', signature = ''] = text.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), handlerKeys.publicKey, bytes)) {
    throw new Error('The answer is not signed by the handler.');
  }
  const parse = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (parse(header).alg !== 'RS256') throw new Error('The answer is not RS256.');
  const claims = parse(payload);
  return { status: 200, ...claims, claims };
}

/** What a co-signer asks about a transaction that the custody holds. */
export function claimsFor({ id, json }: CustodySnapshot): Json {
  const source = json.source as Json;
  const destination = json.destination as Json;
  const { requestedAmount } = json.amountInfo as Json;
  return {
    txId: id,
    requestId: id,
    signerId: '3e1b5b0c-0000-4000-8000-000000000001',
    externalTxId: json.externalTxId,
    operation: json.operation,
    sourceType: 'VAULT',
    sourceId: source.id ?? '',
    destType: destination.type,
    destId: destination.id ?? '',
    asset: json.assetId,
    amount: Number(requestedAmount ?? 0),
    amountStr: requestedAmount ?? '0',
    requestedAmount: Number(requestedAmount ?? 0),
    requestedAmountStr: requestedAmount ?? '0',
    fee: '0.000012',
    destAddressType: '',
    destAddress: json.destinationAddress,
    destinations: [],
    note: json.note,
    players: ['21926ecc-4a8a-4614-bbac-7c591aa7efdd'],
    ...(json.extraParameters === undefined ? {} : { extraParameters: json.extraParameters }),
  };
}
