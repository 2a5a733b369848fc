// A gateway among the routes of a Hono application: a handler takes a Request and returns a Response, as in Hono,
// so no adapter is needed. The same goes for Bun, Deno and workers.
import { AptosGateway } from 'custody-gateways/aptos';
import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
import { aptosHandler } from 'custody-gateways/http';
import { startSandbox } from 'custody-gateways/sandbox';
import { Hono } from 'hono';

const sandbox = await startSandbox({ aptosBlockMs: 20 });
const { url: basePath, apiKey, apiSecret } = sandbox.custody;
const gateway = new AptosGateway({
  signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath }),
  network: sandbox.aptos,
});

const handler = aptosHandler(gateway, { basePath: '/aptos' });
const app = new Hono();
app.get('/', (context) => context.text('The rest of the application.'));
app.all('/aptos/*', (context) => handler(context.req.raw));

const response = await app.request('/aptos/api/0/address');
console.log(response.status, await response.json());
if (response.status !== 200) throw new Error('Error: there is no address');

await sandbox.stop();
