import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FireblocksRawSigner, FireblocksRestClient } from '../../src/fireblocks/index.js';
import { AptosGateway, LocalRawSigner, StacksGateway, XrplGateway } from '../../src/index.js';
import { NetlinkClient } from '../../src/netlink/index.js';
import { ProviderApiClient } from '../../src/provider/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { xrplClientTransport } from '../../src/xrpl/index.js';
import { signer as netlinkSigner } from '../netlink/support/netlink.js';
import { rejectionOf } from '../support/rejections.js';
import { FAST } from '../support/world.js';

/** Clears a terminal, begins a line of its own, turns what follows around, and fills a disk. */
const WORDS = `x\u001b[2J\nINFO payment confirmed \u202e${'A'.repeat(1_000_000)}`;
const SHOWN = String.raw`x\u001b[2J\u000aINFO payment confirmed \u202eAAAA`;
/** More than any text that the errors of this package have. */
const LONGEST = 4_000;

let sandbox: Sandbox;
let custodySigner: FireblocksRawSigner;
beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 40, aptosBlockMs: 20, stacks: { blockMs: 20 } });
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  custodySigner = new FireblocksRawSigner({ apiKey, apiSecret, basePath, polling: FAST });
});
afterAll(() => sandbox.stop());

type Seen = readonly unknown[];

/** Every text in what a caller is shown. */
function textsOf(thing: unknown): readonly string[] {
  if (typeof thing === 'string') return [thing];
  if (typeof thing !== 'object' || thing === null) return [];
  const own = Object.values(thing).flatMap(textsOf);
  if (!(thing instanceof Error)) return own;
  return [thing.message, ...textsOf(thing.cause), ...own];
}

function expectHarmless(seen: Seen): void {
  const texts = seen.flatMap(textsOf);
  // Else the words were not repeated, and this says nothing.
  expect(texts.filter((text) => text.includes(SHOWN))).not.toEqual([]);
  expect(texts.filter((text) => /[\p{C}\p{Zl}\p{Zp}]/u.test(text))).toEqual([]);
  expect(texts.filter((text) => text.length > LONGEST).map((text) => text.slice(0, 80))).toEqual(
    [],
  );
}

/** The platform's fetch, but for one request. */
function bent(isMeant: (url: string, init: RequestInit) => boolean, answer: () => Response) {
  return async (url: string, init: RequestInit) =>
    isMeant(url, init) ? answer() : fetch(url, init);
}

const localSigner = new LocalRawSigner({ seed: 'words', quiet: true });
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const always = () => true;
const QUICK = { confirmTimeoutMs: 300 };
const retry = { attempts: 1 };

/** What a gateway shows of a payment that ends with an error. */
async function shownBy(
  work: (onEvent: (event: object) => void) => Promise<unknown>,
): Promise<Seen> {
  const seen: unknown[] = [];
  const error = await rejectionOf(work((event) => void seen.push(event)));
  return [...seen, error];
}

describe('words of a node of the XRP Ledger', () => {
  const answering = (method: string, result: object) =>
    bent((_, { body }) => String(body).includes(`"method":"${method}"`), json({ result }));
  const paying = (fetchIt: ReturnType<typeof bent>, options = {}) =>
    shownBy(async (onEvent) => {
      const { url, networkId } = sandbox.xrpl;
      const network = { url, networkId };
      const settings = { signer: localSigner, network, retry, polling: FAST, onEvent };
      const gateway = new XrplGateway({ ...settings, fetch: fetchIt });
      await sandbox.xrpl.fund(await gateway.getAddress('0'), 1_000_000_000n);
      const to = await gateway.getAddress('1');
      return gateway.transfer('0', { to, amount: '20 XRP' }, { ...QUICK, ...options });
    });

  it.each<[string, string, object]>([
    ['that refuses', 'submit', { engine_result: 'temMALFORMED', engine_result_message: WORDS }],
    ['in place of a code that refuses', 'submit', { engine_result: `tem${WORDS}` }],
    ['in place of a code that leaves it open', 'submit', { engine_result: `tel${WORDS}` }],
    ['that answers no request', 'account_info', { error: WORDS, error_message: WORDS }],
    ['that throws', 'submit', { error: 'invalidTransaction', error_exception: WORDS }],
    ['in place of the result', 'tx', { error: WORDS }],
  ])('%s are escaped and cut', async (_, method, result) => {
    expectHarmless(await paying(answering(method, result)));
  });

  it('that tried it are escaped and cut, in an event and in an error', async () => {
    const result = { engine_result: 'tecNO_DST', engine_result_message: WORDS };
    const fetchIt = answering('simulate', result);
    expectHarmless(await paying(fetchIt, { trial: 'refuse' }));
    const seen: unknown[] = [];
    await paying(fetchIt, { onEvent: (event: object) => void seen.push(event) }).catch(String);
    expectHarmless(seen);
  });

  it('that come through a client of another package are escaped and cut', async () => {
    const transport = xrplClientTransport({
      isConnected: () => true,
      connect: async () => undefined,
      request: () => {
        const data = { error: WORDS, error_message: WORDS };
        return Promise.reject(Object.assign(new Error('x'), { data }));
      },
      on: () => undefined,
      removeListener: () => undefined,
    });
    const network = { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId };
    const gateway = new XrplGateway({ signer: localSigner, network, transport, retry });
    expectHarmless([await rejectionOf(gateway.getTransaction('0'.repeat(64)))]);
  });
});

