// Signs calls to a provider from application code. The provider here is a server of a few lines that verifies
// each request; replace it by the URL, the key and the scheme of your provider.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RequestSigner, RequestVerifier } from 'custody-gateways/requests';

// Agreed with the provider once, at onboarding.
const scheme = {
  algorithm: 'hmac-sha512',
  preEncoding: 'url-encoded',
  postEncoding: 'base64',
  basePath: '/v2',
} as const;
const apiKey = 'the-key-that-the-provider-issued';
const secret = 'the secret that belongs to it';

const provider = createServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request;
  const verdict = await verifier.verify({ method, path, headers, body: await bodyOf(request) });
  response.statusCode = verdict.ok ? 200 : 401;
  response.end(JSON.stringify(verdict));
});
const verifier = new RequestVerifier({ ...scheme, keys: { [apiKey]: secret } });

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const { port } = provider.address() as AddressInfo;
const baseUrl = `http://127.0.0.1:${port}/v2`;

const signer = new RequestSigner({ ...scheme, apiKey, secret });

// With fetch: a signed copy of a Request. Each call, and each retry of one, is signed again.
const balances = new Request(`${baseUrl}/accounts/A1234/balances?limit=2`);
const read = await fetch(await signer.sign(balances));
console.log(read.status, await read.text());

// With any other client: headers for exactly this path and exactly this body.
const path = '/v2/accounts/A1234/liquidity/quotes';
const body = JSON.stringify({
  fromAsset: { nationalCurrencyCode: 'USD' },
  toAsset: { cryptocurrencySymbol: 'XRP', blockchain: 'XRP' },
  fromAmount: '100.00',
});
const headers = await signer.headers({ method: 'POST', path, body });
const created = await fetch(new URL(path, baseUrl), {
  method: 'POST',
  body,
  headers: { ...headers },
});
console.log(created.status, await created.text());

// The same headers again are a replay, and are refused.
const replayed = await fetch(new URL(path, baseUrl), {
  method: 'POST',
  body,
  headers: { ...headers },
});
console.log(replayed.status, await replayed.text());

provider.close();
