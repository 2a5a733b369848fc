import { formatAmount } from '../../core/amount.js';
import { cut, escaped } from '../../core/shown.js';
import { summaryOf } from '../../signer/summary.js';
import type {
  DecodedTransaction,
  ExplainOptions,
  Explanation,
} from '../../signer/transaction-codec.js';
import type { MoveValue } from './arguments.js';
import type { LegiblePayload, LegibleTransaction } from './legible.js';
import type { EntryFunction, ScriptPayload } from './transaction.js';

/** The native coin has eight decimals on every network of this family. */
const NATIVE_DECIMALS = 8;
const NATIVE_COIN = '0x1::aptos_coin::AptosCoin';
const NATIVE_ASSET = /^0x0*a$/;
/** The networks of Aptos and of Movement; the coins of other chains have no name here. */
export const SYMBOLS: Readonly<Record<number, string>> = {
  1: 'APT',
  2: 'APT',
  126: 'MOVE',
  250: 'MOVE',
};
/** Of an argument whose type only the chain knows. */
const MAX_ARGUMENT = 24;

type LegibleCall = EntryFunction & { readonly functionArguments?: readonly MoveValue[] };

/** A decoded transaction in words. */
export function explain(
  decoded: DecodedTransaction<LegibleTransaction>,
  options: ExplainOptions = {},
): Explanation<LegibleTransaction> {
  const { transaction } = decoded;
  const { maxGasAmount, gasUnitPrice, expirationTimestampSecs, chainId } = transaction;
  const symbol = SYMBOLS[chainId] ?? `coins of chain ${chainId}`;
  const explanation = {
    ...decoded,
    action: [payloadWords(transaction.payload, symbol), ...otherSigners(transaction)].join(', '),
    fee: {
      units: BigInt(maxGasAmount) * BigInt(gasUnitPrice),
      decimals: NATIVE_DECIMALS,
      symbol,
      isLimit: true,
    },
    expiry: { kind: 'time', seconds: BigInt(expirationTimestampSecs) },
  } as const;
  return { ...explanation, summary: summaryOf([explanation], options) };
}

function otherSigners(transaction: LegibleTransaction): readonly string[] {
  const { secondarySignerAddresses: others = [], feePayerAddress } = transaction;
  return [
    ...(others.length > 0 ? [`with the signature of ${others.join(' and ')}`] : []),
    ...(feePayerAddress === undefined ? [] : [`gas paid by ${feePayerAddress}`]),
  ];
}

function payloadWords(payload: LegiblePayload, symbol: string): string {
  switch (payload.kind) {
    case 'entry-function':
      return callWords(payload, symbol);
    case 'script':
      return scriptWords(payload);
    case 'multisig':
      return sharedWords(payload.multisigAddress, payload.call && callWords(payload.call, symbol));
    case 'inner': {
      const { executable, multisigAddress } = payload;
      const words =
        executable.kind === 'entry-function'
          ? callWords(executable, symbol)
          : executable.kind === 'script'
            ? scriptWords(executable)
            : undefined;
      if (multisigAddress === undefined) return words ?? 'Do nothing';
      return sharedWords(multisigAddress, words);
    }
  }
}

/** For an account that several own. */
function sharedWords(account: string, words: string | undefined): string {
  return `From the shared account ${account}: ${words ?? 'carry out the call that it has stored'}`;
}

function scriptWords({ code, typeArguments, arguments: given }: ScriptPayload): string {
  const size = (code.length - 2) / 2;
  const args = given.map(({ type, value }) => `${type} ${cut(escaped(value), MAX_ARGUMENT)}`);
  return `Run a script of ${size} bytes${typeWords(typeArguments)} with (${args.join(', ')})`;
}

/** The framework's transfers have words of their own; of other calls the arguments are bytes. */
function callWords(call: LegibleCall, symbol: string): string {
  const { function: name, functionArguments: [first, second, third] = [] } = call;
  const [type] = call.typeArguments;
  if (call.functionArguments !== undefined) {
    switch (name) {
      case '0x1::aptos_account::transfer':
        return payment(second, NATIVE_COIN, first, symbol);
      case '0x1::aptos_account::transfer_coins':
      case '0x1::coin::transfer':
        return payment(second, type, first, symbol);
      case '0x1::primary_fungible_store::transfer':
        return payment(third, first, second, symbol);
      case '0x1::aptos_account::batch_transfer':
        return payments(second, NATIVE_COIN, first, symbol);
      case '0x1::aptos_account::batch_transfer_coins':
        return payments(second, type, first, symbol);
      default:
    }
  }
  const args = call.arguments.map((bytes) => cut(bytes, MAX_ARGUMENT));
  return `Call ${escaped(name)}${typeWords(call.typeArguments)} with (${args.join(', ')})`;
}

function typeWords(types: readonly string[]): string {
  return types.length === 0 ? '' : `<${escaped(types.join(', '))}>`;
}

function payment(amount: unknown, token: unknown, to: unknown, symbol: string): string {
  return `Pay ${amountWords(amount, token, symbol)} to ${to}`;
}

function payments(amounts: unknown, token: unknown, to: unknown, symbol: string): string {
  const all: readonly unknown[] = Array.isArray(to) ? to : [];
  const own: readonly unknown[] = Array.isArray(amounts) ? amounts : [];
  if (all.length === 0) return 'Pay nothing';
  const parts = all.map((one, index) => `${amountWords(own[index], token, symbol)} to ${one}`);
  return `Pay ${parts.join(', ')}`;
}

/** The bytes name a token, not its decimals. */
function amountWords(amount: unknown, token: unknown, symbol: string): string {
  if (token === NATIVE_COIN || NATIVE_ASSET.test(`${token}`)) {
    return `${formatAmount(BigInt(`${amount}`), NATIVE_DECIMALS)} ${symbol}`;
  }
  return `${amount} base units of the token ${escaped(`${token}`)}`;
}
