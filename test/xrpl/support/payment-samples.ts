import fc from 'fast-check';
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
  [destination],
)
  .filter(({ given }) => isToken(given.amount) || isToken(given.sendMax))
  .filter(hasPath);

export const tokenTransfer = payments(arbitrary.tokenAmount, anyMax, [destination]).filter(hasPath);

/** Burning is paying the issuer. */
export const burnToken = payments(arbitrary.tokenAmount, anyMax, [])
  .filter(hasPath)
  .map(({ given, fields }) => ({
    given,
    fields: { ...fields, Destination: (fields.Amount as { issuer: string }).issuer },
  }));

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
  samples('Payment', [destination, amountInXrp, tag]),
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
