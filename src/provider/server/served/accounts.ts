import { ACCOUNTS } from '../../operations/accounts.js';
import { presentable } from '../rules/accounts.js';
import { checkAssetId, ofOneAsset } from '../rules/assets.js';
import { listed, queried, type Serving } from '../serving.js';

export const accounts: readonly Serving[] = [
  listed(
    { components: ['accounts'] },
    ACCOUNTS.getAccounts,
    async ({ accounts }, { call }, query) => {
      const request = { ...query, balances: query.balances ?? false };
      return accounts && presentable(accounts, await accounts.list(request, call), request, call);
    },
  ),
  queried(
    { components: ['accounts'] },
    ACCOUNTS.getAccountDetails,
    async ({ accounts }, { accountId, call }, query) => {
      const request = { balances: query.balances ?? false };
      const account = await accounts?.get(accountId, request, call);
      if (accounts === undefined || account?.id !== accountId) return undefined;
      const shown = await presentable(accounts, [account], request, call);
      return 'page' in shown ? undefined : shown[0];
    },
  ),
  listed(
    { components: ['balances'] },
    ACCOUNTS.getBalances,
    async (provider, { accountId, call }, query) => {
      const { assetId } = query;
      if (assetId !== undefined) {
        await checkAssetId(provider, assetId, call, '/assetId', 'querystring');
      }
      const answer = await provider.balances?.list(accountId, query, call);
      return answer && ofOneAsset(answer, ({ asset }) => asset, query);
    },
  ),
  queried(
    { components: ['rates'] },
    ACCOUNTS.getRateByAccountAndPairId,
    async ({ rates }, { accountId, call }, query) => rates?.get(accountId, query, call),
  ),
];
