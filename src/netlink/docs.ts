import { apiDocsRoutes } from '../http/docs/api-docs.js';
import type { Route } from '../http/router.js';
import { offers } from './admission.js';
import type { OfferedProvider } from './offered.js';
import { OPERATIONS } from './operations.js';
import type { NetlinkRegistration } from './registration.js';

/** The version of the protocol. */
const VERSION = '0.9.13';

/** The interactive page of the operations that a provider is registered for. */
export function docsRoutes(
  provider: OfferedProvider,
  registration: NetlinkRegistration,
): readonly Route[] {
  const title = `${registration.displayName}: network link v1`;
  const document = async () => {
    const { netlinkDocument } = await import('./openapi.js');
    return netlinkDocument({
      title,
      version: VERSION,
      description: descriptionOf(registration),
      access: 'signed',
      form: 'wire',
      operations: Object.values(OPERATIONS).filter(
        ({ name }) => offers(registration, name) && provider[name] !== undefined,
      ),
    });
  };
  return apiDocsRoutes({ title, document });
}

function descriptionOf(registration: NetlinkRegistration): string {
  const { mainAccountFundableType, subAccountFundableType, supportsSubAccounts } = registration;
  const ofSubs = supportsSubAccounts ? `, of sub-accounts \`${subAccountFundableType}\`` : '';
  return `The account type that is funded is \`${mainAccountFundableType}\`${ofSubs}.`;
}
