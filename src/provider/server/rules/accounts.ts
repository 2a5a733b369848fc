import type { ProviderAccount } from '../../schemas/accounts.js';
import type { AccountRequest, ListAnswer, ProviderServerCall } from '../call.js';
import type { ServedAccounts } from '../provider.js';

/**
 * Accounts as they are answered: with balances only where they were asked for, with a title, and of one
 * level of hierarchy.
 *
 * @throws Error for accounts that the API has no form for: the provider's own failure.
 */
export async function presentable(
  accounts: ServedAccounts,
  answer: ListAnswer<ProviderAccount>,
  request: AccountRequest,
  call: ProviderServerCall,
): Promise<ListAnswer<ProviderAccount>> {
  const items = 'page' in answer ? answer.page : answer;
  const known = new Map(items.map((account) => [account.id, account]));
  const parents = new Set(items.flatMap(({ parentId }) => parentId ?? []));
  for (const id of parents) {
    const parent = known.get(id) ?? (await accounts.get(id, { balances: false }, call));
    if (parent?.parentId !== undefined) {
      throw new Error(`account ${id} is a sub-account, and so nobody's parent`);
    }
  }
  const shown = items.map((account) => presented(account, request));
  return 'page' in answer ? { page: shown } : shown;
}

function presented(account: ProviderAccount, { balances }: AccountRequest): ProviderAccount {
  if (account.title.trim() === '') throw new Error(`account ${account.id} has no title`);
  if (balances) return account;
  const { balances: _, ...plain } = account;
  return plain;
}
