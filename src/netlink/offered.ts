import { ConfigurationError } from '../core/errors.js';
import { offers, unsupportedOperation } from './admission.js';
import { OPERATIONS, type OperationName } from './operations.js';
import type { NetlinkProvider } from './provider.js';
import type { NetlinkRegistration } from './registration.js';

type Always =
  | 'listAccounts'
  | 'listSupportedAssets'
  | 'getTransactionById'
  | 'getTransactionByHash'
  | 'listTransactions';

/** A provider; methods that its registration excludes may be missing. */
export type OfferedProvider = Pick<NetlinkProvider, Always> &
  Partial<Omit<NetlinkProvider, Always>>;

/**
 * The provider with every method; one that it doesn't have is an unsupported operation, and a sandbox has only
 * base assets.
 *
 * @throws ConfigurationError when it lacks one that the registration promises.
 */
export function completeProvider(
  provider: OfferedProvider,
  registration: NetlinkRegistration,
): NetlinkProvider {
  for (const { name } of Object.values(OPERATIONS)) {
    if (promised(name, registration) && typeof provider?.[name] !== 'function') {
      throw new ConfigurationError('provider', `must have ${name}, as it is registered`);
    }
  }
  const missing = async () => {
    throw unsupportedOperation();
  };
  return {
    listAccounts: (call) => provider.listAccounts(call),
    listSupportedAssets: async (call) => {
      const assets = await provider.listSupportedAssets(call);
      return registration.sandbox ? assets.filter(({ coinClass }) => coinClass === 'BASE') : assets;
    },
    getTransactionById: (request, call) => provider.getTransactionById(request, call),
    getTransactionByHash: (request, call) => provider.getTransactionByHash(request, call),
    listTransactions: (query, call) => provider.listTransactions(query, call),
    getDepositAddress: provider.getDepositAddress?.bind(provider) ?? missing,
    createDepositAddress: provider.createDepositAddress?.bind(provider) ?? missing,
    estimateWithdrawalFee: provider.estimateWithdrawalFee?.bind(provider) ?? missing,
    withdraw: provider.withdraw?.bind(provider) ?? missing,
    transferSubMain: provider.transferSubMain?.bind(provider) ?? missing,
    transferSubAccounts: provider.transferSubAccounts?.bind(provider) ?? missing,
    transferInternal: provider.transferInternal?.bind(provider) ?? missing,
  };
}

/** Internal transfers are in no registration; a provider of one account type has none. */
function promised(name: OperationName, registration: NetlinkRegistration): boolean {
  if (name === 'transferInternal') return false;
  if (name === 'createDepositAddress' && registration.manualDepositAddress) return false;
  return offers(registration, name);
}
