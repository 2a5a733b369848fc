import fc from 'fast-check';
import { addressOf } from '../../support/base58.js';
import * as arbitrary from './arbitraries.js';
import { PAYMENT_FLAGS } from './flags.js';
import {
  type Both,
  flags,
  hash,
  isToken,
  memos,
  optional,
  type Parameter,
  required,
  type Sample,
  same,
  samples,
  tag,
} from './samples.js';

const { tfPartialPayment, ...otherFlags } = PAYMENT_FLAGS;

const credentials = optional('credentialIds', 'CredentialIDs', same(arbitrary.credentialIds));

/** A partial payment and its floor come together; here the floor is the amount itself. */
function payments(
  amounts: fc.Arbitrary<Both>,
  sendMax: Parameter,
  more: readonly Parameter[],
): fc.Arbitrary<Sample> {
  const exact = samples('Payment', [
    ...more,
    required('amount', 'Amount', amounts),
    sendMax,
    optional('flags', 'Flags', flags(otherFlags)),
    optional('paths', 'Paths', arbitrary.paths),
    hash('invoiceId', 'InvoiceID'),
    credentials,
    tag,
    memos,
  ]);
  return fc.tuple(exact, fc.boolean()).map(([{ given, fields }, isPartial]) => {
    if (!isPartial) return { given, fields };
    const set = { ...(given.flags as object), tfPartialPayment: true };
    const Flags = Number(fields.Flags ?? 0) + tfPartialPayment;
    return {
      given: { ...given, flags: set, deliverMin: given.amount },
      fields: { ...fields, Flags, DeliverMin: fields.Amount },
    };
  });
}

const destination = required('destination', 'Destination', same(arbitrary.address));
const anyMax = optional('sendMax', 'SendMax', arbitrary.amount);

/** Without the default path there have to be others. */
const hasPath = ({ given }: Sample) =>
  !(given.flags as Record<string, boolean> | undefined)?.tfNoRippleDirect ||
  given.paths !== undefined;

export const crossCurrencyPayment = payments(
  arbitrary.amount,
  required('sendMax', 'SendMax', arbitrary.amount),
  [destination, hash('domainId', 'DomainID')],
)
  .filter(({ given }) => isToken(given.amount) || isToken(given.sendMax))
  .filter(hasPath);

/** A multi-purpose token goes straight, and is paid for in itself. */
function mptPayments(more: readonly Parameter[]): fc.Arbitrary<Sample> {
  const parameters = [...more, required('amount', 'Amount', arbitrary.mptAmount), credentials, tag];
  return fc
    .tuple(samples('Payment', [...parameters, memos]), fc.boolean())
    .map(([{ given, fields }, hasMost]) => ({
      given: { ...given, ...(hasMost ? { sendMax: given.amount } : {}) },
      fields: { ...fields, ...(hasMost ? { SendMax: fields.Amount } : {}) },
    }));
}

export const tokenTransfer = fc.oneof(
  payments(arbitrary.tokenAmount, anyMax, [destination]).filter(hasPath),
  mptPayments([destination]),
);

/** Burning is paying the issuer. */
export const burnToken = fc
  .oneof(payments(arbitrary.tokenAmount, anyMax, []).filter(hasPath), mptPayments([]))
  .map(({ given, fields }) => ({
    given,
    fields: { ...fields, Destination: issuerOf(fields.Amount) },
  }));

function issuerOf(amount: unknown): string {
  const { issuer, mpt_issuance_id: id } = amount as { issuer?: string; mpt_issuance_id?: string };
  return issuer ?? addressOf(Buffer.from(String(id), 'hex').subarray(4));
}

/** An amount of XRP, of which a millionth is a drop. */
const xrp = fc.bigInt({ min: 1n, max: 10n ** 17n }).map((units): Both => {
  const digits = units.toString().padStart(7, '0');
  const fraction = digits.slice(-6);
  const whole = digits.slice(0, -6);
  const given = fraction === '000000' ? whole : `${whole}.${fraction}`;
  return { given, kept: units.toString() };
});

const amountInXrp = required('amount', 'Amount', xrp);

/** To an address; or to the custody's form of one, where the tag may be on the inside. */
export const xrpTransfer: fc.Arbitrary<Sample> = fc.oneof(
  samples('Payment', [destination, amountInXrp, tag, credentials]),
  fc
    .tuple(samples('Payment', [destination, amountInXrp, tag]), fc.boolean())
    .map(([{ given, fields }, isInside]) => {
      const { destination: address, destinationTag, ...others } = given;
      const inside = isInside && destinationTag !== undefined;
      const oneTimeAddress = { address, ...(inside ? { tag: String(destinationTag) } : {}) };
      return {
        given: {
          ...others,
          ...(inside || destinationTag === undefined ? {} : { destinationTag }),
          destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress },
        },
        fields,
      };
    }),
);
