// What the sandbox answers, held against what real nodes have answered to the same calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldIn, recordedAnswers } from '../support/recorded.js';
import { plainPath, shapeOf } from '../support/shapes.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

/** What these hold depends on the transaction, the entry or the amount that is shown. */
const CONTENT = [/^(?:meta|tx_json|node)$/, /taker_(?:gets|pays)$/];

/** What the sandbox has and no recording: these are older, or of another kind of request. */
const NEWER: Readonly<Record<string, readonly RegExp[]>> = {
  account_info: [/^account_flags\b/],
  // A WebSocket has it beside the result.
  simulate: [/^status$/],
  server_state: [/^status$/, /^state\.(?:network_id|validator_list_expires)$/],
};

const recorded = recordedAnswers('xrpl');

/** Where fields are in answers to one call. */
function fieldsOf(results: readonly unknown[]): readonly string[] {
  return [...shapeOf(results, CONTENT).fields.keys()].map(plainPath);
}

let world: LedgerWorld;
beforeAll(async () => {
  world = await newLedgerWorld(TRANSPORTS[0], { funded: ['0', '1'] });
});
afterAll(() => world.stop());

test('has no field that no real node has shown', async () => {
  const { gateway, addressOf, ask } = world;
  const [account, issuer] = [addressOf('0'), addressOf('1')];
  const usd = { currency: 'USD', issuer, value: '5' };
  await gateway.trustSet('0', { limitAmount: usd });
  await gateway.offerCreate('0', { sellAmount: '5', buyAmount: usd });
  const { result } = await gateway.submit('0', { TransactionType: 'AccountSet' });
  const current = { ledger_index: 'current' };
  const calls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    account_info: { account },
    account_lines: { account, ...current },
    account_offers: { account, ...current },
    deposit_authorized: { source_account: account, destination_account: issuer },
    fee: {},
    ledger_entry: { account_root: account },
    server_state: {},
    simulate: { tx_json: { TransactionType: 'AccountSet', Account: account } },
    tx: { transaction: result.hash },
  };
  for (const [call, params] of Object.entries(calls)) {
    const answers = recorded.filter((answer) => answer.call === call);
    const shown = new Set(fieldsOf(answers.map(({ body }) => fieldIn(body, 'result'))));
    const unknown = fieldsOf([await ask(call, params)]).filter(
      (field) => !shown.has(field) && !NEWER[call]?.some((newer) => newer.test(field)),
    );
    expect({ call, unknown }).toEqual({ call, unknown: [] });
  }
});
