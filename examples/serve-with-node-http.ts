// The XRP Ledger gateway as a server of node:http, on a sandbox. `custody-gateways serve xrpl` is the same with
// variables, logs, metrics and an orderly stop.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
import { toNodeListener, xrplHandler } from 'custody-gateways/http';
import { startSandbox } from 'custody-gateways/sandbox';
import { XrplGateway } from 'custody-gateways/xrpl';

const sandbox = await startSandbox({ ledgerCloseMs: 50 });
const { url: basePath, apiKey, apiSecret } = sandbox.custody;
await sandbox.xrpl.fund(sandbox.custody.addressOf('0', 'XRP_TEST'), 1_000_000_000n);

const gateway = new XrplGateway({
  signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath }),
  network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
});
const handler = xrplHandler(gateway, {
  authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
});

const server = createServer(toNodeListener(handler));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

// One key, one transaction: sending this again makes no second one.
const response = await fetch(`http://127.0.0.1:${port}/api/token/accountSet/0`, {
  method: 'POST',
  headers: {
    authorization: 'Bearer a token of your own',
    'content-type': 'application/json',
    'idempotency-key': 'set-our-domain',
  },
  body: JSON.stringify({ configs: { domain: 'example.com' } }),
});
console.log(response.status, await response.json());
if (response.status !== 200) throw new Error('Error: it was not set');

server.close();
await sandbox.stop();
