import { formatAmount } from '../../core/amount.js';
import { cut, escaped, shortened } from '../../core/shown.js';
import { summaryOf } from '../../signer/summary.js';
import type { ExplainOptions, Explanation } from '../../signer/transaction-codec.js';
import type { MoveValue } from './arguments.js';
import { decode } from './decode.js';
import type { LegiblePayload, LegibleTransaction } from './legible.js';
import { isNativeCoin, NATIVE_COIN, NATIVE_DECIMALS, SYMBOLS } from './native-coin.js';
import type { EntryFunction, ScriptPayload } from './transaction.js';

export { decode } from './decode.js';

/** Of an argument whose type only the chain knows. */
const MAX_ARGUMENT = 24;
/** Of a token or a function: an address, and a name. */
const MAX_NAME = 96;

type LegibleCall = EntryFunction & { readonly functionArguments?: readonly MoveValue[] };

/** A payload's transaction in words. @throws InvalidInputError as `decode` does. */
export function explain(
  payload: unknown,
  options: ExplainOptions = {},
): Explanation<LegibleTransaction> {
  const decoded = decode(payload);
  const { transaction } = decoded;
  const { maxGasAmount, gasUnitPrice, expirationTimestampSecs, chainId } = transaction;
  const symbol = SYMBOLS[chainId] ?? `coins of chain ${chainId}`;
  const { action, details } = payloadWords(transaction.payload, symbol);
  const explanation = {
    ...decoded,
    action: [action, ...otherSigners(transaction)].join(', '),
    details,
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

type Words = Pick<Explanation, 'action' | 'details'>;

function payloadWords(payload: LegiblePayload, symbol: string): Words {
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
      if (multisigAddress === undefined) return words ?? { action: 'Do nothing' };
      return sharedWords(multisigAddress, words);
    }
  }
}

/** For an account that several own. */
function sharedWords(account: string, words: Words | undefined): Words {
  const { action, details } = words ?? { action: 'carry out the call that it has stored' };
  return { action: `From the shared account ${account}: ${action}`, details };
}

function scriptWords({ code, typeArguments, arguments: given }: ScriptPayload): Words {
  const size = (code.length - 2) / 2;
  const args = given.map(({ type, value }) => `${type} ${cut(escaped(value), MAX_ARGUMENT)}`);
  return {
    action: `Run a script of ${size} bytes`,
    details: detailsOf(typeArguments, args),
  };
}

/** The framework's transfers have words of their own; of other calls the arguments are bytes. */
function callWords(call: LegibleCall, symbol: string): Words {
  const transfer = transferWords(call, symbol);
  if (transfer) return transfer;
  const args = call.arguments.map((bytes) => cut(bytes, MAX_ARGUMENT));
  return {
    action: `Call ${shortened(call.function, MAX_NAME)}`,
    details: detailsOf(call.typeArguments, args),
  };
}

function detailsOf(types: readonly string[], args: readonly string[]): string {
  const of = types.map((type) => shortened(type, MAX_NAME)).join(', ');
  const given = args.length === 0 ? 'without arguments' : `with ${args.join(', ')}`;
  return of === '' ? given : `of ${of}, ${given}`;
}

function transferWords(call: LegibleCall, symbol: string): Words | undefined {
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
  return undefined;
}

function payment(amount: unknown, token: unknown, to: unknown, symbol: string): Words {
  return { action: `Pay ${amountWords(amount, token, symbol)} to ${to}` };
}

/** The chain takes only lists of one length. What all of them get comes first, and each of them last. */
function payments(
  amounts: unknown,
  token: unknown,
  to: unknown,
  symbol: string,
): Words | undefined {
  const all: readonly unknown[] = Array.isArray(to) ? to : [];
  const own: readonly unknown[] = Array.isArray(amounts) ? amounts : [];
  if (all.length !== own.length) return undefined;
  const [only] = all;
  if (all.length === 0) return { action: 'Pay nothing' };
  if (all.length === 1) return payment(own[0], token, only, symbol);
  const total = own.reduce<bigint>((sum, amount) => sum + BigInt(`${amount}`), 0n);
  const parts = all.map((one, index) => `${amountWords(own[index], token, symbol)} to ${one}`);
  return {
    action: `Pay ${amountWords(total, token, symbol)} to ${all.length} accounts`,
    details: parts.join(', '),
  };
}

/** The bytes name a token, not its decimals. */
function amountWords(amount: unknown, token: unknown, symbol: string): string {
  if (isNativeCoin(`${token}`)) {
    return `${formatAmount(BigInt(`${amount}`), NATIVE_DECIMALS)} ${symbol}`;
  }
  return `${amount} base units of the token ${shortened(`${token}`, MAX_NAME)}`;
}
