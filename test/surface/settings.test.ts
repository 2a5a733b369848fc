import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { ConfigurationError } from '../../src/core/errors.js';
import {
  callbackHandler,
  clientFromTsSdk,
  FireblocksRawSigner,
  FireblocksRestClient,
  webhookHandler,
  webhookVerifier,
} from '../../src/fireblocks/index.js';
import {
  aptosHandler,
  netlinkProxyHandler,
  providerProxyHandler,
  providerServerHandler,
  requestSignerHandler,
  stacksHandler,
  toNodeListener,
  xrplHandler,
} from '../../src/handlers.js';
import { NetlinkClient } from '../../src/netlink/index.js';
import { ProviderLiquidity } from '../../src/provider/index.js';
import {
  PlatformSignatureVerifier,
  RequestSigner,
  RequestVerifier,
  ResponseSigner,
  ResponseVerifier,
} from '../../src/requests/index.js';
import { LocalRawSigner, withJournal } from '../../src/signer/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { memoryStore, redisStore } from '../../src/store/index.js';
import { XrplGateway, xrplCodec } from '../../src/xrpl/index.js';

interface Constructor {
  /** Options with which it works. */
  readonly good: Readonly<Record<string, unknown>>;
  /** For every option that there is, a value that can't work. */
  readonly wrong: Readonly<Record<string, unknown>>;
  /** What is nearly an option, and the option that is meant. */
  readonly nearly?: readonly [given: string, meant: string];
  /** The same within an option. */
  readonly nearlyWithin?: readonly [option: string, given: string, meant: string];
  readonly make: (options: Readonly<Record<string, unknown>>) => unknown;
}

/** Gives options to a constructor as plain JavaScript would. */
function untyped<Options>(make: (options: Options) => unknown): Constructor['make'] {
  return (options) => Reflect.apply(make, undefined, [options]);
}

const scheme = { algorithm: 'hmac-sha256', preEncoding: 'base64', postEncoding: 'base64' } as const;
const headers = new RequestSigner({ ...scheme, apiKey: 'key-1', secret: 'a shared secret' });
const verifier = new RequestVerifier({ ...scheme, keys: { 'key-1': 'a shared secret' } });
const coSigner = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = new LocalRawSigner({ seed: 'settings', quiet: true });
const xrpl = new XrplGateway({ signer, network: 'testnet' });
const aptos = new AptosGateway({ signer, network: 'aptos-testnet' });
const stacks = new StacksGateway({ signer, network: 'testnet' });

const EVERY_GATEWAY = {
  signer: {},
  addresses: { 0: 1 },
  otherKeys: { 0: 'key' },
  journal: {},
  lanes: 'serial',
  agree: 'all',
  defaults: { note: 'x' },
  summaryLength: '1',
  onEvent: {},
  fetch: 'fetch',
  clock: {},
  random: 1,
  polling: 1_000,
  retry: 3,
  network: 'nowhere',
  apiKey: 1,
  headers: { a: 1 },
  timeoutMs: '1',
  derivation: 'm/44',
};

const EVERY_CALL = { timeoutMs: '1', retry: { attempts: 'three' }, clock: 1, random: 1 };
const EVERY_SIGNER = {
  publicKeys: {},
  polling: { firstMs: 'soon' },
  signatureTimeoutMs: -1,
  webhooks: { silence: 1 },
  clock: {},
};
const EVERY_SCHEME = {
  algorithm: 'md5',
  preEncoding: 'rot13',
  postEncoding: 'rot13',
  base32Case: 'mixed',
  plainBytes: 'utf8',
  basePath: 1,
  pathPrefix: 'x?y',
  minRsaBits: -1,
  primitives: 'node',
};
const EVERY_SERVER = { basePath: 1, onError: 'log' };
const EVERY_CLIENT = {
  ...EVERY_CALL,
  baseUrl: 1,
  signer: {},
  fetch: {},
  onRequest: {},
  onResponse: {},
};
const EVERY_HANDLER = {
  ...EVERY_SERVER,
  authorize: true,
  maxBodyBytes: '1 MB',
  requireIdempotencyKey: 'yes',
  waitMs: -1,
  patienceMs: NaN,
  ready: true,
  signal: 'stop',
  onEvent: {},
  metrics: true,
  docs: 'no',
  clock: {},
  cors: { origin: 'https://app.example.com' },
  hosts: 'localhost',
};
const authorize = () => true;

