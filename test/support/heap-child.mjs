// Prints the heap after many requests, and after ten times as many: what a server keeps shows there.
import { xrplHandler } from '../../dist/http/index.js';
import { startSandbox } from '../../dist/sandbox/index.js';
import { LocalRawSigner } from '../../dist/signer/index.js';
import { XrplGateway } from '../../dist/xrpl/index.js';

const sandbox = await startSandbox();
const gateway = new XrplGateway({
  signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
  network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
});
const handler = xrplHandler(gateway);
const headers = { 'content-type': 'application/json' };
const url = (path) => `http://localhost${path}`;

const requests = [
  () => new Request(url('/api/account/address/0')),
  () => new Request(url(`/api/nothing/${Math.random()}`)),
  (n) =>
    new Request(url('/api/dex/offerCreate/0'), {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `key ${n}` },
      body: '{"sellAmount":"1.5"}',
    }),
];

async function serve(count) {
  for (let n = 0; n < count; n++) {
    const response = await handler(requests[n % requests.length](n));
    await response.arrayBuffer();
  }
  for (let n = 0; n < 3; n++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

const early = await serve(10_000);
const late = await serve(90_000);
process.stdout.write(JSON.stringify({ early, late }));
await sandbox.stop();
