import { isIPv4 } from 'node:net';
import { LOG_LEVELS, type LogLevel } from '../../xrpl/env.js';
import type { Environment } from './environment.js';

/** The settings of every server, whatever its chain. */
export interface ServerSettings {
  readonly port: number;
  readonly host: string;
  /** The host names by which it may be called; without them, any. */
  readonly hosts: readonly string[] | undefined;
  /** The token that callers need; none if every caller is allowed. */
  readonly apiToken: string | undefined;
  readonly logLevel: LogLevel;
}

/** This machine's names for itself. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

export function serverSettings(environment: Environment): ServerSettings {
  const host = environment.get('HOST')?.toLowerCase() ?? '127.0.0.1';
  const apiToken = environment.get('API_TOKEN');
  if (apiToken !== undefined && !/^[\x21-\x7e]+$/.test(apiToken)) {
    environment.problems.push('API_TOKEN must be visible ASCII characters, without blanks.');
  }
  const loopback = loopbackNamesOf(host);
  if (!loopback && apiToken === undefined) checkOpen(host, environment);
  const vault = environment.custody('VAULT_ACCOUNT_ID');
  if (vault) environment.warnings.push(`${vault.name} is for libraries; a server ignores it.`);
  return {
    port: environment.wholeNumber('PORT', 3_000, 65_535),
    host,
    hosts: hostsIn(environment) ?? loopback,
    apiToken,
    logLevel: environment.choice('SDK_LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** A server that other machines can reach is open to them only if that is set explicitly. */
function checkOpen(host: string, environment: Environment): void {
  const insists = environment.get('ALLOW_UNAUTHENTICATED') === '1';
  const danger = `every client that reaches ${host} may move funds`;
  if (insists) {
    environment.warnings.push(`ALLOW_UNAUTHENTICATED is set: ${danger}.`);
    const byName = 'a page of another site can reach the server by a name of its own';
    if (!environment.get('HOSTS')) environment.warnings.push(`HOSTS is not set: ${byName}.`);
  } else {
    const unless = 'ALLOW_UNAUTHENTICATED=1 leaves it to a proxy in front';
    environment.problems.push(`API_TOKEN is missing: ${danger} (${unless}).`);
  }
}

/** The names of `HOSTS`, and those of this machine, which no page of another site can have. */
function hostsIn(environment: Environment): readonly string[] | undefined {
  const text = environment.get('HOSTS');
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.every(isHostname)) return [...LOOPBACK, ...names];
  environment.problems.push('HOSTS must be host names without ports, with commas between.');
  return undefined;
}

function isHostname(name: string): boolean {
  return URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name;
}

/** The names of a server that only this machine can reach; `undefined` for any other. */
function loopbackNamesOf(host: string): readonly string[] | undefined {
  if (host === '::1' || LOOPBACK.includes(host)) return LOOPBACK;
  return isIPv4(host) && host.startsWith('127.') ? [...LOOPBACK, host] : undefined;
}
