import * as z from 'zod/mini';
import { object, open, schema } from './schema.js';

/** The documented values of `errorType`, from both vocabularies, and from a branch of the documents. */
// biome-ignore format: in rows, since one value per line would take pages.
const ERROR_TYPES = [
  'schema-error', 'schema-property-error', 'invalid-query-parameters', 'bad-request',
  'unauthorized', 'not-found', 'internal-error', 'idempotency-key-reuse', 'unknown-asset',
  'unsupported-conversion', 'quote-not-ready', 'order-not-trading', 'deposit-address-disabled',
  'deposit-address-creation-not-allowed', 'unsupported-transfer-method',
  'transfer-destination-not-allowed', 'unsupported-ramp-method', 'unsupported-source-asset',
  'unsupported-destination-asset', 'amount-below-minimum', 'amount-above-maximum', 'pii-missing',
  'unsupported-external-source', 'unsupported-region', 'destination-not-whitelisted',
  'settlement-required',
] as const;

export type KnownErrorType = (typeof ERROR_TYPES)[number];

/** The body of an error. */
export const errorBody = /* @__PURE__ */ schema(() =>
  object({
    message: z.string(),
    errorType: open(ERROR_TYPES),
    propertyName: z.optional(z.string()),
    requestPart: z.optional(open(['params', 'body', 'querystring', 'query', 'headers'])),
  }),
);
