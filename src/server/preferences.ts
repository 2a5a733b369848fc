import { InvalidInputError } from '../core/errors.js';
import { HttpError } from '../http/errors.js';

/** `wait=N` among the preferences of RFC 7240, in seconds. */
const WAIT = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,5})"?\s*(?=[,;]|$)/i;

/** How long a client wants to wait, in milliseconds, if the request says so. */
export function preferredWaitMs(headers: Headers): number | undefined {
  const [, seconds] = WAIT.exec(headers.get('prefer') ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/**
 * The key that a client gave its request.
 *
 * @throws InvalidInputError when it is empty or invalid: an empty key would identify no request.
 * @throws HttpError `IDEMPOTENCY_KEY_REQUIRED` where a key is required and missing.
 */
export function idempotencyKeyIn(headers: Headers, isRequired: boolean): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === '') throw new InvalidInputError('Idempotency-Key', 'must not be empty');
  // No client could ask for it: as part of a path, dots mean another path.
  if (key === '.' || key === '..')
    throw new InvalidInputError('Idempotency-Key', 'must not be dots');
  if (key === null && isRequired) {
    throw new HttpError(
      'IDEMPOTENCY_KEY_REQUIRED',
      'This server requires an Idempotency-Key header.',
    );
  }
  return key ?? undefined;
}
