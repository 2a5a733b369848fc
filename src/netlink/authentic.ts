import { HttpError } from '../http/errors.js';
import type { Refusal, RefusalReason } from '../requests/refusals.js';
import type { RequestVerifier } from '../requests/verifier.js';
import { NETLINK_ERRORS, type NetlinkErrorCode } from './error-codes.js';
import { NetlinkError } from './errors.js';

/**
 * Identifies the sender of a request.
 *
 * @throws NetlinkError with 400000 to 400003 for wrong headers.
 * @throws HttpError for an unknown API key, or a body that is too large for the verifier.
 */
export async function authenticKey(
  verifier: Pick<RequestVerifier, 'verify'>,
  request: Request,
  path: string,
  body: Uint8Array,
): Promise<string> {
  const { method, headers } = request;
  const verdict = await verifier.verify({ method, path, headers, body });
  if (verdict.ok) return verdict.apiKey;
  throw refused(verdict);
}

function refused({ reason, header }: Refusal): Error {
  const answer = answerTo(reason);
  if (answer === 401) return new HttpError('UNAUTHORIZED', 'This API key is unknown.');
  if (answer === 413) return new HttpError('BODY_TOO_LARGE', 'The body is too large.');
  const error = header === undefined ? reason : `${header}: ${reason}`;
  return new NetlinkError({ errorCode: answer, error });
}

/** An HTTP status, or a code, which is sent with status 400. */
function answerTo(reason: RefusalReason): 401 | 413 | NetlinkErrorCode {
  switch (reason) {
    case 'missing-header':
    case 'duplicate-header':
      return NETLINK_ERRORS.MISSING_HEADERS;
    case 'malformed-nonce':
    case 'nonce-reused':
      return NETLINK_ERRORS.INVALID_NONCE;
    case 'malformed-timestamp':
    case 'timestamp-too-old':
    case 'timestamp-in-future':
      return NETLINK_ERRORS.INVALID_TIMESTAMP;
    case 'malformed-signature':
    case 'wrong-signature':
    case 'outside-base-path':
      return NETLINK_ERRORS.INVALID_SIGNATURE;
    case 'malformed-request':
    case 'body-not-raw':
    case 'unexpected-body':
      return NETLINK_ERRORS.INVALID_PARAMETER;
    case 'body-too-large':
      return 413;
    case 'unknown-key':
      return 401;
  }
}
