import * as z from 'zod/mini';
import {
  BLOCKCHAINS,
  type Blockchain,
  CRYPTOCURRENCY_SYMBOLS,
  type CryptocurrencySymbol,
} from './cryptocurrencies.js';
import { NATIONAL_CURRENCY_CODES, type NationalCurrencyCode } from './currencies.js';
import { kinds, type Of, object, open, schema, type Unlisted } from './schema.js';
import { id } from './values.js';

// Written out, so that the declarations of types with such a field do not repeat the whole list.
export const blockchain = /* @__PURE__ */ schema(
  (): z.ZodMiniType<Blockchain> => open(BLOCKCHAINS),
);
const symbol = /* @__PURE__ */ schema(
  (): z.ZodMiniType<CryptocurrencySymbol> => open(CRYPTOCURRENCY_SYMBOLS),
);
const currencyCode = /* @__PURE__ */ schema(
  (): z.ZodMiniType<NationalCurrencyCode> => open(NATIONAL_CURRENCY_CODES),
);

// A reference is of exactly one kind: it must not have fields of the others.
const absent = /* @__PURE__ */ schema(() =>
  z.optional(z.never('belongs to another kind of asset')),
);

export const nationalCurrency = /* @__PURE__ */ schema(() =>
  object({
    nationalCurrencyCode: currencyCode(),
    testAsset: z.optional(z.boolean()),
    cryptocurrencySymbol: absent(),
    assetId: absent(),
  }),
);
/** A national currency, by its ISO 4217 code. */
export interface NationalCurrency extends Of<typeof nationalCurrency> {}

export const nativeCryptocurrency = /* @__PURE__ */ schema(() =>
  object({
    blockchain: blockchain(),
    cryptocurrencySymbol: symbol(),
    testAsset: z.optional(z.boolean()),
    nationalCurrencyCode: absent(),
    assetId: absent(),
  }),
);
/** The coin of a blockchain, by the chain's name and the coin's symbol. */
export interface NativeCryptocurrency extends Of<typeof nativeCryptocurrency> {}

export const otherAssetReference = /* @__PURE__ */ schema(() =>
  object({
    assetId: id(),
    nationalCurrencyCode: absent(),
    cryptocurrencySymbol: absent(),
  }),
);
/** An asset that the provider lists, by the provider's id. */
export interface OtherAssetReference extends Of<typeof otherAssetReference> {}

/** A coin, or an asset that the provider lists. */
export type CryptocurrencyReference = NativeCryptocurrency | OtherAssetReference;
export const cryptocurrencyReference = /* @__PURE__ */ schema(
  (): z.ZodMiniType<CryptocurrencyReference> =>
    z.union([nativeCryptocurrency(), otherAssetReference()]),
);

/** A national currency, or an asset that the provider lists. */
export type FiatOrListedAsset = NationalCurrency | OtherAssetReference;
export const fiatOrListedAsset = /* @__PURE__ */ schema(
  (): z.ZodMiniType<FiatOrListedAsset> => z.union([nationalCurrency(), otherAssetReference()]),
);

/** An asset of any of the three kinds. */
export type AssetReference = NationalCurrency | NativeCryptocurrency | OtherAssetReference;
export const assetReference = /* @__PURE__ */ schema(
  (): z.ZodMiniType<AssetReference> =>
    z.union([nationalCurrency(), nativeCryptocurrency(), otherAssetReference()]),
);

const common = () => ({
  id: id(),
  name: z.string(),
  symbol: z.string(),
  description: z.optional(z.string()),
  decimalPlaces: z.int(),
  testAsset: z.optional(z.boolean()),
});

export const bucketAsset = /* @__PURE__ */ schema(() =>
  object({ ...common(), type: z.literal('BucketAsset') }),
);
/** An asset that is on no chain, such as points. */
export interface BucketAsset extends Of<typeof bucketAsset> {}

export const contractToken = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.enum(['Erc20Token', 'Bep20Token', 'Trc20Token', 'Jetton']),
    blockchain: blockchain(),
    contractAddress: z.string(),
  }),
);
/** A token of a contract. */
export interface ContractToken extends Of<typeof contractToken> {}

export const stellarToken = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('StellarToken'),
    blockchain: blockchain(),
    issuerAddress: z.string(),
    stellarCurrencyCode: z.string(),
  }),
);
/** A token that is issued on Stellar. */
export interface StellarToken extends Of<typeof stellarToken> {}

export const solanaToken = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    type: z.literal('SplToken'),
    blockchain: blockchain(),
    mintAddress: z.string(),
  }),
);
/** A token of Solana. */
export interface SolanaToken extends Of<typeof solanaToken> {}

const unlistedAsset = (type: z.ZodMiniType<Unlisted>) => object({ ...common(), type });
/** An asset of a type that is newer than this release. */
export interface UnlistedAsset extends z.output<ReturnType<typeof unlistedAsset>> {}

/**
 * An asset that the provider lists, discriminated by `type`.
 *
 * @example
 * ```ts
 * import type { AssetDefinition } from 'custody-gateways/provider';
 *
 * function whereOf(asset: AssetDefinition): string {
 *   switch (asset.type) {
 *     case 'BucketAsset':
 *       return 'nowhere';
 *     case 'StellarToken':
 *       return asset.issuerAddress;
 *     case 'SplToken':
 *       return asset.mintAddress;
 *     case 'Erc20Token':
 *     case 'Bep20Token':
 *     case 'Trc20Token':
 *     case 'Jetton':
 *       return asset.contractAddress;
 *     default:
 * return `a ${asset.type}, which this release does not know`; // an UnlistedAsset
 *   }
 * }
 * console.log(typeof whereOf);
 * ```
 */
export type AssetDefinition =
  | BucketAsset
  | ContractToken
  | StellarToken
  | SolanaToken
  | UnlistedAsset;
export const assetDefinition = /* @__PURE__ */ schema(
  (): z.ZodMiniType<AssetDefinition> =>
    kinds('type', [bucketAsset(), contractToken(), stellarToken(), solanaToken()], unlistedAsset),
);
