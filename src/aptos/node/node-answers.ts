import * as z from 'zod/mini';
import type { HttpAnswer } from '../../core/http.js';
import { jsonIn } from '../../core/json.js';
import { excerpt, MAX_MESSAGE } from '../../core/shown.js';
import { AptosNodeError } from '../errors.js';
import { MAX_SEQUENCE_NUMBER, u64 } from '../result.js';

// The fields of a node's answers that this package reads, except for its transactions and modules.

export const account = z.looseObject({
  sequence_number: u64.check(z.lte(MAX_SEQUENCE_NUMBER)),
  authentication_key: z.string(),
});
export const gasEstimate = z.looseObject({ gas_estimate: z.int().check(z.gte(1)) });
export const simulated = z.looseObject({
  success: z.boolean(),
  vm_status: z.string(),
  gas_used: u64,
  gas_unit_price: u64,
  changes: z.optional(z.unknown()),
});
export const submitted = z.looseObject({ hash: z.string() });
export const block = z.looseObject({ block_height: u64, block_timestamp: u64 });
export const apiError = z.looseObject({
  error_code: z.string().check(z.regex(/^\w{1,64}$/)),
  message: z.string(),
  archival_endpoint: z.optional(z.unknown()),
});

const ARCHIVE = 'x-aptos-archival-endpoint';

/** The error in an answer, if it is one. */
export function errorIn(answer: HttpAnswer): AptosNodeError | undefined {
  if (answer.status < 400) return undefined;
  const parsed = z.safeParse(apiError, jsonIn(answer.text));
  const { status, headers } = answer;
  // A proxy in front of the node may answer in its own format.
  if (!parsed.success) return new AptosNodeError(`http_${status}`, status, `HTTP ${status}`);
  const { error_code: code, message, archival_endpoint: inBody } = parsed.data;
  const archive = typeof inBody === 'string' ? inBody : (headers.get(ARCHIVE) ?? undefined);
  return new AptosNodeError(code, status, excerpt(message, MAX_MESSAGE), archive);
}
