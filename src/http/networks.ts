/** Whether an address is in a list. A text that is no address is in no list. */
export type AddressList = (address: string) => boolean;

interface Network {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/**
 * Addresses (`192.0.2.1`, `2001:db8::1`) and networks in CIDR notation (`192.0.2.0/24`) as one list.
 * `undefined` when one of them is neither.
 */
export function addressList(entries: readonly string[]): AddressList | undefined {
  const networks = entries.map(networkOf);
  if (!networks.every((network) => network !== undefined)) return undefined;
  // Most servers trust no proxy, and this is called for every request.
  if (networks.length === 0) return () => false;
  return (address) => {
    const bytes = bytesOf(address);
    return bytes !== undefined && networks.some((network) => contains(network, bytes));
  };
}

function networkOf(entry: unknown): Network | undefined {
  if (typeof entry !== 'string') return undefined;
  const [address = '', length, ...more] = entry.split('/');
  const bytes = bytesOf(address);
  if (bytes === undefined || more.length > 0) return undefined;
  const all = bytes.length * 8;
  if (length === undefined) return { bytes, bits: all };
  const bits = Number(length);
  return /^\d{1,3}$/.test(length) && bits <= all ? { bytes, bits } : undefined;
}

function contains({ bytes, bits }: Network, address: readonly number[]): boolean {
  if (address.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8));
    return (byte ^ (address[index] ?? 0)) >> (8 - left) === 0;
  });
}

/** Four bytes or sixteen; an IPv4 address in IPv6 form (`::ffff:192.0.2.1`) is four. */
function bytesOf(address: string): readonly number[] | undefined {
  return address.includes(':') ? ipv6(address) : ipv4(address);
}

function ipv4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  const bytes = parts.map(Number);
  const right = parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part));
  return right && bytes.length === 4 && bytes.every((byte) => byte < 256) ? bytes : undefined;
}

function ipv6(text: string): readonly number[] | undefined {
  const [head = '', tail, ...more] = text.replace(/%.*/s, '').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  const missing = 16 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  const bytes = [...before, ...Array.from({ length: missing }, () => 0), ...after];
  const mapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255;
  return mapped && bytes[11] === 255 ? bytes.slice(12) : bytes;
}

function groupsOf(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const groups = text.split(':');
  const bytes = groups.map((group, index) => {
    if (group.includes('.')) return index === groups.length - 1 ? ipv4(group) : undefined;
    const value = /^[\da-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : undefined;
    return value === undefined ? undefined : [value >> 8, value & 255];
  });
  return bytes.every((pair) => pair !== undefined) ? bytes.flat() : undefined;
}
