// A provider with every component, in memory: just enough of an exchange to see what the kit asks of
// one. It does nothing that the kit is there for.
import type {
  CollateralAccountLink,
  CollateralAssetAddress,
  Deposit,
  DepositAddress,
  Provider,
  ProviderAccount,
  Quote,
  Ramp,
  SettlementInstructions,
  Withdrawal,
} from '../../../../src/provider/index.js';

export const USD = { nationalCurrencyCode: 'USD' } as const;
export const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' } as const;
export const POINTS = { assetId: 'points' } as const;
export const COLLATERAL_ID = [1, 2, 3]
  .map((digit) => `c3d5f400-0e7e-4f94-a199-44b8cc7b6b8${digit}`)
  .join('.');

const AT = '2026-01-01T00:00:00Z';
const address = { transferMethod: 'PublicBlockchain', asset: BTC, address: 'bc1q' } as const;
const iban = {
  transferMethod: 'Iban',
  asset: USD,
  iban: 'GB82WEST12345698765432',
  accountHolder: { name: 'Ada Lovelace' },
} as const;

/** Bodies that are right, by operation. */
export const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createQuote: { fromAsset: USD, toAsset: BTC, fromAmount: '10' },
  createBlockchainWithdrawal: {
    idempotencyKey: 'k',
    balanceAsset: BTC,
    balanceAmount: '1',
    destination: { ...address, amount: '1' },
  },
  createFiatWithdrawal: {
    idempotencyKey: 'k',
    balanceAsset: USD,
    balanceAmount: '10',
    destination: { ...iban, amount: '10' },
  },
  createPeerAccountWithdrawal: {
    idempotencyKey: 'k',
    balanceAsset: USD,
    balanceAmount: '10',
    destination: {
      transferMethod: 'PeerAccountTransfer',
      asset: USD,
      accountId: 'theirs',
      amount: '10',
    },
  },
  createSubAccountWithdrawal: {
    idempotencyKey: 'k',
    balanceAsset: USD,
    balanceAmount: '10',
    destination: { transferMethod: 'InternalTransfer', asset: USD, accountId: 'sub', amount: '10' },
  },
  createDepositAddress: {
    idempotencyKey: 'k',
    transferMethod: { transferMethod: 'PublicBlockchain', asset: BTC },
  },
  createRamp: {
    idempotencyKey: 'k',
    amount: '10',
    type: 'OnRamp',
    from: { transferMethod: 'Iban', asset: USD },
    to: address,
  },
  createCollateralAccountLink: {
    collateralId: COLLATERAL_ID,
    collateralSigners: ['signer'],
    env: 'sandbox',
  },
  createCollateralDepositAddressForAsset: { address, recoveryAccountId: 'r-1' },
  initiateCollateralDepositTransactionIntent: {
    asset: BTC,
    amount: '1',
    intentApprovalRequest: { fireblocksIntentId: 'i-1' },
  },
  registerCollateralDepositTransaction: {
    collateralTxId: 't-1',
    approvalRequest: { fireblocksIntentId: 'i-1', partnerIntentId: 'p-1' },
  },
  initiateCollateralWithdrawalTransactionIntent: {
    amount: '1',
    destinationAddress: address,
    intentApprovalRequest: { fireblocksIntentId: 'i-1' },
  },
  initiateCollateralWithdrawalTransaction: {
    collateralTxId: 't-1',
    approvalRequest: { fireblocksIntentId: 'i-1', partnerIntentId: 'p-1' },
  },
  initiateSettlement: { settlementId: 's-1', settlementVersion: '1' },
};

