import {
  addressTransactions,
  addressTransactionsV2,
  balances,
  nonces,
  stxBalance,
} from './address-routes.js';
import { callRead, contractInterface, dataVar, mapEntry } from './contract-routes.js';
import { estimateTransaction, transferRate } from './fees.js';
import { account, info, pox, submit } from './node-routes.js';
import { type Route, route } from './route.js';
import { stakingSigner, stakingSigners } from './staking-routes.js';
import { mempool, rawTransaction, transaction, transactions } from './transaction-routes.js';

/** The operations that are answered: `/v2` are the node's, `/extended` the API's. */
export const ROUTES: readonly Route[] = [
  route('GET', '/v2/info', info),
  route('GET', '/v2/pox', pox),
  route('GET', '/v2/accounts/:principal', account),
  route('GET', '/v2/fees/transfer', transferRate),
  route('POST', '/v2/fees/transaction', estimateTransaction),
  route('POST', '/v2/transactions', submit),
  route('POST', '/v2/contracts/call-read/:address/:contract/:function', callRead),
  route('GET', '/v2/contracts/interface/:address/:contract', contractInterface),
  route('GET', '/v2/data_var/:address/:contract/:name', dataVar),
  route('POST', '/v2/map_entry/:address/:contract/:map', mapEntry),
  route('GET', '/extended/v1/tx/mempool', mempool),
  route('GET', '/extended/v1/tx/multiple', transactions),
  route('GET', '/extended/v1/tx/:id', transaction),
  route('GET', '/extended/v1/tx/:id/raw', rawTransaction),
  route('GET', '/extended/v1/address/:principal/nonces', nonces),
  route('GET', '/extended/v1/address/:principal/stx', stxBalance),
  route('GET', '/extended/v1/address/:principal/balances', balances),
  route('GET', '/extended/v1/address/:principal/transactions', addressTransactions),
  route('GET', '/extended/v2/addresses/:principal/transactions', addressTransactionsV2),
  route('GET', '/extended/v3/staking/signers', stakingSigners),
  route('GET', '/extended/v3/staking/signers/:principal', stakingSigner),
];
