import { isIPv4 } from 'node:net';
import type { Environment } from './environment.js';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

/** What every server is told, whatever its chain. */
export interface ServerSettings {
  readonly port: number;
  readonly host: string;
  /** What callers have to show; none where everybody may call. */
  readonly apiToken: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** What this machine is called on itself. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

export function serverSettings(environment: Environment): ServerSettings {
  const host = environment.get('HOST')?.toLowerCase() ?? '127.0.0.1';
  const apiToken = environment.get('API_TOKEN');
  if (apiToken !== undefined && !/^[\x21-\x7e]+$/.test(apiToken)) {
    environment.problems.push('API_TOKEN must be visible ASCII characters, without blanks.');
  }
  if (!loopbackNamesOf(host) && apiToken === undefined) {
    environment.warnings.push(
      `Whoever reaches ${host} may move funds: set API_TOKEN, or let a proxy decide who may.`,
    );
  }
  const vault = environment.custody('VAULT_ACCOUNT_ID');
  if (vault) environment.warnings.push(`${vault.name} is for libraries; a server ignores it.`);
  return {
    port: environment.wholeNumber('PORT', 3_000, 65_535),
    host,
    apiToken,
    logLevel: environment.choice('SDK_LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** By which names a server is called that only this machine reaches; `undefined` for any other. */
export function loopbackNamesOf(host: string): readonly string[] | undefined {
  if (host === '::1' || LOOPBACK.includes(host)) return LOOPBACK;
  return isIPv4(host) && host.startsWith('127.') ? [...LOOPBACK, host] : undefined;
}
