import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, BOB, TestAptos } from './support/aptos.js';

let aptos: TestAptos;

beforeAll(async () => {
  aptos = await TestAptos.start();
});

beforeEach(() => {
  aptos.sandbox.aptos.lagIndexer(0);
  aptos.sandbox.aptos.showBalances('unified');
});

afterAll(() => aptos.stop());

const NATIVE = '0x1::aptos_coin::AptosCoin';
const PAIRED = `0x${'0'.repeat(63)}a`;

async function rows(query: string, variables: object = {}) {
  const { json } = await aptos.query(query, variables);
  expect(json.errors).toBeUndefined();
  return json.data;
}

async function errorOf(query: string, variables: object = {}) {
  const { status, json } = await aptos.query(query, variables);
  expect(status).toBe(200);
  expect(json.data).toBeUndefined();
  return json.errors[0];
}

const BALANCES = `query ($owner: String!) {
  current_fungible_asset_balances(
    where: { owner_address: { _eq: $owner } }
    order_by: { asset_type: asc }
  ) {
    asset_type amount is_frozen is_primary token_standard
    metadata { symbol decimals name }
  }
}`;

describe('balances', () => {
  it('are what the SDK reads', async () => {
    const alice = aptos.account(3);
    const coins = await aptos.client.getAccountCoinsData({ accountAddress: alice.accountAddress });
    expect(coins).toMatchObject([
      {
        asset_type: PAIRED,
        amount: 300_000_000,
        is_primary: true,
        token_standard: 'v2',
        owner_address: addressOf(alice),
        metadata: { symbol: 'APT', decimals: 8 },
      },
    ]);
  });

  it('tell a token from the native coin that it looks like', async () => {
    const alice = aptos.account(1);
    const spoof = aptos.sandbox.aptos.createAsset({
      name: 'Aptos Coin',
      symbol: 'APT',
      decimals: 8,
    });
    aptos.sandbox.aptos.mint(spoof, addressOf(alice), 2n ** 64n - 1n);
    aptos.sandbox.aptos.freeze(spoof, addressOf(alice));
    const { current_fungible_asset_balances: list } = await rows(BALANCES, {
      owner: addressOf(alice),
    });
    expect(list).toHaveLength(2);
    expect(list.map((row: { metadata: object }) => row.metadata)).toEqual([
      { symbol: 'APT', decimals: 8, name: 'Aptos Coin' },
      { symbol: 'APT', decimals: 8, name: 'Aptos Coin' },
    ]);
    expect(list).toContainEqual(expect.objectContaining({ asset_type: PAIRED, is_frozen: false }));
    expect(list).toContainEqual(expect.objectContaining({ asset_type: spoof, is_frozen: true }));
  });

  it('are written as numbers, exactly, however large', async () => {
    const alice = aptos.account(0);
    const asset = aptos.sandbox.aptos.createAsset({ name: 'Big', symbol: 'BIG', decimals: 0 });
    aptos.sandbox.aptos.mint(asset, addressOf(alice), 9_007_199_254_740_993n);
    const { text } = await aptos.query(BALANCES, { owner: addressOf(alice) });
    expect(text).toContain('"amount":9007199254740993,');
  });

  it('of an asset that the indexer knows nothing of come without metadata', async () => {
    const alice = aptos.account(0);
    const hidden = aptos.sandbox.aptos.createAsset({
      name: 'Hidden',
      symbol: 'HID',
      decimals: 3,
      indexed: false,
    });
    aptos.sandbox.aptos.mint(hidden, addressOf(alice), 1n);
    const { current_fungible_asset_balances: list } = await rows(BALANCES, {
      owner: addressOf(alice),
    });
    expect(list).toMatchObject([{ asset_type: hidden, metadata: null }]);
  });

  it('of a coin in both its forms are one row, or two, as the indexer is', async () => {
    const alice = aptos.account(1);
    aptos.sandbox.aptos.mint(NATIVE, addressOf(alice), 7n);
    const owner = addressOf(alice);
    const unified = await rows(
      `query ($owner: String!) {
        current_fungible_asset_balances(where: { owner_address: { _eq: $owner } }) {
          asset_type amount token_standard amount_v1 amount_v2 asset_type_v1 asset_type_v2
        }
      }`,
      { owner },
    );
    expect(unified.current_fungible_asset_balances).toEqual([
      {
        asset_type: NATIVE,
        amount: 100_000_007,
        token_standard: 'v1',
        amount_v1: 7,
        amount_v2: 100_000_000,
        asset_type_v1: NATIVE,
        asset_type_v2: PAIRED,
      },
    ]);
    aptos.sandbox.aptos.showBalances('separate');
    const { current_fungible_asset_balances: separate } = await rows(BALANCES, { owner });
    expect(separate).toMatchObject([
      { asset_type: PAIRED, amount: 100_000_000, token_standard: 'v2' },
      { asset_type: NATIVE, amount: 7, token_standard: 'v1' },
    ]);
    expect((await errorOf('{ current_fungible_asset_balances { amount_v1 } }')).message).toBe(
      "field 'amount_v1' not found in type: 'current_fungible_asset_balances'",
    );
  });
});

