// Prints the heap of a server after many requests, and after ten times as many: what it keeps shows there.
// Clients and sandbox have a thread, and so a heap, of their own.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { gatewayMetrics, toNodeListener, xrplHandler } from '../../dist/handlers.js';
import { startSandbox } from '../../dist/sandbox/index.js';
import { LocalRawSigner } from '../../dist/signer/index.js';
import { XrplGateway } from '../../dist/xrpl/index.js';
import { rawConnection } from './raw-connection.js';

const CONNECTIONS = 16;

const next = (port) => once(port, 'message').then(([message]) => message);

if (isMainThread) await serve();
else await ask();

async function serve() {
  const worker = new Worker(new URL(import.meta.url));
  const network = await next(worker);
  const signer = new LocalRawSigner({ seed: 'development only', quiet: true });
  const gateway = new XrplGateway({ signer, network });
  const handler = xrplHandler(gateway, {
    metrics: await gatewayMetrics(),
    // As long-lived as the server: what listens to it has to leave again.
    signal: new AbortController().signal,
  });
  const server = createServer(toNodeListener(handler));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const addresses = await Promise.all(['0', '1'].map((vault) => gateway.getAddress(vault)));
  worker.postMessage({ port: server.address().port, addresses });
  const heapAfter = async (count) => {
    worker.postMessage(count);
    const answered = await next(worker);
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      globalThis.gc();
    }
    return { heap: process.memoryUsage().heapUsed, answered };
  };
  const early = await heapAfter(10_000);
  const late = await heapAfter(90_000);
  process.stdout.write(JSON.stringify({ early, late }), () => process.exit());
}

async function ask() {
  const sandbox = await startSandbox({ ledgerCloseMs: 20 });
  parentPort.postMessage({ url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId });
  const { port, addresses } = await next(parentPort);
  for (const address of addresses) await sandbox.xrpl.fund(address, 1_000_000_000n);
  const [, destination] = addresses;
  let n = 0;

  /** Mostly what costs little; now and then a payment, and one that nobody can pay. */
  const request = (number) => {
    const post = (path, body) => [
      'POST',
      path,
      { 'idempotency-key': `key ${number}` },
      JSON.stringify(body),
    ];
    const payment = { destination, amount: '1' };
    if (number % 2_000 === 0) return post('/api/token/xrpTransfer/0', payment);
    if (number % 500 === 0) return post('/api/token/xrpTransfer/unfunded', payment);
    if (number % 3 === 0) return ['GET', '/api/account/address/0'];
    if (number % 3 === 1) return ['GET', `/api/nothing/${number}`];
    return post('/api/dex/offerCreate/0', { sellAmount: '1.5' });
  };
  /** A client that leaves while the server is at work. */
  const leave = async () => {
    const connection = await rawConnection(port);
    const answer = connection.ask('GET', '/api/account/address/0').catch(() => undefined);
    setImmediate(connection.close);
    await answer;
  };

  for (;;) {
    const end = n + (await next(parentPort));
    const answered = {};
    const client = async () => {
      const connection = await rawConnection(port);
      while (n < end) {
        n += 1;
        if (n % 100 === 0) await leave();
        const status = await connection.ask(...request(n));
        answered[status] = (answered[status] ?? 0) + 1;
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    parentPort.postMessage(answered);
  }
}
