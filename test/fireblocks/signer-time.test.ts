import { afterEach, beforeEach, expect, test } from 'vitest';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { withJournal } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { ManualClock } from '../support/manual-clock.js';
import { stubSigner } from '../support/stub-signer.js';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

const KEY = { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' } as const;

test('the custody’s time is what its answers say, and passes on the monotonic clock', async () => {
  const clock = new ManualClock();
  const { custody } = sandbox;
  const dated = async (url: string, init: RequestInit) => {
    const { status, headers, body } = await fetch(url, init);
    const told = new Headers(headers);
    told.set('date', 'Tue, 01 Sep 2026 12:00:00 GMT');
    return new Response(body, { status, headers: told });
  };
  clock.setWall(Date.now());
  const { apiKey, apiSecret, url: basePath } = custody;
  const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath, clock, fetch: dated });
  expect(signer.time()).toBeUndefined();
  await signer.getPublicKey(KEY);
  expect(signer.time()).toBe(Date.UTC(2026, 8, 1, 12));
  clock.setWall(0);
  await clock.pass(5_000, 1_000);
  expect(signer.time()).toBe(Date.UTC(2026, 8, 1, 12, 0, 5));
});

test('the sandbox’s custody tells the time of its records, skipped or not', async () => {
  sandbox.advanceTime(7_200_000);
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath });
  await signer.getPublicKey(KEY);
  expect(signer.time()).toBeGreaterThan(Date.now() + 7_000_000);
  expect(await signer.find('nobody-made-it')).toBeUndefined();
  expect(signer.time()).toBeGreaterThan(Date.now() + 7_000_000);
});

test('a journal knows no other time than its signer’s', () => {
  const signer = new FireblocksRawSigner({
    apiKey: sandbox.custody.apiKey,
    apiSecret: sandbox.custody.apiSecret,
  });
  const { capabilities } = signer;
  const forgetful = { capabilities: { ...capabilities, remembers: false } };
  const told = stubSigner(signer, { ...forgetful, time: () => 7 });
  expect(withJournal(told, memoryStore()).time?.()).toBe(7);
  expect(withJournal(stubSigner(signer, forgetful), memoryStore()).time?.()).toBeUndefined();
});
