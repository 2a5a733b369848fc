import { createHash, createPublicKey, ECDH, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { ORDERS, toBigInt } from '../keys.js';

const amount = z.string().check(z.regex(/^\d{1,30}$/));
const hex = z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/));

const action = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('pay'), to: z.string(), amount }),
  z.strictObject({ type: z.literal('label'), text: z.string() }),
  z.strictObject({ type: z.literal('create-tickets'), count: z.int().check(z.gte(1)) }),
  z.strictObject({ type: z.literal('nothing') }),
]);

const transaction = z.strictObject({
  network: z.int(),
  account: z.string(),
  publicKey: hex,
  number: z.strictObject({ kind: z.enum(['sequence', 'ticket']), value: amount }),
  fee: amount,
  /** The last second of ledger time at which it is valid. */
  expiry: amount,
  action,
});

const signedTransaction = z.strictObject({ transaction, signature: hex });

/** What a transaction of the fake chain does. Amounts are in base units, as decimal text. */
export type Action = z.infer<typeof action>;

/** A transaction of the fake chain, but for its signature: plain JSON. */
export type FakeTransaction = z.infer<typeof transaction>;

export type FakeNumber = FakeTransaction['number'];

/** A transaction of anybody's making, or `undefined` when it is none. */
export function readTransaction(value: unknown): FakeTransaction | undefined {
  return z.safeParse(transaction, value).data;
}

/** What is signed: every field, in one order. */
export function signingBytes(from: FakeTransaction): Uint8Array {
  const { network, account, publicKey, number, fee, expiry } = from;
  const does = Object.entries(from.action).sort(([one], [other]) => (one < other ? -1 : 1));
  const fields = [network, account, publicKey, number.kind, number.value, fee, expiry, does];
  return Buffer.from(`fake chain\n${JSON.stringify(fields)}`);
}

export function digestOf(unsigned: FakeTransaction): Uint8Array {
  return createHash('sha256').update(signingBytes(unsigned)).digest();
}

export function isSame(one: FakeTransaction, other: FakeTransaction): boolean {
  return Buffer.compare(signingBytes(one), signingBytes(other)) === 0;
}

export function writeBlob(unsigned: FakeTransaction, signature: Uint8Array): string {
  const signed = { transaction: unsigned, signature: Buffer.from(signature).toString('hex') };
  return JSON.stringify(signed);
}

export function readBlob(blob: string): z.infer<typeof signedTransaction> | undefined {
  try {
    return z.safeParse(signedTransaction, JSON.parse(blob)).data;
  } catch {
    return undefined;
  }
}

/** Another signature gives another hash. */
export function hashOf(blob: string): string {
  return createHash('sha256').update(blob).digest('hex');
}

export function addressOf(publicKey: Uint8Array): string {
  return `fake1${createHash('sha256').update(publicKey).digest('hex').slice(0, 38)}`;
}

/** Whether a signature is one of these bytes, by OpenSSL. As on most ledgers, `s` must be low. */
export function isSignedBy(publicKey: string, signature: string, bytes: Uint8Array): boolean {
  const compact = Buffer.from(signature, 'hex');
  const key = keyOf(publicKey);
  if (compact.length !== 64 || !key) return false;
  if (toBigInt(compact.subarray(32)) > ORDERS['ecdsa-secp256k1'] / 2n) return false;
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, compact);
}

const keys = new Map<string, KeyObject | undefined>();

function keyOf(publicKey: string): KeyObject | undefined {
  if (!keys.has(publicKey)) keys.set(publicKey, readKey(publicKey));
  return keys.get(publicKey);
}

function readKey(publicKey: string): KeyObject | undefined {
  try {
    const point = ECDH.convertKey(publicKey, 'secp256k1', 'hex', 'hex', 'uncompressed');
    const [x, y] = [point.slice(2, 66), point.slice(66)].map((half) =>
      Buffer.from(`${half}`, 'hex').toString('base64url'),
    ) as [string, string];
    return createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

export function isSameNumber(one: FakeNumber, other: FakeNumber): boolean {
  return one.kind === other.kind && one.value === other.value;
}

/** How many numbers an action uses up, its own included: Tickets are made of those behind it. */
export function spanOf(does: Action): number {
  return does.type === 'create-tickets' ? 1 + does.count : 1;
}
