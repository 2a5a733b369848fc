import { formatAmount, parseAmount, parseDecimal } from '../../core/amount.js';
import type {
  DepositAddress,
  NetlinkAccount,
  ServedTransfer,
  SubTransfer,
  Withdrawal,
} from '../../netlink/answers.js';
import { NETLINK_ERRORS, type NetlinkErrorName } from '../../netlink/error-codes.js';
import { NetlinkError } from '../../netlink/errors.js';
import type { NetlinkProvider } from '../../netlink/provider.js';
import type { NetlinkRegistration } from '../../netlink/registration.js';
import type {
  DepositAddressRequest,
  InternalTransferRequest,
  ReceivedWithdrawal,
  SubAccountsTransferRequest,
  SubMainTransferRequest,
} from '../../netlink/requests.js';
import type { SubTransferKind } from '../../netlink/values.js';
import { assetOf, EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';
import type { Place } from './books.js';
import { EXCHANGE_TYPES, type Exchange, MAIN, subAccount } from './exchange.js';

type Types = Pick<NetlinkRegistration, 'mainAccountFundableType' | 'subAccountFundableType'>;

/** The exchange as network link v1 sees it. */
export function exchangeProvider(exchange: Exchange, types: Types): NetlinkProvider {
  const { books, history } = exchange;
  const main: Place = { holder: MAIN, accountType: types.mainAccountFundableType };
  const sub = (id: string): Place => ({
    holder: subAccount(id),
    accountType: types.subAccountFundableType,
  });
  const addresses = new Map<string, DepositAddress>();
  const addressName = ({ coinSymbol, network, accountType }: DepositAddressRequest) =>
    JSON.stringify([coinSymbol, network, accountType]);

  return {
    async listAccounts() {
      const names = new Set<string>([...EXCHANGE_TYPES, main.accountType]);
      return [...names].map((type) => accountOf(exchange, type));
    },
    async getDepositAddress(request) {
      assetOf(request.coinSymbol, request.network);
      return addresses.get(addressName(request));
    },
    async createDepositAddress(request) {
      const asset = assetOf(request.coinSymbol, request.network);
      const name = addressName(request);
      if (addresses.has(name)) throw refusal('REJECTED', 'There is a deposit address already.');
      const place = { holder: MAIN, accountType: request.accountType };
      const address: DepositAddress = {
        depositAddress: exchange.depositAddress(asset, place),
        ...(asset.tagged ? { depositAddressTag: String(addresses.size + 1) } : {}),
      };
      addresses.set(name, address);
      return address;
    },
    async estimateWithdrawalFee({ transferAmount, coinSymbol, network }) {
      const { scale, fee } = assetOf(coinSymbol, network);
      unitsOf(transferAmount, scale, 'transferAmount');
      return { feeAmount: formatAmount(fee, scale) };
    },
    async withdraw(request) {
      return withdraw(exchange, main, request);
    },
    async getTransactionById({ transactionID }) {
      return history.find((found) => found.transactionID === transactionID)?.transaction;
    },
    async getTransactionByHash({ txHash, network }) {
      return history.find((found) => found.txHash === txHash && found.network === network)
        ?.transaction;
    },
    async listTransactions(query) {
      return history.page(query);
    },
    async listSupportedAssets() {
      return EXCHANGE_ASSETS.map(({ coinSymbol, network, coinClass, identifiers }) => ({
        coinSymbol,
        network,
        coinClass,
        ...(identifiers ? { identifiers } : {}),
      }));
    },
    async transferSubMain(request: SubMainTransferRequest) {
      const account = sub(request.subAccountID);
      const inwards = request.direction === 'IN';
      const [from, to] = inwards ? [account, main] : [main, account];
      return subTransfer(exchange, 'subMainTransfer', { ...request, from, to, inwards });
    },
    async transferSubAccounts(request: SubAccountsTransferRequest) {
      const from = sub(request.srcSubAccountID);
      const to = sub(request.dstSubAccountID);
      return subTransfer(exchange, 'subaccountTransfer', { ...request, from, to, inwards: false });
    },
    async transferInternal(request: InternalTransferRequest) {
      const { scale } = assetOf(request.coinSymbol);
      const units = unitsOf(request.amount, scale, 'amount');
      const transactionID = exchange.newId();
      if (exchange.holding) return { status: 'failed', transactionID };
      const from = { holder: MAIN, accountType: request.fromAccountType };
      const to = { holder: MAIN, accountType: request.toAccountType };
      books.move(from, to, request.coinSymbol, units);
      return { status: 'completed', transactionID };
    },
  };
}

function accountOf({ books }: Exchange, type: string): NetlinkAccount {
  const place = { holder: MAIN, accountType: type };
  return {
    type,
    uid: MAIN,
    displayName: `${type.charAt(0)}${type.slice(1).toLowerCase()}`,
    balances: books.coinsOf(place).map((coinSymbol) => {
      const amount = formatAmount(books.balance(place, coinSymbol), assetOf(coinSymbol).scale);
      return { coinSymbol, totalAmount: amount, pendingAmount: '0', availableAmount: amount };
    }),
  };
}

function withdraw(exchange: Exchange, main: Place, request: ReceivedWithdrawal): Withdrawal {
  const asset = assetOf(request.coinSymbol, request.network);
  const place = { ...main, accountType: request.accountType };
  checkDestination(exchange, request.toAddress);
  checkFee(asset, request.maxFee);
  const amount = unitsOf(request.amount, asset.scale, 'amount');
  const gross = request.isGross ? amount : amount + asset.fee;
  const units = gross - asset.fee;
  if (units <= 0n) throw refusal('AMOUNT_TOO_SMALL', 'The fee is more than the amount.');
  exchange.books.take(place, asset.coinSymbol, gross);
  const end = (completed: boolean) => {
    if (!completed) exchange.books.add(place, asset.coinSymbol, gross);
  };
  const transactionID = exchange.record({
    asset,
    units,
    fee: asset.fee,
    direction: 'CRYPTO_WITHDRAWAL',
    end: exchange.holding ? end : undefined,
  });
  return { transactionID };
}

/** @throws NetlinkError 400010 for more decimals than the asset has. */
function unitsOf(amount: string, scale: number, field: string): bigint {
  try {
    return parseAmount(amount, scale, field);
  } catch {
    throw refusal('INVALID_PARAMETER', `${field}: must have at most ${scale} decimals`);
  }
}

function checkDestination({ whitelist }: Exchange, toAddress: string): void {
  if (/\s/.test(toAddress)) throw refusal('BAD_ADDRESS', 'An address has no blanks.');
  if (whitelist && !whitelist.has(toAddress)) {
    throw refusal('ADDRESS_NOT_WHITELISTED', 'The address is not on the list.');
  }
}

function checkFee({ fee, scale }: ExchangeAsset, maxFee: string | undefined): void {
  if (maxFee === undefined) return;
  const most = parseDecimal(maxFee, 'maxFee');
  if (most.units * 10n ** BigInt(scale) >= fee * 10n ** BigInt(most.scale)) return;
  throw refusal('INSUFFICIENT_FEE', 'The fee is higher than maxFee.');
}

interface Transfer {
  readonly coinSymbol: string;
  readonly amount: string;
  readonly from: Place;
  readonly to: Place;
  /** Seen from the main account. */
  readonly inwards: boolean;
}

function subTransfer(
  exchange: Exchange,
  kind: SubTransferKind,
  transfer: Transfer,
): ServedTransfer<SubTransfer> {
  const { from, to, coinSymbol, inwards } = transfer;
  const asset = assetOf(coinSymbol);
  const units = unitsOf(transfer.amount, asset.scale, 'amount');
  const pending = exchange.holding;
  exchange.books.take(from, coinSymbol, units);
  const end = (completed: boolean) => exchange.books.add(completed ? to : from, coinSymbol, units);
  if (!pending) end(true);
  const transactionID = exchange.record({
    asset,
    units,
    kind,
    direction: inwards ? 'CRYPTO_DEPOSIT' : 'CRYPTO_WITHDRAWAL',
    end: pending ? end : undefined,
  });
  return { status: pending ? 'pending' : 'completed', transactionID };
}

function refusal(name: NetlinkErrorName, error: string): NetlinkError {
  return new NetlinkError({ errorCode: NETLINK_ERRORS[name], error });
}
