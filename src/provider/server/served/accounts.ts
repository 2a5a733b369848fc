import { ACCOUNTS } from '../../operations/accounts.js';
import { presentable } from '../rules/accounts.js';
import { checkAssetFilter, ofOneAsset } from '../rules/assets.js';
import { checkOnePair } from '../rules/rates.js';
import { listed, queried, type Serving } from '../serving.js';
import type { Settings } from '../settings.js';

/** Accounts, their balances, and their rates. */
export function accounts({ declared }: Pick<Settings, 'declared'>): readonly Serving[] {
  return [
    listed(
      { components: ['accounts'] },
      ACCOUNTS.getAccounts,
      async (provider, { call }, query) => {
        const request = { ...query, balances: query.balances ?? false };
        const answer = await provider.accounts?.list(request, call);
        return answer && presentable({ provider, declared, call }, answer, request);
      },
    ),
    queried(
      { components: ['accounts'] },
      ACCOUNTS.getAccountDetails,
      async (provider, { accountId, call }, query) => {
        const request = { balances: query.balances ?? false };
        const account = await provider.accounts?.get(accountId, request, call);
        if (account?.id !== accountId) return undefined;
        const shown = await presentable({ provider, declared, call }, [account], request);
        return 'page' in shown ? undefined : shown[0];
      },
    ),
    listed(
      { components: ['balances'] },
      ACCOUNTS.getBalances,
      async (provider, { accountId, call }, query) => {
        await checkAssetFilter(provider, query, call);
        const answer = await provider.balances?.list(accountId, query, call);
        return answer && ofOneAsset(answer, ({ asset }) => asset, query);
      },
    ),
    queried(
      { components: ['rates'] },
      ACCOUNTS.getRateByAccountAndPairId,
      async ({ rates }, { accountId, call }, query) => {
        checkOnePair(query);
        return rates?.get(accountId, query, call);
      },
    ),
  ];
}
