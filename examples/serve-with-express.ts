// A gateway among the routes of an Express application, 4 or 5. It is registered before any middleware that reads
// bodies.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AptosGateway } from 'custody-gateways/aptos';
import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
import { aptosHandler, toNodeListener } from 'custody-gateways/http';
import { startSandbox } from 'custody-gateways/sandbox';
import express from 'express';

const sandbox = await startSandbox({ aptosBlockMs: 20 });
const { url: basePath, apiKey, apiSecret } = sandbox.custody;
const gateway = new AptosGateway({
  signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath }),
  network: sandbox.aptos,
});

const app = express();
app.use('/aptos', toNodeListener(aptosHandler(gateway)));
app.use(express.json());
app.get('/', (_, response) => {
  response.send('The rest of the application.');
});

const server = createServer(app);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const response = await fetch(`http://127.0.0.1:${port}/aptos/api/0/address`);
console.log(response.status, await response.json());
if (response.status !== 200) throw new Error('Error: there is no address');

server.close();
await sandbox.stop();
