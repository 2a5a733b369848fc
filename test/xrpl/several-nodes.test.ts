import { expect, it } from 'vitest';
import { TransactionUnconfirmedError } from '../../src/index.js';
import { XrplGateway, XrplNodeError } from '../../src/xrpl/index.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

/** More than recursive code can take; so it can't be made of a value. */
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

type Answer = Readonly<Record<string, unknown>>;

/** Two nodes of one operator. */
function twoNodes() {
  const one = new FakeXrplNode();
  const two = new FakeXrplNode();
  /** Commands that the first node doesn't answer. */
  const failing = new Set<string>();
  /** What the first node makes of its answers. */
  const lies = new Map<string, (answer: Answer) => Answer>();
  const fetch = async (url: string, init: RequestInit) => {
    const { method, params } = JSON.parse(String(init.body));
    const isFirst = new URL(url).hostname.startsWith('one');
    if (isFirst && failing.has(method)) return new Response('down', { status: 500 });
    try {
      const answer = await (isFirst ? one : two).request(method, params[0]);
      const lie = isFirst ? lies.get(method) : undefined;
      const text = JSON.stringify({ result: lie ? lie(answer) : answer });
      return new Response(text.replace('"DEEP"', DEEP));
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
  return { one, two, failing, lies, gateway };
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

it.each([
  ...['notSynced', 'noNetwork', 'notReady', 'amendmentBlocked', 'unlBlocked'],
  ...['unknownCmd', 'noPermission', 'notEnabled', 'notSupported'],
])('asks the next node when the first answers %s, and sends it what was signed', async (token) => {
  for (const commands of [['account_info', 'fee', 'simulate'], ['submit']]) {
    const { one, two, gateway } = twoNodes();
    for (const command of commands) {
      one.on(command, () => {
        throw new XrplNodeError(token, 'Not here, or not now.');
      });
    }
    const { status } = await gateway.submit('0', { TransactionType: 'AccountSet' });
    expect(status).toBe('confirmed');
    expect(two.sent).toHaveLength(1);
  }
});

it.each([
  ['account_info', 'Sequence', 0],
  ['account_info', 'Sequence', -1],
  ['account_info', 'Sequence', 2 ** 32],
  ['account_info', 'Sequence', 2 ** 40],
  ['account_info', 'ledger_current_index', -100_000],
  ['fee', 'ledger_current_index', -100_000],
  ['fee', 'ledger_current_index', 2 ** 40],
])('asks the next node when the first one’s %s has a %s of %d', async (command, name, value) => {
  const { two, lies, gateway } = twoNodes();
  lies.set(command, ({ account_data: data, ...answer }) => {
    const changed = { ...Object(data), ...(name === 'Sequence' && { Sequence: value }) };
    const account = data === undefined ? {} : { account_data: changed };
    return { ...answer, ...account, ...(name !== 'Sequence' && { [name]: value }) };
  });
  const { status } = await gateway.submit('0', { TransactionType: 'AccountSet' });
  expect(status).toBe('confirmed');
  expect(two.sent[0]?.fields).toMatchObject({ Sequence: two.firstSequence });
});

it.each(['getTrustLines', 'getOffers', 'getTransactions'] as const)(
  'asks the next node when the first one’s place in a list is nested too deep: %s',
  async (read) => {
    const { two, lies, gateway } = twoNodes();
    const range = { ledger_index_min: 1, ledger_index_max: 2, transactions: [] };
    for (const command of ['account_lines', 'account_offers', 'account_tx']) {
      lies.set(command, (answer) => ({ ...answer, ...range, marker: 'DEEP' }));
      two.on(command, (params) => ({ ...two.plainAnswer(command, params), ...range }));
    }
    await expect(gateway[read]('0')).resolves.toBeDefined();
  },
);
