import { InvalidInputError } from '../../core/errors.js';
import { type ByteReader, readWhole, uintHex } from '../../core/hex-codec.js';
import { encodeValue, readValue } from './clarity-codec.js';
import { clarityText } from './clarity-text.js';
import type { ClarityValue } from './clarity-value.js';
import {
  addressHex,
  type Codes,
  codeHex,
  codes,
  contractHex,
  nameHex,
  readAddress,
  readCode,
  readContract,
  readName,
} from './primitives.js';

/** What happens to assets that no post-condition covers: allowed, refused, or refused only for the signer's. */
export type PostConditionModeName = 'allow' | 'deny' | 'originator';

/** SIP-005, SIP-040. */
export const MODES: Codes<PostConditionModeName> = codes(1, 'allow', 'deny', 'originator');

/** SIP-005; the last two are of SIP-045. */
const TYPES = codes(
  0,
  'stx-postcondition',
  'ft-postcondition',
  'nft-postcondition',
  'staking-postcondition',
  'pox-postcondition',
);
const COMPARISONS = codes(1, 'eq', 'gt', 'gte', 'lt', 'lte');
const MOVES = codes(0x10, 'sent', 'not-sent', 'maybe-sent');
const DEEDS = codes(0x30, 'will-not-perform', 'may-perform', 'will-perform');

type NameOf<List> = List extends Codes<infer Name> ? Name : never;

/** Whom a condition is about: `origin`, an address, or a contract. */
interface About {
  readonly address: string;
}

interface Amount {
  readonly condition: NameOf<typeof COMPARISONS>;
  readonly amount: bigint;
}

interface Asset {
  /** `address.contract::asset`. */
  readonly asset: string;
}

/** A post-condition, with the names that `@stacks/transactions` gives to its parts. */
export type PostCondition = About &
  (
    | ({ readonly type: 'stx-postcondition' | 'staking-postcondition' } & Amount)
    | ({ readonly type: 'ft-postcondition' } & Amount & Asset)
    | ({
        readonly type: 'nft-postcondition';
        readonly condition: NameOf<typeof MOVES>;
        readonly assetId: ClarityValue;
      } & Asset)
    | { readonly type: 'pox-postcondition'; readonly condition: NameOf<typeof DEEDS> }
  );

/** The values in it. */
export function valuesOf(condition: PostCondition): readonly ClarityValue[] {
  return 'assetId' in condition ? [condition.assetId] : [];
}

/** @returns its bytes, in hexadecimal. @throws InvalidInputError for what is no valid one. */
export function encodePostCondition(condition: PostCondition): string {
  const head = `${codeHex(TYPES, condition.type)}${whoHex(condition.address)}`;
  switch (condition.type) {
    case 'stx-postcondition':
    case 'staking-postcondition':
      return `${head}${amountHex(condition)}`;
    case 'ft-postcondition':
      return `${head}${assetHex(condition.asset)}${amountHex(condition)}`;
    case 'nft-postcondition': {
      const { asset, assetId } = condition;
      const moved = codeHex(MOVES, condition.condition);
      return `${head}${assetHex(asset)}${encodeValue(assetId)}${moved}`;
    }
    case 'pox-postcondition':
      return `${head}${codeHex(DEEDS, condition.condition)}`;
  }
}

/** @throws InvalidInputError for bytes that are not exactly one post-condition. */
export function decodePostCondition(hex: string): PostCondition {
  try {
    return readWhole(hex, readPostCondition);
  } catch {
    throw new InvalidInputError('postConditions', 'must be the bytes of post-conditions');
  }
}

/** The next one. @throws InvalidInputError */
export function readPostCondition(reader: ByteReader): PostCondition {
  const type = readCode(reader, TYPES);
  const address = readWho(reader);
  switch (type) {
    case 'stx-postcondition':
    case 'staking-postcondition':
      return { type, address, ...readAmount(reader) };
    case 'ft-postcondition':
      return { type, address, asset: readAsset(reader), ...readAmount(reader) };
    case 'nft-postcondition': {
      const asset = readAsset(reader);
      const assetId = readValue(reader);
      return { type, address, asset, assetId, condition: readCode(reader, MOVES) };
    }
    case 'pox-postcondition':
      return { type, address, condition: readCode(reader, DEEDS) };
  }
}

/** A post-condition as people read it: whole numbers are decimal strings. */
export function legiblePostCondition(condition: PostCondition): Readonly<Record<string, unknown>> {
  if ('amount' in condition) return { ...condition, amount: `${condition.amount}` };
  return 'assetId' in condition
    ? { ...condition, assetId: clarityText(condition.assetId) }
    : { ...condition };
}

const ORIGIN = '01';
const ACCOUNT = '02';
const CONTRACT = '03';

function whoHex(address: string): string {
  if (address === 'origin') return ORIGIN;
  return address.includes('.')
    ? `${CONTRACT}${contractHex(address)}`
    : `${ACCOUNT}${addressHex(address)}`;
}

function readWho(reader: ByteReader): string {
  const kind = reader.hex(1);
  if (kind === ORIGIN) return 'origin';
  if (kind === ACCOUNT) return readAddress(reader);
  if (kind === CONTRACT) return readContract(reader);
  throw new InvalidInputError('', 'is about nobody');
}

function assetHex(asset: string): string {
  const [contract = '', name = '', ...more] = asset.split('::');
  if (more.length > 0) throw new InvalidInputError('', 'is no asset');
  return `${contractHex(contract)}${nameHex(name)}`;
}

function readAsset(reader: ByteReader): string {
  return `${readContract(reader)}::${readName(reader)}`;
}

function amountHex({ condition, amount }: Amount): string {
  return `${codeHex(COMPARISONS, condition)}${uintHex(BigInt(amount), 8)}`;
}

function readAmount(reader: ByteReader): Amount {
  return { condition: readCode(reader, COMPARISONS), amount: reader.uint(8) };
}