const CONSTRUCTORS: Readonly<Record<string, Constructor>> = {
  XrplGateway: {
    good: { signer, network: 'testnet' },
    wrong: {
      ...EVERY_GATEWAY,
      assetId: 'BTC',
      transport: {},
      maxFee: '1',
      nativeTransfers: 'no',
      trial: true,
      secondsPerLedger: '3',
    },
    nearly: ['maxFees', 'maxFee'],
    nearlyWithin: ['lanes', 'dept', 'depth'],
    make: untyped(
      (options: ConstructorParameters<typeof XrplGateway>[0]) => new XrplGateway(options),
    ),
  },
  AptosGateway: {
    good: { signer, network: 'aptos-testnet' },
    wrong: {
      ...EVERY_GATEWAY,
      maxFee: '1 octa',
    },
    nearly: ['maxFees', 'maxFee'],
    nearlyWithin: ['derivation', 'adressIndex', 'addressIndex'],
    make: untyped(
      (options: ConstructorParameters<typeof AptosGateway>[0]) => new AptosGateway(options),
    ),
  },
  StacksGateway: {
    good: { signer, network: 'testnet' },
    wrong: {
      ...EVERY_GATEWAY,
      testnet: 'yes',
      headers: 'a: b',
      strict: 1,
      derivation: { coin: 1 },
      maxFee: 2,
      timeoutMs: 0,
    },
    nearly: ['maxFeeDrops', 'maxFee'],
    nearlyWithin: ['defaults', 'confirmTimeout', 'confirmTimeoutMs'],
    make: untyped(
      (options: ConstructorParameters<typeof StacksGateway>[0]) => new StacksGateway(options),
    ),
  },
  LocalRawSigner: {
    good: { seed: 'x', quiet: true },
    wrong: { keys: 'key', seed: 1, quiet: 1, allowMainnet: 'yes' },
    nearly: ['mainnet', 'allowMainnet'],
    make: untyped(
      (options: ConstructorParameters<typeof LocalRawSigner>[0]) => new LocalRawSigner(options),
    ),
  },
  FireblocksRawSigner: {
    good: { apiKey: 'key', apiSecret: coSigner.privateKey },
    wrong: {
      ...EVERY_SIGNER,
      ...EVERY_CALL,
      apiKey: 1,
      apiSecret: 1,
      basePath: 1,
      fetch: {},
    },
    nearly: ['basPath', 'basePath'],
    make: untyped(
      (options: ConstructorParameters<typeof FireblocksRawSigner>[0]) =>
        new FireblocksRawSigner(options),
    ),
  },
  'FireblocksRawSigner with a client': {
    good: { client: {} },
    wrong: { ...EVERY_SIGNER, apiKey: 'key', apiSecret: 'secret', fetch },
    make: untyped(
      (options: ConstructorParameters<typeof FireblocksRawSigner>[0]) =>
        new FireblocksRawSigner(options),
    ),
  },
  clientFromTsSdk: {
    good: {},
    wrong: EVERY_CALL,
    nearly: ['timeout', 'timeoutMs'],
    make: (options) => Reflect.apply(clientFromTsSdk, undefined, [{}, options]),
  },
  callbackHandler: {
    good: {
      coSignerPublicKey: coSigner.publicKey,
      responseKey: coSigner.privateKey,
      codecs: [xrplCodec],
      decide: () => ({ action: 'APPROVE' }),
    },
    wrong: {
      ...EVERY_SERVER,
      coSignerPublicKey: 'key',
      responseKey: 'key',
      codecs: xrplCodec,
      decide: 'APPROVE',
      decideConfigChange: true,
      vaults: '0',
      addressOf: {},
      otherOperations: 'MINT',
      decisionTimeoutMs: 30_000,
      tokenWindowMs: 0,
      store: 'redis',
      onAnswer: {},
      clock: {},
    },
    nearly: ['vault', 'vaults'],
    make: untyped(callbackHandler),
  },
  webhookVerifier: {
    good: { keySet: 'US' },
    wrong: {
      keySet: 1,
      legacyKeys: 'key',
      minRefetchMs: 0,
      workspaceIds: 'w',
      fetch: {},
      clock: {},
    },
    nearly: ['workspaceId', 'workspaceIds'],
    make: untyped(webhookVerifier),
  },
  webhookHandler: {
    good: { verify: () => undefined },
    wrong: { verify: {}, signer: 's', onEvent: {}, maxBodyBytes: '1', onError: {} },
    make: untyped(webhookHandler),
  },
  xrplHandler: {
    good: {},
    wrong: EVERY_HANDLER,
    nearly: ['authorise', 'authorize'],
    make: (options) => Reflect.apply(xrplHandler, undefined, [xrpl, options]),
  },
  aptosHandler: {
    good: {},
    wrong: EVERY_HANDLER,
    make: (options) => Reflect.apply(aptosHandler, undefined, [aptos, options]),
  },
  stacksHandler: {
    good: {},
    wrong: EVERY_HANDLER,
    make: (options) => Reflect.apply(stacksHandler, undefined, [stacks, options]),
  },
  requestSignerHandler: {
    good: { authorize },
    wrong: { ...EVERY_SERVER, authorize: true },
    make: (options) => Reflect.apply(requestSignerHandler, undefined, [headers, options]),
  },
  providerProxyHandler: {
    good: { authorize },
    wrong: { ...EVERY_SERVER, authorize: true },
    make: (options) => Reflect.apply(providerProxyHandler, undefined, [{}, options]),
  },
  netlinkProxyHandler: {
    good: { authorize },
    wrong: { ...EVERY_SERVER, authorize: true },
    make: (options) => Reflect.apply(netlinkProxyHandler, undefined, [{}, options]),
  },
  ProviderLiquidity: {
    good: { baseUrl: 'https://provider.example', signer: headers },
    wrong: {
      ...EVERY_CLIENT,
      initiatedBy: 1,
      approvedBy: 1,
      signedBy: 1,
      platformSigner: 'none',
      answerVerifier: 1,
      answers: 'strictly',
      requirements: 'some',
      slowTimeoutMs: 0,
      onDeviation: {},
    },
    nearly: ['answer', 'answers'],
    make: untyped(
      (options: ConstructorParameters<typeof ProviderLiquidity>[0]) =>
        new ProviderLiquidity(options),
    ),
  },
  NetlinkClient: {
    good: { baseUrl: 'https://provider.example', signer: headers },
    wrong: { ...EVERY_CLIENT, masking: 'ALL', nullNetwork: 'none' },
    nearly: ['mask', 'masking'],
    nearlyWithin: ['retry', 'attempt', 'attempts'],
    make: untyped(
      (options: ConstructorParameters<typeof NetlinkClient>[0]) => new NetlinkClient(options),
    ),
  },
  RequestSigner: {
    good: { ...scheme, apiKey: 'key-1', secret: 'a shared secret' },
    wrong: {
      ...EVERY_SCHEME,
      apiKey: 'two words',
      secret: 1,
      platformSecret: 'no key',
      nonce: 'n',
    },
    nearly: ['prefix', 'pathPrefix'],
    make: untyped(
      (options: ConstructorParameters<typeof RequestSigner>[0]) => new RequestSigner(options),
    ),
  },
  RequestVerifier: {
    good: { ...scheme, keys: { 'key-1': 'a shared secret' } },
    wrong: {
      ...EVERY_SCHEME,
      keys: 'key',
      clockSkewMs: Number.POSITIVE_INFINITY,
      timestampPattern: '.*',
      noncePattern: '.*',
      maxBodyBytes: -1,
    },
    nearly: ['clockSkew', 'clockSkewMs'],
    make: untyped(
      (options: ConstructorParameters<typeof RequestVerifier>[0]) => new RequestVerifier(options),
    ),
  },
  PlatformSignatureVerifier: {
    good: { publicKeys: [coSigner.publicKey] },
    wrong: {
      publicKeys: coSigner.publicKey,
      enforcement: 'always',
      maxBodyBytes: -1,
      basePath: 1,
      pathPrefix: 'x?y',
      minRsaBits: -1,
      primitives: 'node',
    },
    nearly: ['publicKey', 'publicKeys'],
    make: untyped(
      (options: ConstructorParameters<typeof PlatformSignatureVerifier>[0]) =>
        new PlatformSignatureVerifier(options),
    ),
  },
  ResponseSigner: {
    good: { ...scheme, secret: 'a shared secret' },
    wrong: { ...EVERY_SCHEME, secret: 1, message: 'm' },
    nearly: ['messages', 'message'],
    make: untyped(
      (options: ConstructorParameters<typeof ResponseSigner>[0]) => new ResponseSigner(options),
    ),
  },
  ResponseVerifier: {
    good: { ...scheme, key: 'a shared secret' },
    wrong: { ...EVERY_SCHEME, key: 1, message: 'm' },
    nearly: ['prefix', 'pathPrefix'],
    make: untyped(
      (options: ConstructorParameters<typeof ResponseVerifier>[0]) => new ResponseVerifier(options),
    ),
  },
  FireblocksRestClient: {
    good: { apiKey: 'key', apiSecret: coSigner.privateKey },
    wrong: { ...EVERY_CALL, apiKey: 1, apiSecret: 1, basePath: 1, fetch: {} },
    nearly: ['base', 'basePath'],
    make: untyped(
      (options: ConstructorParameters<typeof FireblocksRestClient>[0]) =>
        new FireblocksRestClient(options),
    ),
  },
  memoryStore: {
    good: {},
    wrong: { clock: {} },
    nearly: ['clocks', 'clock'],
    make: untyped(memoryStore),
  },
  redisStore: {
    good: { prefix: 'payments:' },
    wrong: { prefix: 1 },
    nearly: ['keyPrefix', 'prefix'],
    make: (options) => Reflect.apply(redisStore, undefined, [{ call: () => undefined }, options]),
  },
  withJournal: {
    good: {},
    wrong: { clock: {} },
    nearly: ['clocks', 'clock'],
    make: (options) => Reflect.apply(withJournal, undefined, [signer, memoryStore(), options]),
  },
  toNodeListener: {
    good: { trustedProxies: ['10.0.0.0/8'] },
    wrong: { trustedProxies: true },
    nearly: ['trustProxy', 'trustedProxies'],
    make: (options) => Reflect.apply(toNodeListener, undefined, [() => undefined, options]),
  },
  providerServerHandler: {
    good: { verifier },
    wrong: {
      ...EVERY_SERVER,
      verifier: {},
      platform: 'on',
      responseSigner: 1,
      store: 1,
      retentionMs: 1,
      leaseMs: 0,
      version: 1,
      components: { balance: ['main'] },
      requirements: 1,
      sourceNetworks: [],
      errorVocabulary: 'own',
      settlementRequiredErrorType: 1,
      forcedSettlementPath: '/force',
      notificationsPath: 'x',
      timeoutMs: 0,
      maxBodyBytes: 0,
      admit: {},
      docs: 1,
      onAnswer: {},
      clock: {},
      random: 1,
    },
    nearly: ['maxBody', 'maxBodyBytes'],
    make: (options) => Reflect.apply(providerServerHandler, undefined, [{}, options]),
  },
};

