import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ProviderApiClient,
  type ProviderCall,
  type ProviderCallOptions,
  type ProviderSchemaName,
  providerJsonSchema,
  providerSchema,
  providerSchemaNames,
} from '../../src/provider/index.js';
import type { One, Operation } from '../../src/provider/operation.js';
import { allOperations } from '../../src/provider/operations/all.js';
import { type Reply, startProvider, type TestProvider } from './support/provider.js';
import { sampleOf } from './support/samples.js';
import { alternativesOf } from './support/values.js';

// The specification's table once more, as it is printed: number of the operation, method and path,
// operationId, query, headers beside the four of every call, body, success and what it holds. PAG are
// `limit`, `startingAfter` and `endingBefore`; I, A, S and P the headers INITIATED-BY, APPROVED-BY,
// SIGNED-BY and PLATFORM-SIGNATURE.
const TABLE = `
GET /capabilities | getCapabilities | - | - | - | 200 Capabilities
GET /capabilities/assets | getAdditionalAssets | PAG | - | - | 200 assets: AssetDefinition
GET /capabilities/assets/{id} | getAssetDetails | - | - | - | 200 AssetDefinition
GET /accounts | getAccounts | PAG, balances | I | - | 200 accounts: Account
GET /accounts/{accountId} | getAccountDetails | balances | I | - | 200 Account
GET /accounts/{accountId}/rate | getRateByAccountAndPairId | conversionPairId, rampsPairId, orderBookPairId | I | - | 200 Rate
GET /accounts/{accountId}/balances | getBalances | PAG, assetId, nationalCurrencyCode, cryptocurrencySymbol | I | - | 200 balances: AssetBalance
GET /capabilities/liquidity/quotes | getQuoteCapabilities | PAG | - | - | 200 capabilities: QuoteCapability
GET /accounts/{accountId}/liquidity/quotes | getQuotes | PAG, order | I | - | 200 quotes: Quote
POST /accounts/{accountId}/liquidity/quotes | createQuote | - | I | QuoteRequest | 200 Quote
GET /accounts/{accountId}/liquidity/quotes/{id} | getQuoteDetails | - | I | - | 200 Quote
POST /accounts/{accountId}/liquidity/quotes/{id}/execute | executeQuote | - | I | - | 200 Quote
GET /accounts/{accountId}/capabilities/transfers/withdrawals | getWithdrawalMethods | PAG | - | - | 200 capabilities: WithdrawalCapability
GET /accounts/{accountId}/capabilities/transfers/deposits | getDepositMethods | PAG | - | - | 200 capabilities: DepositCapability
GET /accounts/{accountId}/transfers/withdrawals | getWithdrawals | PAG, order | I | - | 200 withdrawals: Withdrawal
GET /accounts/{accountId}/transfers/withdrawals/{id} | getWithdrawalDetails | - | I | - | 200 Withdrawal
GET /accounts/{accountId}/transfers/withdrawals/blockchain | getBlockchainWithdrawals | PAG, order | I | - | 200 withdrawals: BlockchainWithdrawal
POST /accounts/{accountId}/transfers/withdrawals/blockchain | createBlockchainWithdrawal | - | IAS | BlockchainWithdrawalRequest | 201 BlockchainWithdrawal
GET /accounts/{accountId}/transfers/withdrawals/fiat | getFiatWithdrawals | PAG, order | I | - | 200 withdrawals: FiatWithdrawal
POST /accounts/{accountId}/transfers/withdrawals/fiat | createFiatWithdrawal | - | IAS | FiatWithdrawalRequest | 201 FiatWithdrawal
GET /accounts/{accountId}/transfers/withdrawals/peeraccount | getPeerAccountWithdrawals | PAG, order | I | - | 200 withdrawals: PeerAccountWithdrawal
POST /accounts/{accountId}/transfers/withdrawals/peeraccount | createPeerAccountWithdrawal | - | IAS | PeerAccountWithdrawalRequest | 201 PeerAccountWithdrawal
GET /accounts/{accountId}/transfers/withdrawals/subaccount | getSubAccountWithdrawals | PAG, order | I | - | 200 withdrawals: InternalWithdrawal
POST /accounts/{accountId}/transfers/withdrawals/subaccount | createSubAccountWithdrawal | - | IAS | InternalWithdrawalRequest | 201 InternalWithdrawal
GET /accounts/{accountId}/transfers/deposits | getDeposits | PAG | I | - | 200 deposits: Deposit
GET /accounts/{accountId}/transfers/deposits/{id} | getDepositDetails | - | I | - | 200 Deposit
GET /accounts/{accountId}/transfers/deposits/addresses | getDepositAddresses | PAG | I | - | 200 addresses: DepositAddress
POST /accounts/{accountId}/transfers/deposits/addresses | createDepositAddress | - | I | DepositAddressCreationRequest | 200 DepositAddress
GET /accounts/{accountId}/transfers/deposits/addresses/{id} | getDepositAddressDetails | - | I | - | 200 DepositAddress
DELETE /accounts/{accountId}/transfers/deposits/addresses/{id} | disableDepositAddress | - | I | - | 200 DepositAddress?
GET /accounts/{accountId}/collateral/link | getCollateralAccountLinks | PAG | P | - | 200 collateralLinks: CollateralAccountLink
POST /accounts/{accountId}/collateral/link | createCollateralAccountLink | - | P | CollateralAccount | 200 CollateralAccountLink
GET /accounts/{accountId}/collateral/{collateralId}/addresses | getCollateralDepositAddresses | PAG, assetId, cryptocurrencySymbol | P | - | 200 addresses: CollateralAssetAddress
POST /accounts/{accountId}/collateral/{collateralId}/addresses | createCollateralDepositAddressForAsset | - | P | CollateralAddress | 200 CollateralAssetAddress
GET /accounts/{accountId}/collateral/{collateralId}/addresses/{id} | getCollateralDepositAddressesDetails | - | P | - | 200 CollateralAssetAddress
POST /accounts/{accountId}/collateral/{collateralId}/intents/deposits | initiateCollateralDepositTransactionIntent | - | P | CollateralDepositIntentRequest | 200 CollateralDepositIntent
GET /accounts/{accountId}/collateral/{collateralId}/deposits | getCollateralDepositTransactions | PAG | P | - | 200 transactions: CollateralDeposit
POST /accounts/{accountId}/collateral/{collateralId}/deposits | registerCollateralDepositTransaction | - | P | CollateralDepositRequest | 200 CollateralDeposit
GET /accounts/{accountId}/collateral/{collateralId}/deposits/{collateralTxId} | getCollateralDepositTransactionDetails | - | P | - | 200 CollateralDeposit
POST /accounts/{accountId}/collateral/{collateralId}/intents/withdrawals | initiateCollateralWithdrawalTransactionIntent | - | P | CollateralWithdrawalIntentRequest | 200 CollateralWithdrawalIntent
GET /accounts/{accountId}/collateral/{collateralId}/withdrawals | getCollateralWithdrawalTransactions | PAG | P | - | 200 transactions: CollateralWithdrawal
POST /accounts/{accountId}/collateral/{collateralId}/withdrawals | initiateCollateralWithdrawalTransaction | - | P | CollateralWithdrawalRequest | 200 CollateralWithdrawal
GET /accounts/{accountId}/collateral/{collateralId}/withdrawals/{collateralTxId} | getCollateralWithdrawalTransactionDetails | - | P | - | 200 CollateralWithdrawal
GET /accounts/{accountId}/collateral/{collateralId}/settlement | getCurrentSettlementInstructions | - | P | - | 200 SettlementInstructions
POST /accounts/{accountId}/collateral/{collateralId}/settlement | initiateSettlement | - | P | SettlementRequest | 200 SettlementInstructions
GET /accounts/{accountId}/collateral/{collateralId}/settlements/{settlementVersion} | getSettlementDetails | - | P | - | 200 SettlementState
GET /accounts/{accountId}/capabilities/ramps | getRampMethods | PAG | - | - | 200 capabilities: RampMethod
GET /accounts/{accountId}/ramps | getRamps | PAG, order | I | - | 200 ramps: Ramp
POST /accounts/{accountId}/ramps | createRamp | - | I | RampRequest | 201 Ramp
GET /accounts/{accountId}/ramps/{id} | getRampDetails | - | I | - | 200 Ramp
`;

