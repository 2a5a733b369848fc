import { isSameAsset } from '../../asset-references.js';
import type { DepositAddress, DepositAddressCreationRequest } from '../../schemas/deposits.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { checkSide } from './assets.js';
import { allListed } from './methods.js';

/**
 * An address is created only for a declared method, and if its policy allows it.
 *
 * @throws ProviderRefusal
 */
export async function checkNewAddress(
  provider: Provider,
  { accountId, call }: Asked,
  { transferMethod }: DepositAddressCreationRequest,
): Promise<void> {
  const { capabilities, depositAddresses } = provider;
  await checkSide(provider, transferMethod, '/transferMethod', call);
  if (depositAddresses === undefined) throw undeclared();
  if (capabilities?.listDepositMethods === undefined) return;
  const list = capabilities.listDepositMethods.bind(capabilities);
  const declared = (await allListed((page) => list(accountId, page, call))).filter(
    ({ deposit }) =>
      deposit.transferMethod === transferMethod.transferMethod &&
      isSameAsset(deposit.asset, transferMethod.asset),
  );
  if (declared.length === 0) throw undeclared();
  if (declared.every(({ addressCreationPolicy }) => addressCreationPolicy === 'CannotCreate')) {
    throw new ProviderRefusal('deposit-address-creation-not-allowed', {
      message: 'No addresses can be made for this method.',
      propertyName: '/transferMethod',
      requestPart: 'body',
    });
  }
}

function undeclared(): ProviderRefusal {
  return new ProviderRefusal('unsupported-transfer-method', {
    message: 'This account has no such way to deposit this asset.',
    propertyName: '/transferMethod',
    requestPart: 'body',
  });
}

/** Disables an address that is not disabled yet. @throws ProviderRefusal `deposit-address-disabled`. */
export async function disabledAddress(
  { depositAddresses }: Provider,
  { accountId, id, call }: Asked,
): Promise<DepositAddress | undefined> {
  const address = await depositAddresses?.get(accountId, id, call);
  if (address === undefined) return undefined;
  if (address.status === 'disabled') {
    throw new ProviderRefusal('deposit-address-disabled', {
      message: 'The address is disabled already.',
    });
  }
  return depositAddresses?.disable(accountId, id, call);
}
