import { ConfigurationError } from '../core/errors.js';

/** A handler below anything but a path would answer nothing. @throws ConfigurationError naming `basePath`. */
export function checkBasePath(basePath: string | undefined): void {
  if (!basePath || /^\/[^?#\s]*$/.test(basePath)) return;
  throw new ConfigurationError('basePath', 'must be a path without a query');
}
