import * as z from 'zod/mini';
import { formatAmount, parseAmount, parseDecimal } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { MAX_U64, parsedWith, wholeNumber } from '../../core/fields.js';
import { isObject } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import { parseAddress } from '../wire/address.js';
import { recipient } from '../wire/fields.js';
import { isNativeCoin } from '../wire/native-coin.js';
import { parseStructTag, printTypeTag } from '../wire/type-tags.js';
import type { MoveCall, TokenName } from './input.js';

/** What {@link AptosGateway.transferToken} takes. */
export interface TransferTokenParams {
  /** `0x` and 64 hexadecimal characters. */
  readonly recipientAddress: string;
  /** In the token's base units, unless `unit` says otherwise. Above zero. */
  readonly amount: string | number | bigint;
  /**
   * `base` (default): a whole number of the token's base units. `tokens`: a decimal string in whole tokens,
   * such as `1.5`, with no more decimals than the token has.
   */
  readonly unit?: 'base' | 'tokens';
  /**
   * For `unit: 'tokens'`: how many decimals the token has, 0 to 32. The transfer is refused if the chain has
   * another value. Default: the chain's value, on which as many operators must agree as `agree` says; the native
   * coin's is always 8.
   */
  readonly tokenDecimals?: number;
  /**
   * Which token: the address of a fungible asset's metadata object, or the type of a coin such as
   * `0x1::aptos_coin::AptosCoin`.
   */
  readonly tokenType: string;
}

const METADATA = '0x1::fungible_asset::Metadata';

/** The chain's own bound. */
export const MAX_DECIMALS = 32;

const tokenType = parsedWith(
  (value): TokenName =>
    typeof value === 'string' && value.includes('::')
      ? { coin: printTypeTag(parseStructTag(value, '')) }
      : { asset: parseAddress(value, '') },
);

const inBase = z.strictObject({
  recipientAddress: recipient,
  amount: wholeNumber(1n, " of the token's base units"),
  unit: z.optional(z.literal('base')),
  tokenType,
});

const inTokens = z.strictObject({
  recipientAddress: recipient,
  amount: parsedWith((value) => {
    const { units, scale } = parseDecimal(value, '');
    if (units > 0n && scale <= MAX_DECIMALS) return formatAmount(units, scale);
    throw new InvalidInputError('', `must be above zero, with ${MAX_DECIMALS} decimals at most`);
  }),
  unit: z.literal('tokens'),
  tokenDecimals: z.optional(z.int().check(z.gte(0), z.lte(MAX_DECIMALS))),
  tokenType,
});

/** @throws InvalidInputError naming the field. */
export function transferToken(params: unknown): MoveCall {
  const isInTokens = isObject(params) && params.unit === 'tokens';
  if (!isInTokens) {
    const { recipientAddress, amount, tokenType: token } = parseInput(inBase, params);
    return callOf(token, recipientAddress, amount.toString());
  }
  const {
    recipientAddress,
    amount,
    tokenType: token,
    tokenDecimals: decimals,
  } = parseInput(inTokens, params);
  const units = decimals === undefined ? undefined : unitsOf(amount, decimals, 'amount').toString();
  return {
    ...callOf(token, recipientAddress, units ?? { tokens: amount }),
    counted: { token, amount, decimals },
    asked: units === undefined && !isNativeCoin(nameOf(token)) ? 'decimals' : undefined,
  };
}

/** A coin's type, or the address of an asset's metadata. */
export function nameOf(token: TokenName): string {
  return 'coin' in token ? token.coin : token.asset;
}

/** Whole tokens in base units. @throws InvalidInputError naming `field`. */
export function unitsOf(amount: string, decimals: number, field: string): bigint {
  const units = parseAmount(amount, decimals, field);
  if (units <= MAX_U64) return units;
  throw new InvalidInputError(field, 'is more than the chain can count');
}

function callOf(
  token: TokenName,
  recipientAddress: string,
  amount: MoveCall['functionArguments'][number],
): MoveCall {
  const pays = recipientAddress;
  return 'coin' in token
    ? {
        function: '0x1::aptos_account::transfer_coins',
        typeArguments: [token.coin],
        functionArguments: [recipientAddress, amount],
        pays,
      }
    : {
        function: '0x1::primary_fungible_store::transfer',
        typeArguments: [METADATA],
        functionArguments: [token.asset, recipientAddress, amount],
        pays,
      };
}
