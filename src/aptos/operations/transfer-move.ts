import * as z from 'zod/mini';
import { parseAmount } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { MAX_U64, parsedWith, wholeNumber } from '../../core/fields.js';
import { isObject } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import type { FunctionCall } from '../wire/arguments.js';
import { recipient } from '../wire/fields.js';
import { NATIVE_DECIMALS } from '../wire/native-coin.js';
import type { MoveCall } from './input.js';

/** A transfer of the native coin. */
export interface NativeTransfer {
  /** `0x` and 64 hexadecimal characters. An account that does not exist is created. */
  readonly recipientAddress: string;
  /** In octas, the hundred-millionth part of a coin, unless `unit` says otherwise. Above zero. */
  readonly amount: string | number | bigint;
  /**
   * `octas` (default): a whole number. `coins`: a decimal string with up to 8 decimals, such as `1.5`.
   */
  readonly unit?: 'octas' | 'coins';
}

/** What {@link AptosGateway.transferMove} takes: a transfer, or any call of an entry function. */
export type TransferMoveParams = NativeTransfer | FunctionCall;

const octas = wholeNumber(1n, ' of octas');

const coins = parsedWith((value) => {
  const amount = parseAmount(typeof value === 'bigint' ? undefined : value, NATIVE_DECIMALS, '');
  if (amount > 0n && amount <= MAX_U64) return amount;
  throw new InvalidInputError('', 'must be above zero, and no more than the chain can count');
});

const inOctas = z.strictObject({
  recipientAddress: recipient,
  amount: octas,
  unit: z.optional(z.literal('octas')),
});
const inCoins = z.strictObject({
  recipientAddress: recipient,
  amount: coins,
  unit: z.literal('coins'),
});

/** @throws InvalidInputError naming the field. */
export function transferMove(params: unknown): MoveCall {
  const isInCoins = isObject(params) && params.unit === 'coins';
  const { recipientAddress, amount } = parseInput(isInCoins ? inCoins : inOctas, params);
  return {
    function: '0x1::aptos_account::transfer',
    typeArguments: [],
    functionArguments: [recipientAddress, amount.toString()],
    pays: recipientAddress,
  };
}