const HISTORY = `query ($address: String!, $limit: Int, $offset: Int, $sender: user_transactions_bool_exp) {
  account_transactions(
    where: { account_address: { _eq: $address }, user_transaction: $sender }
    order_by: { transaction_version: desc }
    limit: $limit
    offset: $offset
  ) {
    transaction_version
    user_transaction { sender sequence_number timestamp entry_function_id_str }
    fungible_asset_activities(order_by: { event_index: asc }) {
      type amount owner_address asset_type is_gas_fee is_transaction_success
      metadata { decimals }
    }
  }
}`;

describe('the history', () => {
  it('comes newest first, in pages, complete in one request each', async () => {
    const [alice, carol] = [aptos.account(1), aptos.account(1)];
    const versions: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const transaction = await aptos.transfer(alice, addressOf(carol), BigInt(index));
      versions.push(Number((await aptos.send(alice, transaction)).version));
    }
    const page = async (variables: object) => {
      const data = await rows(HISTORY, { address: addressOf(alice), ...variables });
      return data.account_transactions;
    };
    const sent = { sender: { sender: { _eq: addressOf(alice) } } };
    const first = await page({ limit: 2, ...sent });
    expect(first.map((row: { transaction_version: number }) => row.transaction_version)).toEqual(
      [...versions].reverse().slice(0, 2),
    );
    expect(first[0]).toMatchObject({
      user_transaction: {
        sender: addressOf(alice),
        sequence_number: 4,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?$/),
        entry_function_id_str: '0x1::aptos_account::transfer',
      },
      fungible_asset_activities: [
        { type: '0x1::aptos_coin::GasFeeEvent', is_gas_fee: true, owner_address: addressOf(alice) },
        { type: '0x1::fungible_asset::Withdraw', amount: 4, owner_address: addressOf(alice) },
        {
          type: '0x1::fungible_asset::Deposit',
          amount: 4,
          owner_address: addressOf(carol),
          asset_type: PAIRED,
          metadata: { decimals: 8 },
        },
      ],
    });
    expect(await page({ limit: 10, offset: 4, ...sent })).toHaveLength(1);
    expect(await page({})).toHaveLength(6); // and what the faucet sent
  });

  it('is counted for the SDK', async () => {
    const alice = aptos.account(1);
    await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
    const count = await aptos.client.getAccountTransactionsCount({
      accountAddress: alice.accountAddress,
    });
    expect(count).toBe(2);
  });

  it('shows of a failed transaction its gas alone', async () => {
    const alice = aptos.account(1);
    const { version } = await aptos.send(alice, await aptos.transfer(alice, BOB, 10n ** 12n));
    const { fungible_asset_activities: list } = await rows(
      `query ($version: bigint!) {
        fungible_asset_activities(where: { transaction_version: { _eq: $version } }) {
          is_gas_fee is_transaction_success
        }
      }`,
      { version },
    );
    expect(list).toEqual([{ is_gas_fee: true, is_transaction_success: false }]);
  });

  it('gives no more than 100 rows at once', async () => {
    const alice = aptos.account(5);
    const expireTimestamp = Math.floor(Date.now() / 1_000) + 60;
    for (let number = 0; number < 101; number += 1) {
      const options = { accountSequenceNumber: number, expireTimestamp, maxGasAmount: 1_000 };
      const transaction = await aptos.transfer(alice, BOB, 1n, options);
      await aptos.submit(aptos.signed(alice, transaction));
      if (number === 50) aptos.sandbox.aptos.produceBlock();
    }
    aptos.sandbox.aptos.produceBlock();
    const page = async (limit: number, offset: number) =>
      (await rows(HISTORY, { address: addressOf(alice), limit, offset })).account_transactions;
    expect(await page(200, 0)).toHaveLength(100);
    expect(await page(200, 100)).toHaveLength(2);
  });

  it('may be behind the node', async () => {
    const alice = aptos.account(1);
    const { version } = await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
    aptos.sandbox.aptos.pauseBlocks();
    const { latest } = await latestVersions();
    aptos.sandbox.aptos.lagIndexer(latest - Number(version) + 1);
    const query = `query ($sender: String!) { user_transactions(where: { sender: { _eq: $sender } }) { version } }`;
    const variables = { sender: addressOf(alice) };
    expect((await rows(query, variables)).user_transactions).toEqual([]);
    expect((await latestVersions()).indexed).toBeLessThan(Number(version));
    aptos.sandbox.aptos.lagIndexer(0);
    expect((await rows(query, variables)).user_transactions).toEqual([
      { version: Number(version) },
    ]);
    aptos.sandbox.aptos.resumeBlocks();
  });
});

