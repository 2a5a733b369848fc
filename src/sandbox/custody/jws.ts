import { type KeyObject, sign } from 'node:crypto';
import { isObject } from '../../core/json.js';

/** A JWS in its compact form, taken apart. Nothing is verified yet. */
export interface CompactJws {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  /** What the signature is over. */
  readonly signed: string;
  readonly signature: Buffer;
}

/** `undefined` for what is no JWS of JSON. */
export function readJws(token: string): CompactJws | undefined {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  const header = readPart(head);
  const claims = readPart(body);
  if (parts.length !== 3 || header === undefined || claims === undefined) return undefined;
  return {
    header,
    claims,
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const HASHES = { RS256: 'sha256', RS512: 'sha512' } as const;

/** Signs bytes as a compact JWS. */
export function signJws(
  header: { readonly alg: keyof typeof HASHES } & Readonly<Record<string, string>>,
  payload: Buffer,
  key: KeyObject,
): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signed = `${head}.${payload.toString('base64url')}`;
  const signature = sign(HASHES[header.alg], Buffer.from(signed), key);
  return `${signed}.${signature.toString('base64url')}`;
}
