// A gateway among the routes of a Fastify 5 application, in a context of its own that reads no bodies.
import type { AddressInfo } from 'node:net';
import { AptosGateway } from 'custody-gateways/aptos';
import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
import { aptosHandler, toNodeListener } from 'custody-gateways/http';
import { startSandbox } from 'custody-gateways/sandbox';
import Fastify from 'fastify';

const sandbox = await startSandbox({ aptosBlockMs: 20 });
const { url: basePath, apiKey, apiSecret } = sandbox.custody;
const gateway = new AptosGateway({
  signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath }),
  network: sandbox.aptos,
});

const listener = toNodeListener(aptosHandler(gateway, { basePath: '/aptos' }));
const app = Fastify();
app.get('/', async () => 'The rest of the application.');
app.register(async (apart) => {
  apart.removeAllContentTypeParsers();
  // The handler reads the body, and sends the answer itself.
  apart.addContentTypeParser('*', (_request, _body, done) => done(null));
  apart.all('/aptos/*', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
});

await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

const response = await fetch(`http://127.0.0.1:${port}/aptos/api/0/address`);
console.log(response.status, await response.json());
if (response.status !== 200) throw new Error('Error: there is no address');

await app.close();
await sandbox.stop();
