import { CAPABILITIES } from '../../operations/capabilities.js';
import { pageQuery } from '../../schemas/queries.js';
import { type WithdrawalCapability, withdrawalCapability } from '../../schemas/withdrawals.js';
import type { Provider } from '../provider.js';
import { allListed } from '../rules/methods.js';
import { type Asked, listed, one, type Serving } from '../serving.js';

const ANY = { components: [] };

/** Only in the documents' prose: the methods of all the caller's accounts. */
const GET_ALL_WITHDRAWAL_METHODS = {
  name: 'getAllWithdrawalMethods',
  kind: 'read',
  method: 'GET',
  path: '/capabilities/transfers/withdrawals',
  query: pageQuery,
  list: 'capabilities',
  item: withdrawalCapability,
} as const;

export const capabilities: readonly Serving[] = [
  listed(ANY, CAPABILITIES.getAdditionalAssets, async ({ capabilities }, { call }, page) =>
    capabilities?.listAssets === undefined ? [] : capabilities.listAssets(page, call),
  ),
  one(ANY, CAPABILITIES.getAssetDetails, ({ capabilities }, { id, call }) =>
    capabilities?.getAsset?.(id, call),
  ),
  listed(ANY, CAPABILITIES.getQuoteCapabilities, async ({ capabilities }, { call }, page) =>
    capabilities?.listConversions === undefined ? [] : capabilities.listConversions(page, call),
  ),
  listed(
    ANY,
    CAPABILITIES.getWithdrawalMethods,
    async ({ capabilities }, { accountId, call }, page) =>
      capabilities?.listWithdrawalMethods === undefined
        ? []
        : capabilities.listWithdrawalMethods(accountId, page, call),
  ),
  listed(
    ANY,
    CAPABILITIES.getDepositMethods,
    async ({ capabilities }, { accountId, call }, page) =>
      capabilities?.listDepositMethods === undefined
        ? []
        : capabilities.listDepositMethods(accountId, page, call),
  ),
  listed(ANY, CAPABILITIES.getRampMethods, async ({ capabilities }, { accountId, call }, page) =>
    capabilities?.listRampMethods === undefined
      ? []
      : capabilities.listRampMethods(accountId, page, call),
  ),
  listed(ANY, GET_ALL_WITHDRAWAL_METHODS, (provider, asked) => allMethods(provider, asked)),
];

/** Each method once, however many accounts have it. */
async function allMethods(
  { accounts, capabilities }: Provider,
  { call }: Asked,
): Promise<readonly WithdrawalCapability[]> {
  if (accounts === undefined || capabilities?.listWithdrawalMethods === undefined) return [];
  const list = capabilities.listWithdrawalMethods.bind(capabilities);
  const own = await allListed((page) => accounts.list({ ...page, balances: false }, call));
  const methods = new Map<string, WithdrawalCapability>();
  for (const { id } of own) {
    for (const method of await allListed((page) => list(id, page, call))) {
      if (!methods.has(method.id)) methods.set(method.id, method);
    }
  }
  return [...methods.values()];
}
