import { AptosGateway } from '../../src/aptos/index.js';
import { callbackHandler, webhookHandler, webhookVerifier } from '../../src/fireblocks/index.js';
import {
  aptosHandler,
  type HttpFailure,
  type HttpHandler,
  netlinkProxyHandler,
  providerProxyHandler,
  requestSignerHandler,
  stacksHandler,
  xrplHandler,
} from '../../src/handlers.js';
import { RequestSigner } from '../../src/requests/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway, xrplCodec } from '../../src/xrpl/index.js';
import * as v1 from '../netlink/support/netlink.js';
import * as v2 from '../provider/server/support/caller.js';
import { coSignerKeys, handlerKeys, tokenOf } from '../support/co-signer.js';
import type { HostileRequest, Target } from '../support/hostile-requests.js';
import { detached, KeyServer, newKey } from '../support/webhook-keys.js';
import * as kits from './kits.js';
import type { Upstream } from './upstream.js';

/** A handler, and all that is needed to get past its credentials. */
export interface Door {
  readonly handler: HttpHandler;
  readonly targets: readonly Target[];
  /** Variable parts of its paths that there are. */
  readonly known: readonly string[];
  /** Adds the credentials that it wants to see. */
  readonly signed?: (request: HostileRequest) => HostileRequest | Promise<HostileRequest>;
  /** Whether a failure is that of what stands behind it. */
  readonly isOthersFault?: (status: number, text: string) => boolean;
  /** Has this test's stand-ins forget what they keep. */
  readonly tidy?: () => void;
}

interface Setting {
  readonly upstream: Upstream;
  readonly onError: (failure: HttpFailure) => void;
  /** As long-lived as a server: what listens to it has to leave again. */
  readonly signal: AbortSignal;
}

const VAULTS = ['0', '1', '2', '99', 'K'];

const CONFIG_CHANGE = { requestId: 'r-1', type: 'ADD_USER', extraInfo: { user: 'u' } };

const WEBHOOK = {
  id: 'e-1',
  eventType: 'transaction.status.updated',
  workspaceId: 'w',
  createdAt: 1_700_000_000_000,
  data: { id: 'tx', status: 'COMPLETED', externalTxId: 'cg-1', txHash: 'AB' },
};

/** Every handler of the package, by the name that it is exported by. */
export const DOORS: Readonly<Record<string, (setting: Setting) => Door | Promise<Door>>> = {
  xrplHandler: async (setting) => {
    const { signer, options } = gatewayParts(setting);
    const network = setting.upstream.xrpl;
    const gateway = new XrplGateway({ signer, network, secondsPerLedger: 0.1, ...kits.SETTINGS });
    return gatewayDoor('xrpl', xrplHandler(gateway, await options));
  },
  aptosHandler: async (setting) => {
    const { signer, options } = gatewayParts(setting);
    const gateway = new AptosGateway({ signer, network: setting.upstream.aptos, ...kits.SETTINGS });
    return gatewayDoor('aptos', aptosHandler(gateway, await options));
  },
  stacksHandler: async (setting) => {
    const { signer, options } = gatewayParts(setting);
    const { stacks: network } = setting.upstream;
    const gateway = new StacksGateway<false>({ signer, network, strict: false, ...kits.SETTINGS });
    return gatewayDoor('stacks', stacksHandler(gateway, await options));
  },
  providerServerHandler: ({ onError }) => {
    const signer = new RequestSigner({ ...v2.SCHEME, apiKey: v2.API_KEY, secret: v2.SECRET });
    return {
      ...kits.v2Kit({ onError }),
      targets: [...kits.v2Targets('/v2'), ...kits.documents('/v2')],
      signed: kits.signedFor(signer, '/v2'),
    };
  },
  providerProxyHandler: ({ onError }) => {
    const { handler: kit, ...rest } = kits.v2Kit({});
    const options = { authorize: kits.authorize, onError };
    const handler = providerProxyHandler(v2.clientOf(kit), options);
    return { ...rest, handler, targets: kits.v2Targets(''), signed: kits.withToken };
  },
  netlinkServerHandler: ({ onError }) => ({
    handler: kits.v1Kit({ onError }),
    targets: [...kits.v1Targets('/api'), ...kits.documents('/api')],
    known: ['0'],
    signed: kits.signedFor(v1.signer(), '/api'),
  }),
  netlinkProxyHandler: ({ onError }) => {
    const kit = kits.v1Kit({});
    const client = v1.clientOn((url, init) => kit(new Request(url, init)));
    const handler = netlinkProxyHandler(client, { authorize: kits.authorize, onError });
    return { handler, targets: kits.v1Targets(''), known: ['0'], signed: kits.withToken };
  },
  requestSignerHandler: ({ onError }) => {
    const example = { method: 'POST', path: '/v1/accounts?a=b', body: '{"amount":"1"}' };
    return {
      handler: requestSignerHandler(v1.signer(), { authorize: kits.authorize, onError }),
      targets: [{ method: 'POST', path: '/headers', examples: [example] }],
      known: ['0'],
      signed: kits.withToken,
    };
  },
  callbackHandler: ({ upstream, onError }) => ({
    handler: callbackHandler({
      coSignerPublicKey: coSignerKeys.publicKey,
      responseKey: handlerKeys.privateKey,
      codecs: [xrplCodec],
      store: kits.forgetful(),
      decide: () => ({ action: 'APPROVE' }),
      decideConfigChange: () => ({ action: 'APPROVE' }),
      onError,
    }),
    targets: [
      { method: 'POST', path: '/v2/tx_sign_request', examples: [upstream.claims] },
      { method: 'POST', path: '/v2/config_change_sign_request', examples: [CONFIG_CHANGE] },
    ],
    known: ['0'],
    signed: (request) => ({ ...request, body: Buffer.from(tokenOf(textOf(request))) }),
  }),
  webhookHandler: ({ onError }) => {
    const key = newKey('key-1');
    const { fetch } = new KeyServer(key);
    const verify = webhookVerifier({ keySet: 'https://keys.example/jwks.json', fetch });
    const name = 'fireblocks-webhook-signature';
    return {
      handler: webhookHandler({ verify, signer: { handleWebhook: () => undefined }, onError }),
      targets: [{ method: 'POST', path: '/hooks', examples: [WEBHOOK] }],
      known: ['0'],
      signed: (request) => kits.withHeaders(request, { [name]: detached(textOf(request), key) }),
      // Of a key that the set had not a moment ago: the custody is to say it once more.
      isOthersFault: (status, text) => status === 502 && text.includes('asked for a moment ago'),
    };
  },
};

function gatewayParts({ upstream, ...heard }: Setting) {
  return { signer: kits.signerAt(upstream), options: kits.served(heard) };
}

function gatewayDoor(name: string, handler: HttpHandler): Door {
  return { handler, targets: kits.gatewayTargets(name), known: VAULTS };
}

function textOf({ body }: HostileRequest): string {
  return Buffer.from(body).toString('utf8');
}