const rows = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [call = '', name = '', query = '', extra = '', body = '', success = ''] =
      line.split(' | ');
    const [method = '', path = ''] = call.split(' ');
    const [, status, list, holds = ''] = /^(\d+) (?:(\w+): )?(\w+)/.exec(success) ?? [];
    return { method, path, name, query, extra, body, status: Number(status), list, holds };
  });

type Options = ProviderCallOptions;
type Callable = (c: ProviderApiClient, body: never, query: never, o: Options) => unknown;
const A = 'main_1-A';
const C = 'c 1/ü';
const ID = 'id/2?#%';

/** The client's method for each operation. */
const METHODS: Readonly<Record<string, Callable>> = {
  getCapabilities: (c, _b, _q, o) => c.capabilities.get(o),
  getAdditionalAssets: (c, _b, q, o) => c.capabilities.listAssets(q, o),
  getAssetDetails: (c, _b, _q, o) => c.capabilities.getAsset(ID, o),
  getAccounts: (c, _b, q, o) => c.accounts.list(q, o),
  getAccountDetails: (c, _b, q, o) => c.accounts.get(A, q, o),
  getRateByAccountAndPairId: (c, _b, q, o) => c.rates.get(A, q, o),
  getBalances: (c, _b, q, o) => c.balances.list(A, q, o),
  getQuoteCapabilities: (c, _b, q, o) => c.capabilities.listConversions(q, o),
  getQuotes: (c, _b, q, o) => c.liquidity.listQuotes(A, q, o),
  createQuote: (c, b, _q, o) => c.liquidity.createQuote(A, b, o),
  getQuoteDetails: (c, _b, _q, o) => c.liquidity.getQuote(A, ID, o),
  executeQuote: (c, _b, _q, o) => c.liquidity.executeQuote(A, ID, o),
  getWithdrawalMethods: (c, _b, q, o) => c.capabilities.listWithdrawalMethods(A, q, o),
  getDepositMethods: (c, _b, q, o) => c.capabilities.listDepositMethods(A, q, o),
  getWithdrawals: (c, _b, q, o) => c.transfers.withdrawals.list(A, q, o),
  getWithdrawalDetails: (c, _b, _q, o) => c.transfers.withdrawals.get(A, ID, o),
  getBlockchainWithdrawals: (c, _b, q, o) => c.transfers.blockchain.listWithdrawals(A, q, o),
  createBlockchainWithdrawal: (c, b, _q, o) => c.transfers.blockchain.withdraw(A, b, o),
  getFiatWithdrawals: (c, _b, q, o) => c.transfers.fiat.listWithdrawals(A, q, o),
  createFiatWithdrawal: (c, b, _q, o) => c.transfers.fiat.withdraw(A, b, o),
  getPeerAccountWithdrawals: (c, _b, q, o) => c.transfers.peerAccounts.listWithdrawals(A, q, o),
  createPeerAccountWithdrawal: (c, b, _q, o) => c.transfers.peerAccounts.withdraw(A, b, o),
  getSubAccountWithdrawals: (c, _b, q, o) => c.transfers.internal.listWithdrawals(A, q, o),
  createSubAccountWithdrawal: (c, b, _q, o) => c.transfers.internal.withdraw(A, b, o),
  getDeposits: (c, _b, q, o) => c.transfers.deposits.list(A, q, o),
  getDepositDetails: (c, _b, _q, o) => c.transfers.deposits.get(A, ID, o),
  getDepositAddresses: (c, _b, q, o) => c.transfers.deposits.listAddresses(A, q, o),
  createDepositAddress: (c, b, _q, o) => c.transfers.deposits.createAddress(A, b, o),
  getDepositAddressDetails: (c, _b, _q, o) => c.transfers.deposits.getAddress(A, ID, o),
  disableDepositAddress: (c, _b, _q, o) => c.transfers.deposits.disableAddress(A, ID, o),
  getCollateralAccountLinks: (c, _b, q, o) => c.collateral.listLinks(A, q, o),
  createCollateralAccountLink: (c, b, _q, o) => c.collateral.createLink(A, b, o),
  getCollateralDepositAddresses: (c, _b, q, o) => c.collateral.listAddresses(A, C, q, o),
  createCollateralDepositAddressForAsset: (c, b, _q, o) => c.collateral.createAddress(A, C, b, o),
  getCollateralDepositAddressesDetails: (c, _b, _q, o) => c.collateral.getAddress(A, C, ID, o),
  initiateCollateralDepositTransactionIntent: (c, b, _q, o) =>
    c.collateral.requestDeposit(A, C, b, o),
  getCollateralDepositTransactions: (c, _b, q, o) => c.collateral.listDeposits(A, C, q, o),
  registerCollateralDepositTransaction: (c, b, _q, o) => c.collateral.registerDeposit(A, C, b, o),
  getCollateralDepositTransactionDetails: (c, _b, _q, o) => c.collateral.getDeposit(A, C, ID, o),
  initiateCollateralWithdrawalTransactionIntent: (c, b, _q, o) =>
    c.collateral.requestWithdrawal(A, C, b, o),
  getCollateralWithdrawalTransactions: (c, _b, q, o) => c.collateral.listWithdrawals(A, C, q, o),
  initiateCollateralWithdrawalTransaction: (c, b, _q, o) =>
    c.collateral.registerWithdrawal(A, C, b, o),
  getCollateralWithdrawalTransactionDetails: (c, _b, _q, o) =>
    c.collateral.getWithdrawal(A, C, ID, o),
  getCurrentSettlementInstructions: (c, _b, _q, o) =>
    c.collateral.getSettlementInstructions(A, C, o),
  initiateSettlement: (c, b, _q, o) => c.collateral.startSettlement(A, C, b, o),
  getSettlementDetails: (c, _b, _q, o) => c.collateral.getSettlement(A, C, ID, o),
  getRampMethods: (c, _b, q, o) => c.capabilities.listRampMethods(A, q, o),
  getRamps: (c, _b, q, o) => c.ramps.list(A, q, o),
  createRamp: (c, b, _q, o) => c.ramps.create(A, b, o),
  getRampDetails: (c, _b, _q, o) => c.ramps.get(A, ID, o),
};

