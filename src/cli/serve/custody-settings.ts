import { statSync } from 'node:fs';
import type { Fetch } from '../../core/http.js';
import { readKeyFile } from '../../fireblocks/credentials.js';
import { FireblocksRawSigner, FireblocksRestClient } from '../../fireblocks/index.js';
import { resolveBaseUrl } from '../../fireblocks/regions.js';
import type { Environment, Variable } from './environment.js';

/** How to reach the custody platform. */
export interface CustodySettings {
  readonly apiKey: string;
  /** The file of the private key. */
  readonly keyPath: string;
  /** A region's name or a URL. */
  readonly basePath: string;
}

export function custodySettings(environment: Environment): CustodySettings {
  const apiKey = apiKeyIn(environment);
  const keyPath = keyPathIn(environment);
  const region = environment.custody('BASE_PATH');
  if (region) environment.meaning(region, resolveBaseUrl);
  return { apiKey, keyPath, basePath: region?.value ?? 'US' };
}

/** The user's id goes with every call, and so must not be the key by mistake. */
function apiKeyIn(environment: Environment): string {
  const variable = environment.custody('API_KEY');
  const what = 'the API user’s id at the custody platform';
  if (variable && (isKey(variable.value) || !/^[\x21-\x7e]+$/.test(variable.value))) {
    environment.problems.push(`${variable.name} must be ${what}, a UUID.`);
  }
  return environment.required(variable?.value, 'CUSTODY_API_KEY', what);
}

/**
 * `CUSTODY_API_SECRET` is, in a container, the path of the mounted key file, and wins over the other two; the key
 * itself is refused, since every user that can list processes can read an environment.
 */
function keyPathIn(environment: Environment): string {
  const variable =
    environment.custody('API_SECRET') ??
    environment.custody('API_PATH_TO_SECRET', 'SECRET_KEY_PATH');
  if (!variable) {
    const names = 'CUSTODY_API_PATH_TO_SECRET (or CUSTODY_SECRET_KEY_PATH)';
    return environment.required(undefined, names, 'the path of the private key’s file');
  }
  const { name, value } = variable;
  if (isKey(value)) {
    environment.problems.push(
      `${name} holds the key itself; it must be the path of the key’s file.`,
    );
  } else if (environment.meaning(variable, readKeyFile)) warnOfReaders(variable, environment);
  return value;
}

/** PEM, also in Base64, on one line, or without its first line; no path is that long. */
export function isKey(text: string): boolean {
  return /-----BEGIN|LS0tLS1CRUdJT/.test(text) || /^[\w+/=\\\s-]{400,}$/.test(text);
}

/** A key that every user of the machine can read is no secret. */
export function warnOfReaders({ name, value }: Variable, environment: Environment): void {
  if (process.platform === 'win32' || (statSync(value).mode & 0o007) === 0) return;
  environment.warnings.push(
    `Every user of this machine can read ${value}, the file of ${name}: chmod 600 it.`,
  );
}

/** @throws ConfigurationError naming the setting that can't work, such as a file that no longer holds a key. */
export function custodySigner(
  { apiKey, keyPath, basePath }: CustodySettings,
  fetch: Fetch,
): FireblocksRawSigner {
  return FireblocksRawSigner.fromKeyFile(keyPath, { apiKey, basePath, fetch });
}

/** Fireblocks' own API, with the same settings. */
export function custodyClient(
  { apiKey, keyPath, basePath }: CustodySettings,
  fetch: Fetch,
): FireblocksRestClient {
  return new FireblocksRestClient({ apiKey, apiSecret: readKeyFile(keyPath), basePath, fetch });
}
