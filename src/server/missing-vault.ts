import { HttpError } from '../http/errors.js';
import type { Route } from '../http/router.js';

/** The routes for a path whose vault account was left out, with and without its slash. */
export function missingVaultRoutes(method: string, path: string): readonly Route[] {
  const shorter = path.replace(/:vault(?:Account)?Id(?=\/|$)/, '');
  if (shorter === path) return [];
  const handle = () =>
    Promise.reject(
      new HttpError('MISSING_VAULT_ACCOUNT', 'Vault account Id is missing from the request URL'),
    );
  return [shorter, shorter.replace('//', '/')].map((each) => ({ method, path: each, handle }));
}
