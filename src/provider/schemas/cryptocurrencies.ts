/** The native cryptocurrencies that are referred to by symbol. */
// biome-ignore format: in rows, since one value per line would take pages.
export const CRYPTOCURRENCY_SYMBOLS = [
  'ADA', 'ALGO', 'ASTR', 'ATOM', 'AURORA', 'AVAX', 'AXL', 'BCH', 'BCHA', 'BERA', 'BITKUB', 'BNB',
  'BSV', 'BTC', 'CANTO', 'CELESTIA', 'CELO', 'CHZ', 'CHZ2', 'CTXC', 'DASH', 'DOGE', 'DOT', 'DYDX',
  'EOS', 'ETC', 'ETH', 'ETHW', 'EVMOS', 'FLR', 'FTM', 'GLMR', 'HBAR', 'HT', 'KAVA', 'KSM', 'FRAX',
  'LTC', 'LUNA', 'LUNA2', 'MATIC', 'MOVR', 'NEAR', 'OAS', 'OSMO', 'PALM', 'RON', 'RSK', 'SMR',
  'SOL', 'SONGBIRD', 'SXNETWORK', 'TKX', 'TRX', 'VLX', 'WEMIX', 'XDB', 'XDC', 'XEC', 'XEM', 'XLM',
  'XRP', 'XTZ', 'ZEC', 'GRAM', 'BABY', 'CANTON', 'HYPE', 'SUI', 'KAT', 'MON', 'SEI',
] as const;

/** The symbol of a native cryptocurrency. Open. */
export type CryptocurrencySymbol = (typeof CRYPTOCURRENCY_SYMBOLS)[number] | (string & {});

/** The blockchains of release 0.5.1, spelt as they are sent. */
// biome-ignore format: in rows, since one value per line would take pages.
export const BLOCKCHAINS = [
  'Algorand', 'Arbitrum', 'Astar', 'Aurora', 'Avalanche', 'Axelar', 'Base', 'Berachain', 'Bitcoin',
  'Bitcoin Cash', 'Bitcoin Cash ABC', 'Bitcoin SV', 'Bitkub Chain', 'BNB', 'Canto', 'Cardano',
  'Celestia', 'Celo', 'Chiliz Chain', 'Chiliz Legacy Chain', 'Cortex', 'Cosmos', 'Dash', 'Dogecoin',
  'DYDX', 'eCash', 'EOS', 'Ethereum', 'Ethereum Classic', 'EthereumPoW', 'Evmos', 'Fantom Opera',
  'Flare', 'Hedera', 'HT Chain', 'KAVA', 'Kusama', 'Fraxtal', 'Litecoin', 'Moonbeam', 'Moonriver',
  'NEAR Protocol', 'NEM NIS1', 'Oasys', 'Optimism', 'Osmosis', 'Palm', 'Polkadot', 'Polygon PoS',
  'Ronin', 'RSK', 'Shimmer', 'Solana', 'Songbird Canary-Network', 'Stellar', 'SX Network',
  'Terra 2.0', 'Terra Classic', 'Tezos', 'TON', 'TokenEX', 'TRON', 'Velas', 'WEMIX', 'XDB Chain',
  'XinFin Network', 'XRP', 'ZCash', 'Linea', 'Babylon', 'Canton', 'BNB Smart Chain', 'HyperEVM',
  'Sui',
] as const;

/** A blockchain by its name. Open. */
export type Blockchain = (typeof BLOCKCHAINS)[number] | (string & {});
