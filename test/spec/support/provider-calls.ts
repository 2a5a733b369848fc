import type { ProviderApiClient } from '../../../src/provider/index.js';
import type { Json } from './http.js';
import { COLLATERAL_ID } from './provider-records.js';

type Call = (client: ProviderApiClient, input: Json, options?: Json) => Json;

const A = 'main';
const C = COLLATERAL_ID;

/** The library's method of each operation; `input` is a query or a body. */
export const CALLS: Readonly<Record<string, Call>> = {
  'list additional assets': (c, q, o) => c.capabilities.listAssets(q, o),
  'get additional asset': (c, _, o) => c.capabilities.getAsset('points', o),
  'list possible asset conversions': (c, q, o) => c.capabilities.listConversions(q, o),
  getWithdrawalMethods: (c, q, o) => c.capabilities.listWithdrawalMethods(A, q, o),
  getDepositMethods: (c, q, o) => c.capabilities.listDepositMethods(A, q, o),
  'list ramp methods': (c, q, o) => c.capabilities.listRampMethods(A, q, o),
  'list sub-accounts': (c, q, o) => c.accounts.list({ balances: true, ...q }, o),
  'get sub-account': (c, _, o) => c.accounts.get(A, { balances: true }, o),
  'get current balances': (c, q, o) => c.balances.list(A, q, o),
  'get rate': (c, _, o) => c.rates.get(A, { conversionPairId: 'c-1' }, o),
  'create quote': (c, b, o) => c.liquidity.createQuote(A, b, o),
  'list quotes': (c, q, o) => c.liquidity.listQuotes(A, q, o),
  'get quote': (c, _, o) => c.liquidity.getQuote(A, 'q-1', o),
  'execute quote': (c, _, o) => c.liquidity.executeQuote(A, 'q-1', o),
  'list withdrawals': (c, q, o) => c.transfers.withdrawals.list(A, q, o),
  'get withdrawal': (c, _, o) => c.transfers.withdrawals.get(A, 'w-2', o),
  'list deposits': (c, q, o) => c.transfers.deposits.list(A, q, o),
  'get deposit': (c, _, o) => c.transfers.deposits.get(A, 'd-1', o),
  'list blockchain withdrawals': (c, q, o) => c.transfers.blockchain.listWithdrawals(A, q, o),
  'create blockchain withdrawal': (c, b, o) => c.transfers.blockchain.withdraw(A, b, o),
  createDepositAddress: (c, b, o) => c.transfers.deposits.createAddress(A, b, o),
  getDepositAddresses: (c, q, o) => c.transfers.deposits.listAddresses(A, q, o),
  'get deposit address': (c, _, o) => c.transfers.deposits.getAddress(A, 'a-1', o),
  'disable deposit address': (c, _, o) => c.transfers.deposits.disableAddress(A, 'a-1', o),
  'list fiat withdrawals': (c, q, o) => c.transfers.fiat.listWithdrawals(A, q, o),
  createFiatWithdrawal: (c, b, o) => c.transfers.fiat.withdraw(A, b, o),
  'list withdrawals to peer accounts': (c, q, o) =>
    c.transfers.peerAccounts.listWithdrawals(A, q, o),
  'create withdrawal to peer account': (c, b, o) => c.transfers.peerAccounts.withdraw(A, b, o),
  'list withdrawals to sub-accounts': (c, q, o) => c.transfers.internal.listWithdrawals(A, q, o),
  'create transfer to another sub-account': (c, b, o) => c.transfers.internal.withdraw(A, b, o),
  'list ramps': (c, q, o) => c.ramps.list(A, q, o),
  'initiate ramp': (c, b, o) => c.ramps.create(A, b, o),
  'get ramp': (c, _, o) => c.ramps.get(A, 'r-1', o),
  'register collateral deposit address': (c, b, o) => c.collateral.createAddress(A, C, b, o),
  'list collateral deposit addresses': (c, q, o) => c.collateral.listAddresses(A, C, q, o),
  'get collateral deposit address': (c, _, o) => c.collateral.getAddress(A, C, 'ca-1', o),
  'deposit preflight': (c, b, o) => c.collateral.requestDeposit(A, C, b, o),
  'register deposit transaction': (c, b, o) => c.collateral.registerDeposit(A, C, b, o),
  'list deposit transactions': (c, q, o) => c.collateral.listDeposits(A, C, q, o),
  'get deposit transaction': (c, _, o) => c.collateral.getDeposit(A, C, 't-1', o),
  'withdrawal preflight': (c, b, o) => c.collateral.requestWithdrawal(A, C, b, o),
  'notify of withdrawal': (c, b, o) => c.collateral.registerWithdrawal(A, C, b, o),
  'list withdrawal transactions': (c, q, o) => c.collateral.listWithdrawals(A, C, q, o),
  'get withdrawal transaction': (c, _, o) => c.collateral.getWithdrawal(A, C, 't-1', o),
  'initiate settlement request': (c, b, o) => c.collateral.startSettlement(A, C, b, o),
  'get current settlement instructions': (c, _, o) =>
    c.collateral.getSettlementInstructions(A, C, o),
  'get settlement details': (c, _, o) => c.collateral.getSettlement(A, C, '1', o),
};