describe.each(Object.entries(CONSTRUCTORS))('%s', (_name, settings) => {
  const { good, wrong, nearly, nearlyWithin, make } = settings;

  test('takes what is documented', () => {
    expect(() => make(good)).not.toThrow();
  });

  test.each(Object.entries(wrong))('refuses %s of a wrong shape, by its name', (option, value) => {
    expect(settingOf(() => make({ ...good, [option]: value }))).toMatch(
      new RegExp(`^${option}(?:$|\\.)`),
    );
  });

  // In network link v1 these are what null says: no masking, and no network.
  const sayNone = ['masking', 'nullNetwork'];
  const notNull = Object.keys(wrong).filter((option) => !sayNone.includes(option));
  test.each(notNull)('refuses %s that is null, by its name', (option) => {
    expect(settingOf(() => make({ ...good, [option]: null }))).toMatch(
      new RegExp(`^${option}(?:$|\\.)`),
    );
  });

  test('refuses an option that there is not, by its name', () => {
    expect(settingOf(() => make({ ...good, unheardOf: 1 }))).toBe('unheardOf');
  });

  test('refuses an option that there is not also where it is inherited', () => {
    const inherited = Object.create({ unheardOf: 1 });
    expect(settingOf(() => make(Object.assign(inherited, good)))).toBe('unheardOf');
  });

  if (nearly) {
    const [given, meant] = nearly;
    test(`asks of ${given} whether ${meant} is meant`, () => {
      expect(() => make({ ...good, [given]: 1 })).toThrow(`did you mean ${meant}?`);
    });
  }

  if (nearlyWithin) {
    const [option, given, meant] = nearlyWithin;
    test(`asks of ${option}.${given} whether ${option}.${meant} is meant`, () => {
      const attempt = () => make({ ...good, [option]: { [given]: 1 } });
      expect(settingOf(attempt)).toBe(`${option}.${given}`);
      expect(attempt).toThrow(`did you mean ${option}.${meant}?`);
    });
  }
});

