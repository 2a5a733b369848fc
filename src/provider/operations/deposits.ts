import type { Operation } from '../operation.js';
import { deposit, depositAddress, depositAddressRequest } from '../schemas/deposits.js';
import { pageQuery } from '../schemas/queries.js';

export const DEPOSITS = {
  getDeposits: {
    name: 'getDeposits',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/transfers/deposits',
    query: pageQuery,
    list: 'deposits',
    item: deposit,
    identifies: ['transfers'],
  },
  getDepositDetails: {
    name: 'getDepositDetails',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/transfers/deposits/{id}',
    answer: deposit,
    identifies: ['transfers'],
  },
  getDepositAddresses: {
    name: 'getDepositAddresses',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/transfers/deposits/addresses',
    query: pageQuery,
    list: 'addresses',
    item: depositAddress,
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
  createDepositAddress: {
    name: 'createDepositAddress',
    kind: 'keyed',
    method: 'POST',
    path: '/accounts/{accountId}/transfers/deposits/addresses',
    body: depositAddressRequest,
    answer: depositAddress,
    shows: 'id',
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
  getDepositAddressDetails: {
    name: 'getDepositAddressDetails',
    kind: 'read',
    method: 'GET',
    path: '/accounts/{accountId}/transfers/deposits/addresses/{id}',
    answer: depositAddress,
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
  disableDepositAddress: {
    name: 'disableDepositAddress',
    kind: 'unkeyed',
    method: 'DELETE',
    path: '/accounts/{accountId}/transfers/deposits/addresses/{id}',
    maybe: depositAddress,
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
} as const satisfies Record<string, Operation>;
