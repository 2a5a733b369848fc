// One of several processes that are the same provider: idempotency and its database are in Redis. It says
// where it listens, and ends on a signal, or by itself where it is told to.
import { createServer } from 'node:http';
import { createClient } from 'redis';
import { providerServerHandler, toNodeListener } from '../../dist/handlers.js';
import { ProviderRefusal } from '../../dist/provider/index.js';
import { RequestVerifier } from '../../dist/requests/index.js';
import { redisStore } from '../../dist/store/index.js';

const { redis, prefix, scheme, apiKey, secret, leaseMs, dies } = JSON.parse(
  process.argv[2] ?? '{}',
);

const client = createClient({ url: redis });
client.on('error', () => undefined);
await client.connect();
const store = redisStore(client, { prefix });
const balance = `${prefix}balance`;
const madeUnder = (key) => `${prefix}made:${key}`;

/** Money and record in one step, as a database's transaction would have it. */
const MOVE = `
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'exists' end
  if tonumber(redis.call('GET', KEYS[1])) < tonumber(ARGV[1]) then return 'poor' end
  redis.call('DECRBY', KEYS[1], ARGV[1])
  redis.call('SET', KEYS[2], ARGV[2])
  return 'moved'
`;

function die(when) {
  if (dies === when) process.kill(process.pid, 'SIGKILL');
}

const transfersFiat = {
  listWithdrawals: async () => [],
  async withdraw(_, { idempotencyKey, ...request }) {
    die('before the work');
    const made = {
      ...request,
      id: `withdrawal-${idempotencyKey}`,
      status: 'pending',
      createdAt: new Date().toISOString(),
    };
    const moved = await client.eval(MOVE, {
      keys: [balance, madeUnder(idempotencyKey)],
      arguments: [request.balanceAmount, JSON.stringify(made)],
    });
    die('after the work');
    if (moved === 'moved') return made;
    throw moved === 'poor' ? new ProviderRefusal('insufficient-funds') : new Error('made twice');
  },
  async findWithdrawal(_, idempotencyKey) {
    const made = await client.get(madeUnder(idempotencyKey));
    return made === null ? undefined : JSON.parse(made);
  },
};

const asset = { nationalCurrencyCode: 'USD' };
const capabilities = {
  listWithdrawalMethods: async () => [
    { id: 'iban', withdrawal: { transferMethod: 'Iban', asset }, balanceAsset: asset },
  ],
};

const handler = providerServerHandler(
  { capabilities, transfersFiat },
  {
    verifier: new RequestVerifier({ ...scheme, keys: { [apiKey]: secret }, nonceStore: store }),
    store,
    leaseMs,
  },
);
const server = createServer(toNodeListener(handler));
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listening at http://127.0.0.1:${server.address().port}\n`),
);
