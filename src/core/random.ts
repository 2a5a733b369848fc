/** Returns as many unpredictable random bytes as asked for. */
export type Random = (length: number) => Uint8Array;

/** The platform's own source. */
export const systemRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length));

/** A number from 0 (inclusive) to 1 (exclusive). */
export function fractionOf(random: Random): number {
  return random(4).reduce((value, byte) => (value + byte) / 256, 0);
}

/** A UUID of version 4 (RFC 9562, 5.4). */
export function uuidOf(random: Random): string {
  const hex = Array.from(random(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-a$4-$5');
}

/** A new UUID, from the platform's own source. */
export function newUuid(): string {
  return crypto.randomUUID();
}
