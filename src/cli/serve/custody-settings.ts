import { statSync } from 'node:fs';
import type { Fetch } from '../../core/http.js';
import { FireblocksRawSigner } from '../../custody/index.js';
import type { Environment } from './environment.js';

/** How the custody is reached. */
export interface CustodySettings {
  readonly apiKey: string;
  /** The file of the private key. */
  readonly keyPath: string;
  /** A region's name or a URL. */
  readonly basePath: string;
}

/**
 * `CUSTODY_API_SECRET` is, in a container, the path of the mounted key file, and wins over the other two;
 * the key itself is refused there, since an environment is shown to whoever can list processes.
 */
export function custodySettings(environment: Environment): CustodySettings {
  const apiKey = environment.required(
    environment.custody('API_KEY'),
    'CUSTODY_API_KEY',
    'the API user’s id at the custody',
  );
  const secret = environment.custody('API_SECRET');
  const isKey = secret?.includes('-----BEGIN') === true;
  if (isKey) {
    environment.problems.push(
      'CUSTODY_API_SECRET holds the key itself; it must be the path of the key’s file.',
    );
  }
  const keyPath = environment.required(
    secret ?? environment.custody('API_PATH_TO_SECRET') ?? environment.custody('SECRET_KEY_PATH'),
    'CUSTODY_API_PATH_TO_SECRET (or CUSTODY_SECRET_KEY_PATH)',
    'the path of the private key’s file',
  );
  if (keyPath !== '' && !isKey) checkKeyFile(keyPath, environment);
  return { apiKey, keyPath, basePath: environment.custody('BASE_PATH') ?? 'US' };
}

/** A key that every user of the machine can read is no secret. */
function checkKeyFile(path: string, environment: Environment): void {
  try {
    const { mode } = statSync(path);
    if (process.platform !== 'win32' && (mode & 0o007) !== 0) {
      environment.warnings.push(`Everybody on this machine can read ${path}: chmod 600 it.`);
    }
  } catch {
    environment.problems.push(`${path}, the private key’s file, can't be read.`);
  }
}

/** @throws ConfigurationError naming what can't work, such as a file that holds no key. */
export function custodySigner(
  { apiKey, keyPath, basePath }: CustodySettings,
  fetch: Fetch,
): FireblocksRawSigner {
  return FireblocksRawSigner.fromKeyFile(keyPath, { apiKey, basePath, fetch });
}
