import { createHmac } from 'node:crypto';

/** Bytes that follow from a seed and a label: the same two always give the same 64 bytes. */
export type Derive = (label: string) => Buffer;

/** Everything that looks random in a sandbox comes from here, so that a seed repeats it. */
export function deriveFrom(seed: string): Derive {
  return (label) => createHmac('sha512', `custody-gateways sandbox ${seed}`).update(label).digest();
}

/** A UUID, version 4 by its looks, that follows from a seed. */
export function derivedUuid(derive: Derive, label: string): string {
  const bytes = derive(label).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
