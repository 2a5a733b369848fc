// Calls a provider from application code: reads all of a list, converts by quote, and withdraws so that a lost
// answer causes no second withdrawal. The provider here is a server of a few lines; replace it by the URL, the
// key and the scheme of your provider.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderApiClient, ProviderUnconfirmedError } from 'custody-gateways/provider';
import { RequestSigner } from 'custody-gateways/requests';

const iban = {
  transferMethod: 'Iban',
  asset: { nationalCurrencyCode: 'EUR' },
  iban: 'GB82WEST12345698765432',
  accountHolder: { name: 'Ada Lovelace' },
  amount: '92.50',
} as const;
const quote = {
  id: 'quote-1',
  fromAsset: { nationalCurrencyCode: 'USD' },
  fromAmount: '100',
  toAsset: { nationalCurrencyCode: 'EUR' },
  toAmount: '92.50',
  conversionFeeBps: 10,
  status: 'ready',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-01T00:00:30Z',
};
const withdrawal = {
  id: 'withdrawal-1',
  balanceAsset: iban.asset,
  balanceAmount: '92.50',
  destination: iban,
  status: 'pending',
  createdAt: '2026-01-01T00:00:01Z',
};
const balance = { id: 'usd', asset: quote.fromAsset, availableAmount: '250' };
const answers: Readonly<Record<string, object>> = {
  '/v2/accounts/main/balances': { balances: [balance] },
  '/v2/accounts/main/liquidity/quotes': quote,
  '/v2/accounts/main/liquidity/quotes/quote-1/execute': { ...quote, status: 'executed' },
  '/v2/accounts/main/transfers/withdrawals/fiat': withdrawal,
};
const provider = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[url]));
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const { port } = provider.address() as AddressInfo;

const client = new ProviderApiClient({
  baseUrl: `http://127.0.0.1:${port}/v2`,
  signer: new RequestSigner({
    apiKey: 'the-key-that-the-provider-issued',
    secret: 'the secret that belongs to it',
    algorithm: 'hmac-sha512',
    preEncoding: 'base64',
    postEncoding: 'base64',
  }),
  onDeviation: ({ operation, field, reason }) => console.log(operation, field, reason),
});

// Page by page, as they are needed.
for await (const { asset, availableAmount } of client.balances.list('main')) {
  console.log(asset, availableAmount);
}

const { id, toAmount } = await client.liquidity.createQuote('main', {
  fromAsset: { nationalCurrencyCode: 'USD' },
  toAsset: { nationalCurrencyCode: 'EUR' },
  fromAmount: '100',
});
try {
  await client.liquidity.executeQuote('main', id);
} catch (error) {
  // Executing has no idempotency key: if no answer came, the quote itself shows whether it was executed.
  if (!(error instanceof ProviderUnconfirmedError)) throw error;
  console.log((await client.liquidity.getQuote('main', id)).status);
}

// Keep the key before you wait: the same call with the same key is the same withdrawal.
const call = client.transfers.fiat.withdraw('main', {
  balanceAsset: { nationalCurrencyCode: 'EUR' },
  balanceAmount: toAmount,
  destination: { ...iban, amount: toAmount },
  reasonForPayment: 'InvoicePayment',
});
console.log(call.idempotencyKey, (await call).status);

provider.close();
provider.closeAllConnections();
