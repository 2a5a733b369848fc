import * as z from 'zod/mini';
import { formatAmount, parseDecimal } from '../../core/amount.js';
import { utf8ToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { parsedWith } from '../../core/fields.js';
import { parseInput } from '../../core/schema.js';
import type { NetworkFacts } from '../network.js';
import type { StacksAmount } from '../options.js';
import { countedAmount, stxAmount, wholeAmount } from '../wire/amounts.js';
import { clarityName } from '../wire/clarity-name.js';
import { MAX_DECIMALS } from '../wire/known-tokens.js';
import { contractOf, principalOf } from '../wire/principals.js';
import type { StacksInput } from './input.js';
import type { TokenPayment } from './token-transfer.js';
import type { Tokens } from './tokens.js';

/** A token by its contract, for {@link StacksGateway.createFTTransaction}. */
export interface CustomToken {
  /** The part of the contract's `address.name` in front of the dot. */
  readonly tokenContractAddress: string;
  /** The part of the contract's `address.name` behind the dot. */
  readonly tokenContractName: string;
  /** The asset's own name within the contract, behind the `::` of an asset's identifier. */
  readonly tokenAssetName: string;
  /**
   * How many decimals its amounts have, 38 at most; refused if the contract gives others. Default: the contract's
   * value, on which as many operators must agree as `agree` says. An amount in base units, such as `'15 units'`, needs
   * none.
   */
  readonly tokenDecimals?: number;
}

interface Payment {
  /** The address of an account or a contract of the same network, with one signature or several. */
  readonly recipientAddress: string;
  /** In whole STX or tokens: `'1.5'`, or a number that is exact. With its unit: `'15 microSTX'`, `'15 units'`. */
  readonly amount: StacksAmount;
  /** Goes into the transaction: up to 34 bytes. */
  readonly memo?: string;
}

/** What {@link StacksGateway.transfer} takes. */
export type StacksTransferParams =
  | (Payment & {
      /** Default `STX`. */
      readonly assetType?: 'STX' | undefined;
      /** Takes the fee out of the amount, to the microSTX. Default `false`. */
      readonly grossTransaction?: boolean;
    })
  | (Payment & {
      /** On mainnet and testnet their contracts are fixed here: no node decides which token is sent. */
      readonly assetType: 'sBTC' | 'USDCx';
      /** For STX only: the fee is never paid in tokens. */
      readonly grossTransaction?: false;
    })
  | (Payment &
      CustomToken & {
        /** Any token, by the contract and the asset that stand beside it. */
        readonly assetType: 'Custom';
        /** For STX only: the fee is never paid in tokens. */
        readonly grossTransaction?: false;
      });

const MEMO_BYTES = 34;

const memo = z.optional(
  parsedWith((value) => {
    const isShort = typeof value === 'string' && utf8ToBytes(value).length <= MEMO_BYTES;
    // Read back, a memo has no zero bytes at its end, which the chain pads it with, and no byte order mark in front.
    if (isShort && !/^\ufeff|\p{Cs}|\0$/u.test(value)) return value;
    const least = 'without a byte order mark in front or zeros at its end';
    throw new InvalidInputError('', `must be text of ${MEMO_BYTES} bytes at most, ${least}`);
  }),
);

/** How amounts of a token are written. */
const TOKENS = { whole: 'tokens', base: 'units' } as const;

/** An amount whose decimals are not known yet, in one form: base units, or a decimal string. */
const anyAmount = parsedWith((value): bigint | string => {
  const amount = wholeAmount(value, TOKENS);
  if (typeof amount === 'bigint') return countedAmount(amount, 0, '');
  const { units, scale } = parseDecimal(amount, '');
  if (units > 0n) return formatAmount(units, scale);
  throw new InvalidInputError('', 'must be above zero');
});

function schemasOf({ kind }: NetworkFacts) {
  const recipientAddress = principalOf(kind);
  const token = {
    recipientAddress,
    amount: anyAmount,
    memo,
    grossTransaction: z.optional(z.literal(false, 'is for STX only')),
  };
  return {
    stx: z.strictObject({
      assetType: z.optional(z.literal('STX')),
      recipientAddress,
      amount: stxAmount,
      memo,
      grossTransaction: z.optional(z.boolean()),
    }),
    known: z.strictObject({ assetType: z.enum(['sBTC', 'USDCx']), ...token }),
    custom: z.strictObject({
      assetType: z.literal('Custom'),
      tokenContractAddress: principalOf(kind),
      tokenContractName: z.string(),
      tokenAssetName: clarityName,
      tokenDecimals: z.optional(z.int().check(z.gte(0), z.lte(MAX_DECIMALS))),
      ...token,
    }),
  };
}

/** What the schema of the transfer itself reads: here only the names count. */
const unread = z.optional(z.unknown());
const givenToken = z.object({
  token: z.strictObject({
    tokenContractAddress: unread,
    tokenContractName: unread,
    tokenAssetName: unread,
    tokenDecimals: unread,
  }),
});

/**
 * The fields of a transfer that say which token it sends, and no others: the recipient and the amount are not the
 * token's.
 *
 * @throws InvalidInputError naming what else the token has, such as `token.amount`.
 */
export function tokenFields(token: unknown): object {
  if (typeof token === 'string') return { assetType: token };
  return { ...parseInput(givenToken, { token }).token, assetType: 'Custom' };
}

/** @throws InvalidInputError naming the field. */
export function transferInput(
  params: unknown,
  network: NetworkFacts,
  tokens: () => Promise<Tokens>,
): StacksInput {
  const schemas = schemasOf(network);
  const { assetType } = parseInput(
    z.looseObject({ assetType: z.optional(z.enum(['STX', 'sBTC', 'USDCx', 'Custom'])) }),
    params,
  );
  if (assetType === undefined || assetType === 'STX') {
    const { recipientAddress: recipient, amount, ...rest } = parseInput(schemas.stx, params);
    const { memo: text = '', grossTransaction: gross = false } = rest;
    return { kind: 'transfer', recipient, amount, memo: text, gross };
  }
  if (assetType === 'Custom') {
    const given = parseInput(schemas.custom, params);
    const contract = parseInput(z.object({ tokenContractName: contractOf(network.kind) }), {
      tokenContractName: `${given.tokenContractAddress}.${given.tokenContractName}`,
    }).tokenContractName;
    const { amount: text, tokenAssetName: asset, tokenDecimals: decimals } = given;
    const amount = decimals === undefined ? text : countedAmount(text, decimals);
    return tokenInput({ ...given, amount, decimals, token: { contract, asset } }, tokens);
  }
  return tokenInput({ ...parseInput(schemas.known, params), token: assetType }, tokens);
}

function tokenInput(payment: TokenPayment, tokens: () => Promise<Tokens>): StacksInput {
  const { recipientAddress: recipient, amount, memo: text, token } = payment;
  const units = typeof amount === 'bigint' ? { units: `${amount}` } : { amount };
  return {
    kind: 'composed',
    intent: {
      operation: 'transfer',
      recipient,
      ...units,
      ...(text ? { memo: text } : {}),
      token: typeof token === 'string' ? token : `${token.contract}::${token.asset}`,
    },
    askedOfNodes: typeof amount === 'string' && typeof token === 'object' ? 'decimals' : undefined,
    compose: async (composing, agreed) => {
      const { composeTransfer } = await import('./token-transfer.js');
      return composeTransfer(payment, await tokens(), composing, agreed);
    },
  };
}
