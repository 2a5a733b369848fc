// A gateway's server compared with an Express 5 that does the same, in alternation within one run, so that other
// load of the machine affects all: a read whose answer is known, and a body that is refused.
//
//   npm run bench:server
//
// There are two Express servers with its JSON parser. The bare one has the answers built in: no check is simpler
// than its own. The other calls the same gateway, as an application without this package's server would, and so
// does the same work.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { rawConnection } from '../test/support/raw-connection.js';
import { isMain, median, print } from './table.mjs';

const ADDRESS = 'rMLLCTjCdf3qopLhK7zrGYSvjuhU5tWf4C';
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

const known = {
  address: async () => ADDRESS,
  offer: async (_, { sellAmount }) => {
    if (!/^\d+$/.test(sellAmount)) throw new Error('sellAmount: must be an integer');
  },
};

const asked = (gateway) => ({
  address: (vaultAccountId) => gateway.getAddress(vaultAccountId),
  offer: (vaultAccountId, body) => gateway.offerCreate(vaultAccountId, body),
});

const SERVERS = {
  'Express 5, bare': () => express(known),
  'Express 5, same gateway': async () => express(asked(await xrplGateway())),
  gateway: () => ownServer(),
  'gateway, metrics': async () => {
    const { gatewayMetrics } = await import('../dist/handlers.js');
    return ownServer({ metrics: await gatewayMetrics() });
  },
};

/** One of the servers, in a process of its own, which reports its CPU time so far. */
async function serve(kind) {
  const server = createServer(await SERVERS[kind]());
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
}

async function xrplGateway() {
  const { LocalRawSigner } = await import('../dist/signer/index.js');
  const { XrplGateway } = await import('../dist/xrpl/index.js');
  const signer = new LocalRawSigner({ seed: 'bench', quiet: true });
  return new XrplGateway({ signer, network: 'testnet' });
}

async function ownServer(options) {
  const { toNodeListener, xrplHandler } = await import('../dist/handlers.js');
  return toNodeListener(xrplHandler(await xrplGateway(), options));
}

async function express({ address, offer }) {
  const { default: newApp, json } = await import('express');
  const app = newApp();
  app.use(json());
  app.get('/api/account/address/:id', async ({ params }, response) =>
    response.json({ address: await address(params.id) }),
  );
  app.post('/api/dex/offerCreate/:id', async ({ params, body }, response) => {
    try {
      response.json(await offer(params.id, body));
    } catch ({ message }) {
      response.status(400).json({ error: 'Bad Request', message });
    }
  });
  return app;
}

/** The rows of each server but the bare one, of a read and of a refusal. */
export async function serverRows({ rounds = 5, seconds = 1 } = {}) {
  const servers = await Promise.all(Object.keys(SERVERS).map(started));
  const rows = [];
  for (const [name, request] of Object.entries(CASES)) {
    for (const { port } of servers) await load(port, request, seconds);
    for (const server of servers) server.runs = [];
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) {
        const before = await costOf(server);
        const run = await load(server.port, request, seconds);
        server.runs.push({ ...run, cpu: ((await costOf(server)) - before) / run.count });
      }
    }
    rows.push(...rowsOf(name, servers));
  }
  for (const { child } of servers) child.kill();
  return rows;
}

async function started(kind) {
  const child = fork(fileURLToPath(import.meta.url), [kind]);
  const [port] = await once(child, 'message');
  return { kind, child, port };
}

/** Microseconds of CPU that a server has taken since it began. */
async function costOf({ child }) {
  child.send('cost');
  const [cost] = await once(child, 'message');
  return cost;
}

/** As many requests as possible, one after the other on each connection. */
async function load(port, { status, method, path, body }, seconds) {
  const times = [];
  const ask = async (connection) => {
    const answered = await connection.ask(method, path, {}, body);
    if (answered !== status) throw new Error(`answered with ${answered}`);
    return connection;
  };
  // Connecting is not measured.
  const connecting = Array.from({ length: CONNECTIONS }, () => rawConnection(port).then(ask));
  const connections = await Promise.all(connecting);
  const end = performance.now() + seconds * 1_000;
  const keepAsking = async (connection) => {
    while (performance.now() < end) {
      const start = performance.now();
      await ask(connection);
      times.push(performance.now() - start);
    }
    connection.close();
  };
  await Promise.all(connections.map(keepAsking));
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)];
  return { count: times.length, rate: times.length / seconds, p99 };
}

function rowsOf(name, servers) {
  const [bare] = servers.map(summary);
  return servers.slice(1).map((server) => {
    const { rate, p99, cpu } = summary(server);
    const more = `${Math.round(rate)} a second, p99 ${Math.round(p99)} ms, ${Math.round(cpu)} µs of CPU`;
    return {
      what: `${name}, ${server.kind}`,
      ratio: rate / bare.rate,
      of: `the rate of a bare Express 5 (${more})`,
    };
  });
}

function summary({ runs }) {
  const [rate, p99, cpu] = ['rate', 'p99', 'cpu'].map((field) =>
    median(runs.map((run) => run[field])),
  );
  return { rate, p99, cpu };
}

if (isMain(import.meta.url)) {
  const [, , role] = process.argv;
  if (role === undefined) print(await serverRows());
  else await serve(role);
}
