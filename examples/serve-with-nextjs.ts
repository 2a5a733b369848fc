// A gateway as a route of Next.js: this would be `app/aptos/[...path]/route.ts`, whose exports Next.js calls.
import { AptosGateway } from 'custody-gateways/aptos';
import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
import { aptosHandler } from 'custody-gateways/http';
import { startSandbox } from 'custody-gateways/sandbox';

const sandbox = await startSandbox({ aptosBlockMs: 20 });
const { url: basePath, apiKey, apiSecret } = sandbox.custody;
const gateway = new AptosGateway({
  signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath }),
  network: sandbox.aptos,
});

const handler = aptosHandler(gateway, { basePath: '/aptos' });
export const GET = handler;
export const POST = handler;
// Preflight requests of browsers; see the option `cors`.
export const OPTIONS = handler;
// Signing keys and long waits are not suited for the edge runtime.
export const runtime = 'nodejs';
export const maxDuration = 60;

// The calls that Next.js makes.
const response = await GET(new Request('http://localhost/aptos/api/0/address'));
console.log(response.status, await response.json());
if (response.status !== 200) throw new Error('Error: there is no address');

await sandbox.stop();
