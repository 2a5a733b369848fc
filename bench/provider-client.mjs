// The cost of a call through ProviderApiClient compared with the minimum: fetch, and one HMAC over the message.
// Both use the same server in this process, in alternation, as ratios within one run; then the same with a fetch
// that answers at once, so that only the client's own cost remains.
//
//   npm run bench:provider
import { Buffer } from 'node:buffer';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { ProviderApiClient } from '../dist/provider/index.js';
import { RequestSigner } from '../dist/requests/index.js';
import { isMain, print } from './table.mjs';

const apiKey = 'key-1';
const secret = 'a shared secret of forty characters.....';
const account = { id: 'main', title: 'Main', status: 'active' };
const iban = {
  transferMethod: 'Iban',
  asset: { nationalCurrencyCode: 'USD' },
  iban: 'GB82WEST12345698765432',
  accountHolder: { name: 'Ada Lovelace' },
  amount: '100',
};
const request = {
  balanceAsset: { nationalCurrencyCode: 'USD' },
  balanceAmount: '100',
  destination: iban,
};
const withdrawal = { ...request, id: 'w-1', status: 'pending', createdAt: '2026-01-01T00:00:00Z' };
const answers = { GET: JSON.stringify(account), POST: JSON.stringify(withdrawal) };

const newServer = () =>
  createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(answers[incoming.method]);
    });
  });
/** The minimum that every signed call needs. */
function bareCaller(baseUrl, send) {
  return async (method, path, value) => {
    const body = value && JSON.stringify({ idempotencyKey: randomUUID(), ...value });
    const timestamp = String(Date.now());
    const nonce = randomUUID();
    const message = Buffer.from(timestamp + nonce + method + path + (body ?? ''));
    const signature = createHmac('sha512', secret).update(message.toString('base64'));
    const headers = {
      'X-FBAPI-KEY': apiKey,
      'X-FBAPI-TIMESTAMP': timestamp,
      'X-FBAPI-NONCE': nonce,
      'X-FBAPI-SIGNATURE': signature.digest('base64'),
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const response = await send(baseUrl + path, { method, headers, ...(body && { body }) });
    return JSON.parse(await response.text());
  };
}

function clientWith(baseUrl, fetch) {
  const signer = new RequestSigner({
    apiKey,
    secret,
    algorithm: 'hmac-sha512',
    preEncoding: 'base64',
    postEncoding: 'base64',
  });
  return new ProviderApiClient({ baseUrl, signer, ...(fetch && { fetch }) });
}

/** Microseconds a call. */
async function round(work, ms) {
  const start = performance.now();
  const end = start + ms;
  let done = 0;
  while (performance.now() < end) {
    await work();
    done++;
  }
  return ((performance.now() - start) * 1000) / done;
}

async function compare(bare, ours, { rounds, roundMs }) {
  await round(bare, roundMs);
  await round(ours, roundMs);
  const turns = [];
  for (let count = 0; count < rounds; count++) {
    turns.push([await round(bare, roundMs), await round(ours, roundMs)]);
  }
  turns.sort(([a, b], [c, d]) => b / a - d / c);
  return turns[Math.floor(rounds / 2)];
}

/** The rows of a read and a withdrawal, over loopback and with a fetch of no time. */
export async function providerClientRows({ rounds = 5, roundMs = 400 } = {}) {
  const server = newServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const path = '/accounts/main/transfers/withdrawals/fiat';
  const instant = async (_, { method }) => new Response(answers[method]);
  const rows = [];
  for (const [where, send, client] of [
    ['over loopback', fetch, clientWith(baseUrl)],
    ['with a fetch of no time', instant, clientWith(baseUrl, instant)],
  ]) {
    const bare = bareCaller(baseUrl, send);
    const cases = {
      'read from a provider': [
        () => bare('GET', '/accounts/main'),
        () => client.accounts.get('main'),
      ],
      'withdraw at a provider': [
        () => bare('POST', path, request),
        () => client.transfers.fiat.withdraw('main', request),
      ],
    };
    for (const [what, [theirs, ours]] of Object.entries(cases)) {
      const [base, own] = await compare(theirs, ours, { rounds, roundMs });
      const of = `the time of a bare signed fetch (${base.toFixed(0)} µs)`;
      rows.push({ what: `${what}, ${where}`, ratio: own / base, of });
    }
  }
  server.close();
  server.closeAllConnections();
  return rows;
}

if (isMain(import.meta.url)) print(await providerClientRows());
