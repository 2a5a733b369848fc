// What `npm run test:live` does on a public network, here on the sandbox with a faucet before it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { type Alteration, altering, renamed } from './altered.js';
import { aptosTable, callOfAptos } from './aptos.js';
import { liveAptos } from './aptos-live.js';
import { QUICK } from './aptos-sandbox.js';
import { linesOf } from './main.js';
import { recordingOf } from './recordings.js';

const faucetUrl = 'https://faucet.example';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ aptosBlockMs: 5, seed: 'public' });
});
afterAll(() => sandbox.stop());

const PINS = { '0x1::aptos_account': 'what it was' };

async function runOnNetwork(seed: string, alteration?: Alteration, pins = {}) {
  const { fullnodeUrl, indexerUrl } = sandbox.aptos;
  const fetchIt = alteration ? altering(callOfAptos, alteration)(fetch) : fetch;
  const withFaucet = async (url: string, init: RequestInit) => {
    if (!url.startsWith(faucetUrl)) return fetchIt(url, init);
    const { address, amount } = JSON.parse(String(init.body));
    sandbox.aptos.fund(address, BigInt(amount));
    return Response.json({ txn_hashes: [] });
  };
  const how = { seed, patienceMs: 500, fetch: withFaucet, tuning: QUICK };
  return liveAptos({ fullnodeUrl, indexerUrl, faucetUrl }, how, pins);
}

test('finds nothing where all is as the sandbox and the recordings have it', async () => {
  const { run, findings } = await runOnNetwork('a');
  expect(linesOf(run, findings)).toEqual([
    expect.stringMatching(/^\d+ answers, 0 operations failed, 0 differences$/),
  ]);
});

test('tells what differs, what fails for it, and what is no longer what was pinned', async () => {
  const call = 'GET /estimate_gas_price';
  const { run, findings } = await runOnNetwork(
    'b',
    { call, to: renamed('gas_estimate', 'estimate') },
    PINS,
  );
  const lines = linesOf(run, findings);
  expect(lines).toContain(`renamed   ${call} | gas_estimate | estimate`);
  expect(lines).toContain('changed   0x1::aptos_account');
  expect(lines).toContainEqual(
    expect.stringMatching(/^FAILED {4}pays without a trial: UNEXPECTED_ANSWER$/),
  );
});

test('records the fields of an answer of each kind, with where and when it was given', async () => {
  const { run } = await runOnNetwork('c');
  const source = 'https://node.example/v1';
  const recording = recordingOf(aptosTable, run, source, new Date('2026-01-02T03:04:05Z'));
  expect(recording).toMatchObject({ source, read: '2026-01-02', pins: run.pins });
  const { answers } = Object(recording);
  const hashes = run.exchanges.flatMap(({ body }) => Object(body).hash ?? []);
  expect(hashes).not.toEqual([]);
  expect(hashes.filter((hash) => JSON.stringify(recording).includes(hash))).toEqual([]);
  const submitted = answers.filter((one: { call: string }) => one.call === 'POST /transactions');
  expect(submitted).toHaveLength(1);
  expect(submitted[0].headers).toContain('x-aptos-chain-id');
  expect(submitted[0].fields).toMatchObject({ hash: 'hexadecimal', sequence_number: 'decimal' });
});
