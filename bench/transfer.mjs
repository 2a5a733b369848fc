// A transfer, step by step: how many messages follow each other, and how long each part takes, with 50 ms added
// to every answer of the custody platform and the ledger. Times include the sandbox's own.
//
//   npm run bench
import { FireblocksRawSigner } from '../dist/fireblocks/index.js';
import { startSandbox } from '../dist/sandbox/index.js';
import { XrplGateway } from '../dist/xrpl/index.js';

const LATENCY_MS = 50;
const RUNS = 15;

const sandbox = await startSandbox({ latencyMs: LATENCY_MS, ledgerCloseMs: 500 });
const { apiKey, apiSecret, url } = sandbox.custody;
const addressOf = (vault) => sandbox.custody.addressOf(vault, 'XRP_TEST');
await Promise.all(['0', '1'].map((vault) => sandbox.xrpl.fund(addressOf(vault), 1_000_000_000n)));

function newGateway() {
  return new XrplGateway({
    signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath: url }),
    network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
  });
}

/** Sends once; resolves with the start of each part, and the messages in between. */
async function measure(gateway, idempotencyKey) {
  sandbox.xrpl.clearMessages();
  sandbox.custody.clearMessages();
  const at = { called: Date.now() };
  await gateway.xrpTransfer(
    '0',
    { destination: addressOf('1'), amount: '1' },
    {
      native: false,
      idempotencyKey,
      onEvent: (event) => {
        at[event.type] = event.at;
      },
    },
  );
  const messages = [...sandbox.xrpl.messages, ...sandbox.custody.messages]
    .map((message) => message.at)
    .sort((one, other) => one - other);
  const during = (from, to) => messages.filter((time) => time >= from && time < to);
  return {
    before: part(at.called, at.prepared, during),
    signing: part(at.prepared, at.signed, during),
    after: part(at.signed, at.submitted, during),
  };
}

function part(from, to, during) {
  const times = during(from, to);
  return { ms: to - from, messages: times.length, rounds: roundsIn(times) };
}

/** Messages that are sent before the first of them can be answered share a round. */
function roundsIn(times) {
  let rounds = 0;
  let start = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < start + LATENCY_MS) continue;
    start = time;
    rounds++;
  }
  return rounds;
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

function print(name, runs) {
  for (const step of ['before', 'signing', 'after']) {
    const of = (field) => median(runs.map((run) => run[step][field]));
    const share = (of('ms') / LATENCY_MS).toFixed(1);
    console.log(
      `${name.padEnd(6)} ${step.padEnd(8)} ${String(of('rounds')).padStart(6)} ${String(of('messages')).padStart(9)} ${String(of('ms')).padStart(6)} ${share.padStart(14)}`,
    );
  }
}

console.log(`XRP payment, raw-signed, automatic approval; ${LATENCY_MS} ms a message, medians`);
console.log('       step     rounds  messages     ms   ms / latency');
const cold = [];
for (let run = 0; run < 5; run++) cold.push(await measure(newGateway(), `cold-${run}`));
print('cold', cold);
const gateway = newGateway();
await measure(gateway, 'warm-up');
const warm = [];
for (let run = 0; run < RUNS; run++) warm.push(await measure(gateway, `warm-${run}`));
print('warm', warm);
await sandbox.stop();
