import type { ProviderErrorType } from '../../provider/errors.js';
import { ProviderRefusal } from '../../provider/server/refusal.js';

/** A refusal of something in the body. `propertyName` is a path with slashes. */
export function refusal(
  errorType: ProviderErrorType,
  message: string,
  propertyName?: string,
): ProviderRefusal {
  const requestPart = propertyName === undefined ? undefined : 'body';
  return new ProviderRefusal(errorType, { message, propertyName, requestPart });
}

export function notFound(message: string): ProviderRefusal {
  return new ProviderRefusal('not-found', { message });
}
