import { netlinkServerHandler, providerServerHandler } from '../../handlers.js';
import {
  type ReceivedRequest,
  RequestVerifier,
  type SignatureScheme,
  type Verification,
} from '../../requests/index.js';
import { newExchange } from './exchange.js';
import { type Listening, listenOn } from './listening.js';

/** Where the v2 API begins; v1 has its own beginning. */
export const V2 = '/v2';

/** How both sides have agreed to sign, and the customer's key. */
export const AGREED = {
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'base64',
} as const satisfies SignatureScheme;
export const CUSTOMER = { apiKey: 'demo-key', secret: 'the secret of the demo' } as const;

/** An exchange that both APIs are served for, by this package's own kits. */
export function serveExchange(onVerdict: (verdict: Verification) => void): Promise<Listening> {
  const { v1, v2 } = newExchange();
  const requests = new RequestVerifier({
    ...AGREED,
    keys: { [CUSTOMER.apiKey]: CUSTOMER.secret },
  });
  const verifier = {
    verify: async (request: ReceivedRequest) => {
      const verdict = await requests.verify(request);
      onVerdict(verdict);
      return verdict;
    },
  };
  const netlink = netlinkServerHandler(v1, {
    verifier,
    registration: {
      displayName: 'Exchange of the demo',
      icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
      apiKeyGuide: 'The demo has its own.',
      baseUrl: 'http://127.0.0.1',
      mainAccountFundableType: 'SPOT',
      supportsWithdrawals: true,
      supportsDeposits: false,
      supportsSubAccounts: false,
      authentication: AGREED,
    },
  });
  const provider = providerServerHandler(v2, { verifier, basePath: V2 });
  return listenOn((request) =>
    new URL(request.url).pathname.startsWith(`${V2}/`) ? provider(request) : netlink(request),
  );
}
