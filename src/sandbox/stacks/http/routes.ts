import {
  addressTransactions,
  addressTransactionsV2,
  balances,
  nonces,
  stxBalance,
} from './address-routes.js';
import {
  callRead,
  contractInterface,
  contractSource,
  dataVar,
  mapEntry,
} from './contract-routes.js';
import { estimateTransaction, transferRate } from './fees.js';
import { account, info, pox, submit } from './node-routes.js';
import { type Route, route } from './route.js';
import { cycleSigners, stakingSigner, stakingSigners } from './staking-routes.js';
import { status } from './status-routes.js';
import {
  blockBytes,
  indexedTransaction,
  mempool,
  rawTransaction,
  transaction,
  transactions,
  unconfirmed,
} from './transaction-routes.js';
import {
  mempoolV3,
  noncesV3,
  stxBalanceV3,
  tokenBalancesV3,
  tokenBalanceV3,
  transactionsV3,
} from './v3/principal-routes.js';
import { transactionEventsV3, transactionV3 } from './v3/transaction-routes.js';

/** The operations that are answered: `/v2` and `/v3` are the node's, `/extended` the API's. */
export const ROUTES: readonly Route[] = [
  route('GET', '/v2/info', info),
  route('GET', '/v2/pox', pox),
  route('GET', '/v2/accounts/:principal', account),
  route('GET', '/v2/fees/transfer', transferRate),
  route('POST', '/v2/fees/transaction', estimateTransaction),
  route('POST', '/v2/transactions', submit),
  route('GET', '/v2/transactions/unconfirmed/:id', unconfirmed),
  route('GET', '/v3/transaction/:id', indexedTransaction),
  route('GET', '/v3/blocks/:id', blockBytes),
  route('POST', '/v2/contracts/call-read/:address/:contract/:function', callRead),
  route('GET', '/v2/contracts/interface/:address/:contract', contractInterface),
  route('GET', '/v2/contracts/source/:address/:contract', contractSource),
  route('GET', '/v2/data_var/:address/:contract/:name', dataVar),
  route('POST', '/v2/map_entry/:address/:contract/:map', mapEntry),
  route('GET', '/extended', status),
  route('GET', '/extended/v1/tx/mempool', mempool),
  route('GET', '/extended/v1/tx/multiple', transactions),
  route('GET', '/extended/v1/tx/:id', transaction),
  route('GET', '/extended/v1/tx/:id/raw', rawTransaction),
  route('GET', '/extended/v1/address/:principal/nonces', nonces),
  route('GET', '/extended/v1/address/:principal/stx', stxBalance),
  route('GET', '/extended/v1/address/:principal/balances', balances),
  route('GET', '/extended/v1/address/:principal/transactions', addressTransactions),
  route('GET', '/extended/v2/addresses/:principal/transactions', addressTransactionsV2),
  route('GET', '/extended/v3/transactions/:id', transactionV3),
  route('GET', '/extended/v3/transactions/:id/events', transactionEventsV3),
  route('GET', '/extended/v3/principals/:principal/nonces', noncesV3),
  route('GET', '/extended/v3/principals/:principal/balances/stx', stxBalanceV3),
  route('GET', '/extended/v3/principals/:principal/balances/ft', tokenBalancesV3),
  route('GET', '/extended/v3/principals/:principal/balances/ft/:asset', tokenBalanceV3),
  route('GET', '/extended/v3/principals/:principal/mempool/transactions', mempoolV3),
  route('GET', '/extended/v3/principals/:principal/transactions', transactionsV3),
  route('GET', '/extended/v3/staking/signers', stakingSigners),
  route('GET', '/extended/v3/staking/signers/:principal', stakingSigner),
  route('GET', '/extended/v3/staking/cycles/:cycle/signers', cycleSigners),
];
