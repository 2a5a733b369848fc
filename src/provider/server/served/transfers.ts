import { DEPOSITS } from '../../operations/deposits.js';
import { WITHDRAWALS } from '../../operations/withdrawals.js';
import { itemsFor } from '../pagination.js';
import { checkNewAddress, disabledAddress } from '../rules/addresses.js';
import { foundAddress, foundWithdrawal } from '../rules/found.js';
import { checkWithdrawal } from '../rules/withdrawals.js';
import { listed, one, ordered, type Serving, written } from '../serving.js';

const ALL = { components: ['transfers'] } as const;
const BLOCKCHAIN = { components: ['transfersBlockchain'] } as const;
const FIAT = { components: ['transfersFiat'] } as const;
const PEER = { components: ['transfersPeerAccounts'] } as const;
const INTERNAL = { components: ['transfersInternal'] } as const;
const ADDRESSES = { components: ['transfersBlockchain', 'transfersFiat'] } as const;
const CREATED = { status: 201 } as const;

export const transfers: readonly Serving[] = [
  ordered(ALL, WITHDRAWALS.getWithdrawals, ({ transfers }, { accountId, call }, request) =>
    transfers?.listWithdrawals(accountId, request, call),
  ),
  one(ALL, WITHDRAWALS.getWithdrawalDetails, ({ transfers }, { accountId, id, call }) =>
    transfers?.getWithdrawal(accountId, id, call),
  ),
  listed(ALL, DEPOSITS.getDeposits, async ({ transfers }, { accountId, call }, page) => {
    const request = { ...page, order: 'desc' } as const;
    const answer = await transfers?.listDeposits(accountId, request, call);
    return answer && { page: itemsFor(answer, request) };
  }),
  one(ALL, DEPOSITS.getDepositDetails, ({ transfers }, { accountId, id, call }) =>
    transfers?.getDeposit(accountId, id, call),
  ),

  ordered(
    BLOCKCHAIN,
    WITHDRAWALS.getBlockchainWithdrawals,
    ({ transfersBlockchain }, { accountId, call }, request) =>
      transfersBlockchain?.listWithdrawals(accountId, request, call),
  ),
  written(
    { ...BLOCKCHAIN, ...CREATED },
    WITHDRAWALS.createBlockchainWithdrawal,
    async (provider, asked, request) => {
      const part = provider.transfersBlockchain;
      await checkWithdrawal(provider, asked, request, part?.takesFees);
      return part?.withdraw(asked.accountId, request, asked.call);
    },
    async ({ transfersBlockchain }, { accountId, call }, key, request) =>
      foundWithdrawal(await transfersBlockchain?.findWithdrawal(accountId, key, call), request),
  ),

  ordered(FIAT, WITHDRAWALS.getFiatWithdrawals, ({ transfersFiat }, { accountId, call }, request) =>
    transfersFiat?.listWithdrawals(accountId, request, call),
  ),
  written(
    { ...FIAT, ...CREATED },
    WITHDRAWALS.createFiatWithdrawal,
    async (provider, asked, request) => {
      const part = provider.transfersFiat;
      await checkWithdrawal(provider, asked, request, part?.takesFees);
      return part?.withdraw(asked.accountId, request, asked.call);
    },
    async ({ transfersFiat }, { accountId, call }, key, request) =>
      foundWithdrawal(await transfersFiat?.findWithdrawal(accountId, key, call), request),
  ),

  ordered(
    PEER,
    WITHDRAWALS.getPeerAccountWithdrawals,
    ({ transfersPeerAccounts }, { accountId, call }, request) =>
      transfersPeerAccounts?.listWithdrawals(accountId, request, call),
  ),
  written(
    { ...PEER, ...CREATED },
    WITHDRAWALS.createPeerAccountWithdrawal,
    async (provider, asked, request) => {
      const part = provider.transfersPeerAccounts;
      await checkWithdrawal(provider, asked, request, part?.takesFees);
      return part?.withdraw(asked.accountId, request, asked.call);
    },
    async ({ transfersPeerAccounts }, { accountId, call }, key, request) =>
      foundWithdrawal(await transfersPeerAccounts?.findWithdrawal(accountId, key, call), request),
  ),

  ordered(
    INTERNAL,
    WITHDRAWALS.getSubAccountWithdrawals,
    ({ transfersInternal }, { accountId, call }, request) =>
      transfersInternal?.listWithdrawals(accountId, request, call),
  ),
  written(
    { ...INTERNAL, ...CREATED },
    WITHDRAWALS.createSubAccountWithdrawal,
    async (provider, asked, request) => {
      const part = provider.transfersInternal;
      await checkWithdrawal(provider, asked, request, part?.takesFees);
      return part?.withdraw(asked.accountId, request, asked.call);
    },
    async ({ transfersInternal }, { accountId, call }, key, request) =>
      foundWithdrawal(await transfersInternal?.findWithdrawal(accountId, key, call), request),
  ),

  listed(
    ADDRESSES,
    DEPOSITS.getDepositAddresses,
    async ({ depositAddresses }, { accountId, call }, page) =>
      depositAddresses === undefined ? [] : depositAddresses.list(accountId, page, call),
  ),
  written(
    ADDRESSES,
    DEPOSITS.createDepositAddress,
    async (provider, asked, request) => {
      await checkNewAddress(provider, asked, request);
      return provider.depositAddresses?.create(asked.accountId, request, asked.call);
    },
    async ({ depositAddresses }, { accountId, call }, key, { transferMethod }) =>
      foundAddress(await depositAddresses?.find(accountId, key, call), transferMethod),
  ),
  one(
    ADDRESSES,
    DEPOSITS.getDepositAddressDetails,
    ({ depositAddresses }, { accountId, id, call }) => depositAddresses?.get(accountId, id, call),
  ),
  one(ADDRESSES, DEPOSITS.disableDepositAddress, disabledAddress),
];