export function exchange() {
  const asked: string[] = [];
  const withdrawals: (Withdrawal & { key: string })[] = [];
  const quotes: Quote[] = [];
  const ramps: (Ramp & { key: string })[] = [];
  const addresses: (DepositAddress & { key: string })[] = [];
  const links: CollateralAccountLink[] = [];
  const collateralAddresses: CollateralAssetAddress[] = [];
  const notifications: unknown[] = [];
  const accounts: ProviderAccount[] = [
    { id: 'main', title: 'Main', status: 'active', balances: [] },
    { id: 'sub', title: 'Sub', status: 'active', parentId: 'main' },
  ];
  const deposits: Deposit[] = [1, 2, 3].map((day) => ({
    id: `d-${day}`,
    balanceAsset: USD,
    balanceAmount: '1',
    source: { ...iban, amount: '1' },
    status: 'succeeded',
    createdAt: `2026-01-0${day}T00:00:00Z`,
  }));
  const state = { usd: 1_000n, requiresSettlement: false, onWithdraw: async () => {} };
  const instructions: SettlementInstructions = {
    settlementVersion: '1',
    withdrawInstructions: [
      { amount: '1', sourceAddress: address },
      { amount: '2', sourceAddress: { ...address, asset: POINTS } },
    ],
    depositInstructions: [],
  };

  const rail = <Request extends { idempotencyKey: string; balanceAmount: string }, Made>(
    method: string,
  ) => ({
    listWithdrawals: async () =>
      withdrawals.filter((made) => made.destination.transferMethod === method) as Made[],
    withdraw: async (_: string, request: Request) => {
      asked.push(`withdraw ${request.idempotencyKey}`);
      state.usd -= BigInt(request.balanceAmount.split('.')[0] ?? '0');
      const { idempotencyKey: key, ...rest } = request;
      const id = `w-${withdrawals.length + 1}`;
      const made = { ...rest, key, id, status: 'pending', createdAt: AT };
      withdrawals.push(made as unknown as Withdrawal & { key: string });
      await state.onWithdraw();
      return made as Made;
    },
    findWithdrawal: async (_: string, key: string) => {
      asked.push(`find ${key}`);
      return withdrawals.find((made) => made.key === key) as Made | undefined;
    },
  });

  const provider = {
    capabilities: {
      listAssets: async () => [
        { id: 'points', name: 'Points', symbol: 'PTS', decimalPlaces: 2, type: 'BucketAsset' },
      ],
      getAsset: async (id) =>
        id === 'points'
          ? { id, name: 'Points', symbol: 'PTS', decimalPlaces: 2, type: 'BucketAsset' }
          : undefined,
      listConversions: async () => [{ id: 'c-1', fromAsset: USD, toAsset: BTC }],
      listWithdrawalMethods: async (accountId) => [
        { id: 'wm-1', balanceAsset: USD, withdrawal: { transferMethod: 'Iban', asset: USD } },
        {
          id: 'wm-2',
          balanceAsset: BTC,
          withdrawal: { transferMethod: 'PublicBlockchain', asset: BTC },
          minWithdrawalAmount: '0.5',
        },
        {
          id: 'wm-3',
          balanceAsset: USD,
          withdrawal: { transferMethod: 'PeerAccountTransfer', asset: USD },
        },
        {
          id: `wm-4-${accountId}`,
          balanceAsset: USD,
          withdrawal: {
            transferMethod: 'InternalTransfer',
            asset: USD,
            destinationPolicy: accountId === 'sub' ? 'DirectParentAccount' : 'AnyAccount',
          },
        },
      ],
      listDepositMethods: async () => [
        {
          id: 'dm-1',
          balanceAsset: BTC,
          deposit: { transferMethod: 'PublicBlockchain', asset: BTC },
          addressCreationPolicy: 'CanCreate',
        },
        {
          id: 'dm-2',
          balanceAsset: USD,
          deposit: { transferMethod: 'Iban', asset: USD },
          addressCreationPolicy: 'CannotCreate',
        },
      ],
      listRampMethods: async () => [
        {
          id: 'rm-1',
          from: { transferMethod: 'Iban', asset: USD },
          to: { transferMethod: 'PublicBlockchain', asset: BTC },
        },
      ],
    },
    accounts: {
      list: async () => accounts,
      get: async (id) => {
        asked.push(`account ${id}`);
        return accounts.find((account) => account.id === id);
      },
    },
    balances: {
      list: async () => [
        { id: 'b-1', asset: USD, availableAmount: String(state.usd) },
        { id: 'b-2', asset: BTC, availableAmount: '2' },
      ],
    },
    rates: {
      get: async (_, { conversionPairId }) =>
        conversionPairId === 'c-1' ? { rate: '0.00001', timestamp: 1_767_225_600_000 } : undefined,
    },
    liquidity: {
      listQuotes: async () => quotes,
      createQuote: async (_, { fromAsset, toAsset, fromAmount = '10', toAmount = '1' }) => {
        const quote: Quote = {
          id: `q-${quotes.length + 1}`,
          fromAsset,
          fromAmount,
          toAsset,
          toAmount,
          conversionFeeBps: 5,
          status: 'ready',
          createdAt: AT,
          expiresAt: '2999-01-01T00:00:00Z',
        };
        quotes.push(quote);
        return quote;
      },
      getQuote: async (_, id) => quotes.find((quote) => quote.id === id),
      executeQuote: async (_, id) => {
        asked.push(`execute ${id}`);
        const quote = quotes.find((each) => each.id === id);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (quote) quote.status = 'executed';
        return quote;
      },
    },
    transfers: {
      listWithdrawals: async () => withdrawals,
      getWithdrawal: async (_, id) => withdrawals.find((made) => made.id === id),
      listDeposits: async () => deposits,
      getDeposit: async (_, id) => deposits.find((deposit) => deposit.id === id),
    },
    transfersBlockchain: rail('PublicBlockchain'),
    transfersFiat: rail('Iban'),
    transfersPeerAccounts: rail('PeerAccountTransfer'),
    transfersInternal: rail('InternalTransfer'),
    depositAddresses: {
      list: async () => addresses,
      get: async (_, id) => addresses.find((made) => made.id === id),
      create: async (_, { idempotencyKey: key }) => {
        const id = `a-${addresses.length + 1}`;
        const made = { key, id, destination: address, status: 'enabled' };
        addresses.push(made);
        return made;
      },
      find: async (_, key) => addresses.find((made) => made.key === key),
      disable: async (_, id) => {
        const made = addresses.find((each) => each.id === id);
        if (made) made.status = 'disabled';
        return made;
      },
    },
    ramps: {
      list: async () => ramps,
      get: async (_, id) => ramps.find((made) => made.id === id),
      create: async (_, { idempotencyKey: key, ...request }) => {
        const dates = { createdAt: AT, updatedAt: AT, expiresAt: '2999-01-01T00:00:00Z' };
        const id = `r-${ramps.length + 1}`;
        const made = {
          ...request,
          ...dates,
          key,
          id,
          status: 'Pending',
          paymentInstructions: iban,
        };
        ramps.push(made as unknown as Ramp & { key: string });
        return made as unknown as Ramp;
      },
      find: async (_, key) => ramps.find((made) => made.key === key),
    },
    collateral: {
      listLinks: async () => links,
      createLink: async (_, link) => {
        const made = {
          ...link,
          id: `l-${links.length + 1}`,
          status: 'Linked',
          eligibleCollateralAssets: [BTC],
        };
        links.push(made);
        return made;
      },
      listAddresses: async () => collateralAddresses,
      createAddress: async (_, __, request) => {
        const made = { ...request, id: `ca-${collateralAddresses.length + 1}` };
        collateralAddresses.push(made);
        return made;
      },
      getAddress: async (_, __, id) => collateralAddresses.find((made) => made.id === id),
      requestDeposit: async (_, __, { asset, amount, intentApprovalRequest }) => ({
        id: 'p-1',
        asset,
        amount,
        approvalRequest: { ...intentApprovalRequest, partnerIntentId: 'p-1' },
        status: 'Approved',
      }),
      listDeposits: async () => [],
      registerDeposit: async (_, __, request) => ({ ...request, id: 'cd-1', status: 'Pending' }),
      getDeposit: async () => undefined,
      requestWithdrawal: async (_, __, { amount, destinationAddress, intentApprovalRequest }) => ({
        id: 'p-2',
        amount,
        destinationAddress,
        approvalRequest: { ...intentApprovalRequest, partnerIntentId: 'p-2' },
        status: 'Rejected',
        rejectionReason: 'Credit is outstanding.',
      }),
      listWithdrawals: async () => [],
      registerWithdrawal: async (_, __, request) => ({ ...request, id: 'cw-1', status: 'Pending' }),
      getWithdrawal: async () => undefined,
      getSettlementInstructions: async () => instructions,
      startSettlement: async () => instructions,
      getSettlement: async (_, __, settlementVersion) =>
        settlementVersion === '1' ? { settlementVersion, status: 'Pending' } : undefined,
      forceSettlement: async (_, __, settlement) => ({ ...settlement, approved: true }),
      requiresSettlement: async () => state.requiresSettlement,
    },
    collateralNotifications: {
      onNotification: async (notification) => {
        notifications.push(notification);
      },
    },
  } satisfies Provider as Required<Provider>;
  const made = { withdrawals, quotes, ramps, addresses, links, collateralAddresses };
  return { provider, asked, ...made, notifications, state, accounts };
}
