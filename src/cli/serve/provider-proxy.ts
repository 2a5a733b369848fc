import { providerProxyHandler } from '../../handlers.js';
import { ProviderApiClient } from '../../provider/index.js';
import { allOperations } from '../../provider/operations/all.js';
import { RequestSigner } from '../../requests/index.js';
import { errorSchema } from '../../server/documented-errors.js';
import type { ServedProxy, SettledProxy } from './proxy.js';
import { hostOf } from './served.js';
import { providerUrlIn, signerIn } from './signing-settings.js';

const TITLE = 'Provider Connectivity API v2, signed';

/** The v2 client for callers that can't sign. */
export const servedProviderProxy: ServedProxy = {
  read: (environment) => {
    const baseUrl = providerUrlIn(environment);
    const signer = signerIn(environment);
    return signer && baseUrl ? settled(baseUrl, signer) : undefined;
  },
  onSandbox: ({ provider }) => settled(provider.url, new RequestSigner(provider.credentials)),
};

function settled(baseUrl: string, signer: RequestSigner): SettledProxy {
  return {
    description: `Provider Connectivity API v2, of ${hostOf(baseUrl)}`,
    title: TITLE,
    name: 'provider',
    operations: allOperations(),
    document: async (version, access) => {
      const { providerDocument } = await import('../../provider/openapi.js');
      return providerDocument({
        title: TITLE,
        version,
        description: 'Requests are checked, signed and passed on; answers are the provider’s.',
        access,
        operations: allOperations().map((operation) => ({ operation, status: '2XX' })),
        error: errorSchema(),
      });
    },
    open: ({ fetch, ...options }) =>
      providerProxyHandler(new ProviderApiClient({ baseUrl, signer, fetch }), options),
  };
}
