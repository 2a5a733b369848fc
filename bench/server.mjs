// A gateway's server beside a bare Express 5 that does the same, in turns within one run, so that what the
// machine is doing meanwhile hits both: a read whose answer is known, and a body that is refused.
//
//   npm run bench:server
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const ADDRESS = 'rMLLCTjCdf3qopLhK7zrGYSvjuhU5tWf4C';
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 200;

const CASES = {
  'cached read': { status: 200, method: 'GET', path: '/api/account/address/0' },
  'validation failure': {
    status: 400,
    method: 'POST',
    path: '/api/dex/offerCreate/0',
    body: JSON.stringify({ sellAmount: '1.5', buyAmount: {} }),
  },
};

const [, , role] = process.argv;
if (role === undefined) await measure();
else await serve(role);

/** One of the two servers, in a process of its own. */
async function serve(kind) {
  const listener = kind === 'express' ? await bareExpress() : await gateway();
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

async function bareExpress() {
  const { default: express } = await import('express');
  const app = express();
  app.use(express.json());
  app.get('/api/account/address/:id', (_, response) => response.json({ address: ADDRESS }));
  app.post('/api/dex/offerCreate/:id', ({ body }, response) => {
    if (!/^\d+$/.test(body.sellAmount)) response.status(400).json({ error: 'Bad Request' });
    else response.json({});
  });
  return app;
}

async function gateway() {
  const { toNodeListener, xrplHandler } = await import('../dist/http/index.js');
  const { LocalRawSigner } = await import('../dist/signer/index.js');
  const { XrplGateway } = await import('../dist/xrpl/index.js');
  const signer = new LocalRawSigner({ seed: 'bench', quiet: true });
  return toNodeListener(xrplHandler(new XrplGateway({ signer, network: 'testnet' })));
}

async function measure() {
  const servers = {};
  for (const kind of ['express', 'gateway']) {
    const child = fork(fileURLToPath(import.meta.url), [kind]);
    const [port] = await once(child, 'message');
    servers[kind] = { child, port };
  }
  for (const [name, asked] of Object.entries(CASES)) {
    const runs = { express: [], gateway: [] };
    for (const { port } of Object.values(servers)) await load(port, asked, 0.5);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, { port }] of Object.entries(servers)) {
        runs[kind].push(await load(port, asked, SECONDS));
      }
    }
    const [express, own] = [runs.express, runs.gateway].map(summary);
    console.log(`${name}, ${CONNECTIONS} connections`);
    console.log(`  Express 5  ${shown(express)}`);
    console.log(`  gateway    ${shown(own)}`);
    console.log(
      `  gateway to Express: ${(own.rate / express.rate).toFixed(2)} of the requests, ` +
        `${(own.p99 / express.p99).toFixed(2)} of the p99\n`,
    );
  }
  for (const { child } of Object.values(servers)) child.kill();
}

/** As many requests as go through, one after the other on each connection. */
async function load(port, { status, method, path, body }, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = body ? { 'content-type': 'application/json', 'content-length': body.length } : {};
  const times = [];
  const end = performance.now() + seconds * 1_000;
  const one = () =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
        if (answer.statusCode !== status) reject(new Error(`answered with ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      });
      asked.once('error', reject).end(body);
    });
  const connection = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await one();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] };
}

function summary(runs) {
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  return { rate: median(runs.map(({ rate }) => rate)), p99: median(runs.map(({ p99 }) => p99)) };
}

function shown({ rate, p99 }) {
  return `${Math.round(rate)} a second, p99 ${p99.toFixed(0)} ms`;
}
