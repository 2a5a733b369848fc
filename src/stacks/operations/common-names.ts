import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import type { Names } from '../../core/field-names.js';
import { readQuantity, type Unit } from '../../core/quantity.js';
import { parseInput } from '../../core/schema.js';
import { STX } from '../wire/amounts.js';

export { inNames } from '../../core/field-names.js';

interface Payment {
  /** The address of an account or a contract of the same network, with one signature or several. */
  readonly to: string;
  /** Goes into the transaction: up to 34 bytes. */
  readonly memo?: string | undefined;
}

/** What {@link StacksGateway.transfer} takes. */
export interface StacksPayment extends Payment {
  /** microSTX as a bigint, or text with its unit: `'1.5 STX'`, `'10 microSTX'`. */
  readonly amount: bigint | `${string} STX` | `${string} microSTX`;
}

/** What {@link StacksGateway.transferToken} takes. */
export interface StacksTokenPayment extends Payment {
  /** `sBTC`, `USDCx`, or any other by its contract and its own name within: `SP....my-token::my-token`. */
  readonly token: 'sBTC' | 'USDCx' | `${string}.${string}::${string}`;
  /**
   * The token's base units as a bigint, or text with its unit: `'0.001 sBTC'`, `'1.5 USDCx'`, of any other token
   * `'1.5 tokens'`, and `'15 units'` of all.
   */
  readonly amount: bigint | `${string} ${'sBTC' | 'USDCx' | 'tokens' | 'units'}`;
  /**
   * How many decimals a token that is named by its contract has, 38 at most; refused if the contract gives others.
   * Default: the contract's value, on which as many operators must agree as `agree` says.
   */
  readonly decimals?: number | undefined;
}

/** The common names of the specification's fields. */
export const NAMES: Names = {
  recipientAddress: 'to',
  assetType: 'token',
  tokenContractAddress: 'token',
  tokenContractName: 'token',
  tokenAssetName: 'token',
  tokenDecimals: 'decimals',
};

const any = z.optional(z.unknown());
const payment = { to: any, amount: any, memo: any };

/** A transfer of STX in the specification's fields. @throws InvalidInputError */
export function transferOf(params: unknown): object {
  const { to, amount, memo } = parseInput(z.strictObject(payment), params);
  return { recipientAddress: to, amount: textOf(amount, STX), memo };
}

/** A transfer of a token in the specification's fields. @throws InvalidInputError */
export function tokenTransferOf(params: unknown): object {
  const schema = z.strictObject({ ...payment, token: any, decimals: any });
  const { to, amount, memo, token, decimals } = parseInput(schema, params);
  const isKnown = token === 'sBTC' || token === 'USDCx';
  if (isKnown && decimals !== undefined) {
    throw new InvalidInputError('decimals', `is not for ${token}, whose decimals are known`);
  }
  const sum = textOf(amount, { whole: isKnown ? token : 'tokens', base: 'units' });
  const rest = decimals === undefined ? {} : { tokenDecimals: decimals };
  return {
    recipientAddress: to,
    amount: sum,
    memo,
    ...(isKnown ? { assetType: token } : customOf(token)),
    ...rest,
  };
}

const CUSTOM = /^([^.:]+)\.([^.:]+)::(.+)$/;

function customOf(token: unknown): object {
  const found = CUSTOM.exec(typeof token === 'string' ? token : '');
  if (!found) {
    throw new InvalidInputError('token', 'must be sBTC, USDCx, or address.contract::asset');
  }
  const [, tokenContractAddress, tokenContractName, tokenAssetName] = found;
  return { assetType: 'Custom', tokenContractAddress, tokenContractName, tokenAssetName };
}

function textOf(amount: unknown, unit: Unit): string {
  const given = readQuantity(amount, unit, 'amount');
  return typeof given === 'bigint' ? `${given} ${unit.base}` : given;
}