const NODE = 'https://node.example';
const PACE = { firstMs: 1, factor: 1, maxMs: 1 };

describe('a number that is out of its range is refused by its name', () => {
  const none = Number.POSITIVE_INFINITY;
  test.each([
    [
      'StacksGateway',
      'network.chainId',
      { network: 'testnet', url: NODE },
      [0, 1.5, 2 ** 32, none],
    ],
    ['AptosGateway', 'network.chainId', { url: NODE }, [0, 1.5, 256, none]],
    ['XrplGateway', 'network.networkId', { url: NODE }, [-1, 1.5, 2 ** 32, none]],
    ['XrplGateway', 'secondsPerLedger', undefined, [0, 0.001, 61, none]],
    ['XrplGateway', 'polling.factor', PACE, [0, 0.5, none]],
    ['AptosGateway', 'polling.factor', PACE, [0, 0.5, none]],
    ['StacksGateway', 'polling.factor', PACE, [0, 0.5, none]],
    ['ProviderLiquidity', 'slowTimeoutMs', undefined, ['1', true, 1n, none]],
    ['providerServerHandler', 'timeoutMs', undefined, ['1', true, 1n, none]],
    ['providerServerHandler', 'leaseMs', undefined, ['1', true, 1n, none]],
    ['providerServerHandler', 'maxBodyBytes', undefined, ['1', true, 1n]],
    ['providerServerHandler', 'retentionMs', undefined, ['1e9', 1_000_000_000n]],
  ])('%s: %s', (name, option, rest, values) => {
    const { good, make } = CONSTRUCTORS[name] ?? expect.unreachable();
    const [outer = '', inner] = option.split('.');
    for (const value of values) {
      const wrong = inner === undefined ? value : { ...rest, [inner]: value };
      expect(settingOf(() => make({ ...good, [outer]: wrong }))).toBe(option);
    }
  });
});