/** A value for each query parameter that may stand with the others. */
const QUERY: Readonly<Record<string, unknown>> = {
  PAG: { limit: 200, startingAfter: "it'em 1/+&=ü" },
  order: { order: 'asc' },
  balances: { balances: true },
  assetId: { assetId: 'a b' },
  conversionPairId: { conversionPairId: 'p1' },
  rampsPairId: { rampsPairId: 'p2' },
  orderBookPairId: { orderBookPairId: 'p3' },
};
const queryOf = (text: string): Record<string, unknown> =>
  Object.assign({}, ...text.split(', ').map((name) => QUERY[name]));

const operationOf = (name: string): Operation => {
  const found = allOperations().find((operation) => operation.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

function nameOf(text: string): ProviderSchemaName {
  const found = providerSchemaNames().find((name) => name === text);
  if (!found) throw new Error(`There is no schema ${text}`);
  return found;
}
const schemaOf = (name: string): unknown => providerSchema(nameOf(name));
const requiredOf = (name: string) =>
  alternativesOf(providerJsonSchema(nameOf(name))).map(({ required }) => required);

/** An answer about what is asked about: with the ids of its path. An account is asked about by its own. */
function answerOf({ path, answer }: Operation & One): unknown {
  const sample = Object(sampleOf(answer));
  if (path.endsWith('{accountId}')) return { ...sample, id: A };
  const names = ['id', 'collateralTxId', 'settlementVersion'];
  const asked = names.filter((name) => path.includes(`{${name}}`) && name in sample);
  return { ...sample, ...Object.fromEntries(asked.map((name) => [name, ID])) };
}

function replyOf(operation: Operation, status: number): Reply {
  if ('list' in operation)
    return { status, body: { [operation.list]: [sampleOf(operation.item)] } };
  if ('answer' in operation) return { status, body: answerOf(operation) };
  return { status };
}

const IDENTITY = { initiatedBy: 'user 1', approvedBy: 'user 2', signedBy: 'user 3' };
const EXTRA: Readonly<Record<string, readonly [string, string]>> = {
  I: ['x-fbapi-initiated-by', 'user 1'],
  A: ['x-fbapi-approved-by', 'user 2'],
  S: ['x-fbapi-signed-by', 'user 3'],
  P: ['x-fb-platform-signature', ''],
};

let provider: TestProvider;
let reply: Reply = {};
beforeAll(async () => {
  provider = await startProvider(() => reply, { basePath: '/api/v2', reserialised: true });
});
afterAll(() => provider.stop());

test('the table has the 50 operations, and the client no other', () => {
  expect(rows).toHaveLength(50);
  expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(50);
  const names = rows.map(({ name }) => name).sort();
  expect(Object.keys(METHODS).sort()).toEqual(names);
  expect(
    allOperations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names);
});

describe.each(rows)('$name', ({ method, path, name, query, extra, body, status, list, holds }) => {
  const operation = operationOf(name);
  const wantsBody = body !== '-';
  const sentBody = (
    operation.kind !== 'read' && operation.body ? sampleOf(operation.body) : undefined
  ) as never;
  const run = (client: ProviderApiClient, options: Options = {}) =>
    METHODS[name]?.(client, sentBody, queryOf(query) as never, options) as ProviderCall<unknown>;

  test.each([status, status === 200 ? 201 : 200])(
    'is sent as the specification says, and takes %i',
    async (success) => {
      reply = replyOf(operation, success);
      const deviations: unknown[] = [];
      const client = new ProviderApiClient({
        ...provider.connection,
        requirements: 'all',
        answers: 'strict',
        onDeviation: (event) => deviations.push(event),
      });
      const { data, response } = await run(client, IDENTITY).withResponse();

      const sent = provider.requests.at(-1);
      const encoded = path
        .replace('{accountId}', A)
        .replace('{collateralId}', encodeURIComponent(C))
        .replace(/\{(?:id|collateralTxId|settlementVersion)\}/, encodeURIComponent(ID));
      const [sentPath, sentQuery = ''] = sent?.path.split('?') ?? [];
      expect(sent?.method).toBe(method);
      expect(sentPath).toBe(encoded);
      const expectedQuery = Object.entries(queryOf(query)).map(([key, value]) => [
        key,
        String(value),
      ]);
      expect([...new URLSearchParams(sentQuery)]).toEqual(expectedQuery);
      for (const [letter, [header, value]] of Object.entries(EXTRA)) {
        const expected = extra.includes(letter) ? value : undefined;
        expect(sent?.headers[header]).toBe(expected);
      }
      expect(sent?.rawBody).toBe(wantsBody ? JSON.stringify(sentBody) : '');
      expect(sent?.headers['content-type']).toBe(wantsBody ? 'application/json' : undefined);
      expect(response.status).toBe(success);
      expect(deviations).toEqual([]);
      if ('list' in operation) {
        expect(data).toMatchObject({ items: [sampleOf(operation.item)] });
      } else {
        expect(data).toEqual('answer' in operation ? answerOf(operation) : undefined);
      }
    },
  );

  test('takes and gives what the specification says, and is repeated only under a key', () => {
    const sent = operation.kind === 'read' ? undefined : operation.body?.();
    expect(sent).toBe(wantsBody ? schemaOf(body) : undefined);
    const given =
      'list' in operation
        ? operation.item
        : 'answer' in operation
          ? operation.answer
          : operation.maybe;
    expect(given()).toBe(schemaOf(holds));
    expect('list' in operation ? operation.list : undefined).toBe(list);
    const isKeyed = wantsBody && JSON.stringify(requiredOf(body)).includes('"idempotencyKey"');
    expect(operation.kind).toBe(method === 'GET' ? 'read' : isKeyed ? 'keyed' : 'unkeyed');
  });

  test('says who is behind it only where that is asked for', async () => {
    reply = replyOf(operation, status);
    await run(new ProviderApiClient({ ...provider.connection, requirements: 'none' }), IDENTITY);
    const headers = provider.requests.at(-1)?.headers ?? {};
    expect(Object.keys(headers).filter((each) => /-by$/.test(each))).toEqual([]);
  });
});
