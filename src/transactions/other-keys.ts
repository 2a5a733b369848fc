import * as z from 'zod/mini';

/** Public keys in hexadecimal that may sign for an account beside its own, by its address. */
export type OtherKeys = Readonly<Record<string, readonly string[]>>;

/** A compressed secp256k1 key, or an ed25519 key, also as the XRP Ledger writes it: behind `ED`. */
const PUBLIC_KEY = /^(?:02|03|ed)?[0-9a-f]{64}$/i;

/** A schema for {@link OtherKeys}, with one for the addresses of a chain. */
export function otherKeysBy(address: z.ZodMiniType<string, string>) {
  const key = z.string().check(z.regex(PUBLIC_KEY, 'must be a public key in hexadecimal'));
  return z.optional(z.record(address, z.array(key)));
}

/** Whether the caller has said of a key that it may sign for an account. */
export function isPinned(keys: OtherKeys | undefined, address: string, key: string): boolean {
  return keys?.[address]?.some((pinned) => bare(pinned) === bare(key)) === true;
}

function bare(key: string): string {
  return key.toLowerCase().replace(/^ed(?=.{64}$)/, '');
}
