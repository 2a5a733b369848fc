import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { PlatformCollateralClient } from '../../../src/provider/index.js';
import { RequestSigner } from '../../../src/requests/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';

const AT = 'provider-api.md / Calls from the provider to the platform';
const SECRET = 'the secret at the platform';
const FORCE = '/v1/collateral/settlements/force';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A client whose platform answers with this JSON. */
function platform(answer: Json = {}) {
  const sent: Sent[] = [];
  const client = new PlatformCollateralClient({
    baseUrl: 'https://platform.example',
    signer: new RequestSigner({
      apiKey: 'key-1',
      secret: SECRET,
      algorithm: 'hmac-sha256',
      preEncoding: 'base64',
      postEncoding: 'base64',
    }),
    retry: { attempts: 1 },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      sent.push({ method, path: pathname + search, headers, text: await request.text() });
      return Response.json(answer);
    },
  });
  return { client, sent };
}

type Call = (client: PlatformCollateralClient, body: Json) => PromiseLike<unknown>;

const BODY = { settlementId: 's-1', transactions: [] };

const CALLS: readonly (readonly [string, string, Call])[] = [
  ['GET', '/v1/collateral/transactions/t-1', (c) => c.getTransaction('t-1')],
  ['POST', '/v1/collateral/settlements', (c, body) => c.startSettlement(body)],
  ['GET', '/v1/collateral/settlements/s-1/transactions', (c) => c.getSettlementTransactions('s-1')],
  ['GET', '/v1/collateral/address/BTC', (c) => c.getAddress('BTC')],
  ['PUT', FORCE, (c, body) => c.markForForcing(body)],
  ['GET', FORCE, (c) => c.getMarked()],
  ['DELETE', FORCE, (c) => c.unmark()],
  ['POST', FORCE, (c, body) => c.force(body)],
  ['POST', '/v1/collateral/signers/token', (c, body) => c.createSignerToken(body)],
  ['GET', '/v1/collateral/workspaces', (c) => c.getWorkspaces()],
  ['GET', '/v1/collateral/signers/data', (c) => c.getSignerData()],
  ['POST', '/v1/collateral/notify', (c, body) => c.notify(body)],
];

const ANSWER = { id: 't-1', settlementId: 's-1', address: 'bc1q', token: 'pair me', status: 'x' };

claims('calls to the platform', [
  ...each(CALLS, ([method, path, call]): Claim[] => [
    {
      where: `${AT} / ${method} ${path} / sent by the library`,
      holds: async () => {
        const { client, sent } = platform(ANSWER);
        await call(client, BODY);
        expect(`${sent[0]?.method} ${sent[0]?.path}`).toBe(`${method} ${path}`);
        if (method === 'POST' || method === 'PUT') {
          expect(JSON.parse(sent[0]?.text ?? '')).toEqual(BODY);
        } else expect(sent[0]?.text).toBe('');
      },
    },
    {
      where: `${AT} / ${method} ${path} / carries the four headers`,
      holds: async () => {
        const { client, sent } = platform(ANSWER);
        await call(client, BODY);
        const { headers, text } = sent[0] ?? { headers: new Headers(), text: '' };
        const names = ['KEY', 'TIMESTAMP', 'NONCE', 'SIGNATURE'];
        const [key, timestamp, nonce, signature] = names.map((name) =>
          headers.get(`X-FBAPI-${name}`),
        );
        const message = `${timestamp}${nonce}${method}${path}${text}`;
        const encoded = Buffer.from(message).toString('base64');
        expect(key).toBe('key-1');
        expect(signature).toBe(createHmac('sha256', SECRET).update(encoded).digest('base64'));
      },
    },
  ]),
  {
    where: `${AT} / the sandbox’s platform knows its workspaces`,
    holds: async () => {
      const sandbox = await startSandbox();
      try {
        const { url: baseUrl, credentials } = sandbox.platform;
        const signer = new RequestSigner(credentials);
        const client = new PlatformCollateralClient({ baseUrl, signer });
        expect(await client.getWorkspaces()).toBeDefined();
      } finally {
        await sandbox.stop();
      }
    },
  },
]);
