import { expect, test } from 'vitest';
import { stacksHandler } from '../../src/handlers.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway } from '../../src/stacks/index.js';

const gateway = new StacksGateway({
  signer: new LocalRawSigner({ seed: 'http fees', quiet: true }),
  network: 'testnet',
  fetch: () => Promise.reject(new Error('must not be asked')),
});
const handler = stacksHandler(gateway, { onError: () => undefined });

async function refusalOf(path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await handler(new Request(`http://localhost/api/0/${path}`, request));
  expect(response.status).toBe(400);
  const { message } = (await response.json()) as { message: string };
  return message;
}

const PLAIN = /^(\w+): must be a plain decimal string such as "12.5", without sign, exponent/;

test.each([
  ['1e3', PLAIN],
  ['1e3 STX', PLAIN],
  ['1,5', PLAIN],
  ['', PLAIN],
  [-1, PLAIN],
  [1e-7, PLAIN],
  [0.0000001234, PLAIN],
  ['0.0000001', /^\w+: has 7 decimals where 6 fit$/],
  ['5 USD', /^\w+: must say its unit/],
])('a fee of %j is refused by its name in the body, and says why', async (fee, reason) => {
  const transfer = { recipientAddress: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', amount: 1 };
  expect(await refusalOf('transfer', { ...transfer, fee })).toMatch(reason);
  expect(await refusalOf('transfer', { ...transfer, fee })).toMatch(/^fee:/);
  const replacing = { originalTxId: '11'.repeat(32), newFee: fee };
  expect(await refusalOf('replace-transaction', replacing)).toMatch(reason);
  expect(await refusalOf('replace-transaction', replacing)).toMatch(/^newFee:/);
});

test('two notes that differ are refused, by the name that both have', async () => {
  const recipientAddress = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
  const body = { recipientAddress, amount: 1, note: 'rent of June' };
  expect(await refusalOf('transfer?note=rent', body)).toMatch(/^note: /);
});
