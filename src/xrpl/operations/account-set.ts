import * as z from 'zod/mini';
import { bytesToHex, utf8ToBytes } from '../../core/bytes.js';
import { address } from '../wire/address.js';
import { hash256 } from '../wire/fields.js';
import { accountSetFlags, accountSettings, flagMask, settingOf } from '../wire/flags.js';
import { memos, memosField } from '../wire/memos.js';
import { operation, transaction } from './operation.js';

const MAX_DOMAIN_BYTES = 256;
/** A rate of 1, and of 2, in billionths: nothing is added, or as much again. */
const MIN_TRANSFER_RATE = 1_000_000_000;
const MAX_TRANSFER_RATE = 2_000_000_000;
const MIN_TICK_SIZE = 3;
const MAX_TICK_SIZE = 15;
/** The numbers of the settings that flags can change too. */
const [REQUIRE_DEST_TAG, REQUIRE_AUTH, DISALLOW_XRP] = [1, 2, 3];
const MESSAGE_KEY = /^(?:|(?:02|03|ED)[0-9A-F]{64})$/i;
const EMAIL_HASH = /^(?:|[0-9A-F]{32})$/i;

/** A number that 0 resets. */
const zeroOr = (least: number, most: number) =>
  z.optional(
    z
      .int()
      .check(
        z.refine(
          (value) => value === 0 || (value >= least && value <= most),
          `must be 0, or ${least} to ${most}`,
        ),
      ),
  );

const settings = z.strictObject({
  /** One setting to switch on, such as `{ asfDefaultRipple: true }`. */
  setFlag: z.optional(accountSettings),
  /** One setting to switch off; never `asfNoFreeze` or `asfAllowTrustLineClawback`, which are for ever. */
  clearFlag: z.optional(accountSettings),
  /** The older way to change three of them. */
  tfFlags: z.optional(accountSetFlags),
  /** The owner's domain, in ASCII, up to 256 bytes; `""` removes it. */
  domain: z.optional(
    z
      .string()
      .check(
        z.maxLength(MAX_DOMAIN_BYTES, `must have ${MAX_DOMAIN_BYTES} bytes at most`),
        z.regex(/^[\x20-\x7e]*$/, 'must be ASCII'),
      ),
  ),
  /** The rate that holders pay for passing the token on, in billionths: 1,000,000,000 to 2,000,000,000; 0 resets. */
  transferRate: zeroOr(MIN_TRANSFER_RATE, MAX_TRANSFER_RATE),
  /** Significant digits of exchange rates: 3 to 15; 0 resets. */
  tickSize: zeroOr(MIN_TICK_SIZE, MAX_TICK_SIZE),
  /** MD5 of an e-mail address, 32 hexadecimal characters; `""` removes it. */
  emailHash: z.optional(
    z.string().check(
      z.regex(EMAIL_HASH, 'must be hexadecimal, 32 characters'),
      // Zeros are how the ledger writes that there is none.
      z.overwrite((text) => text.toUpperCase().replace(/^0+$/, '')),
    ),
  ),
  /** A public key for encrypted messages, 66 hexadecimal characters; `""` removes it. */
  messageKey: z.optional(
    z.string().check(z.regex(MESSAGE_KEY, 'must be a public key of 66 hexadecimal characters')),
  ),
  /** The account that may mint for this one; goes with `asfAuthorizedNFTokenMinter`. */
  nfTokenMinter: z.optional(address),
  /** 64 hexadecimal characters; they mean nothing to the ledger. */
  walletLocator: z.optional(hash256),
  /**
   * Must be `true` together with `asfDisableMaster`: a vault signs with its master key, so the account is lost
   * unless the custody platform holds another key of it.
   */
  allowDisableMaster: z.optional(z.boolean()),
});

const configs = settings.check(
  // What is switched to false is no change, nor is a permission by itself.
  z.refine(
    (set) => Object.values(fieldsOf(set)).some((value) => value !== undefined),
    'changes nothing',
  ),
  z.refine((set) => !set.setFlag?.asfDisableMaster || set.allowDisableMaster === true, {
    message: 'must be true to disable the master key',
    path: ['allowDisableMaster'],
  }),
  z.refine(
    (set) => Boolean(set.setFlag?.asfAuthorizedNFTokenMinter) === (set.nfTokenMinter !== undefined),
    { message: 'goes with asfAuthorizedNFTokenMinter', path: ['nfTokenMinter'] },
  ),
  z.refine(
    ({ setFlag: set, clearFlag: clear }) =>
      // The ledger takes a transaction that clears the latter, and its fee, and leaves the setting.
      !sameSetting(set, clear) && !clear?.asfNoFreeze && !clear?.asfAllowTrustLineClawback,
    { message: "can't clear what setFlag sets, or what is for ever", path: ['clearFlag'] },
  ),
  z.refine((set) => !contradicts(set.tfFlags, set), {
    message: 'contradicts setFlag or clearFlag',
    path: ['tfFlags'],
  }),
);

type Settings = z.output<typeof accountSettings>;

function sameSetting(set: Settings | undefined, clear: Settings | undefined): boolean {
  const number = settingOf(accountSettings, set);
  return number !== undefined && number === settingOf(accountSettings, clear);
}

/** There are two ways to change a setting: one must not set what the other clears. */
function contradicts(
  flags: z.output<typeof accountSetFlags> = {},
  { setFlag, clearFlag }: { setFlag?: Settings | undefined; clearFlag?: Settings | undefined },
): boolean {
  const [sets, clears] = [
    settingOf(accountSettings, setFlag),
    settingOf(accountSettings, clearFlag),
  ];
  return [
    { setting: REQUIRE_DEST_TAG, on: flags.tfRequireDestTag, off: flags.tfOptionalDestTag },
    { setting: REQUIRE_AUTH, on: flags.tfRequireAuth, off: flags.tfOptionalAuth },
    { setting: DISALLOW_XRP, on: flags.tfDisallowXRP, off: flags.tfAllowXRP },
  ].some(({ setting, on, off }) => (off && sets === setting) || (on && clears === setting));
}

const accountSetSchema = z.strictObject({
  /** What to change; other settings stay. */
  configs,
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Changes the account's settings. */
export interface AccountSetParams extends z.input<typeof accountSetSchema> {}

export const accountSet = operation({
  schema: accountSetSchema,
  build: ({ configs: set, memos: list }) =>
    transaction('AccountSet', { ...fieldsOf(set), Memos: memosField(list) }),
});

/** What of the transaction its settings decide; `undefined` where they change nothing. */
function fieldsOf(set: z.output<typeof settings>) {
  return {
    SetFlag: settingOf(accountSettings, set.setFlag),
    ClearFlag: settingOf(accountSettings, set.clearFlag),
    Flags: flagMask(accountSetFlags, set.tfFlags),
    Domain: set.domain === undefined ? undefined : domainField(set.domain),
    TransferRate: set.transferRate,
    TickSize: set.tickSize,
    EmailHash: set.emailHash,
    MessageKey: set.messageKey?.toUpperCase(),
    NFTokenMinter: set.nfTokenMinter,
    WalletLocator: set.walletLocator,
  };
}

function domainField(domain: string): string {
  return bytesToHex(utf8ToBytes(domain)).toUpperCase();
}
