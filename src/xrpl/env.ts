import { ConfigurationError } from '../core/errors.js';

/** The log levels that the servers accept. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Each of them, the least important first. */
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal'];

/** The settings of an XRPL gateway that the environment holds. */
export interface XrplEnvironment {
  /** The custody platform's API key. */
  readonly apiKey: string;
  /** The path of the private key file. */
  readonly apiSecretPath: string;
  /** A region's name or a URL. */
  readonly basePath: string;
  /** `CUSTODY_ASSET_ID`, default `XRP_TEST`. */
  readonly assetId: 'XRP' | 'XRP_TEST';
  /** Follows from `assetId`: `mainnet` for `XRP`, `testnet` for `XRP_TEST`. */
  readonly network: 'mainnet' | 'testnet';
  /** For a gateway bound to one vault; servers ignore it. */
  readonly vaultAccountId: string | undefined;
  /** `SDK_LOG_LEVEL`, default `info`; for a server. */
  readonly logLevel: LogLevel;
  /** `PORT`, 0 to 65535, default 3000; for a server. */
  readonly port: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables of the specification from an environment, without touching anything else:
 *
 * | variable | default |
 * |---|---|
 * | `CUSTODY_API_KEY` | required |
 * | `CUSTODY_API_PATH_TO_SECRET`, or `CUSTODY_API_SECRET` (a path too, and it wins) | required |
 * | `CUSTODY_VAULT_ACCOUNT_ID` | none |
 * | `CUSTODY_ASSET_ID` (`XRP` or `XRP_TEST`) | `XRP_TEST` |
 * | `CUSTODY_BASE_PATH` | `US` |
 * | `SDK_LOG_LEVEL` | `info` |
 * | `PORT` | 3000 |
 *
 * @throws ConfigurationError that names every variable that is missing or wrong.
 *
 * @example
 * ```ts
 * import { xrplOptionsFromEnv } from 'custody-gateways/xrpl';
 *
 * const { network, assetId } = xrplOptionsFromEnv({
 *   CUSTODY_API_KEY: '3f0a2d4e-8a33-4a0e-9a55-0d4b1d0f3f11',
 *   CUSTODY_API_PATH_TO_SECRET: './fireblocks_secret.key',
 * }); // 'testnet', 'XRP_TEST'
 * ```
 */
export function xrplOptionsFromEnv(env: Environment): XrplEnvironment {
  const problems: string[] = [];
  const required = (name: string, value: string | undefined): string => {
    if (!value) problems.push(`${name} is missing`);
    return value ?? '';
  };
  const assetId = env.CUSTODY_ASSET_ID || 'XRP_TEST';
  if (assetId !== 'XRP' && assetId !== 'XRP_TEST') {
    problems.push('CUSTODY_ASSET_ID must be XRP or XRP_TEST');
  }
  const logLevel = LOG_LEVELS.find((level) => level === (env.SDK_LOG_LEVEL || 'info'));
  if (!logLevel) problems.push(`SDK_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  const port = env.PORT || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) problems.push('PORT must be 0 to 65535');
  const secretPath = env.CUSTODY_API_SECRET || env.CUSTODY_API_PATH_TO_SECRET;
  if (secretPath?.includes('-----BEGIN')) {
    problems.push('CUSTODY_API_SECRET must be the path of the key file, not the key itself');
  }
  const options: XrplEnvironment = {
    apiKey: required('CUSTODY_API_KEY', env.CUSTODY_API_KEY),
    apiSecretPath: required('CUSTODY_API_PATH_TO_SECRET', secretPath),
    basePath: env.CUSTODY_BASE_PATH || 'US',
    assetId: assetId === 'XRP' ? 'XRP' : 'XRP_TEST',
    network: assetId === 'XRP' ? 'mainnet' : 'testnet',
    vaultAccountId: env.CUSTODY_VAULT_ACCOUNT_ID || undefined,
    logLevel: logLevel ?? 'info',
    port: Number(port),
  };
  if (problems.length > 0) throw new ConfigurationError('environment', problems.join('; '));
  return options;
}
