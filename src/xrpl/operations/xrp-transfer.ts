import * as z from 'zod/mini';
import { formatAmount, parseAmount } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import type { NativeDestination } from '../../signer/raw-signer.js';
import { address } from '../wire/address.js';
import { XRP_DECIMALS } from '../wire/drops.js';
import { credentialIds, uint32 } from '../wire/fields.js';
import { destination as addressOrX, oneTag, readXAddress } from '../wire/x-address.js';
import { operation, transaction } from './operation.js';

const MAX_DROPS = 10n ** 17n;
const IN_XRP =
  'must be XRP above zero with 6 decimals at most, as text such as "1.5"; transfer takes drops';

const accountId = z
  .string()
  .check(z.regex(/^[\w-]{1,128}$/, "must be the custody platform's id: letters, digits, - and _"));

const peer = z.union([
  z.strictObject({
    /** An address that is given here; the custody platform need not know it. */
    type: z.enum(['ONE_TIME_ADDRESS']),
    /** The address, and the tag that goes with it. */
    oneTimeAddress: z.strictObject({
      /** A classic address; an X-address is not accepted here. */
      address,
      /** The destination tag, as text. */
      tag: z.optional(z.string().check(z.refine(isTag, 'must be 0 to 4294967295, as text'))),
    }),
  }),
  z.strictObject({
    /**
     * A kind of destination that the custody platform knows by an id; without its own transfer only `VAULT_ACCOUNT`.
     */
    type: z.enum([
      'VAULT_ACCOUNT',
      'EXTERNAL_WALLET',
      'INTERNAL_WALLET',
      'EXCHANGE_ACCOUNT',
      'FIAT_ACCOUNT',
      'NETWORK_CONNECTION',
    ]),
    /** The custody platform's id for it. */
    id: accountId,
  }),
]);

const destination = z.union(
  [addressOrX, peer],
  "must be an address, or an object with the custody platform's type and id",
);
type Destination = z.output<typeof destination>;

export const xrpTransferSchema = z
  .strictObject({
    /** An address, or a destination that the custody platform knows: `{ type: 'VAULT_ACCOUNT', id: '5' }`. */
    destination,
    /**
     * 0 to 4,294,967,295. Required by many exchanges, to tell their customers apart. Not beside an X-address, nor in
     * the custody platform's own transfer to an id.
     */
    destinationTag: z.optional(uint32),
    /** In XRP, not drops: a decimal string with up to 6 decimals. */
    amount: z.string(IN_XRP).check(z.refine(isXrp, IN_XRP)),
    /**
     * Credentials of the vault's that the destination has authorised (XLS-70): ids in the ledger, 1 to 8. The
     * custody platform's own transfer can't present them, so with these it is a raw-signed Payment.
     */
    credentialIds: z.optional(credentialIds),
    /** Shown to the approvers, as `options.note` is; where both are given, they must be the same. */
    note: z.optional(z.string().check(z.maxLength(256))),
  })
  .check(
    z.refine(
      ({ destination: to, destinationTag: tag }) =>
        typeof to === 'string' || tag === undefined || (insideTag(to) ?? tag) === tag,
      { message: 'contradicts destination.oneTimeAddress.tag', path: ['destinationTag'] },
    ),
    oneTag,
  );

function isXrp(text: string): boolean {
  try {
    const units = parseAmount(text, XRP_DECIMALS, 'amount');
    return units > 0n && units <= MAX_DROPS;
  } catch {
    return false;
  }
}

function isTag(text: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= 0xffff_ffff;
}

/** The tag that stands beside an address in the custody platform's form, or in an X-address. */
function insideTag(to: Destination): number | undefined {
  if (typeof to === 'string') return readXAddress(to)?.tag;
  const tag = to.type === 'ONE_TIME_ADDRESS' ? to.oneTimeAddress.tag : undefined;
  return tag === undefined ? undefined : Number(tag);
}

/** Sends XRP. */
export interface XrpTransferParams extends z.input<typeof xrpTransferSchema> {}

/** An XRP transfer in the form that its idempotency key is bound to: by address where there is one. */
const canonicalSchema = z.strictObject({
  destination: z.union([address, z.strictObject({ type: z.string(), id: z.string() })]),
  destinationTag: z.optional(uint32),
  /** Drops. */
  amount: z.string(),
  credentialIds: z.optional(z.array(z.string())),
});

export type CanonicalXrpTransfer = z.output<typeof canonicalSchema>;

/** XRP by a raw-signed Payment; the custody platform's own transfer never gets here. */
export const xrpTransfer = operation({
  schema: canonicalSchema,
  build: ({ destination: to, destinationTag, amount, credentialIds: ids }) => {
    if (typeof to !== 'string') throw onlyNative();
    return transaction('Payment', {
      Destination: to,
      DestinationTag: destinationTag,
      Amount: amount,
      CredentialIDs: ids,
    });
  },
});

/** The error for a destination without an address when the custody platform's own transfer can't be used. */
function onlyNative(): InvalidInputError {
  return new InvalidInputError(
    'destination',
    'is known only to the custody platform, whose own transfer is not to be used',
  );
}

/**
 * Only the custody platform can reach some destinations; for those that it knows by id it sets tags itself.
 *
 * @throws InvalidInputError naming the field that the transfer would not carry.
 */
export function checkReach(
  { destination: to, destinationTag }: z.output<typeof xrpTransferSchema>,
  isNative: boolean,
): void {
  if (typeof to === 'string' || to.type === 'ONE_TIME_ADDRESS') return;
  if (!isNative && to.type !== 'VAULT_ACCOUNT') throw onlyNative();
  if (isNative && destinationTag !== undefined) {
    throw new InvalidInputError(
      'destinationTag',
      'goes with an address; the custody platform sets its own',
    );
  }
}

/** The intent of a transfer, once `addressOfVault` has turned a vault account into its address. */
export async function canonicalTransfer(
  {
    destination: to,
    destinationTag,
    amount,
    credentialIds: ids,
  }: z.output<typeof xrpTransferSchema>,
  addressOfVault: (vaultAccountId: string) => Promise<string>,
): Promise<CanonicalXrpTransfer> {
  return {
    destination: await destinationOf(to, addressOfVault),
    destinationTag: insideTag(to) ?? destinationTag,
    amount: parseAmount(amount, XRP_DECIMALS, 'amount').toString(),
    credentialIds: ids,
  };
}

async function destinationOf(
  to: Destination,
  addressOfVault: (vaultAccountId: string) => Promise<string>,
): Promise<CanonicalXrpTransfer['destination']> {
  if (typeof to === 'string') return readXAddress(to)?.address ?? to;
  if (to.type === 'ONE_TIME_ADDRESS') return to.oneTimeAddress.address;
  if (to.type === 'VAULT_ACCOUNT') return addressOfVault(to.id);
  return { type: to.type, id: to.id };
}

/** The destination and the amount as the custody platform's own transfer takes them. */
export function nativeOrderOf(
  given: Destination,
  canonical: CanonicalXrpTransfer,
): { readonly to: NativeDestination; readonly amount: string } {
  const amount = formatAmount(BigInt(canonical.amount), XRP_DECIMALS);
  if (typeof given === 'object' && given.type !== 'ONE_TIME_ADDRESS') {
    return { amount, to: { type: 'account', accountType: given.type, id: given.id } };
  }
  const { destination: to, destinationTag } = canonical;
  return {
    amount,
    to: {
      type: 'address',
      address: String(to),
      ...(destinationTag === undefined ? {} : { tag: String(destinationTag) }),
    },
  };
}
