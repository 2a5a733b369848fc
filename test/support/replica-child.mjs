// One of several replicas that share a vault: makes transfers, and stops at a given point, for good
// (`kill`) or until it is told to go on (`pause`).
import { createClient } from 'redis';
import { FireblocksRawSigner } from '../../dist/fireblocks/index.js';
import { redisStore } from '../../dist/store/index.js';
import { XrplGateway } from '../../dist/xrpl/index.js';

const { custody, xrpl, redis, prefix, lanes, vault, destination, keys, stopAt, how } = JSON.parse(
  process.argv[2] ?? '{}',
);

let points = 0;

/** Every message and every event is a point between two steps. */
function point(name) {
  if (points++ !== stopAt) return;
  process.stdout.write(`stopped at ${name}\n`);
  process.kill(process.pid, how === 'kill' ? 'SIGKILL' : 'SIGSTOP');
}

async function between(name, work) {
  point(`before ${name}`);
  const answer = await work();
  point(`after ${name}`);
  return answer;
}

const client = createClient({ url: redis, disableOfflineQueue: true });
client.on('error', () => undefined);
await client.connect();
const inRedis = redisStore(client, { prefix });
const store = Object.fromEntries(
  Object.entries(inRedis).map(([method, call]) => [
    method,
    (...args) => between(`${method} ${args[0]}`, () => call(...args)),
  ]),
);

const watchedFetch = (url, init) =>
  between(`${init.method} ${new URL(url).pathname}`, async () => {
    const answer = await fetch(url, init);
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
  });

const fast = { firstMs: 20, factor: 1, maxMs: 20 };
const gateway = new XrplGateway({
  signer: new FireblocksRawSigner({
    apiKey: custody.apiKey,
    apiSecret: custody.apiSecret,
    basePath: custody.url,
    polling: fast,
    fetch: watchedFetch,
  }),
  network: { url: xrpl.url, networkId: xrpl.networkId },
  lanes: { store, ...lanes },
  polling: fast,
  secondsPerLedger: 0.1,
  fetch: watchedFetch,
  onEvent: ({ type }) => point(`event ${type}`),
});

const pay = (idempotencyKey) =>
  gateway.xrpTransfer(
    vault,
    { destination, amount: '1' },
    { native: false, useTickets: lanes.mode === 'tickets', idempotencyKey },
  );
const ends = await Promise.allSettled(keys.map(pay));
for (const [index, end] of ends.entries()) {
  const what =
    end.status === 'fulfilled' ? `paid ${end.value.result.hash}` : `failed ${end.reason}`;
  process.stdout.write(`${keys[index]} ${what}\n`);
}
process.stdout.write(`done after ${points} points\n`);
client.destroy();
