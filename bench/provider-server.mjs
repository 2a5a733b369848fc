// The cost of serving a provider through providerServerHandler compared with a handler that only verifies the
// signature and reads the body. Both get the same signed requests, in alternation, as ratios within one run:
// first as functions, so that only the handler's own cost remains, then over node:http.
//
//   npm run bench:provider-server
import { Buffer } from 'node:buffer';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { providerServerHandler, toNodeListener } from '../dist/handlers.js';
import { RequestVerifier } from '../dist/requests/index.js';
import { isMain, print } from './table.mjs';

const REQUESTS = 1_000;
const apiKey = 'key-1';
const secret = 'a shared secret of forty characters.....';
const scheme = { algorithm: 'hmac-sha512', preEncoding: 'base64', postEncoding: 'base64' };
const PATHS = { GET: '/accounts/main', POST: '/accounts/main/transfers/withdrawals/fiat' };

const account = { id: 'main', title: 'Main', status: 'active' };
const iban = {
  transferMethod: 'Iban',
  asset: { nationalCurrencyCode: 'USD' },
  iban: 'GB82WEST12345698765432',
  accountHolder: { name: 'Ada Lovelace' },
  amount: '100',
};
const asked = {
  balanceAsset: { nationalCurrencyCode: 'USD' },
  balanceAmount: '100',
  destination: iban,
};
const made = { ...asked, id: 'w-1', status: 'pending', createdAt: '2026-01-01T00:00:00Z' };

const kit = providerServerHandler(
  {
    capabilities: {
      listWithdrawalMethods: async () => [
        {
          id: 'iban',
          withdrawal: { transferMethod: iban.transferMethod, asset: iban.asset },
          balanceAsset: asked.balanceAsset,
        },
      ],
    },
    accounts: { list: async () => [account], get: async () => account },
    transfersFiat: {
      listWithdrawals: async () => [made],
      withdraw: async () => made,
      findWithdrawal: async () => undefined,
    },
  },
  { verifier: new RequestVerifier({ ...scheme, keys: { [apiKey]: secret } }) },
);

function signatureOf({ timestamp, nonce, method, path, body }) {
  const message = Buffer.from(timestamp + nonce + method + path + body);
  return createHmac('sha512', secret).update(message.toString('base64')).digest();
}

/** The minimum that every server of such a call needs. */
async function bare(request) {
  const { method, headers } = request;
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  const expected = signatureOf({
    timestamp: headers.get('x-fbapi-timestamp'),
    nonce: headers.get('x-fbapi-nonce'),
    method,
    path: pathname + search,
    body,
  });
  const given = Buffer.from(headers.get('x-fbapi-signature'), 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return new Response(null, { status: 400 });
  }
  if (method === 'GET') return Response.json(account);
  return Response.json({ ...made, ...JSON.parse(body) }, { status: 201 });
}

function signedRequests(method, origin) {
  return Array.from({ length: REQUESTS }, () => {
    const body = method === 'GET' ? '' : JSON.stringify({ idempotencyKey: randomUUID(), ...asked });
    const [timestamp, nonce, path] = [String(Date.now()), randomUUID(), PATHS[method]];
    const headers = {
      'x-fbapi-key': apiKey,
      'x-fbapi-timestamp': timestamp,
      'x-fbapi-nonce': nonce,
      'x-fbapi-signature': signatureOf({ timestamp, nonce, method, path, body }).toString('base64'),
      'content-type': 'application/json',
    };
    return new Request(origin + path, { method, headers, ...(body && { body }) });
  });
}

/** Microseconds a request. Signing them is not included. */
async function round(method, origin, send) {
  const requests = signedRequests(method, origin);
  const start = performance.now();
  for (const request of requests) {
    const response = await send(request);
    await response.text();
    if (response.status > 201) throw new Error(`HTTP ${response.status}`);
  }
  return ((performance.now() - start) * 1000) / REQUESTS;
}

async function compare(method, rounds, [bareOrigin, bareSend], [kitOrigin, kitSend]) {
  await round(method, bareOrigin, bareSend);
  await round(method, kitOrigin, kitSend);
  const turns = [];
  for (let count = 0; count < rounds; count++) {
    turns.push([
      await round(method, bareOrigin, bareSend),
      await round(method, kitOrigin, kitSend),
    ]);
  }
  turns.sort(([a, b], [c, d]) => b / a - d / c);
  return turns[Math.floor(rounds / 2)];
}

async function served(handler) {
  const server = createServer(toNodeListener(handler));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** The rows of a signed read and a signed POST, as functions and over loopback. */
export async function providerServerRows({ rounds = 7 } = {}) {
  const direct = 'https://provider.example';
  const [one, other] = [await served(bare), await served(kit)];
  const rows = [];
  for (const [where, theirs, ours] of [
    ['as a function', [direct, bare], [direct, kit]],
    ['over loopback', [one.origin, fetch], [other.origin, fetch]],
  ]) {
    for (const method of ['GET', 'POST']) {
      const [base, own] = await compare(method, rounds, theirs, ours);
      const of = `the time of a handler that only verifies and reads (${base.toFixed(0)} µs)`;
      rows.push({ what: `serve a signed ${method}, ${where}`, ratio: own / base, of });
    }
  }
  for (const { server } of [one, other]) {
    server.close();
    server.closeAllConnections();
  }
  return rows;
}

if (isMain(import.meta.url)) print(await providerServerRows());
