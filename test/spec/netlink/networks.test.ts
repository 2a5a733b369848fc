import { expect } from 'vitest';
import { NETLINK_MAINNETS, NETLINK_TESTNETS } from '../../../src/netlink/index.js';
import { claims, each } from '../support/claims.js';
import { posted, sent } from '../support/netlink-calls.js';

const AT = 'network-link.md / Enumerations';

const CHANGES: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  '0.9.12': [['Fraxtal'], []],
  '0.9.11': [['Canton'], ['Canton']],
  '0.9.10': [['Kaia', 'Sonic'], []],
  '0.9.9': [['Celestia', 'Injective Chain'], []],
  '0.9.8': [['Linea', 'Base'], []],
  '0.9.7': [['Oasys'], ['Oasys']],
  '0.9.4': [['Chiliz 2.0', 'Flare'], []],
  '0.8.1': [['EthereumPoW', 'Luna Classic'], []],
};

claims('networks', [
  ...each(Object.entries(CHANGES), ([release, [main, test]]) => [
    ...each(main, (network) => ({
      where: `network-link.md / Versioning / ${release} / ${network} on mainnet`,
      holds: () => expect(NETLINK_MAINNETS).toContain(network),
    })),
    ...each(test, (network) => ({
      where: `network-link.md / Versioning / ${release} / ${network} on testnet`,
      holds: () => expect(NETLINK_TESTNETS).toContain(network),
    })),
  ]),
  ...each(['Ethereum', 'Fraxtal', 'Injective Chain', 'Chiliz 2.0', 'A new network'], (network) => ({
    where: `${AT} / Network / ${network} / sent and received as it is`,
    holds: async () => {
      expect(await sent('getTransactionByHash', { network })).toMatchObject({ network });
      expect((await posted('getTransactionByHash', { network })).got).toMatchObject({ network });
    },
  })),
]);
