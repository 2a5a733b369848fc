import type { AssetDefinition, AssetReference } from '../../provider/schemas/assets.js';
import { refusal } from './refusals.js';

/** An asset of the sandbox's exchange. */
export interface ExchangeAsset {
  /** The currency's code, the coin's symbol or the listed asset's id. */
  readonly key: string;
  readonly reference: AssetReference;
  readonly scale: number;
  /** What a whole one is worth in millionths of a dollar, at first. */
  readonly microUsd: bigint;
  /** What the main account starts with, in base units. */
  readonly initial: bigint;
  /** Of an asset on a blockchain. */
  readonly blockchain?: string;
  /** Whether deposits need a tag. */
  readonly tagged?: true;
  /** Of a listed asset. */
  readonly definition?: AssetDefinition;
}

function national(nationalCurrencyCode: string, microUsd: bigint, initial = 0n): ExchangeAsset {
  const reference = { nationalCurrencyCode };
  return { key: nationalCurrencyCode, reference, scale: 2, microUsd, initial };
}

interface Coin extends Pick<ExchangeAsset, 'scale' | 'microUsd' | 'initial' | 'tagged'> {
  readonly blockchain: string;
}

function coin(cryptocurrencySymbol: string, { blockchain, ...about }: Coin): ExchangeAsset {
  const reference = { blockchain, cryptocurrencySymbol };
  return { ...about, key: cryptocurrencySymbol, reference, blockchain };
}

function usdc(blockchain: string, contractAddress: string): ExchangeAsset {
  const key = `usdc-${blockchain.split(' ')[0]?.toLowerCase()}`;
  const definition: AssetDefinition = {
    id: key,
    name: `USD Coin on ${blockchain}`,
    symbol: 'USDC',
    decimalPlaces: 6,
    type: 'Erc20Token',
    blockchain,
    contractAddress,
  };
  const about = { scale: 6, microUsd: 1_000_000n, initial: 50_000n * 10n ** 6n };
  return { ...about, key, reference: { assetId: key }, blockchain, definition };
}

export const EXCHANGE_ASSETS: readonly ExchangeAsset[] = [
  national('USD', 1_000_000n, 100_000_00n),
  national('EUR', 1_100_000n, 50_000_00n),
  national('GBP', 1_250_000n),
  national('BRL', 180_000n),
  national('MXN', 55_000n),
  national('CAD', 730_000n),
  national('AUD', 650_000n),
  national('KES', 7_700n),
  national('NGN', 650n),
  coin('BTC', {
    blockchain: 'Bitcoin',
    scale: 8,
    microUsd: 60_000_000_000n,
    initial: 10n * 10n ** 8n,
  }),
  coin('ETH', {
    blockchain: 'Ethereum',
    scale: 18,
    microUsd: 3_000_000_000n,
    initial: 100n * 10n ** 18n,
  }),
  coin('ALGO', { blockchain: 'Algorand', scale: 6, microUsd: 200_000n, initial: 0n }),
  coin('XRP', {
    blockchain: 'XRP',
    scale: 6,
    microUsd: 500_000n,
    initial: 10_000n * 10n ** 6n,
    tagged: true,
  }),
  usdc('Ethereum', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  usdc('Polygon PoS', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
  {
    key: 'points',
    reference: { assetId: 'points' },
    scale: 0,
    microUsd: 10_000n,
    initial: 1_000n,
    definition: {
      id: 'points',
      name: 'Loyalty points',
      symbol: 'PTS',
      decimalPlaces: 0,
      type: 'BucketAsset',
    },
  },
];

const BY_KEY = new Map(EXCHANGE_ASSETS.map((asset) => [asset.key, asset]));

/** The asset that a reference means, if there is one here. */
export function findAsset(reference: AssetReference): ExchangeAsset | undefined {
  if (reference.assetId !== undefined) {
    const asset = BY_KEY.get(reference.assetId);
    return asset?.definition && asset;
  }
  // A test asset is another one.
  if (reference.testAsset === true) return undefined;
  if (reference.nationalCurrencyCode !== undefined) {
    const asset = BY_KEY.get(reference.nationalCurrencyCode);
    return asset?.reference.nationalCurrencyCode && asset;
  }
  const asset = BY_KEY.get(reference.cryptocurrencySymbol);
  const known = asset?.reference.cryptocurrencySymbol !== undefined;
  return known && asset?.blockchain === reference.blockchain ? asset : undefined;
}

/** @throws ProviderRefusal `unknown-asset` naming the id inside the reference at `path`. */
export function assetAt(reference: AssetReference, path: string): ExchangeAsset {
  const asset = findAsset(reference);
  if (asset !== undefined) return asset;
  const field = ['assetId', 'nationalCurrencyCode', 'cryptocurrencySymbol'].find((name) =>
    Object.hasOwn(reference, name),
  );
  throw refusal('unknown-asset', 'There is no such asset here.', `${path}/${field}`);
}

/** For the sandbox's own methods, which name assets by their keys. */
export function assetCalled(key: string): ExchangeAsset {
  const asset = BY_KEY.get(key);
  if (asset === undefined) throw new Error(`The sandbox's exchange has no asset ${key}.`);
  return asset;
}
