import { OutOfTime } from '../../http/in-time.js';
import { ProviderFault } from '../../http/provider-fault.js';
import type { Route } from '../../http/router.js';
import type { Answer } from './answer.js';
import type { ProviderServerCall } from './call.js';
import type { Provider } from './provider.js';
import { isKeyReuse, isRefusal, ProviderRefusal } from './refusal.js';
import type { Asked, Serving } from './serving.js';
import type { Settings } from './settings.js';
import { schemaRefusal } from './validation.js';

/** An authentic request, and how it is served. */
export interface Demand {
  readonly serving: Serving;
  readonly context: Parameters<Route['handle']>[0];
  readonly params: Params;
  /** The path as it was signed. */
  readonly path: string;
  readonly body: unknown;
  readonly call: ProviderServerCall;
  /** Why the request is not to be carried out, unless that was done already. */
  readonly refused: ProviderRefusal | undefined;
}

const ACCOUNT_ID = /^[A-Za-z0-9_-]+$/;

/**
 * Checks a request and lets the provider carry it out. With `recovering`, the result of an earlier try is looked
 * for first.
 *
 * @throws ProviderRefusal by the rules of the API, or the provider's own: then nothing was done.
 * @throws ProviderFault for any other error of the provider, for invalid answers, and for a refusal while it is not
 * known whether an earlier try has done the work.
 */
export async function performed(
  provider: Provider,
  settings: Settings,
  { serving, context, params, body, call, refused }: Demand,
  recovering: boolean,
): Promise<Answer> {
  const { components, prepare, find, status } = serving;
  const isThere = (accountId?: string) =>
    components.length === 0 ||
    components.some((component) => settings.declared.has(component, accountId));
  const admitted = () => {
    if (!isThere()) throw notThere('This provider does not have that.');
    const perform = prepare({ query: context.query, body });
    if (!isThere(params.accountId)) throw notThere('This account does not have that.');
    return perform;
  };
  const perform = recovering ? await byProvider(async () => admitted(), true) : admitted();
  const asked = await byProvider(() => askedFor(provider, serving, params, call), recovering);
  const key = call.idempotencyKey;
  const earlier = async () => {
    try {
      return key === undefined ? undefined : await find?.(provider, asked, key, body);
    } catch (error) {
      // A key belongs to one request: under another's, this one was not made.
      throw isKeyReuse(error) && !recovering ? error : new ProviderFault(error);
    }
  };
  const make = async () => {
    // The caller no longer waits for an answer, and nothing has been done yet.
    if (call.signal.aborted) throw new OutOfTime();
    // What knows nothing of an earlier try can't say that it did nothing.
    if (refused) throw recovering ? new ProviderFault(refused) : refused;
    const made = await perform(provider, asked);
    // 404 would mean that nothing was created.
    if (made === undefined && key !== undefined)
      throw new Error('the method returned nothing for a creation');
    return made;
  };
  const found = recovering ? await earlier() : undefined;
  const value =
    found ??
    (await byProvider(make).catch(async (error: unknown) => {
      // The store may have lost that an earlier try did it, and that may be the very reason to refuse this one.
      const before = isRefusal(error) ? await earlier() : undefined;
      if (before === undefined) throw error;
      return before;
    }));
  if (value === undefined) throw notThere('There is no such thing.');
  return { status, body: JSON.stringify(value), headers: {} };
}

type Params = Omit<Asked, 'account' | 'call'>;

/** The variables of the path. @throws ProviderRefusal naming an invalid one. */
export function paramsOf({ operation }: Serving, { param }: Demand['context']): Params {
  const read = (name: string) => {
    if (!operation.path.includes(`{${name}}`)) return '';
    try {
      return param(name);
    } catch {
      throw schemaRefusal('params', [name], 'is not percent-encoded as it should be');
    }
  };
  const accountId = read('accountId');
  if (accountId !== '' && !ACCOUNT_ID.test(accountId)) {
    throw schemaRefusal('params', ['accountId'], 'must be letters, digits, _ and -');
  }
  const [id, collateralId] = [read('id'), read('collateralId')];
  const [collateralTxId, settlementVersion] = [read('collateralTxId'), read('settlementVersion')];
  return { accountId, id, collateralId, collateralTxId, settlementVersion };
}

async function askedFor(
  { accounts }: Provider,
  { operation }: Serving,
  params: Params,
  call: ProviderServerCall,
): Promise<Asked> {
  const { accountId } = params;
  // A request for the account itself looks it up only once.
  const isLookedUp = accounts && accountId !== '' && operation.name !== 'getAccountDetails';
  if (!isLookedUp) return { ...params, account: undefined, call };
  const account = await accounts.get(accountId, { balances: false }, call);
  // An account has only one id: with two, its quotes and keys would belong to two accounts.
  if (account?.id !== accountId) throw notThere('There is no such account.');
  return { ...params, account, call };
}

/**
 * Passes on refusals of the provider and of the rules unchanged, and any other error as a fault. While it is not known
 * whether an earlier try has done the work, a refusal does not show that nothing was done either.
 */
export async function byProvider<T>(work: () => Promise<T>, isInDoubt = false): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefusal(error) && !isInDoubt ? error : new ProviderFault(error);
  }
}

function notThere(message: string): ProviderRefusal {
  return new ProviderRefusal('not-found', { message });
}
