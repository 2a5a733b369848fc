import type { ProviderAccount } from '../../schemas/accounts.js';
import type { AccountRequest, ListAnswer, ProviderServerCall } from '../call.js';
import type { Declared } from '../capabilities.js';
import type { Provider } from '../provider.js';
import { allListed } from './methods.js';

/** The provider's parts for accounts and their balances. */
export interface AccountSource {
  readonly provider: Provider;
  readonly declared: Declared;
  readonly call: ProviderServerCall;
}

/**
 * Accounts in the form of an answer: with balances if they were requested, taken from the part `balances` if the
 * account itself has none, with a title, and with one level of hierarchy.
 *
 * @throws Error for accounts that don't fit the API, which is the provider's own failure.
 */
export async function presentable(
  source: AccountSource,
  answer: ListAnswer<ProviderAccount>,
  request: AccountRequest,
): Promise<ListAnswer<ProviderAccount>> {
  const { provider, call } = source;
  const items = 'page' in answer ? answer.page : answer;
  const known = new Map(items.map((account) => [account.id, account]));
  const parents = new Set(items.flatMap(({ parentId }) => parentId ?? []));
  for (const id of parents) {
    const parent = known.get(id) ?? (await provider.accounts?.get(id, { balances: false }, call));
    if (parent?.parentId !== undefined) {
      throw new Error(`account ${id} is a sub-account, and can't be a parent`);
    }
  }
  const shown: ProviderAccount[] = [];
  for (const account of items) shown.push(await presented(source, account, request));
  return 'page' in answer ? { page: shown } : shown;
}

async function presented(
  { provider, declared, call }: AccountSource,
  account: ProviderAccount,
  request: AccountRequest,
): Promise<ProviderAccount> {
  const { id, title } = account;
  if (title.trim() === '') throw new Error(`account ${id} has no title`);
  const { balances, ...plain } = account;
  if (!request.balances) return plain;
  const part = declared.has('balances', id) ? provider.balances : undefined;
  if (balances !== undefined || part === undefined) return account;
  return { ...plain, balances: [...(await allListed((page) => part.list(id, page, call)))] };
}
