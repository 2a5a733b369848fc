import { type Clock, clockOf } from '../../core/clock.js';
import { ConfigurationError } from '../../core/errors.js';
import { emitterFor } from '../../core/events.js';
import { knownOptions, type ShapesOf } from '../../core/known-options.js';
import { systemRandom } from '../../core/random.js';
import { failuresFor } from '../../http/failures.js';
import { checkTime, inTime } from '../../http/in-time.js';
import { sourceCheck } from '../../http/source-networks.js';
import { aroundCalls } from '../../store/around-calls.js';
import { memoryStoreOn } from '../../store/memory-store.js';
import type { Store } from '../../store/store.js';
import { COMPONENTS, declaredBy } from './capabilities.js';
import type { ErrorWords } from './error-answers.js';
import { Idempotency } from './idempotency.js';
import type { ProviderServerOptions } from './options.js';
import type { Provider } from './provider.js';
import { ProviderRefusal } from './refusal.js';

const HOUR_MS = 3_600_000;
const LEAST_RETENTION_MS = 72 * HOUR_MS;
const FORCED_PATH = '/accounts/{accountId}/collateral/{collateralId}/settlements/force';

const optionShapes: ShapesOf<ProviderServerOptions> = {
  verifier: 'any',
  platform: 'any',
  responseSigner: 'object',
  store: 'object',
  retentionMs: 'number',
  leaseMs: 'number',
  basePath: 'string',
  version: 'string',
  components: Object.fromEntries(COMPONENTS.map((one) => [one, 'any' as const])),
  requirements: 'any',
  sourceNetworks: 'object',
  errorVocabulary: 'any',
  settlementRequiredErrorType: 'string',
  forcedSettlementPath: 'string',
  notificationsPath: 'string',
  timeoutMs: 'number',
  maxBodyBytes: 'number',
  admit: 'function',
  docs: 'boolean',
  onError: 'function',
  onAnswer: 'function',
  clock: 'any',
  random: 'function',
};

export type Settings = ReturnType<typeof settingsOf>;

/** @throws ConfigurationError naming the setting that can't work. */
export function settingsOf(provider: Provider, options: ProviderServerOptions) {
  knownOptions(options, optionShapes);
  if (typeof options.verifier?.verify !== 'function') {
    throw new ConfigurationError('verifier', 'must be a RequestVerifier');
  }
  const { random = systemRandom, retentionMs = LEAST_RETENTION_MS, leaseMs = 15_000 } = options;
  const { timeoutMs = 30_000, maxBodyBytes = 64 * 1024 } = options;
  const clock = clockOf(options.clock);
  const platform = platformOf(provider, options);
  checkLimits({ retentionMs, leaseMs, timeoutMs, maxBodyBytes });
  const store = storeOf(options.store, leaseMs, clock);
  return {
    verifier: options.verifier,
    platform,
    responseSigner: options.responseSigner,
    admit: options.admit,
    clock,
    random,
    store,
    timeoutMs,
    maxBodyBytes,
    words: wordsOf(options),
    basePath: options.basePath,
    forcedPath: forcedPathOf(options.forcedSettlementPath ?? FORCED_PATH),
    notificationsPath: pathOf(
      'notificationsPath',
      options.notificationsPath ?? '/collateral/notifications',
    ),
    declared: declaredBy(provider, {
      version: options.version,
      accounts: options.components,
      requirements: options.requirements,
    }),
    checkSource: sourceCheck(
      options.sourceNetworks,
      (message) => new ProviderRefusal('unauthorized', { status: 403, message }),
    ),
    idempotency: new Idempotency({ store, clock, random, retentionMs, leaseMs }),
    tellError: failuresFor(options.onError),
    tellAnswer: emitterFor(options.onAnswer),
  };
}

/** What verifies signatures of the platform, if the provider has anything for which it signs. */
function platformOf(
  { collateral, collateralNotifications }: Provider,
  { platform }: ProviderServerOptions,
) {
  const offExchange = collateral ?? collateralNotifications;
  const isUsable = platform === undefined ? offExchange === undefined : isPlatform(platform);
  if (!isUsable) {
    throw new ConfigurationError('platform', 'must be a PlatformSignatureVerifier, or "off"');
  }
  return platform === 'off' ? undefined : platform;
}

/** What comes from plain JavaScript may be anything, such as another word than `off`. */
function isPlatform(platform: NonNullable<ProviderServerOptions['platform']>): boolean {
  return platform === 'off' || typeof platform?.verify === 'function';
}

function checkLimits({
  retentionMs,
  maxBodyBytes,
  ...times
}: Readonly<Record<'retentionMs' | 'leaseMs' | 'timeoutMs' | 'maxBodyBytes', number>>): void {
  if (!(retentionMs >= LEAST_RETENTION_MS)) {
    throw new ConfigurationError('retentionMs', 'must be 72 hours or more');
  }
  if (!(maxBodyBytes > 0)) throw new ConfigurationError('maxBodyBytes', 'must be above zero');
  for (const [name, value] of Object.entries(times)) checkTime(name, value);
}

/** A key whose store never answers would be at work for as long as the process lives. */
function storeOf(store: Store | undefined, leaseMs: number, clock: Clock): Store {
  if (!store) return memoryStoreOn(clock);
  return aroundCalls(store, (call) =>
    inTime({ timeoutMs: leaseMs / 3, gone: undefined, clock }, call),
  );
}

function wordsOf(options: ProviderServerOptions): ErrorWords {
  const { errorVocabulary: vocabulary = 'spec', settlementRequiredErrorType } = options;
  if (!['spec', 'validated'].includes(vocabulary)) {
    throw new ConfigurationError('errorVocabulary', 'must be one of spec, validated');
  }
  return { vocabulary, settlementRequired: settlementRequiredErrorType ?? 'settlement-required' };
}

/** Without these the account of a settlement would be unknown, and every call would be answered with 404. */
function forcedPathOf(path: string): string {
  if (['{accountId}', '{collateralId}'].every((part) => path.split('/').includes(part))) {
    return pathOf('forcedSettlementPath', path);
  }
  throw new ConfigurationError('forcedSettlementPath', 'must have {accountId} and {collateralId}');
}

function pathOf(setting: string, path: string): string {
  if (path !== '' && !/^\/[^?#\s]*$/.test(path)) {
    throw new ConfigurationError(setting, 'must be a path without a query');
  }
  return path;
}
