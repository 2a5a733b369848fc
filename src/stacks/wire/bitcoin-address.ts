import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { concatBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';

/** The Bitcoin network on which rewards are paid: that of Stacks' mainnet, or a test network's. */
export type BitcoinNetwork = 'mainnet' | 'testnet';

/**
 * A Bitcoin address as the stacking contracts write it: a kind (0 p2pkh, 1 p2sh, 2 and 3 segwit in p2sh, 4
 * p2wpkh, 5 p2wsh, 6 p2tr), and the hash or key of that kind.
 */
export interface PoxAddress {
  readonly version: number;
  readonly hashbytes: Uint8Array;
}

const P2PKH = 0x00;
const P2SH = 0x01;
const P2WPKH = 0x04;
const P2WSH = 0x05;
const P2TR = 0x06;

const LENGTHS = { short: 20, long: 32 } as const;

interface Encoding {
  readonly prefixes: readonly string[];
  readonly p2pkh: number;
  readonly p2sh: number;
}

/** BIP-173 and the base58 version bytes. Regtest, of development networks, differs in its prefix only. */
const ENCODINGS: Readonly<Record<BitcoinNetwork, Encoding>> = {
  mainnet: { prefixes: ['bc'], p2pkh: 0x00, p2sh: 0x05 },
  testnet: { prefixes: ['tb', 'bcrt'], p2pkh: 0x6f, p2sh: 0xc4 },
};

const base58check = createBase58check(sha256);

/**
 * Reads a Bitcoin address of a network.
 *
 * A p2sh address is taken as such: the address does not show whether it contains a segwit script, and a payment
 * to it does not depend on that.
 *
 * @throws InvalidInputError naming `field`, also for an address of the other network.
 */
export function parseBitcoinAddress(
  value: unknown,
  network: BitcoinNetwork,
  field: string,
): PoxAddress {
  if (typeof value !== 'string' || value.length > 100) {
    throw new InvalidInputError(field, 'must be a Bitcoin address');
  }
  const found = readSegwit(value) ?? readBase58(value);
  if (found === undefined) throw new InvalidInputError(field, 'is no Bitcoin address');
  if (found.network !== network) {
    throw new InvalidInputError(field, `must be a Bitcoin address of ${network}`);
  }
  return found.address;
}

/** Writes an address; segwit in p2sh comes out as the p2sh address that it is. */
export function formatBitcoinAddress(
  { version, hashbytes }: PoxAddress,
  network: BitcoinNetwork,
): string {
  const { prefixes, p2pkh, p2sh } = ENCODINGS[network];
  const [prefix = ''] = prefixes;
  if (version < P2WPKH) {
    return base58check.encode(
      concatBytes(Uint8Array.of(version === P2PKH ? p2pkh : p2sh), hashbytes),
    );
  }
  const program = version === P2TR ? 1 : 0;
  const words = [program, ...bech32.toWords(hashbytes)];
  return (program === 0 ? bech32 : bech32m).encode(prefix, words);
}

/** The p2wpkh address of a compressed public key: the default address for its holder's stacking rewards. */
export function rewardsAddressOf(publicKey: Uint8Array, network: BitcoinNetwork): string {
  const hashbytes = ripemd160(sha256(publicKey));
  return formatBitcoinAddress({ version: P2WPKH, hashbytes }, network);
}

/** Whether kind and length match, as the contracts require. */
export function isPoxAddress({ version, hashbytes }: PoxAddress): boolean {
  if (!Number.isInteger(version) || version < P2PKH || version > P2TR) return false;
  return hashbytes.length === (version <= P2WPKH ? LENGTHS.short : LENGTHS.long);
}

interface Found {
  readonly network: BitcoinNetwork;
  readonly address: PoxAddress;
}

function readSegwit(text: string): Found | undefined {
  // BIP-350: version 0 has the one checksum, later versions have the other.
  for (const [code, first] of [
    [bech32, 0],
    [bech32m, 1],
  ] as const) {
    const decoded = code.decodeUnsafe(text, 90);
    if (decoded === undefined) continue;
    const network = networkOf(({ prefixes }) => prefixes.includes(decoded.prefix));
    const [program, ...words] = decoded.words;
    const hashbytes = code.fromWordsUnsafe(words);
    if (network === undefined || program !== first || !hashbytes) return undefined;
    const version = first === 1 ? P2TR : hashbytes.length === LENGTHS.short ? P2WPKH : P2WSH;
    const address = { version, hashbytes };
    return isPoxAddress(address) ? { network, address } : undefined;
  }
  return undefined;
}

function readBase58(text: string): Found | undefined {
  const bytes = decoded(text);
  const [kind, ...hash] = bytes ?? [];
  const network = networkOf(({ p2pkh, p2sh }) => kind === p2pkh || kind === p2sh);
  if (network === undefined || hash.length !== LENGTHS.short) return undefined;
  const version = kind === ENCODINGS[network].p2pkh ? P2PKH : P2SH;
  return { network, address: { version, hashbytes: Uint8Array.from(hash) } };
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}

function networkOf(matches: (encoding: Encoding) => boolean): BitcoinNetwork | undefined {
  return (['mainnet', 'testnet'] as const).find((network) => matches(ENCODINGS[network]));
}
