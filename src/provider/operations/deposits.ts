import { named, type Unnamed } from '../operation.js';
import { deposit, depositAddress, depositAddressRequest } from '../schemas/deposits.js';
import { pageQuery } from '../schemas/queries.js';

export const DEPOSITS = /* @__PURE__ */ named({
  getDeposits: {
    kind: 'read',
    path: '/accounts/{accountId}/transfers/deposits',
    query: pageQuery,
    list: 'deposits',
    item: deposit,
    identifies: ['transfers'],
  },
  getDepositDetails: {
    kind: 'read',
    path: '/accounts/{accountId}/transfers/deposits/{id}',
    answer: deposit,
    identifies: ['transfers'],
  },
  getDepositAddresses: {
    kind: 'read',
    path: '/accounts/{accountId}/transfers/deposits/addresses',
    query: pageQuery,
    list: 'addresses',
    item: depositAddress,
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
  createDepositAddress: {
    kind: 'keyed',
    path: '/accounts/{accountId}/transfers/deposits/addresses',
    body: depositAddressRequest,
    answer: depositAddress,
    shows: 'id',
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
  getDepositAddressDetails: {
    kind: 'read',
    path: '/accounts/{accountId}/transfers/deposits/addresses/{id}',
    answer: depositAddress,
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
  disableDepositAddress: {
    kind: 'unkeyed',
    method: 'DELETE',
    path: '/accounts/{accountId}/transfers/deposits/addresses/{id}',
    maybe: depositAddress,
    identifies: ['transfersBlockchain', 'transfersFiat'],
  },
} as const satisfies Unnamed);
