import { createHmac, randomUUID } from 'node:crypto';
import {
  type HttpHandler,
  type NetlinkServerOptions,
  netlinkServerHandler,
} from '../../../src/handlers.js';
import {
  NetlinkClient,
  type NetlinkClientOptions,
  type NetlinkProvider,
  type NetlinkRegistrationSettings,
} from '../../../src/netlink/index.js';
import { RequestSigner, RequestVerifier } from '../../../src/requests/index.js';
import type { Json } from './http.js';

export const API_KEY = 'key-1';
export const SECRET = 'the secret that belongs to it';
const SCHEME = { algorithm: 'hmac-sha512', preEncoding: 'plain', postEncoding: 'base64' } as const;
const BASE_URL = 'https://provider.example';

/** What the stub answers, by operation: a record of the document with all of its fields. */
const RECORDS: Json = {
  listAccounts: [{ type: 'SPOT', uid: 'u-1', balances: [] }],
  getDepositAddress: { depositAddress: '0xada', depositAddressTag: '7' },
  createDepositAddress: { depositAddress: '0xada', depositAddressTag: '7' },
  estimateWithdrawalFee: { feeAmount: '0.25' },
  withdraw: { transactionID: 't-1' },
  getTransactionById: transaction(),
  getTransactionByHash: transaction(),
  listTransactions: { nextPageCursor: 'c-2', transactions: [transaction()] },
  listSupportedAssets: [{ coinSymbol: 'ETH', network: 'Ethereum', coinClass: 'BASE' }],
  transferSubMain: { status: 'completed', transactionID: 't-1' },
  transferSubAccounts: { status: 'completed', transactionID: 't-1' },
  transferInternal: { status: 'completed', transactionID: 't-1' },
};

/** A transaction as a provider answers it, with every field that the document gives it. */
export function transaction() {
  return {
    transactionID: 't-1',
    status: 'COMPLETED',
    txHash: '0xhash',
    amount: '1.5',
    serviceFee: '0.25',
    coinSymbol: 'ETH',
    network: 'Ethereum',
    direction: 'CRYPTO_WITHDRAWAL',
    timestamp: 1_700_000_000_000,
  };
}

/** One request as it was sent. */
interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

/** A provider that answers with the records above, and a client that calls it over HTTP. */
export function netlinkWorld(
  options: Partial<NetlinkClientOptions> = {},
  settings: Partial<NetlinkRegistrationSettings> = {},
  server: Partial<NetlinkServerOptions> = {},
  records: Json = {},
) {
  const got: Record<string, Json> = {};
  const sent: Sent[] = [];
  /** What every method but `listSupportedAssets` throws, if anything. */
  const refusal: { error: unknown } = { error: undefined };
  const provider: Json = new Proxy({} as NetlinkProvider, {
    get: (_, operation) => async (request: unknown) => {
      got[String(operation)] = request;
      // Assets are looked up before the operation itself is called.
      if (operation !== 'listSupportedAssets' && refusal.error !== undefined) throw refusal.error;
      return records[String(operation)] ?? RECORDS[String(operation)];
    },
    has: () => true,
  });
  const handler: HttpHandler = netlinkServerHandler(provider, {
    verifier: new RequestVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } }),
    registration: {
      displayName: 'Example Exchange',
      icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
      apiKeyGuide: 'https://provider.example/help',
      baseUrl: BASE_URL,
      mainAccountFundableType: 'SPOT',
      supportsWithdrawals: true,
      supportsDeposits: true,
      supportsSubAccounts: true,
      supportsSubAccountTransfers: true,
      authentication: SCHEME,
      ...settings,
    },
    onError: () => undefined,
    ...server,
  });
  const client = new NetlinkClient({
    baseUrl: BASE_URL,
    signer: new RequestSigner({ ...SCHEME, apiKey: API_KEY, secret: SECRET }),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const { method, headers } = request;
      sent.push({ method, url: new URL(request.url), headers, text: await request.clone().text() });
      return handler(request);
    },
    ...options,
  });
  const last = () => sent.at(-1) as Sent;
  return { client, handler, got, sent, refusal, last, raw: rawCaller(handler) };
}

/** A caller that knows nothing but the documents: it writes the message and signs it with node:crypto. */
function rawCaller(handler: HttpHandler) {
  return async (
    line: string,
    {
      body,
      edit = {},
    }: { body?: unknown; edit?: Readonly<Record<string, string | undefined>> } = {},
  ) => {
    const [method = '', path = ''] = line.split(' ');
    const text = body === undefined ? '' : JSON.stringify(body);
    const timestamp = edit['X-FBAPI-TIMESTAMP'] ?? String(Date.now());
    const nonce = edit['X-FBAPI-NONCE'] ?? randomUUID();
    const message = `${timestamp}${nonce}${method}${path}${text}`;
    const headers = new Headers({ 'content-type': 'application/json' });
    const all: Readonly<Record<string, string | undefined>> = {
      'X-FBAPI-KEY': API_KEY,
      'X-FBAPI-TIMESTAMP': timestamp,
      'X-FBAPI-NONCE': nonce,
      'X-FBAPI-SIGNATURE': createHmac('sha512', SECRET).update(message).digest('base64'),
      ...edit,
    };
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) headers.set(name, value);
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: text }) };
    const response = await handler(new Request(`${BASE_URL}${path}`, init));
    const answer: Json = await response.json();
    return { status: response.status, body: answer };
  };
}

/** A client whose provider answers every request with this JSON, and what it was sent. */
export function answeredWith(
  answer: Json,
  { status = 200, ...init }: ResponseInit = {},
  options: Partial<NetlinkClientOptions> = {},
) {
  const sent: Sent[] = [];
  const client = new NetlinkClient({
    baseUrl: BASE_URL,
    signer: new RequestSigner({ ...SCHEME, apiKey: API_KEY, secret: SECRET }),
    retry: { attempts: 1 },
    fetch: async (url, sending) => {
      const request = new Request(url, sending);
      const { method, headers } = request;
      sent.push({ method, url: new URL(request.url), headers, text: await request.text() });
      const body = typeof answer === 'function' ? answer(sent.length, sent.at(-1)) : answer;
      return Response.json(body, { status, ...init });
    },
    ...options,
  });
  return { client, sent };
}
