import fc from 'fast-check';
import * as arbitrary from './arbitraries.js';
import { ACCOUNT_FLAGS, ACCOUNT_SETTINGS, FOR_EVER } from './flags.js';
import { anyCase, flags, memos, optional, parts, type Sample, same } from './samples.js';

type Setting = keyof typeof ACCOUNT_SETTINGS;

const settings = Object.keys(ACCOUNT_SETTINGS) as Setting[];
const clearable = settings.filter((name) => !FOR_EVER.includes(name));

const domain = fc
  .string({ minLength: 0, maxLength: 256 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, '.').slice(0, 256))
  .map((given) => ({ given, kept: Buffer.from(given).toString('hex').toUpperCase() }));

const messageKey = anyCase(
  fc.tuple(fc.constantFrom('02', '03', 'ED'), arbitrary.hexOf(32)).map((halves) => halves.join('')),
);

// The ledger writes as zeros that there is none.
const NO_HASH = '0'.repeat(32);
const emailHash = fc.oneof(
  anyCase(arbitrary.hexOf(16)),
  fc.constantFrom('', NO_HASH).map((given) => ({ given, kept: NO_HASH })),
);

const plain = parts([
  optional('domain', 'Domain', domain),
  optional(
    'transferRate',
    'TransferRate',
    same(fc.oneof(fc.constant(0), fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }))),
  ),
  optional('tickSize', 'TickSize', same(fc.oneof(fc.constant(0), fc.integer({ min: 3, max: 15 })))),
  optional('emailHash', 'EmailHash', emailHash),
  optional('messageKey', 'MessageKey', fc.oneof(messageKey, same(fc.constant('')))),
  optional('walletLocator', 'WalletLocator', anyCase(arbitrary.hexOf(32))),
]);

const switches = fc
  .record({
    set: fc.option(fc.constantFrom(...settings)),
    clear: fc.option(fc.constantFrom(...clearable)),
    minter: arbitrary.address,
    tf: fc.option(
      flags(ACCOUNT_FLAGS, [
        ['tfRequireDestTag', 'tfOptionalDestTag'],
        ['tfRequireAuth', 'tfOptionalAuth'],
        ['tfDisallowXRP', 'tfAllowXRP'],
      ]),
    ),
    asFalse: fc.boolean(),
  })
  .filter(({ set, clear, tf }) => !contradicts(set, clear, tf?.given ?? {}))
  .map(({ set, clear, minter, tf, asFalse }) => ({
    given: {
      ...(set ? { setFlag: { [set]: true } } : asFalse ? { setFlag: { asfNoFreeze: false } } : {}),
      ...(clear ? { clearFlag: { [clear]: true } } : asFalse ? { clearFlag: {} } : {}),
      ...(set === 'asfDisableMaster' ? { allowDisableMaster: true } : {}),
      ...(set === 'asfAuthorizedNFTokenMinter' ? { nfTokenMinter: minter } : {}),
      ...(tf ? { tfFlags: tf.given } : {}),
    },
    fields: {
      ...(set ? { SetFlag: ACCOUNT_SETTINGS[set] } : {}),
      ...(clear ? { ClearFlag: ACCOUNT_SETTINGS[clear] } : {}),
      ...(set === 'asfAuthorizedNFTokenMinter' ? { NFTokenMinter: minter } : {}),
      ...(tf?.kept === undefined ? {} : { Flags: tf.kept }),
    },
  }));

/** What one part of a transaction sets, another must not clear. */
function contradicts(
  set: Setting | null,
  clear: Setting | null,
  tf: Readonly<Record<string, boolean>>,
): boolean {
  const [setNumber, clearNumber] = [set && ACCOUNT_SETTINGS[set], clear && ACCOUNT_SETTINGS[clear]];
  const pairs = [
    ['tfRequireDestTag', 'tfOptionalDestTag'],
    ['tfRequireAuth', 'tfOptionalAuth'],
    ['tfDisallowXRP', 'tfAllowXRP'],
  ] as const;
  return (
    (setNumber !== null && setNumber === clearNumber) ||
    pairs.some(
      ([sets, clears], index) =>
        (setNumber === index + 1 && tf[clears]) || (clearNumber === index + 1 && tf[sets]),
    )
  );
}

export const accountSet: fc.Arbitrary<Sample> = fc
  .tuple(plain, switches, parts([memos]))
  .filter(([one, other]) => Object.keys({ ...one.fields, ...other.fields }).length > 0)
  .map(([one, other, last]) => ({
    given: { configs: { ...one.given, ...other.given }, ...last.given },
    fields: { TransactionType: 'AccountSet', ...one.fields, ...other.fields, ...last.fields },
  }));
