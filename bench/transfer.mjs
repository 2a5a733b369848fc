// A call, step by step, on each chain: how many rounds of messages follow each other before the custody platform is
// asked and after its signature is there, and how long each part takes as a multiple of the latency of 50 ms that is
// added to every answer. Times include the sandbox's own; cold is the first call of a gateway, warm a later one.
//
//   npm run bench:transfer
import { AptosGateway } from '../dist/aptos/index.js';
import { FireblocksRawSigner } from '../dist/fireblocks/index.js';
import { startSandbox } from '../dist/sandbox/index.js';
import { StacksGateway } from '../dist/stacks/index.js';
import { XrplGateway } from '../dist/xrpl/index.js';
import { isMain, median, print } from './table.mjs';

const LATENCY_MS = 50;
const COLD = 3;
const AT_ONCE = 5;

/** The rows of each operation; `warm` is how often a gateway that has sent before sends. */
export async function transferRows({ warm = 5 } = {}) {
  const sandbox = await startSandbox({
    latencyMs: LATENCY_MS,
    ledgerCloseMs: 500,
    aptosBlockMs: 100,
    stacks: { blockMs: 500 },
  });
  const { apiKey, apiSecret, url } = sandbox.custody;
  const newSigner = () => new FireblocksRawSigner({ apiKey, apiSecret, basePath: url });
  const rows = [];
  for (const { name, peer, newGateway, call } of await operationsOf(sandbox, newSigner)) {
    const cold = [];
    for (let run = 0; run < COLD; run++)
      cold.push(await measure(sandbox, peer, newGateway(), call));
    const gateway = newGateway();
    await measure(sandbox, peer, gateway, call);
    const later = [];
    for (let run = 0; run < warm; run++) later.push(await measure(sandbox, peer, gateway, call));
    for (const [state, runs] of Object.entries({ cold, warm: later })) {
      for (const step of ['before', 'after']) {
        const of = (field) => median(runs.map((run) => run[step][field]));
        rows.push({
          what: `${name}, ${state}, ${step} the signature`,
          ratio: of('ms') / LATENCY_MS,
          of: `a latency of ${LATENCY_MS} ms, in ${of('rounds')} rounds`,
        });
      }
    }
  }
  rows.push(await pipelineRow(sandbox, newSigner));
  await sandbox.stop();
  return rows;
}

/** Several transfers of one vault at once: one after the other, and without waiting for each other's ledger. */
async function pipelineRow({ xrpl, custody }, newSigner) {
  const timeWith = async (lanes) => {
    const network = { url: xrpl.url, networkId: xrpl.networkId };
    const gateway = new XrplGateway({
      signer: newSigner(),
      network,
      nativeTransfers: false,
      lanes,
    });
    const to = custody.addressOf('1', 'XRP_TEST');
    const pay = () => gateway.transfer('0', { to, amount: 1n });
    await pay();
    const start = Date.now();
    await Promise.all(Array.from({ length: AT_ONCE }, pay));
    return Date.now() - start;
  };
  const serial = await timeWith({ mode: 'serial' });
  const ratio = (await timeWith({ mode: 'pipeline', depth: AT_ONCE })) / serial;
  const what = `XRPL, ${AT_ONCE} transfers at once in a pipeline`;
  return { what, ratio, of: `the time of as many in a serial lane (${serial} ms)` };
}

/** What is done on each chain, from vault account 0 to 1. */
async function operationsOf(sandbox, newSigner) {
  const { xrpl, aptos, stacks, custody } = sandbox;
  const onXrpl = (lanes) => () =>
    new XrplGateway({
      signer: newSigner(),
      network: { url: xrpl.url, networkId: xrpl.networkId },
      nativeTransfers: false,
      ...(lanes && { lanes }),
    });
  const onAptos = () => new AptosGateway({ signer: newSigner(), network: aptos });
  const onStacks = () => new StacksGateway({ signer: newSigner(), network: stacks, strict: true });
  const [own, other] = ['0', '1'].map((vault) => custody.addressOf(vault, 'XRP_TEST'));
  await Promise.all([own, other].map((address) => xrpl.fund(address, 1_000_000_000n)));
  const [aptosOwn, aptosOther] = await Promise.all(
    ['0', '1'].map((id) => onAptos().getAddress(id)),
  );
  for (const address of [aptosOwn, aptosOther]) aptos.fund(address, 1_000_000_000n);
  const [stacksOwn, stacksOther] = await Promise.all(
    ['0', '1'].map((id) => onStacks().getAddress(id)),
  );
  stacks.fund(stacksOwn, 1_000_000_000n);
  stacks.mintToken(stacks.contracts.sbtc, stacksOwn, 1_000_000n);
  const pay = (to) => (gateway, options) => gateway.transfer('0', { to, amount: 1n }, options);
  const three = (member) => (gateway, options) =>
    gateway.submitBatch('0', [1, 2, 3].map(member), options);
  const params = (amount) => ({ recipientAddress: aptosOther, amount });
  return [
    { name: 'XRPL transfer', peer: xrpl, newGateway: onXrpl(), call: pay(other) },
    {
      name: 'XRPL transfer with a Ticket',
      peer: xrpl,
      newGateway: onXrpl({ mode: 'tickets', count: 20 }),
      call: pay(other),
    },
    {
      name: 'XRPL batch of 3',
      peer: xrpl,
      newGateway: onXrpl(),
      call: three((amount) => ({
        transactionType: 'xrpTransfer',
        params: { destination: other, amount: `${amount}` },
      })),
    },
    { name: 'Aptos transfer', peer: aptos, newGateway: onAptos, call: pay(aptosOther) },
    {
      name: 'Aptos batch of 3',
      peer: aptos,
      newGateway: onAptos,
      call: three((amount) => ({ transactionType: 'transferMove', params: params(amount) })),
    },
    { name: 'Stacks transfer', peer: stacks, newGateway: onStacks, call: pay(stacksOther) },
    {
      name: 'Stacks transfer of sBTC',
      peer: stacks,
      newGateway: onStacks,
      call: (gateway, options) =>
        gateway.transferToken('0', { token: 'sBTC', to: stacksOther, amount: 1n }, options),
    },
  ];
}

/** Calls once; resolves with what was before and after the signature, and the rounds of messages in each. */
async function measure({ custody }, peer, gateway, call) {
  peer.clearMessages();
  custody.clearMessages();
  const at = { called: Date.now() };
  // Of several transactions the first that is ready, and the last that is sent.
  const onEvent = ({ type, at: time }) => {
    if (type !== 'prepared' || at.prepared === undefined) at[type] = time;
  };
  await call(gateway, { onEvent });
  const times = [...peer.messages, ...custody.messages].map((message) => message.at);
  const during = (from, to) =>
    times.filter((time) => time >= from && time < to).sort((a, b) => a - b);
  const part = (from, to) => ({ ms: to - from, rounds: roundsIn(during(from, to)) });
  return { before: part(at.called, at.prepared), after: part(at.signed, at.submitted) };
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

if (isMain(import.meta.url)) print(await transferRows({ warm: 15 }));
