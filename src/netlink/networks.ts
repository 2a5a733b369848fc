/** The main networks of release 0.9.12, spelt as they are sent. */
// biome-ignore format: in rows, since one value per line would take pages.
export const NETLINK_MAINNETS = [
  'Ethereum', 'EthereumPoW', 'Chiliz', 'Chiliz 2.0', 'Flare', 'Oasys', 'Core DAO', 'Celestia',
  'Injective Chain', 'BNB Chain', 'Polygon', 'Arbitrum', 'Fantom', 'Avalanche', 'ANZ Bank',
  'Solana', 'Cardano', 'Algorand', 'Optimism', 'Tron', 'Stellar', 'Cosmos', 'Ronin', 'Bitcoin Cash',
  'RSK', 'Bitcoin SV', 'Bitcoin', 'Linea', 'Celo', 'Cortex', 'Dash', 'Base', 'Dogecoin', 'Polkadot',
  'Eco Smart', 'EOS.IO', 'Ethereum Classic', 'Evmos', 'Songbird', 'Smart Bitcoin Cash', 'Moonbeam',
  'Moonriver', 'Hedera', 'Bitkub Chain', 'Kusama', 'Fraxtal', 'Litecoin', 'Luna Classic',
  'Luna 2.0', 'NEAR Protocol', 'Songbird Legacy', 'XDC Network', 'Velas', 'DigitalBits', 'eCash',
  'NEM', 'Ripple', 'Tezos', 'Zcash', 'Aurora.dev', 'Sonic', 'Kaia', 'GUNZ', 'HyperEVM', 'Peaq',
  'THORChain Rune', 'Astar', 'Berachain', 'Sui', 'Babylon', 'Mantle', 'Blast', 'Fastex Bahamut',
  'Manta', 'Neutron', 'Zircuit', 'Somnia', 'Etherlink', 'Centrifuge', 'Canton', 'ZIGChain',
  'Axelar', 'zkSync Era', 'Filecoin', 'Scroll', 'Plasma', 'Codex', 'World Chain', 'Sei', 'Monad',
  'The Open Network', 'Gram',
] as const;

/** The test networks of release 0.9.12, spelt as they are sent. */
// biome-ignore format: in rows, since one value per line would take pages.
export const NETLINK_TESTNETS = [
  'Ethereum', 'BNB Chain', 'Arbitrum', 'Chiliz 2.0', 'Polygon', 'Avalanche', 'ANZ Bank', 'Solana',
  'Cardano', 'Algorand', 'Oasys', 'Core DAO', 'Optimism', 'Tron', 'Arbitrum Rinkeby', 'Stellar',
  'Cosmos', 'Bitcoin Cash', 'RSK', 'Bitcoin SV', 'Bitcoin', 'Celo Alfajores', 'Celo Baklava',
  'Dash', 'Dogecoin', 'Eco Smart', 'EOS.IO', 'Ethereum Classic', 'Smart Bitcoin Cash', 'Hedera',
  'Bitkub Chain', 'Litecoin', 'Luna 2.0', 'NEAR Protocol', 'Velas', 'Westend', 'DigitalBits',
  'eCash', 'NEM', 'Ripple', 'Tezos', 'Zcash', 'GUNZ', 'HyperEVM', 'THORChain Rune', 'Astar',
  'Berachain', 'Sui', 'Canton', 'Axelar', 'Celestia', 'Plasma', 'World Chain', 'Monad',
  'The Open Network', 'Gram',
] as const;

/** A network, by the platform's name for it. Open: the list grows without a release. */
export type NetlinkNetwork =
  | (typeof NETLINK_MAINNETS)[number]
  | (typeof NETLINK_TESTNETS)[number]
  | (string & {});
