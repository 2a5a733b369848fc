// The operations of network-link.md, their inputs and records. Paths that the document does not show
// are those of the published OpenAPI document.

/** An input as the document has it. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** As a caller of the library gives it, and as it goes over the wire. */
  readonly value: unknown;
  readonly wire: string;
  /** As the provider's method gets it, where that is not the wire's text. */
  readonly got?: unknown;
  /** What the library sends if it is left out: the caller need not give it. */
  readonly fallback?: string;
  /** Values that are none of its type. */
  readonly wrong?: readonly unknown[];
}

export interface Documented {
  readonly title: string;
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: readonly Field[];
}

type Rest = Partial<Omit<Field, 'name' | 'required' | 'value'>>;

const field =
  (required: boolean) =>
  (name: string, value: unknown, rest: Rest = {}) => ({
    name,
    required,
    value,
    wire: String(value),
    ...rest,
  });
const needed = field(true);
const optional = field(false);

const NO_AMOUNTS = ['', '-1', '1e3', ' 1', '1,5', 'one'];
const amount = (name: string) => needed(name, '1.5', { wrong: NO_AMOUNTS });

const accountType = needed('accountType', 'SPOT');
const coinSymbol = needed('coinSymbol', 'ETH', { wrong: [''] });
const network = needed('network', 'Ethereum', { wrong: [''] });
const FLAGS = { wrong: ['yes', '1', 'TRUE', ''] };

export const NETLINK: readonly Documented[] = [
  {
    title: 'list all accounts with balances',
    name: 'listAccounts',
    method: 'GET',
    path: '/v1/accounts',
    fields: [],
  },
  {
    title: 'fetch deposit address',
    name: 'getDepositAddress',
    method: 'GET',
    path: '/v1/depositAddress',
    fields: [accountType, coinSymbol, network],
  },
  {
    title: 'create deposit address',
    name: 'createDepositAddress',
    method: 'POST',
    path: '/v1/depositAddress',
    fields: [accountType, coinSymbol, network],
  },
  {
    title: 'estimate external withdrawal fee',
    name: 'estimateWithdrawalFee',
    method: 'GET',
    path: '/v1/withdrawalFee',
    fields: [amount('transferAmount'), coinSymbol, network],
  },
  {
    title: 'withdraw to an external address',
    name: 'withdraw',
    method: 'POST',
    path: '/v1/withdraw',
    fields: [
      accountType,
      needed('toAddress', '0xada', { wrong: [''] }),
      optional('tag', '77'),
      coinSymbol,
      network,
      amount('amount'),
      needed('isGross', true, { wire: 'true', got: true, ...FLAGS }),
      optional('maxFee', '0.25', { wrong: NO_AMOUNTS }),
      needed('isSettlementTx', true, { wire: 'true', got: true, fallback: 'false', ...FLAGS }),
    ],
  },
  {
    title: 'transaction status by identifier',
    name: 'getTransactionById',
    method: 'GET',
    path: '/v1/transactionByID',
    fields: [needed('transactionID', 't-1', { wrong: [''] })],
  },
  {
    title: 'transaction status by hash',
    name: 'getTransactionByHash',
    method: 'GET',
    path: '/v1/transactionByHash',
    fields: [needed('txHash', '0xhash', { wrong: [''] }), network],
  },
  {
    title: 'transaction history',
    name: 'listTransactions',
    method: 'GET',
    path: '/v1/transactionHistory',
    fields: [
      needed('fromDate', 1_700_000_000_000, {
        got: 1_700_000_000_000,
        wrong: ['now', '-1', '1.5'],
      }),
      needed('toDate', 1_800_000_000_000, { got: 1_800_000_000_000, wrong: ['now', '-1', '1.5'] }),
      needed('pageSize', 25, { got: 25, fallback: '500', wrong: ['0', '-1', '1.5', 'all'] }),
      optional('pageCursor', 'c-1'),
      needed('isSubTransfer', false, { got: false, fallback: 'false', wrong: ['no', '0'] }),
      optional('direction', 'CRYPTO_DEPOSIT', { wrong: ['IN', 'OUT', 'crypto_deposit'] }),
      coinSymbol,
      network,
    ],
  },
  {
    title: 'list supported assets',
    name: 'listSupportedAssets',
    method: 'GET',
    path: '/v1/supportedAssets',
    fields: [],
  },
  {
    title: 'sub-account to main transfer',
    name: 'transferSubMain',
    method: 'POST',
    path: '/v1/subMainTransfer',
    fields: [
      needed('subAccountID', 's-1', { wrong: [''] }),
      needed('direction', 'IN', { wrong: ['', 'in', 'CRYPTO_DEPOSIT'] }),
      coinSymbol,
      amount('amount'),
    ],
  },
  {
    title: 'sub-account to sub-account transfer',
    name: 'transferSubAccounts',
    method: 'POST',
    path: '/v1/subaccountsTransfer',
    fields: [
      needed('srcSubAccountID', 's-1', { wrong: [''] }),
      needed('dstSubAccountID', 's-2', { wrong: [''] }),
      coinSymbol,
      amount('amount'),
    ],
  },
  {
    title: 'internal account transfer',
    name: 'transferInternal',
    method: 'POST',
    path: '/v1/internalTransfer',
    fields: [
      needed('fromAccountType', 'SPOT'),
      needed('toAccountType', 'FUNDING'),
      coinSymbol,
      amount('amount'),
    ],
  },
];

/** Every input with a right value: as the library takes it, or as it goes over the wire. */
export const inputsOf = ({ fields }: Documented, form: 'value' | 'wire' = 'value') =>
  Object.fromEntries(fields.map((field) => [field.name, field[form]]));

/** A request line with its query, and its body, of wire values; those that are `undefined` are left out. */
export function requestOf(operation: Documented, edit: Readonly<Record<string, unknown>> = {}) {
  const wire = Object.entries({ ...inputsOf(operation, 'wire'), ...edit });
  const given = wire.filter(([, value]) => value !== undefined);
  const line = `${operation.method} ${operation.path}`;
  if (operation.method === 'POST') return { line, body: Object.fromEntries(given) };
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { line: given.length === 0 ? line : `${line}?${query}`, body: undefined };
}

export const ACCOUNT_TYPES = [
  'EXCHANGE',
  'SPOT',
  'FUNDING',
  'MARGIN',
  'FUTURES',
  'OPTIONS',
  'MARGIN_CROSS',
  'USDT_FUTURES',
  'COIN_FUTURES',
] as const;
