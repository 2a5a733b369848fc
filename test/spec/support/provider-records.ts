// Records of provider-api.md, each with every field that the document gives it.

export const USD = { nationalCurrencyCode: 'USD' } as const;
export const BTC = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' } as const;

export const COLLATERAL_ID = [1, 2, 3]
  .map((digit) => `c3d5f400-0e7e-4f94-a199-44b8cc7b6b8${digit}`)
  .join('.');

const AT = '2026-01-01T00:00:00Z';
const LATER = '2999-01-01T00:00:00Z';
export const CHAIN = { transferMethod: 'PublicBlockchain', asset: BTC } as const;
export const ADDRESS = { ...CHAIN, address: 'bc1q' } as const;
export const IBAN = {
  transferMethod: 'Iban',
  asset: USD,
  iban: 'GB82WEST12345698765432',
  accountHolder: {
    name: 'Ada Lovelace',
    city: 'London',
    country: 'GB',
    subdivision: 'GB-LND',
    address: '12 St James’s Square',
    postalCode: 'SW1Y 4JH',
  },
} as const;
const APPROVAL = { fireblocksIntentId: 'i-1', partnerIntentId: 'p-1' };

const ASSET = {
  id: 'points',
  name: 'Points',
  symbol: 'PTS',
  description: 'Points of the house',
  decimalPlaces: 2,
  testAsset: false,
  type: 'Erc20Token',
  blockchain: 'Ethereum',
  contractAddress: '0xa0',
};

const withdrawal = (id: string, balanceAsset: object, destination: object) => ({
  id,
  balanceAsset,
  balanceAmount: '10',
  status: 'pending',
  createdAt: AT,
  finalizedAt: LATER,
  events: [{ status: 'pending', message: 'received', createdAt: AT }],
  destination,
});

const to = (transferMethod: string, accountId: string) => ({
  transferMethod,
  asset: USD,
  accountId,
  amount: '10',
});

export const RECORDS = {
  Account: {
    id: 'main',
    title: 'Main',
    description: 'The main one',
    balances: [{ id: 'b-1', asset: USD, availableAmount: '10' }],
    status: 'active',
  },
  Asset: ASSET,
  Balance: { id: 'b-1', asset: USD, availableAmount: '10', lockedAmount: '1' },
  Rate: { rate: '0.00001', timestamp: 1_767_225_600_000, baseAsset: BTC, quoteAsset: USD },
  Quote: {
    id: 'q-1',
    fromAsset: USD,
    fromAmount: '10',
    toAsset: BTC,
    toAmount: '1',
    conversionFeeBps: 5,
    conversionFeeAsset: USD,
    status: 'ready',
    createdAt: AT,
    expiresAt: LATER,
  },
  'Withdrawal / blockchain': withdrawal('w-1', BTC, {
    ...ADDRESS,
    amount: '10',
    blockchainTxId: 'tx-1',
  }),
  'Withdrawal / fiat': withdrawal('w-2', USD, { ...IBAN, amount: '10', referenceId: 'ref-1' }),
  'Withdrawal / peer account': withdrawal('w-3', USD, to('PeerAccountTransfer', 'theirs')),
  'Withdrawal / internal': withdrawal('w-4', USD, to('InternalTransfer', 'sub')),
  Deposit: {
    id: 'd-1',
    balanceAsset: USD,
    balanceAmount: '10',
    source: { ...IBAN, amount: '10', referenceId: 'ref-1' },
    depositAddressId: 'a-1',
    status: 'pending',
    createdAt: AT,
    finalizedAt: LATER,
  },
  'Deposit address': { id: 'a-1', destination: ADDRESS, status: 'enabled' },
  Ramp: {
    id: 'r-1',
    createdAt: AT,
    updatedAt: AT,
    status: 'Pending',
    amount: '10',
    type: 'OnRamp',
    expiresAt: LATER,
    from: { transferMethod: 'Iban', asset: USD },
    to: ADDRESS,
    paymentInstructions: IBAN,
    estimatedFees: [],
    executionDetails: { type: 'Quote', quoteId: 'q-1' },
    failureReason: 'unsupported-ramp-method',
    receipt: { ...ADDRESS, amount: '1', blockchainTxId: 'tx-1' },
  },
  'Collateral deposit address': { id: 'ca-1', address: ADDRESS, recoveryAccountId: 'rec-1' },
  'Collateral transaction / deposit': {
    id: 'cd-1',
    status: 'Pending',
    collateralTxId: 't-1',
    approvalRequest: APPROVAL,
  },
  'Collateral transaction / withdrawal': {
    id: 'cw-1',
    status: 'Approved',
    collateralTxId: 't-1',
    approvalRequest: APPROVAL,
    rejectionReason: 'none',
  },
  'Deposit preflight': {
    id: 'p-1',
    status: 'Rejected',
    asset: BTC,
    amount: '1',
    approvalRequest: APPROVAL,
    rejectionReason: 'Too much.',
  },
  'Withdrawal preflight': {
    id: 'p-2',
    amount: '1',
    destinationAddress: ADDRESS,
    approvalRequest: APPROVAL,
    status: 'Rejected',
    rejectionReason: 'Credit is outstanding.',
  },
  'Settlement instructions': {
    settlementVersion: '1',
    withdrawInstructions: [{ amount: '1', sourceAddress: ADDRESS }],
    depositInstructions: [{ amount: '2', destinationAddress: ADDRESS }],
  },
  Settlement: {
    settlementVersion: '1',
    withdrawTransactions: [{ amount: '1', sourceAddress: ADDRESS, status: 'PROCESSING' }],
    depositTransactions: [{ amount: '2', destinationAddress: ADDRESS, status: 'PROCESSING' }],
    status: 'Invalid',
  },
  'Asset conversion': { id: 'c-1', fromAsset: USD, toAsset: BTC },
  'Withdrawal method': { id: 'wm-1', balanceAsset: BTC, withdrawal: CHAIN },
  'Deposit method': {
    id: 'dm-1',
    balanceAsset: BTC,
    deposit: CHAIN,
    addressCreationPolicy: 'CanCreate',
  },
  'Ramp method': { id: 'rm-1', from: { transferMethod: 'Iban', asset: USD }, to: CHAIN },
} as const;

export type RecordName = keyof typeof RECORDS;