async function latestVersions() {
  const { processor_status: status } = await rows(
    `{ processor_status(where: { processor: { _eq: "fungible_asset_processor" } }) { last_success_version } }`,
  );
  const { json } = await aptos.ask('');
  return { indexed: Number(status[0].last_success_version), latest: Number(json.ledger_version) };
}

describe('metadata and activities', () => {
  it('are what the SDK reads', async () => {
    const alice = aptos.account(1);
    const asset = aptos.sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
    const found = await aptos.client.getFungibleAssetMetadataByAssetType({ assetType: asset });
    expect(found).toMatchObject({ name: 'Dollar', symbol: 'USD', decimals: 6, asset_type: asset });
    await aptos.send(alice, await aptos.transfer(alice, BOB, 42n));
    const activities = await aptos.client.getFungibleAssetActivities({
      options: { where: { owner_address: { _eq: addressOf(alice) }, is_gas_fee: { _eq: false } } },
    });
    expect(activities.map(({ type, amount }) => [type, amount])).toEqual([
      ['0x1::fungible_asset::Deposit', 100_000_000],
      ['0x1::fungible_asset::Withdraw', 42],
    ]);
    const { coin_activities: coins } = await rows(
      `query ($owner: String!) {
        coin_activities(where: { owner_address: { _eq: $owner } }) { activity_type coin_type is_gas_fee }
      }`,
      { owner: addressOf(alice) },
    );
    expect(coins).toEqual([
      { activity_type: '0x1::aptos_coin::GasFeeEvent', coin_type: NATIVE, is_gas_fee: true },
    ]);
  });
});

