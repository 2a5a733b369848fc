import * as z from 'zod/mini';
import type { CallOptions } from './clock.js';
import { InvalidInputError } from './errors.js';
import { abortSignal, checkOptionFields, duration } from './option-fields.js';
import { ownCopy } from './own-fields.js';

const schema = z.strictObject({ signal: abortSignal, timeoutMs: duration });

/**
 * Checks the options of a call that only reads, before a node or the signer is asked.
 *
 * @throws InvalidInputError naming the option.
 */
export function checkCallOptions(options: CallOptions): void {
  checkOptionFields(schema, ownCopy(options, 'options'), InvalidInputError);
}
