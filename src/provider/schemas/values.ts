import * as z from 'zod/mini';
import { open, schema, textLike } from './schema.js';

/**
 * An amount: digits, at most one point with digits on both sides. The vendor's pattern has no end
 * (`"10abc"` passes it); this one has.
 */
export const positiveAmount = /* @__PURE__ */ schema(() =>
  textLike(/^\d+(?:\.\d+)?$/, 'an amount such as "12.5", digits and at most one point'),
);

/** ISO 8601 with a time zone. */
export const dateTime = /* @__PURE__ */ schema(() =>
  textLike(
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/,
    'a date and time in ISO 8601',
  ),
);

/** An id: any text that is not empty. */
export const id = /* @__PURE__ */ schema(() =>
  z.string().check(z.minLength(1, 'must not be empty')),
);

export const email = /* @__PURE__ */ schema(() =>
  textLike(/^[^\s@]+@[^\s@]+$/, 'an e-mail address'),
);

export const mobilePhoneNumber = /* @__PURE__ */ schema(() =>
  textLike(/^\+[1-9]\d{1,14}$/, 'a phone number such as "+4915112345678"'),
);

export const iban = /* @__PURE__ */ schema(() =>
  textLike(/^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/, 'an IBAN without blanks'),
);

export const bankAccountNumber = /* @__PURE__ */ schema(() =>
  textLike(/^\d{4,17}$/, '4 to 17 digits'),
);

export const routingNumber = /* @__PURE__ */ schema(() => textLike(/^\d{9}$/, 'nine digits'));

export const clabe = /* @__PURE__ */ schema(() => textLike(/^\d{18}$/, '18 digits (CLABE)'));

/** The number of an account in the United Kingdom. */
export const ukAccountNumber = /* @__PURE__ */ schema(() => textLike(/^\d{8}$/, 'eight digits'));

export const sortCode = /* @__PURE__ */ schema(() => textLike(/^\d{6}$/, 'six digits'));

export const transferStatus = /* @__PURE__ */ schema(() =>
  open(['pending', 'succeeded', 'failed']),
);
