import { HttpError } from '../../http/errors.js';
import type { PlatformSignatureVerifier } from '../../requests/platform.js';
import type { ReceivedRequest } from '../../requests/received.js';
import type { Refusal } from '../../requests/refusals.js';
import type { RequestVerifier } from '../../requests/verifier.js';
import { ProviderRefusal } from './refusal.js';

const SIGNATURE_HEADER = 'X-FBAPI-SIGNATURE';

/**
 * Identifies the sender of a request.
 *
 * @throws ProviderRefusal 400 naming the wrong header, or 401 for the key.
 */
export async function authenticKey(
  verifier: Pick<RequestVerifier, 'verify'>,
  request: ReceivedRequest,
): Promise<string> {
  const verdict = await verifier.verify(request);
  if (verdict.ok) return verdict.apiKey;
  throw refused(verdict);
}

/**
 * Whether the platform signed it. `false` if the signature is not required, or not verified.
 *
 * @throws ProviderRefusal 400 naming the header.
 */
export async function platformSigned(
  verifier: Pick<PlatformSignatureVerifier, 'verify'> | undefined,
  request: ReceivedRequest,
): Promise<boolean> {
  const verdict = await verifier?.verify(request);
  if (verdict === undefined) return false;
  if (verdict.ok) return verdict.signed;
  throw refused(verdict);
}

function refused({ reason, header }: Refusal): Error {
  switch (reason) {
    case 'body-too-large':
      return new HttpError('BODY_TOO_LARGE', 'The body is too large.');
    case 'malformed-request':
    case 'body-not-raw':
    case 'unexpected-body':
      return new ProviderRefusal('schema-error', {
        message: `The request is refused: ${reason}.`,
        requestPart: 'body',
      });
    default: {
      const propertyName = header ?? SIGNATURE_HEADER;
      const message = `${propertyName}: ${reason}`;
      const about = { message, propertyName, requestPart: 'headers' };
      return propertyName === 'X-FBAPI-KEY' && reason !== 'duplicate-header'
        ? new ProviderRefusal('unauthorized', about)
        : new ProviderRefusal('schema-property-error', about);
    }
  }
}
