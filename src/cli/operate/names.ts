import type { GatewayApi, GatewayRoute } from '../../server/route.js';

export type ChainName = GatewayApi<never>['chain'];

export const CHAINS: readonly ChainName[] = ['xrpl', 'aptos', 'stacks'];

/** What an operation is called on the command line where its own name is longer than needed. */
const SHORT: Readonly<Record<ChainName, Readonly<Record<string, string>>>> = {
  xrpl: { xrpTransfer: 'transfer' },
  aptos: { transferMove: 'transfer' },
  stacks: {},
};

/** `trustSet` is `trust-set`, `getBalance` is `balance`. */
export function commandOf(
  chain: ChainName,
  { operation }: Pick<GatewayRoute<never>, 'operation'>,
): string {
  return SHORT[chain][operation] ?? kebab(operation).replace(/^get-/, '');
}

/** `maxFee` is `max-fee`. */
export function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
