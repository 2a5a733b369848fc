// One process of the crash tests: makes one transaction, or a batch, and kills itself at a given point.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { FireblocksRawSigner } from '../../dist/fireblocks/index.js';
import { LocalRawSigner } from '../../dist/signer/index.js';
import { XrplGateway } from '../../dist/xrpl/index.js';

const { custody, xrpl, kind, journal, vault, destination, key, killAt } = JSON.parse(
  process.argv[2] ?? '{}',
);
/** Nothing outside changes between an answer and the next message. */
const answersOnly = kind === 'batch' || kind === 'ticket';

let points = 0;

/** Every message, journal write and event is a point between two steps. */
function point(name) {
  if (answersOnly && !name.startsWith('after')) return;
  if (points === killAt) {
    process.stdout.write(`killed at ${name}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
  points++;
}

async function watchedFetch(url, init) {
  const name = `${init.method} ${new URL(url).pathname} ${methodOf(init.body)}`;
  point(`before ${name}`);
  const answer = await fetch(url, init);
  const text = await answer.text();
  point(`after ${name}`);
  return new Response(text, { status: answer.status, headers: answer.headers });
}

function methodOf(body) {
  return typeof body === 'string' && body.startsWith('{"method"') ? JSON.parse(body).method : '';
}

/** A store in a file, which is written whole or not at all. */
function fileStore(path) {
  const load = () => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      return {};
    }
  };
  const save = (entries) => {
    point('before a journal write');
    writeFileSync(`${path}.next`, JSON.stringify(entries));
    renameSync(`${path}.next`, path);
    point('after a journal write');
  };
  return {
    get: async (name) => load()[name],
    setIfAbsent: async (name, value) => {
      const entries = load();
      if (name in entries) return false;
      save({ ...entries, [name]: value });
      return true;
    },
    compareAndSet: async (name, expected, value) => {
      const entries = load();
      if (entries[name] !== expected) return false;
      save({ ...entries, [name]: value });
      return true;
    },
    delete: async (name) => {
      const { [name]: removed, ...entries } = load();
      if (removed !== undefined) save(entries);
      return removed !== undefined;
    },
  };
}

const fast = { firstMs: 20, factor: 1, maxMs: 20 };
const signer =
  kind !== 'local'
    ? new FireblocksRawSigner({
        apiKey: custody.apiKey,
        apiSecret: custody.apiSecret,
        basePath: custody.url,
        polling: fast,
        fetch: watchedFetch,
      })
    : new LocalRawSigner({ seed: 'crash', quiet: true });

const gateway = new XrplGateway({
  signer,
  network: { url: xrpl.url, networkId: xrpl.networkId },
  polling: fast,
  secondsPerLedger: 0.1,
  fetch: watchedFetch,
  onEvent: ({ type }) => point(`event ${type}`),
  ...(kind === 'local' ? { journal: fileStore(journal) } : {}),
});

const payment = (amount) => ({
  transactionType: 'xrpTransfer',
  params: { destination, amount },
});

/** The hashes of all that is done. */
async function run() {
  if (kind === 'batch') {
    const batch = ['1', '2', '3'].map(payment);
    const { members } = await gateway.submitBatch(vault, batch, { idempotencyKey: key });
    return members.map(({ hash }) => hash);
  }
  const options = { idempotencyKey: key, native: kind === 'native', useTickets: kind === 'ticket' };
  const { hash } = await gateway.xrpTransfer(vault, payment('1').params, options);
  return [hash];
}

const hashes = await run();
process.stdout.write(`done ${hashes.join(' ')} after ${points} points\n`);
