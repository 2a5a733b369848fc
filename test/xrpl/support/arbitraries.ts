import fc from 'fast-check';
import { addressOf } from '../../support/base58.js';
import { decimal } from '../../support/xrpl-blob.js';

const upperHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

export const uint32 = fc.oneof(
  fc.integer({ min: 0, max: 0xffff_ffff }),
  fc.constantFrom(0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff),
);
export const positiveUint32 = uint32.filter((value) => value > 0);

/** Upper-case hexadecimal of so many bytes. */
export const hexOf = (min: number, max = min) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map(upperHex);

/** Some of the letters small: hexadecimal has no case. */
export const mixedCase = (text: string) =>
  fc
    .integer()
    .map((seed) =>
      [...text]
        .map((letter, at) => ((seed >> (at % 31)) & 1 ? letter.toLowerCase() : letter))
        .join(''),
    );

export const address = fc.oneof(
  { weight: 12, arbitrary: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(addressOf) },
  // Nobody's accounts, whose ids are all zeros but for the last byte.
  {
    weight: 1,
    arbitrary: fc.constantFrom('rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji'),
  },
);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?!@#$%^&*<>(){}[]|';

const shortCode = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 3, maxLength: 3 })
  .map((letters) => letters.join(''))
  .filter((code) => code.toUpperCase() !== 'XRP');

/** What people write for longer codes, which the ledger has in hexadecimal. */
const longCode = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 4, maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes));

/** A currency as it may be given, and as the ledger's JSON has it. */
const currency = fc.oneof(
  longCode.map((given) => ({
    given,
    kept: Buffer.from(given).toString('hex').toUpperCase().padEnd(40, '0'),
  })),
  shortCode.map((code) => ({ given: code, kept: code })),
  shortCode.map((code) => {
    const ascii = Buffer.from(code).toString('hex').toUpperCase();
    return { given: `${'0'.repeat(24)}${ascii}${'0'.repeat(10)}`, kept: code };
  }),
  fc
    .tuple(hexOf(1), hexOf(19))
    .filter(([first]) => first !== '00')
    .map((parts) => parts.join(''))
    .chain((code) => mixedCase(code).map((given) => ({ given, kept: code }))),
);

/** A value of a token as it may be given, and as plain digits without needless zeros. */
const tokenValue = fc
  .record({
    mantissa: fc.bigInt({ min: 10n ** 15n, max: 10n ** 16n - 1n }),
    digits: fc.integer({ min: 1, max: 16 }),
    exponent: fc.oneof(fc.integer({ min: -20, max: 5 }), fc.integer({ min: -96, max: 80 })),
    zeros: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ mantissa, digits, exponent, zeros }) => {
    const unit = 10n ** BigInt(16 - digits);
    const kept = decimal((mantissa / unit) * unit, exponent);
    const point = kept.includes('.') || zeros === 0 ? '' : '.';
    return { given: `${kept}${point}${'0'.repeat(zeros)}`, kept };
  });

export const tokenAmount = fc
  .record({ currency, issuer: address, value: tokenValue })
  .map((parts) => ({
    given: { currency: parts.currency.given, issuer: parts.issuer, value: parts.value.given },
    kept: { currency: parts.currency.kept, issuer: parts.issuer, value: parts.value.kept },
  }));

export const drops = fc
  .tuple(
    fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 17n }), fc.constantFrom(1n, 10n ** 17n)),
    fc.boolean(),
  )
  .map(([units, asText]) => ({ given: asText ? `${units}` : units, kept: `${units}` }));

export const amount = fc.oneof(tokenAmount, drops);

export const mptId = hexOf(24);

/** A value of a multi-purpose token: 63 bits. */
const mptValue = fc
  .oneof(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), fc.constantFrom(1n, 2n ** 63n - 1n))
  .map(String);

export const mptAmount = fc.tuple(mptId, mptValue).chain(([id, value]) =>
  mixedCase(id).map((given) => ({
    given: { mptIssuanceId: given, value },
    kept: { mpt_issuance_id: id, value },
  })),
);

export const credentialIds = fc.uniqueArray(hexOf(32), { minLength: 1, maxLength: 8 });

const memoText = fc
  .string({ minLength: 1, maxLength: 24 })
  .map((text) => text.replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/g, '-'))
  .map((text) => Buffer.from(text).toString('hex').toUpperCase());

const memo = fc
  .record(
    { MemoData: hexOf(1, 60), MemoType: memoText, MemoFormat: memoText },
    { requiredKeys: [], noNullPrototype: true },
  )
  .filter((fields) => Object.keys(fields).length > 0);

/** Memos, in both of the forms that they are taken in, and as the transaction has them. */
export const memos = fc
  .array(fc.tuple(memo, fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((list) => ({
    given: list.map(([fields, isWrapped]) => (isWrapped ? { Memo: fields } : fields)),
    kept: list.map(([fields]) => ({ Memo: fields })),
  }));

/** Steps: an account, or else a currency, an issuer or both. */
const step = fc.oneof(
  address.map((account) => ({ given: { account }, kept: { account } })),
  address.map((issuer) => ({ given: { issuer }, kept: { issuer } })),
  fc.constant({ given: { currency: 'XRP' }, kept: { currency: 'XRP' } }),
  fc.tuple(currency, address).map(([code, issuer]) => ({
    given: { currency: code.given, issuer },
    kept: { currency: code.kept, issuer },
  })),
);

export const paths = fc
  .array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
  .map((list) => ({
    given: list.map((steps) => steps.map(({ given }) => given)),
    kept: list.map((steps) => steps.map(({ kept }) => kept)),
  }));
