// What the sandbox answers, held against what real nodes have answered to the same calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldIn, recordedAnswers } from '../support/recorded.js';
import { cutTo, joined, type Shape, shapeOf, unlike } from '../support/shapes.js';
import { nodeOver, transportTo } from '../support/xrpl-node.js';
import { READERS } from './support/readers.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

/** What these hold depends on the transaction, the entry or the amount that is shown. */
const CONTENT = [/^(?:transactions\[\]\.)?(?:meta|tx_json|node)$/, /taker_(?:gets|pays)$/];

/** Coins are text, and tokens are objects. */
const COINS = /taker_(?:gets|pays) /;

/** What the sandbox has and no recording: these are older, or of another kind of request. */
const NEWER: Readonly<Record<string, readonly RegExp[]>> = {
  account_info: [/^account_flags\b/],
  account_offers: [COINS],
  // A WebSocket has it beside the result.
  simulate: [/^status$/],
  server_state: [/^status$/, /^state\.(?:network_id|validator_list_expires)$/],
};

/** What is recorded and not of the sandbox's answer: of another question, or of what it does not have. */
const ELSEWHERE: Readonly<Record<string, readonly RegExp[]>> = {
  account_info: [/^account_data\.RegularKey$/],
  account_lines: [/^lines\[\]\.currency hexadecimal$/],
  account_offers: [COINS],
  // The one was asked for a page, and the other has all there is.
  account_tx: [/^marker\b/],
  deposit_authorized: [/^credentials\b/],
  ripple_path_find: [/^destination_currencies\[\] hexadecimal$/, /\[\]\[\]\.account$/],
};

const recorded = recordedAnswers('xrpl').filter(({ words }) => words.error === undefined);

let world: LedgerWorld;
let answers: ReadonlyMap<string, Readonly<Record<string, unknown>>>;

beforeAll(async () => {
  world = await newLedgerWorld(TRANSPORTS[0], { funded: ['0', '1'] });
  answers = await answersOf(world);
});
afterAll(() => world.stop());

async function answersOf({ gateway, addressOf, ask }: LedgerWorld) {
  const [account, issuer] = [addressOf('0'), addressOf('1')];
  const usd = { currency: 'USD', issuer, value: '5' };
  await gateway.trustSet('0', { limitAmount: usd });
  await gateway.offerCreate('0', { sellAmount: '5', buyAmount: usd });
  await gateway.tokenTransfer('1', { destination: account, amount: { ...usd, value: '2' } });
  await gateway.offerCreate('1', { sellAmount: usd, buyAmount: '10' });
  const { result } = await gateway.submit('0', { TransactionType: 'AccountSet' });
  const current = { ledger_index: 'current' };
  const calls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    account_info: { account },
    account_lines: { account, ...current },
    account_offers: { account, ...current },
    // Of all ledgers, not of the last one alone.
    account_tx: { account, ledger_index: undefined, ledger_index_min: -1, ledger_index_max: -1 },
    deposit_authorized: { source_account: account, destination_account: issuer },
    fee: {},
    ledger_entry: { account_root: account },
    ripple_path_find: {
      source_account: account,
      destination_account: issuer,
      destination_amount: { ...usd, value: '1' },
    },
    server_state: {},
    simulate: { tx_json: { TransactionType: 'AccountSet', Account: account } },
    tx: { transaction: result.hash },
  };
  const asked = Object.entries(calls).map(
    async ([call, params]) => [call, await ask(call, params)] as const,
  );
  return new Map(await Promise.all(asked));
}

const CALLS = Object.keys(READERS);

/** What is recorded of a call, without what depends on what is shown. */
function recordedOf(call: string): Shape {
  const shapes = recorded.filter((answer) => answer.call === call).map(({ shape }) => shape);
  const { fields, objects } = joined(shapes);
  const isContent = (path: string) =>
    [...fields.keys()].some(
      (at) => CONTENT.some((one) => one.test(at)) && path !== at && path.startsWith(at),
    );
  return { fields: new Map([...fields].filter(([path]) => !isContent(path))), objects };
}

const answerTo = (call: string) => shapeOf([answers.get(call)], CONTENT);

test.each(CALLS)('has no field that no real node has shown: %s', (call) => {
  const newer = NEWER[call] ?? [];
  const unknown = unlike(answerTo(call), recordedOf(call));
  expect(unknown.filter((field) => !newer.some((one) => one.test(field)))).toEqual([]);
});

test.each(CALLS)('has every field that real nodes have shown, of the same kind: %s', (call) => {
  const elsewhere = ELSEWHERE[call] ?? [];
  const lacking = unlike(recordedOf(call), answerTo(call));
  expect(lacking.filter((field) => !elsewhere.some((one) => one.test(field)))).toEqual([]);
});

test.each(CALLS)('has more than what is read of what is recorded: %s', async (call) => {
  const cut = cutTo(recordedOf(call), answers.get(call));
  const fetch = async (_: unknown, request?: RequestInit) => {
    const { method } = JSON.parse(String(request?.body));
    return Response.json({ result: method === call ? cut : answers.get(method) });
  };
  const networkId = Number(fieldIn(fieldIn(answers.get('server_state'), 'state'), 'network_id'));
  const transport = transportTo('https://node.example', fetch);
  // What is recorded of `server_state` is older than this field, without which it is the main network.
  const node = nodeOver(transport, call === 'server_state' ? 0 : networkId);
  expect(await READERS[call]?.(node, cut, networkId)).toBeDefined();
});
