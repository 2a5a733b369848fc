import type { CallOptions } from '../../core/clock.js';
import type { GatewayRoute } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';

/** What there is to know about a vault account’s account. */
export const account = (): readonly GatewayRoute<XrplGateway>[] => [
  question('address', 'The vault account’s classic address.', async (gateway, ...call) => ({
    address: await gateway.getAddress(...call),
  })),
  question('publicKey', 'Its public key, in hexadecimal.', async (gateway, ...call) => ({
    publicKey: await gateway.getPublicKey(...call),
  })),
  question('info', 'Its settings and its next sequence number.', (gateway, ...call) =>
    gateway.getAccount(...call),
  ),
  question('balances', 'What it holds: XRP and tokens.', (gateway, ...call) =>
    gateway.getBalances(...call),
  ),
  question('trustLines', 'Its trust lines.', (gateway, ...call) => gateway.getTrustLines(...call)),
  question('offers', 'Its open offers.', (gateway, ...call) => gateway.getOffers(...call)),
];

/** A question about a vault account's account. */
function question(
  name: string,
  summary: string,
  run: (gateway: XrplGateway, vaultAccountId: string, options: CallOptions) => Promise<unknown>,
): GatewayRoute<XrplGateway> {
  return {
    kind: 'read',
    operation: name,
    path: `/api/account/${name}/:vaultAccountId`,
    tag: 'Account',
    summary,
    run: (gateway, { vaultAccountId, options }) => run(gateway, vaultAccountId, options),
  };
}
