import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { parseInput } from '../../core/schema.js';
import type { CrossCurrencyPaymentParams } from '../operations/payments.js';
import { address } from '../wire/address.js';
import { amount, amountField, type XrplAmount } from '../wire/amounts.js';
import { currency } from '../wire/currencies.js';
import { defined, hash256 } from '../wire/fields.js';
import { checkNetworkOf, destination, withClassicAddress } from '../wire/x-address.js';
import { funded } from './funded.js';
import type { XrplNode } from './node.js';

/** The most that a node takes of them. */
const MAX_SOURCES = 18;

const source = z
  .strictObject({
    /** `XRP`, or a token's currency. */
    currency: z.union([z.literal('XRP'), currency]),
    /** The issuer's classic address. Default: any issuer whose tokens the vault has. */
    issuer: z.optional(address),
  })
  .check(
    z.refine((given) => given.currency !== 'XRP' || given.issuer === undefined, {
      message: 'is not for XRP',
      path: ['issuer'],
    }),
  );

const querySchema = z.strictObject({
  /** Where it goes: a classic address, or an X-address, whose tag makes no difference here. */
  destination,
  /** What has to arrive: drops of XRP as text, or a token amount. */
  amount,
  /** What may be sent, 1 to 18. Default: all that the vault has. */
  sourceCurrencies: z.optional(z.array(source).check(z.minLength(1), z.maxLength(MAX_SOURCES))),
  /** A permissioned domain's id (XLS-81): only its offers are taken. */
  domainId: z.optional(hash256),
});

/** What {@link XrplGateway.findPaths} takes. */
export interface XrplPathQuery extends z.input<typeof querySchema> {}

/** One path that a payment could take. */
export interface XrplPath {
  /**
   * What it takes at present: drops of XRP, or a token. Where the token's `issuer` is the vault itself, tokens of any
   * issuer that the vault has.
   */
  readonly sourceAmount: XrplAmount;
  /** The paths in the form that `crossCurrencyPayment` takes; left out where it needs none. */
  readonly paths?: NonNullable<CrossCurrencyPaymentParams['paths']>;
}

const step = z.looseObject({
  account: z.optional(z.string()),
  currency: z.optional(z.string()),
  issuer: z.optional(z.string()),
});

const sourceAmount = z.union([
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.looseObject({ currency: z.string(), issuer: z.string(), value: z.string() }),
]);

const found = z.looseObject({
  alternatives: z.array(
    z.looseObject({ paths_computed: z.array(z.array(step)), source_amount: sourceAmount }),
  ),
});

/** A query string's parameters. What is left out, or is no code, {@link checkPathQuery} finds. */
export function pathQueryIn(query: Readonly<Record<string, string>>): XrplPathQuery {
  const {
    destination: to = '',
    amount: value = '',
    currency: code,
    issuer,
    source,
    domainId,
  } = query;
  const token = { currency: code ?? '', issuer: issuer ?? '', value };
  return {
    destination: to,
    amount: (code ?? issuer) === undefined ? value : token,
    sourceCurrencies: source?.split(',').map(sourceIn),
    domainId,
  };
}

/** `USD`, or `USD:rIssuer`. */
function sourceIn(text: string): z.input<typeof source> {
  const end = text.lastIndexOf(':');
  if (end === -1) return { currency: text };
  return { currency: text.slice(0, end), issuer: text.slice(end + 1) };
}

/** @throws InvalidInputError naming the field. */
export function checkPathQuery(given: unknown, networkId: number) {
  const query = parseInput(querySchema, given, 'query');
  checkNetworkOf(query, networkId);
  return withClassicAddress(query);
}

/** @throws AccountNotFundedError */
export async function readPaths(
  node: XrplNode,
  account: string,
  query: ReturnType<typeof checkPathQuery>,
  options: CallOptions,
): Promise<readonly XrplPath[]> {
  const params = defined({
    source_account: account,
    destination_account: query.destination,
    destination_amount: amountField(query.amount),
    source_currencies: query.sourceCurrencies,
    domain: query.domainId,
  });
  const reading = node.read('ripple_path_find', params, found, options);
  const { alternatives } = await funded(account, reading, 'srcActNotFound');
  return alternatives.map(({ paths_computed, source_amount }) => ({
    sourceAmount: amountIn(source_amount),
    ...(paths_computed.length === 0 ? {} : { paths: paths_computed.map(pathIn) }),
  }));
}

function amountIn(given: z.output<typeof sourceAmount>): XrplAmount {
  if (typeof given === 'string') return given;
  const { currency: code, issuer, value } = given;
  return { currency: code, issuer, value };
}

/** Without what nodes add to a step (`type`, `type_hex`), which no transaction has. */
function pathIn(steps: readonly z.output<typeof step>[]) {
  return steps.map(({ account, currency: code, issuer }) => ({
    ...(account === undefined ? {} : { account }),
    ...(code === undefined ? {} : { currency: code }),
    ...(issuer === undefined ? {} : { issuer }),
  }));
}
