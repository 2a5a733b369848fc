import * as z from 'zod/mini';
import type { Blockchain, CryptocurrencySymbol } from './cryptocurrencies.js';
import type { NationalCurrencyCode } from './currencies.js';
import { kinds, type Of, object, schema, type Unlisted } from './schema.js';
import { id } from './values.js';

// Open enumerations, whose long lists of known values only their JSON Schema has. The types are written out, so that
// the declarations of types with such a field do not repeat the whole list.
export const blockchain = /* @__PURE__ */ schema((): z.ZodMiniType<Blockchain> => z.string());
export const symbol = /* @__PURE__ */ schema((): z.ZodMiniType<CryptocurrencySymbol> => z.string());
export const currencyCode = /* @__PURE__ */ schema(
  (): z.ZodMiniType<NationalCurrencyCode> => z.string(),
);

// A reference is of exactly one kind: it must not have fields of the others.
const absent = /* @__PURE__ */ schema(() =>
  z.optional(z.never('belongs to another kind of asset')),
);

export const nationalCurrency = /* @__PURE__ */ schema(() =>
  object({
    /** ISO 4217, three letters such as `EUR`; past codes too. Open. */
    nationalCurrencyCode: currencyCode(),
    /** `true` for the test version, which is another asset than the currency itself. Default: `false`. */
    testAsset: z.optional(z.boolean()),
    /** Never there: with it the reference would be one of another kind. */
    cryptocurrencySymbol: absent(),
    /** Never there: with it the reference would be one of another kind. */
    assetId: absent(),
  }),
);
/** A national currency, by its ISO 4217 code. */
export interface NationalCurrency extends Of<typeof nationalCurrency> {}

export const nativeCryptocurrency = /* @__PURE__ */ schema(() =>
  object({
    /** The name as it is sent, blanks included, such as `Bitcoin Cash`. Open. */
    blockchain: blockchain(),
    /** The coin of that blockchain, such as `BCH`. Open. */
    cryptocurrencySymbol: symbol(),
    /** `true` for the test version, which is another asset than the coin itself. Default: `false`. */
    testAsset: z.optional(z.boolean()),
    /** Never there: with it the reference would be one of another kind. */
    nationalCurrencyCode: absent(),
    /** Never there: with it the reference would be one of another kind. */
    assetId: absent(),
  }),
);
/** The coin of a blockchain, by the chain's name and the coin's symbol. */
export interface NativeCryptocurrency extends Of<typeof nativeCryptocurrency> {}

export const otherAssetReference = /* @__PURE__ */ schema(() =>
  object({
    /** The `id` of an {@link AssetDefinition} that the provider lists. */
    assetId: id(),
    /** Never there: with it the reference would be one of another kind. */
    nationalCurrencyCode: absent(),
    /** Never there: with it the reference would be one of another kind. */
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
  /** The provider's id of the asset, by which references name it: their `assetId`. */
  id: id(),
  /** Full name for people, such as `Tether USD`. */
  name: z.string(),
  /** Short name for people, such as `USDT`. Other assets may have the same one: refer to an asset by its `id`. */
  symbol: z.string(),
  /** What the asset is, in a sentence for people, if the provider has one. */
  description: z.optional(z.string()),
  /** How many digits amounts of it may have after the point. */
  decimalPlaces: z.int(),
  /** `true` for the test version of an asset. Default: `false`. */
  testAsset: z.optional(z.boolean()),
});

export const bucketAsset = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** On no chain: only the provider keeps it. */
    type: z.literal('BucketAsset'),
  }),
);
/** An asset that is on no chain, such as points. */
export interface BucketAsset extends Of<typeof bucketAsset> {}

export const contractToken = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** The standard that the contract follows: ERC-20, BEP-20, TRC-20, or jettons of TON. */
    type: z.enum(['Erc20Token', 'Bep20Token', 'Trc20Token', 'Jetton']),
    /** Where the contract is, by the name as it is sent, such as `Ethereum`. Open. */
    blockchain: blockchain(),
    /** The address of the token's contract, in the form of its blockchain. */
    contractAddress: z.string(),
  }),
);
/** A token of a contract. */
export interface ContractToken extends Of<typeof contractToken> {}

export const stellarToken = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** An asset of Stellar, named by its issuer and its code. */
    type: z.literal('StellarToken'),
    /** The chain's name as it is sent: `Stellar`. */
    blockchain: blockchain(),
    /** The Stellar account that issues it. */
    issuerAddress: z.string(),
    /** Its asset code on Stellar, which only together with the issuer names one asset. */
    stellarCurrencyCode: z.string(),
  }),
);
/** A token that is issued on Stellar. */
export interface StellarToken extends Of<typeof stellarToken> {}

export const solanaToken = /* @__PURE__ */ schema(() =>
  object({
    ...common(),
    /** A token of Solana's token program. */
    type: z.literal('SplToken'),
    /** The chain's name as it is sent: `Solana`. */
    blockchain: blockchain(),
    /** The mint account that defines the token. */
    mintAddress: z.string(),
  }),
);
/** A token of Solana. */
export interface SolanaToken extends Of<typeof solanaToken> {}

const unlistedAsset = (type: z.ZodMiniType<Unlisted>) =>
  object({
    ...common(),
    /** None of the types that this release knows. Any fields of its own are kept, without types. */
    type,
  });
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
 *       return `a ${asset.type}, which this release does not know`; // an UnlistedAsset
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
