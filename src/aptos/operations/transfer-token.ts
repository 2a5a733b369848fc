import * as z from 'zod/mini';
import { parsedWith, wholeNumber } from '../../core/fields.js';
import { parseInput } from '../../core/schema.js';
import { parseAddress } from '../address.js';
import { recipient } from '../fields.js';
import { parseStructTag, printTypeTag } from '../type-tags.js';
import type { MoveCall } from './input.js';

/** What {@link AptosGateway.transferToken} takes. */
export interface TransferTokenParams {
  /** `0x` and 64 hexadecimal characters. */
  readonly recipientAddress: string;
  /** In the token's base units, above zero. */
  readonly amount: string | number | bigint;
  /**
   * Which token: the address of a fungible asset's metadata object, or the type of a coin such as
   * `0x1::aptos_coin::AptosCoin`.
   */
  readonly tokenType: string;
}

const METADATA = '0x1::fungible_asset::Metadata';

const tokenType = parsedWith((value) =>
  typeof value === 'string' && value.includes('::')
    ? { coin: printTypeTag(parseStructTag(value, '')) }
    : { asset: parseAddress(value, '') },
);

const schema = z.strictObject({
  recipientAddress: recipient,
  amount: wholeNumber(1n, " of the token's base units"),
  tokenType,
});

/** @throws InvalidInputError naming the field. */
export function transferToken(params: unknown): MoveCall {
  const { recipientAddress, amount, tokenType: token } = parseInput(schema, params);
  const pays = recipientAddress;
  return 'coin' in token
    ? {
        function: '0x1::aptos_account::transfer_coins',
        typeArguments: [token.coin],
        functionArguments: [recipientAddress, amount.toString()],
        pays,
      }
    : {
        function: '0x1::primary_fungible_store::transfer',
        typeArguments: [METADATA],
        functionArguments: [token.asset, recipientAddress, amount.toString()],
        pays,
      };
}
