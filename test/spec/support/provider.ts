import { createHmac, randomUUID, sign } from 'node:crypto';
import { type ProviderServerOptions, providerServerHandler } from '../../../src/handlers.js';
import { ProviderApiClient } from '../../../src/provider/index.js';
import {
  PlatformSignatureVerifier,
  RequestSigner,
  RequestVerifier,
} from '../../../src/requests/index.js';
import { rsaKeys } from '../../support/rsa-keys.js';
import type { Json } from './http.js';
import { BTC, COLLATERAL_ID, RECORDS, USD } from './provider-records.js';

export const API_KEY = 'key-1';
export const SECRET = 'a shared secret';
const SCHEME = { algorithm: 'hmac-sha512', preEncoding: 'base64', postEncoding: 'hexstr' } as const;
/** With a path: the signed one begins behind it. */
const BASE_URL = 'https://provider.example/v2';
export const PLATFORM = rsaKeys('platform');

interface Sent {
  readonly method: string;
  /** Path and query behind the base URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly text: string;
}

/** A client whose provider answers every request with this JSON, and what it was sent. */
export function answeredWith(answer: Json, status = 200, options: Json = {}) {
  const sent: Sent[] = [];
  const client = new ProviderApiClient({
    baseUrl: BASE_URL,
    signer: new RequestSigner({
      ...SCHEME,
      apiKey: API_KEY,
      secret: SECRET,
      platformSecret: PLATFORM.privateKey,
    }),
    retry: { attempts: 1 },
    requirements: 'none',
    fetch: async (input: string | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const { pathname, search, searchParams } = new URL(request.url);
      sent.push({
        method: request.method,
        path: pathname.replace('/v2', '') + search,
        query: searchParams,
        headers: request.headers,
        text: await request.text(),
      });
      const body = typeof answer === 'function' ? answer(sent.length, sent.at(-1)) : answer;
      return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
    },
    ...options,
  });
  return { client, sent };
}

/** The four headers, made with bare node:crypto; `platform` adds the fifth. */
function signedHeaders(
  method: string,
  path: string,
  text: string,
  edit: Readonly<Record<string, string | undefined>> = {},
) {
  const timestamp = edit['X-FBAPI-TIMESTAMP'] ?? String(Date.now());
  const nonce = edit['X-FBAPI-NONCE'] ?? randomUUID();
  const message = `${timestamp}${nonce}${method}${path}${text}`;
  const encoded = Buffer.from(message).toString('base64');
  const all: Readonly<Record<string, string | undefined>> = {
    'content-type': text === '' ? undefined : 'application/json',
    'X-FBAPI-KEY': API_KEY,
    'X-FBAPI-TIMESTAMP': timestamp,
    'X-FBAPI-NONCE': nonce,
    'X-FBAPI-SIGNATURE': createHmac('sha512', SECRET).update(encoded).digest('hex'),
    'X-FB-PLATFORM-SIGNATURE': path.includes('/collateral/')
      ? sign('sha512', Buffer.from(message), PLATFORM.privateKey).toString('base64')
      : undefined,
    ...edit,
  };
  const headers = new Headers();
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** What is behind the server kit: every method answers with the document’s record, and says what it got. */
function answering(asked: Record<string, Json>, changes: Json): Json {
  const lists: Json = {
    getAsset: RECORDS.Asset,
    listLinks: [
      {
        id: 'l-1',
        status: 'Linked',
        eligibleCollateralAssets: [BTC],
        collateralId: COLLATERAL_ID,
        collateralSigners: ['s-1'],
        env: 'sandbox',
      },
    ],
    'capabilities.listAssets': [RECORDS.Asset],
    'capabilities.listConversions': [RECORDS['Asset conversion']],
    'capabilities.listWithdrawalMethods': [
      RECORDS['Withdrawal method'],
      ...['Iban', 'PeerAccountTransfer'].map((transferMethod) => ({
        id: `wm-${transferMethod}`,
        balanceAsset: USD,
        withdrawal: { transferMethod, asset: USD },
      })),
      {
        id: 'wm-4',
        balanceAsset: USD,
        withdrawal: {
          transferMethod: 'InternalTransfer',
          asset: USD,
          destinationPolicy: 'AnyAccount',
        },
      },
    ],
    'capabilities.listDepositMethods': [
      RECORDS['Deposit method'],
      {
        id: 'dm-2',
        balanceAsset: USD,
        deposit: { transferMethod: 'Iban', asset: USD },
        addressCreationPolicy: 'CanCreate',
      },
    ],
    'capabilities.listRampMethods': [RECORDS['Ramp method']],
    requiresSettlement: false,
    'accounts.list': [RECORDS.Account],
    'accounts.get': (id: string) =>
      id === 'sub' ? { ...RECORDS.Account, id, parentId: 'main' } : { ...RECORDS.Account, id },
    'balances.list': [RECORDS.Balance],
    'rates.get': RECORDS.Rate,
    'liquidity.listQuotes': [RECORDS.Quote],
    'transfers.listWithdrawals': [RECORDS['Withdrawal / fiat']],
    'transfers.getWithdrawal': RECORDS['Withdrawal / fiat'],
    'transfers.listDeposits': [RECORDS.Deposit],
    'transfers.getDeposit': RECORDS.Deposit,
    'depositAddresses.list': [RECORDS['Deposit address']],
    'ramps.list': [RECORDS.Ramp],
    'collateral.listAddresses': [RECORDS['Collateral deposit address']],
    'collateral.requestDeposit': RECORDS['Deposit preflight'],
    'collateral.requestWithdrawal': RECORDS['Withdrawal preflight'],
    'collateral.listDeposits': [RECORDS['Collateral transaction / deposit']],
    'collateral.listWithdrawals': [RECORDS['Collateral transaction / withdrawal']],
    'collateral.getSettlementInstructions': RECORDS['Settlement instructions'],
    'collateral.startSettlement': RECORDS['Settlement instructions'],
    'collateral.getSettlement': RECORDS.Settlement,
  };
  const kinds: Json = {
    transfersBlockchain: RECORDS['Withdrawal / blockchain'],
    transfersFiat: RECORDS['Withdrawal / fiat'],
    transfersPeerAccounts: RECORDS['Withdrawal / peer account'],
    transfersInternal: RECORDS['Withdrawal / internal'],
    liquidity: RECORDS.Quote,
    depositAddresses: RECORDS['Deposit address'],
    ramps: RECORDS.Ramp,
  };
  const collateral: Json = {
    createAddress: RECORDS['Collateral deposit address'],
    getAddress: RECORDS['Collateral deposit address'],
    registerDeposit: RECORDS['Collateral transaction / deposit'],
    getDeposit: RECORDS['Collateral transaction / deposit'],
    registerWithdrawal: RECORDS['Collateral transaction / withdrawal'],
    getWithdrawal: RECORDS['Collateral transaction / withdrawal'],
  };
  const answerOf = (part: string, method: string): Json => {
    const name = `${part}.${method}`;
    for (const found of [changes[name], lists[name], lists[method]]) {
      if (found !== undefined) return found;
    }
    if (method.startsWith('find')) return undefined;
    if (method === 'listWithdrawals') return [kinds[part]];
    return part === 'collateral' ? collateral[method] : kinds[part];
  };
  const partOf = (part: string): Json =>
    new Proxy(
      {},
      {
        get: (_, method: string) =>
          method === 'takesFees'
            ? undefined
            : async (...got: Json[]) => {
                asked[`${part}.${method}`] = got;
                const answer = answerOf(part, method);
                return typeof answer === 'function' ? answer(...got) : answer;
              },
      },
    );
  const parts = ['capabilities', 'accounts', 'balances', 'rates', 'transfers', 'collateral'];
  return Object.fromEntries([...parts, ...Object.keys(kinds)].map((part) => [part, partOf(part)]));
}

/** A provider on the server kit, and a caller that has nothing but the document. */
export function providerWorld(changes: Json = {}, options: Partial<ProviderServerOptions> = {}) {
  const asked: Record<string, Json> = {};
  const handler = providerServerHandler(answering(asked, changes), {
    verifier: new RequestVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } }),
    platform: new PlatformSignatureVerifier({ publicKeys: [PLATFORM.publicKey] }),
    basePath: '/v2',
    onError: () => undefined,
    ...options,
  });
  const raw = async (line: string, body?: unknown, edit: Json = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = signedHeaders(method, path, text, edit);
    const init = { method, headers, ...(text === '' ? {} : { body: text }) };
    const response = await handler(new Request(`${BASE_URL}${path}`, init));
    const answered = await response.text();
    const said: Json = answered === '' ? undefined : JSON.parse(answered);
    return { status: response.status, body: said, text: answered };
  };
  return { handler, asked, raw };
}