describe('the query language', () => {
  it('knows conditions, fragments, aliases and several tables at once', async () => {
    const data = await rows(
      `query Everything($symbols: [String!] = ["APT"]) {
        native: fungible_asset_metadata(
          where: { _and: [{ symbol: { _in: $symbols } }, { _not: { token_standard: { _eq: "v2" } } }] }
        ) { ...asset }
        both: fungible_asset_metadata(
          where: { _or: [{ asset_type: { _eq: "${NATIVE}" } }, { asset_type: { _eq: "${PAIRED}" } }] }
          order_by: [{ token_standard: desc }]
        ) { ...asset __typename }
        ledger_infos { chain_id }
      }
      fragment asset on fungible_asset_metadata { asset_type token_standard }`,
    );
    expect(data).toEqual({
      native: [{ asset_type: NATIVE, token_standard: 'v1' }],
      both: [
        { asset_type: PAIRED, token_standard: 'v2', __typename: 'fungible_asset_metadata' },
        { asset_type: NATIVE, token_standard: 'v1', __typename: 'fungible_asset_metadata' },
      ],
      ledger_infos: [{ chain_id: 4 }],
    });
  });

  it('compares', async () => {
    const alice = aptos.account(1);
    for (let index = 0; index < 3; index += 1) {
      await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
    }
    const count = async (condition: string) => {
      const { user_transactions: list } = await rows(
        `{ user_transactions(where: { sender: { _eq: "${addressOf(alice)}" }, ${condition} }) { version } }`,
      );
      return list.length;
    };
    expect(await count('sequence_number: { _gt: 0 }')).toBe(2);
    expect(await count('sequence_number: { _gte: 0, _lt: 2 }')).toBe(2);
    expect(await count('sequence_number: { _lte: "1" }')).toBe(2);
    expect(await count('sequence_number: { _neq: 1 }')).toBe(2);
    expect(await count('sequence_number: { _nin: [0, 1] }')).toBe(1);
    expect(await count('replay_protection_nonce: { _is_null: true }')).toBe(3);
    expect(await count('entry_function_id_str: { _like: "0x1::aptos%" }')).toBe(3);
    expect(await count('entry_function_id_str: { _ilike: "0X1::COIN%" }')).toBe(0);
  });

  it.each([
    [
      '{ nonsense { a } }',
      "field 'nonsense' not found in type: 'query_root'",
      '$.selectionSet.nonsense',
    ],
    [
      '{ user_transactions { hash } }',
      "field 'hash' not found in type: 'user_transactions'",
      '$.selectionSet.user_transactions.selectionSet.hash',
    ],
    [
      '{ user_transactions(where: { hash: { _eq: "a" } }) { version } }',
      "field 'hash' not found in type: 'user_transactions_bool_exp'",
      '$.selectionSet.user_transactions.args.where.hash',
    ],
    [
      '{ user_transactions(where: { sender: { _is: "a" } }) { version } }',
      "field '_is' not found in type: 'String_comparison_exp'",
      '$.selectionSet.user_transactions.args.where.sender._is',
    ],
    [
      '{ user_transactions(order_by: { hash: desc }) { version } }',
      "field 'hash' not found in type: 'user_transactions_order_by'",
      '$.selectionSet.user_transactions.args.order_by.hash',
    ],
    [
      '{ user_transactions(first: 1) { version } }',
      "'user_transactions' has no argument named 'first'",
      '$.selectionSet.user_transactions',
    ],
    [
      '{ user_transactions(limit: -1) { version } }',
      'unexpected negative value',
      '$.selectionSet.user_transactions.args.limit',
    ],
    [
      '{ user_transactions }',
      "missing selection set for 'user_transactions'",
      '$.selectionSet.user_transactions',
    ],
    ['{ user_transactions { version ', 'not a valid graphql query', '$.query'],
    ['mutation { a }', 'no mutations exist', '$'],
  ])('says what is wrong with %j', async (query, message, path) => {
    const alice = aptos.account(1);
    await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
    expect(await errorOf(query)).toMatchObject({ message, extensions: { path } });
  });

  it('wants the variables that it names, and no others', async () => {
    const query =
      'query ($a: String!) { user_transactions(where: { sender: { _eq: $a } }) { version } }';
    expect((await errorOf(query)).message).toBe('expecting a value for non-nullable variable: "a"');
    expect((await errorOf(query, { a: '0x1', b: 1 })).message).toBe(
      'unexpected variables in variableValues: b',
    );
  });
});
