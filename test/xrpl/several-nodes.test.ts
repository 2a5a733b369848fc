import { expect, it } from 'vitest';
import { TransactionUnconfirmedError } from '../../src/index.js';
import { XrplGateway, XrplNodeError } from '../../src/xrpl/index.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

/** Two nodes of one operator. */
function twoNodes() {
  const one = new FakeXrplNode();
  const two = new FakeXrplNode();
  /** Commands that the first node doesn't answer. */
  const failing = new Set<string>();
  const fetch = async (url: string, init: RequestInit) => {
    const { method, params } = JSON.parse(String(init.body));
    const isFirst = new URL(url).hostname.startsWith('one');
    if (isFirst && failing.has(method)) return new Response('down', { status: 500 });
    try {
      return Response.json({ result: await (isFirst ? one : two).request(method, params[0]) });
    } catch (error) {
      if (!(error instanceof XrplNodeError)) throw error;
      return Response.json({ result: { status: 'error', error: error.error } });
    }
  };
  const gateway = new XrplGateway({
    signer: new RecordingSigner(),
    network: { url: ['https://one.example.com', 'https://two.example.com'], networkId: 1 },
    retry: { attempts: 2, baseMs: 1, maxMs: 1 },
    polling: { firstMs: 5, factor: 1, maxMs: 5 },
    fetch,
  });
  return { one, two, failing, gateway };
}

it('sends nothing to a second node of another network', async () => {
  const { two, failing, gateway } = twoNodes();
  two.networkId = 2;
  failing.add('submit');
  const settings = { TransactionType: 'AccountSet' };
  const error = await rejectionOf(gateway.submit('0', settings, { confirmTimeoutMs: 100 }));
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
  expect(two.paramsOf('server_state')).not.toEqual([]);
  expect(two.sent).toEqual([]);
});

it('puts no answers of two nodes together', async () => {
  const { two, failing, gateway } = twoNodes();
  failing.add('account_lines');
  await expect(gateway.getBalances('0')).resolves.toHaveProperty('xrp');
  expect(two.requests.map(({ command }) => command)).toEqual(
    expect.arrayContaining(['account_info', 'server_state', 'account_lines', 'account_objects']),
  );
});

it('sends a transaction to the next node when the first is down', async () => {
  const { one, two, failing, gateway } = twoNodes();
  failing.add('submit').add('tx').add('account_info');
  one.networkId = 1;
  const { status } = await gateway.submit('0', { TransactionType: 'AccountSet' });
  expect(status).toBe('confirmed');
  expect(two.sent).toHaveLength(1);
});
