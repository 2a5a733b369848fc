// What docs/runtimes.md says of Workers: with a gateway and a handler for each request, nothing waits for ever for what a
// worker stopped.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isObject } from '../../src/core/json.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { type Consumer, newConsumer } from '../support/consumer.js';
import { installRuntimes, type Runtimes } from '../support/runtimes.js';
import { bundle } from './support/runtime-parts.js';

const WORKER = `
  import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
  import { xrplHandler } from 'custody-gateways/http';
  import { XrplGateway } from 'custody-gateways/xrpl';
  const handlerOf = ({ custody, network }) => {
    const signer = new FireblocksRawSigner(custody);
    return xrplHandler(new XrplGateway({ signer, network, nativeTransfers: false }));
  };
  export default { fetch: (request) => handlerOf(SANDBOX)(request) };
`;

let consumer: Consumer;
let runtimes: Runtimes;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let payer: string;
let payee: string;
beforeAll(async () => {
  sandbox = await startSandbox({ approvals: 'manual', ledgerCloseMs: 100 });
  payer = sandbox.custody.addressOf('0', 'XRP_TEST');
  payee = sandbox.custody.addressOf('1', 'XRP_TEST');
  for (const address of [payer, payee]) await sandbox.xrpl.fund(address, 1_000_000_000n);
  consumer = await newConsumer();
  runtimes = await installRuntimes(consumer.folder);
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const { url, networkId } = sandbox.xrpl;
  const settings = { custody: { apiKey, apiSecret, basePath }, network: { url, networkId } };
  await bundle(consumer, 'handlers', WORKER, settings);
});
afterAll(async () => {
  consumer?.remove();
  await sandbox?.stop();
});

test('a payment whose client went away is sent by the next, and each lands once', async () => {
  const today = { date: '2026-11-01', flags: [] };
  await runtimes.served('handlers.bundle.mjs', today, async (url) => {
    const pay = async (key: string, waitS: number) => {
      const { status } = await fetch(`${url}api/token/xrpTransfer/0`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          prefer: `wait=${waitS}`,
        },
        body: JSON.stringify({ destination: payee, amount: '1' }),
      });
      return status;
    };
    const approve = () => {
      for (const { id, status } of sandbox.custody.transactions) {
        if (status === 'PENDING_AUTHORIZATION') sandbox.custody.approve(id);
      }
    };
    // The client of this one never comes back.
    while (sandbox.custody.transactions.length === 0) expect(await pay('left', 1)).toBe(202);
    expect(sandbox.custody.transactions).toHaveLength(1);
    approve();
    const statuses: number[] = [];
    while (statuses.at(-1) !== 200 && statuses.length < 20) {
      statuses.push(await pay('next', 5));
      approve();
    }
    expect(statuses.at(-1)).toBe(200);
    expect(await pay('left', 5)).toBe(200);
    const own = sandbox.xrpl
      .transactionsOf(payer)
      .filter(({ tx_json }) => isObject(tx_json) && tx_json.Account === payer);
    expect(own).toHaveLength(2);
  });
});
