import type { CallOptions } from '../../core/clock.js';
import { NetlinkClient } from '../../netlink/index.js';
import { ProviderApiClient } from '../../provider/index.js';
import { RequestSigner, type RequestToSign, type Verification } from '../../requests/index.js';
import { AGREED, CUSTOMER, serveExchange, V2 } from './provider-server.js';
import type { Reporter } from './reporter.js';
import type { DemoRun } from './run.js';

/** The provider-connectivity APIs, from both sides: who signs a request, and the exchange that verifies it. */
export async function providerDemo(run: DemoRun): Promise<void> {
  const { reporter } = run;
  run.begin('provider');
  const server = await serveExchange((verdict) => reporter.detail(saidOf(verdict)));
  try {
    reporter.note(
      'An exchange that the provider kits serve. A customer of it has 100 XRP there, and an API key.',
    );
    const signer = showing(reporter, CUSTOMER.secret);
    await run.call('The customer withdraws 40 XRP by network link v1.', async () => {
      const client = new NetlinkClient({ baseUrl: server.url, signer });
      const { transactionID } = await client.withdraw({
        accountType: 'SPOT',
        toAddress: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
        coinSymbol: 'XRP',
        network: 'Ripple',
        amount: '40',
        isGross: true,
      });
      return `withdrawal ${transactionID} of 40 XRP is taken`;
    });
    const baseUrl = `${server.url}${V2}`;
    const available = async (client: ProviderApiClient) => {
      const { items } = await client.balances.list('main');
      return `${items[0]?.availableAmount} XRP are available`;
    };
    await run.call('What is left there is asked for by the v2 API.', () =>
      available(new ProviderApiClient({ baseUrl, signer })),
    );
    await run.call('An attacker knows the API key, and signs with a secret of its own.', () =>
      available(new ProviderApiClient({ baseUrl, signer: showing(reporter, 'a guess') })),
    );
  } finally {
    server.close();
  }
}

/** Signs for the customer, and shows what it sends. */
function showing(reporter: Reporter, secret: string): Pick<RequestSigner, 'headers'> {
  const signer = new RequestSigner({ ...AGREED, apiKey: CUSTOMER.apiKey, secret });
  return {
    headers: async (request: RequestToSign, options?: CallOptions) => {
      const headers = await signer.headers(request, options);
      const signature = shortened(headers['X-FBAPI-SIGNATURE']);
      reporter.detail(`signed: ${request.method} ${request.path}, X-FBAPI-SIGNATURE ${signature}`);
      return headers;
    },
  };
}

function shortened(signature: string): string {
  return `${signature.slice(0, 12)}...${signature.slice(-8)}`;
}

function saidOf(verdict: Verification): string {
  return verdict.ok
    ? `the provider: the signature is verified, of key ${verdict.apiKey}`
    : `the provider: refused, ${verdict.reason}`;
}