test.each(['XrplGateway', 'AptosGateway', 'StacksGateway'])(
  '%s takes no addresses to pin where none can be seen',
  (name) => {
    const { good, make } = CONSTRUCTORS[name] ?? expect.unreachable();
    const pins = { 0: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' };
    for (const addresses of [new Map(Object.entries(pins)), Promise.resolve(pins)]) {
      expect(settingOf(() => make({ ...good, addresses }))).toBe('addresses');
    }
  },
);

test.each(['xrplHandler', 'aptosHandler', 'stacksHandler'])(
  '%s is not open to all where a variable for `authorize` was empty',
  (name) => {
    const { good, make } = CONSTRUCTORS[name] ?? expect.unreachable();
    for (const authorize of ['', false, 0, null]) {
      expect(settingOf(() => make({ ...good, authorize }))).toBe('authorize');
    }
  },
);

/** What is no object with options. */
const NO_OPTIONS: readonly unknown[] = [null, 5, 'text', [], () => ({})];

test.each(Object.entries(CONSTRUCTORS))('%s refuses what has no options', (_, { make }) => {
  for (const options of NO_OPTIONS) {
    expect(settingOf(() => Reflect.apply(make, undefined, [options]))).toBe('options');
  }
});

test.each(Object.entries(CONSTRUCTORS))('%s takes options that are of a class', (_, given) => {
  class Options {}
  given.make(Object.assign(new Options(), given.good));
});

function settingOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.setting;
    throw error;
  }
  return 'none: it was taken';
}