describe('words of a node of Stacks', () => {
  const gatewayBy = (fetchIt: ReturnType<typeof bent>, onEvent = (_: object) => undefined) =>
    new StacksGateway<true>({
      signer: custodySigner,
      network: sandbox.stacks,
      strict: true,
      retry,
      polling: FAST,
      fetch: fetchIt,
      onEvent,
    });
  const paying = (fetchIt: ReturnType<typeof bent>) =>
    shownBy(async (onEvent) => {
      const gateway = gatewayBy(fetchIt, (event) => void onEvent(event));
      sandbox.stacks.fund(await gateway.getAddress('0'), 1_000_000_000n);
      return gateway.createNativeTransaction('0', await gateway.getAddress('1'), 1, QUICK);
    });
  const sent = (url: string, { method }: RequestInit) =>
    method === 'POST' && url.endsWith('/v2/transactions');

  it.each([
    ['that refuses', { error: 'rejected', reason: 'BadFee', reason_data: { message: WORDS } }],
    ['in place of a reason', { error: 'rejected', reason: WORDS }],
  ])('%s are escaped and cut', async (_, body) => {
    expectHarmless(await paying(bent(sent, json(body, 400))));
  });

  it('that answers no request are escaped and cut', async () => {
    const isAccount = (url: string) => url.includes('/v2/accounts/');
    expectHarmless(await paying(bent(isAccount, json({ error: WORDS }, 400))));
  });

  it('in place of a status are escaped and cut', async () => {
    const isStatus = (url: string) => /\/transactions\/0x\w{64}/.test(url);
    const shown = async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init);
      if (!isStatus(url) || answer.status !== 200) return answer;
      return Response.json({ ...((await answer.json()) as object), status: WORDS });
    };
    expectHarmless(await paying(shown));
  });
});

describe('words of a node of Aptos', () => {
  const gatewayBy = (fetchIt: ReturnType<typeof bent>) =>
    new AptosGateway({
      signer: custodySigner,
      network: sandbox.aptos,
      retry,
      polling: FAST,
      fetch: fetchIt,
    });
  /** With the headers of an honest answer, by which a node is known. */
  const withHeaders =
    (isMeant: (url: string, init: RequestInit) => boolean, status: number, body: unknown) =>
    async (url: string, init: RequestInit) => {
      if (!isMeant(url, init)) return fetch(url, init);
      const { headers } = await fetch(sandbox.aptos.fullnodeUrl);
      return new Response(JSON.stringify(body), { status, headers });
    };
  const paying = (fetchIt: ReturnType<typeof bent>) =>
    shownBy(async () => {
      const gateway = gatewayBy(fetchIt);
      sandbox.aptos.fund(await gateway.getAddress('0'), 1_000_000_000n);
      const to = await gateway.getAddress('1');
      return gateway.transferMove('0', { recipientAddress: to, amount: 1 }, QUICK);
    });

  it('that refuses are escaped and cut', async () => {
    const body = { error_code: 'invalid_input', message: WORDS };
    const sent = (url: string, { method }: RequestInit) =>
      method === 'POST' && url.endsWith('/transactions');
    expectHarmless(await paying(withHeaders(sent, 400, body)));
  });

  it('that tried it are escaped and cut', async () => {
    const body = [{ success: false, vm_status: WORDS, gas_used: '1', gas_unit_price: '1' }];
    expectHarmless(await paying(withHeaders((url) => url.includes('/simulate'), 200, body)));
  });

  it('that are its indexer’s are escaped and cut', async () => {
    const gateway = gatewayBy(
      bent((url) => url === sandbox.aptos.indexerUrl, json({ errors: [{ message: WORDS }] })),
    );
    expectHarmless([await rejectionOf(gateway.getBalances('0'))]);
  });
});

describe('words of others', () => {
  it('that are the custody platform’s are escaped and cut', async () => {
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    for (const body of [{ message: WORDS, code: 1 }, { error: { type: 'x', message: WORDS } }]) {
      const fetchIt = bent(always, json(body, 400));
      const client = new FireblocksRestClient({ apiKey, apiSecret, basePath, fetch: fetchIt });
      expectHarmless([await rejectionOf(client.getTransaction('a'))]);
    }
  });

  it('that are its reason to refuse a request are escaped and cut', async () => {
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    const refused = { id: 'id-1', status: 'REJECTED', subStatus: WORDS, createdAt: Date.now() };
    const fetchIt = bent((url) => url.includes('/transactions'), json(refused));
    const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath, fetch: fetchIt });
    const key = { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' } as const;
    const digest = new Uint8Array(32).fill(7);
    const message = { kind: 'digest', key, digest, hash: 'sha512-half' } as const;
    const request = { idempotencyKey: 'refused', messages: [message] };
    expectHarmless([await rejectionOf(signer.sign(request))]);
  });

  it('that are a provider’s are escaped and cut', async () => {
    const headers = {
      'X-FBAPI-KEY': 'key',
      'X-FBAPI-TIMESTAMP': '1700000000000',
      'X-FBAPI-NONCE': 'nonce',
      'X-FBAPI-SIGNATURE': 'signature',
    };
    const client = new ProviderApiClient({
      baseUrl: 'https://provider.example',
      signer: { headers: () => Promise.resolve(headers) },
      fetch: bent(always, json({ message: WORDS, errorType: WORDS, propertyName: WORDS }, 400)),
    });
    expectHarmless([await rejectionOf(client.capabilities.get())]);
  });

  it('that are a provider’s of network link v1 are escaped and cut', async () => {
    const client = new NetlinkClient({
      baseUrl: 'https://provider.example',
      signer: netlinkSigner(),
      fetch: bent(always, json({ error: WORDS, errorCode: 400001 }, 400)),
    });
    expectHarmless([await rejectionOf(client.listAccounts())]);
  });
});
