import type { NetlinkAsset } from '../../netlink/answers.js';
import { NETLINK_ERRORS } from '../../netlink/error-codes.js';
import { NetlinkError } from '../../netlink/errors.js';

/** An asset of the sandbox's exchange. */
export interface ExchangeAsset extends NetlinkAsset {
  readonly scale: number;
  /** What a withdrawal costs, in base units. */
  readonly fee: bigint;
  /** What the exchange's own account starts with, in base units. */
  readonly initial: bigint;
  /** Whether deposits need a tag. */
  readonly tagged?: true;
}

/** Base assets only, but for one token, which a provider that is no sandbox may list. */
export const EXCHANGE_ASSETS: readonly ExchangeAsset[] = [
  {
    coinSymbol: 'BTC',
    network: 'Bitcoin',
    coinClass: 'BASE',
    scale: 8,
    fee: 10_000n,
    initial: 10n * 10n ** 8n,
  },
  {
    coinSymbol: 'ETH',
    network: 'Ethereum',
    coinClass: 'BASE',
    scale: 18,
    fee: 10n ** 15n,
    initial: 100n * 10n ** 18n,
  },
  {
    coinSymbol: 'XRP',
    network: 'Ripple',
    coinClass: 'BASE',
    scale: 6,
    fee: 250_000n,
    initial: 10_000n * 10n ** 6n,
    tagged: true,
  },
  {
    coinSymbol: 'USDC',
    network: 'Ethereum',
    coinClass: 'TOKEN',
    identifiers: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    scale: 6,
    fee: 2_000_000n,
    initial: 50_000n * 10n ** 6n,
  },
];

/** @throws NetlinkError 400009 */
export function assetOf(coinSymbol: string, network?: string | null): ExchangeAsset {
  const found = EXCHANGE_ASSETS.find(
    (asset) => asset.coinSymbol === coinSymbol && (!network || asset.network === network),
  );
  if (found !== undefined) return found;
  throw new NetlinkError({
    errorCode: NETLINK_ERRORS.UNSUPPORTED_ASSET,
    error: 'The sandbox does not have this asset on this network.',
  });
}
