import * as z from 'zod/mini';
import { formatAmount } from '../../core/amount.js';
import type { Names } from '../../core/field-names.js';
import { readQuantity } from '../../core/quantity.js';
import { parseInput } from '../../core/schema.js';
import { XRP, XRP_DECIMALS } from '../wire/drops.js';
import { defined } from '../wire/fields.js';
import type { XrpTransferParams } from './xrp-transfer.js';

export { inNames } from '../../core/field-names.js';

interface Payment {
  /** The destination tag, 0 to 4,294,967,295. Required by many exchanges, to tell their customers apart. */
  readonly tag?: number | undefined;
  /** Credentials of the vault's that the destination has authorised (XLS-70): ids in the ledger, 1 to 8. */
  readonly credentialIds?: readonly string[] | undefined;
}

/** What {@link XrplGateway.transfer} takes. */
export interface XrplTransferParams extends Payment {
  /** A classic address, an X-address, or a destination that the custody platform knows. */
  readonly to: XrpTransferParams['destination'];
  /** Drops as a bigint, or text with its unit: `'1.5 XRP'`, `'10 drops'`. */
  readonly amount: bigint | `${string} XRP` | `${string} drops`;
}

/** What {@link XrplGateway.transferToken} takes. */
export interface XrplTransferTokenParams extends Payment {
  /** An issued token by its currency and its issuer, or a multi-purpose one by its id. */
  readonly token:
    | {
        /** Three characters, 4 to 20 such as `RLUSD`, or 40 hexadecimal ones; never `XRP`. */
        readonly currency: string;
        /** The issuer's classic address. */
        readonly issuer: string;
      }
    | {
        /** The token's id: 48 hexadecimal characters. */
        readonly mptIssuanceId: string;
      };
  /** A classic address, or an X-address. */
  readonly to: string;
  /**
   * Text with its unit. Of an issued token that is its currency, `'1.5 USD'`, or `tokens` for a currency in
   * hexadecimal. A multi-purpose token is counted in `'15 units'`, its smallest, which a bigint is too.
   */
  readonly amount: bigint | `${string} ${string}`;
}

/** The common names of the specification's fields. */
export const NAMES: Names = {
  destinationTag: 'tag',
  destination: 'to',
  'amount.value': 'amount',
  'amount.currency': 'token.currency',
  'amount.issuer': 'token.issuer',
  'amount.mptIssuanceId': 'token.mptIssuanceId',
};

const any = z.optional(z.unknown());
const payment = { to: any, amount: any, tag: any, credentialIds: any };

/** Checked in full with the other fields; here, so that an error about the amount's unit can repeat it. */
const code = z.string().check(z.regex(/^[!-~]{3,40}$/, 'must be a currency code'));

const token = z.union(
  [
    z.strictObject({ currency: code, issuer: z.string() }),
    z.strictObject({ mptIssuanceId: z.string() }),
  ],
  'must be an object with currency and issuer, or with mptIssuanceId',
);

/** A transfer of XRP in the specification's fields. @throws InvalidInputError */
export function xrpTransferOf(params: unknown): object {
  const { to, amount, tag, ...rest } = parseInput(z.strictObject(payment), params);
  const given = readQuantity(amount, XRP, 'amount');
  const text = typeof given === 'bigint' ? formatAmount(given, XRP_DECIMALS) : given;
  return defined({ ...rest, destination: to, destinationTag: tag, amount: text });
}

/** A transfer of a token in the specification's fields. @throws InvalidInputError */
export function tokenTransferOf(params: unknown): object {
  const schema = z.strictObject({ ...payment, token });
  const { to, amount, tag, token: named, ...rest } = parseInput(schema, params);
  const value = readQuantity(amount, unitOf(named), 'amount').toString();
  const sum = { ...named, value };
  return defined({ ...rest, destination: to, destinationTag: tag, amount: sum });
}

function unitOf(named: z.output<typeof token>) {
  if ('mptIssuanceId' in named) return { base: 'units' };
  const isHex = named.currency.length === 40;
  return { whole: isHex ? 'tokens' : named.currency };
}
