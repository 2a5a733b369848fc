import { describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { ConfigurationError } from '../../src/core/errors.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';

interface Constructor {
  /** Options with which it works. */
  readonly good: Readonly<Record<string, unknown>>;
  /** For every option that there is, a value that can't work. */
  readonly wrong: Readonly<Record<string, unknown>>;
  /** What is nearly an option, and the option that is meant. */
  readonly nearly?: readonly [given: string, meant: string];
  readonly make: (options: Readonly<Record<string, unknown>>) => unknown;
}

/** Gives options to a constructor as plain JavaScript would. */
function untyped<Options>(make: (options: Options) => unknown): Constructor['make'] {
  return (options) => Reflect.apply(make, undefined, [options]);
}

const signer = new LocalRawSigner({ seed: 'settings', quiet: true });

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
};

const CONSTRUCTORS: Readonly<Record<string, Constructor>> = {
  XrplGateway: {
    good: { signer, network: 'testnet' },
    wrong: {
      ...EVERY_GATEWAY,
      assetId: 'BTC',
      transport: {},
      keysBy: 'name',
      maxFeeDrops: '1 XRP',
      nativeTransfers: 'no',
      trial: true,
      secondsPerLedger: '3',
    },
    nearly: ['maxfee', 'maxFeeDrops'],
    make: untyped(
      (options: ConstructorParameters<typeof XrplGateway>[0]) => new XrplGateway(options),
    ),
  },
  AptosGateway: {
    good: { signer, network: 'aptos-testnet' },
    wrong: {
      ...EVERY_GATEWAY,
      apiKey: 1,
      headers: { a: 1 },
      derivation: 'm/44',
      maxFeeOctas: 1,
      timeoutMs: '1',
    },
    nearly: ['maxfee', 'maxFeeOctas'],
    make: untyped(
      (options: ConstructorParameters<typeof AptosGateway>[0]) => new AptosGateway(options),
    ),
  },
  StacksGateway: {
    good: { signer, network: 'testnet' },
    wrong: {
      ...EVERY_GATEWAY,
      testnet: 'yes',
      apiKey: 1,
      headers: 'a: b',
      strict: 1,
      derivation: { coin: 1 },
      maxFee: '-1',
      timeoutMs: 0,
    },
    nearly: ['maxFeeDrops', 'maxFee'],
    make: untyped(
      (options: ConstructorParameters<typeof StacksGateway>[0]) => new StacksGateway(options),
    ),
  },
};

describe.each(Object.entries(CONSTRUCTORS))('%s', (_name, { good, wrong, nearly, make }) => {
  test('takes what is documented', () => {
    expect(() => make(good)).not.toThrow();
  });

  test.each(Object.entries(wrong))('refuses %s of a wrong shape, by its name', (option, value) => {
    expect(settingOf(() => make({ ...good, [option]: value }))).toMatch(
      new RegExp(`^${option}(?:$|\\.)`),
    );
  });

  test('refuses an option that there is not, by its name', () => {
    expect(settingOf(() => make({ ...good, unheardOf: 1 }))).toBe('unheardOf');
  });

  if (nearly) {
    const [given, meant] = nearly;
    test(`asks of ${given} whether ${meant} is meant`, () => {
      expect(() => make({ ...good, [given]: 1 })).toThrow(`did you mean ${meant}?`);
    });
  }
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
