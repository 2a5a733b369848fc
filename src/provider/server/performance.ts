import { ProviderFault } from '../../http/provider-fault.js';
import type { Route } from '../../http/router.js';
import type { Answer } from './answer.js';
import type { ProviderServerCall } from './call.js';
import { OutOfTime } from './in-time.js';
import type { Provider } from './provider.js';
import { isRefusal, ProviderRefusal } from './refusal.js';
import type { Asked, Serving } from './serving.js';
import type { Settings } from './settings.js';
import { schemaRefusal } from './validation.js';

/** An authentic request, and how it is served. */
export interface Demand {
  readonly serving: Serving;
  readonly context: Parameters<Route['handle']>[0];
  readonly params: Params;
  /** As it was signed. */
  readonly path: string;
  readonly body: unknown;
  readonly call: ProviderServerCall;
}

const ACCOUNT_ID = /^[A-Za-z0-9_-]+$/;

/**
 * Checks a request and has the provider carry it out. With `recovering` what was carried out before is
 * looked for first.
 *
 * @throws ProviderRefusal by the rules of the API, or the provider's own.
 * @throws ProviderFault for whatever else the provider throws, and for answers that are none.
 */
export async function performed(
  provider: Provider,
  settings: Settings,
  { serving, context, params, body, call }: Demand,
  recovering: boolean,
): Promise<Answer> {
  const { components, prepare, find, status } = serving;
  const isThere = (accountId?: string) =>
    components.length === 0 ||
    components.some((component) => settings.declared.has(component, accountId));
  if (!isThere()) throw notThere('This provider does not have that.');
  const perform = prepare({ query: context.query, body });
  if (!isThere(params.accountId)) throw notThere('This account does not have that.');
  const value = await byProvider(async () => {
    const asked = await askedFor(provider, serving, params, call);
    const key = call.idempotencyKey;
    const isToFind = recovering && key !== undefined;
    const found = isToFind ? await find?.(provider, asked, key, body) : undefined;
    if (found !== undefined) return found;
    // Nobody is there to be answered any more, and nothing has been done yet.
    if (call.signal.aborted) throw new OutOfTime();
    const made = await perform(provider, asked);
    // 404 would say that nothing was made.
    if (made === undefined && key !== undefined) throw new Error('nothing was given as made');
    return made;
  });
  if (value === undefined) throw notThere('There is no such thing.');
  return { status, body: JSON.stringify(value), headers: {} };
}

type Params = Omit<Asked, 'account' | 'call'>;

/** What the path names. @throws ProviderRefusal naming what is none. */
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
  // Whoever asks for the account itself looks it up once.
  const isLookedUp = accounts && accountId !== '' && operation.name !== 'getAccountDetails';
  if (!isLookedUp) return { ...params, account: undefined, call };
  const account = await accounts.get(accountId, { balances: false }, call);
  // One account has one name: under two, its quotes and keys would be two accounts'.
  if (account?.id !== accountId) throw notThere('There is no such account.');
  return { ...params, account, call };
}

/** What the provider and the rules about it throw: refusals as they are, all else as a fault. */
export async function byProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefusal(error) ? error : new ProviderFault(error);
  }
}

function notThere(message: string): ProviderRefusal {
  return new ProviderRefusal('not-found', { message });
}
