import { netlinkProxyHandler } from '../../handlers.js';
import { type Masking, NETLINK_OPERATIONS, NetlinkClient } from '../../netlink/index.js';
import { RequestSigner } from '../../requests/index.js';
import { errorSchema } from '../../server/documented-errors.js';
import type { ServedProxy, SettledProxy } from './proxy.js';
import { hostOf } from './served.js';
import { providerUrlIn, signerIn } from './signing-settings.js';

const TITLE = 'Network link v1, signed';
const MASKINGS = ['none', 'sha512', 'sha3_256', 'sha256'] as const;
const MASKING: Readonly<Record<(typeof MASKINGS)[number], Masking>> = {
  none: 'NONE',
  sha512: 'SHA512',
  sha3_256: 'SHA3_256',
  sha256: 'SHA256',
};

/** The client of network link v1 for callers that can't sign. */
export const servedNetlinkProxy: ServedProxy = {
  read: (environment) => {
    const baseUrl = providerUrlIn(environment);
    const masking = MASKING[environment.choice('PROVIDER_MASKING', MASKINGS, 'none')];
    const signer = signerIn(environment);
    return signer && baseUrl ? settled(baseUrl, signer, masking) : undefined;
  },
  onSandbox: ({ netlink }) => settled(netlink.url, new RequestSigner(netlink.credentials), 'NONE'),
};

function settled(baseUrl: string, signer: RequestSigner, masking: Masking): SettledProxy {
  const operations = Object.values(NETLINK_OPERATIONS);
  return {
    description: `network link v1, of ${hostOf(baseUrl)}`,
    title: TITLE,
    name: 'netlink',
    operations,
    document: async (version, access) => {
      const { netlinkDocument } = await import('../../netlink/openapi.js');
      return netlinkDocument({
        title: TITLE,
        version,
        description: 'Answers are the results of the methods of `NetlinkClient`, `null` for none.',
        access,
        form: 'proxy',
        operations,
        error: errorSchema(),
      });
    },
    open: ({ fetch, ...options }) =>
      netlinkProxyHandler(new NetlinkClient({ baseUrl, signer, fetch, masking }), options),
  };
}
