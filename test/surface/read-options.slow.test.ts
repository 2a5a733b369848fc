import { describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { isObject } from '../../src/core/json.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { WRONG_OPTION_OBJECTS, WRONG_OPTIONS } from '../support/hostile-calls.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

/** The methods whose last argument is a read's options: one that is added to a gateway has to be added here. */
type Reads<Gateway> = {
  readonly [Name in keyof Gateway as ReadName<Gateway[Name], Name>]: readonly unknown[];
};
type ReadName<Method, Name> = Method extends (...given: infer Given) => unknown
  ? Required<Given> extends readonly [...unknown[], infer Options]
    ? 'timeoutMs' extends keyof Options
      ? Name
      : never
    : never
  : never;

const HASH = 'ab'.repeat(32);

/** What each takes before its options. */
const XRPL: Reads<XrplGateway> = {
  pending: ['0'],
  getAddress: ['0'],
  getPublicKey: ['0'],
  getBalances: ['0'],
  getTransactions: ['0', {}],
  getTransaction: [HASH],
  getAccount: ['0'],
  getTrustLines: ['0'],
  getOffers: ['0'],
  findPaths: ['0', { destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', amount: '1' }],
};
const APTOS: Reads<AptosGateway> = {
  pending: ['0'],
  getAddress: ['0'],
  getPublicKey: ['0'],
  getBalance: ['0'],
  getBalances: ['0'],
  getCoinsData: ['0'],
  getTransactions: ['0', {}],
  getTransaction: [`0x${HASH}`],
};
const STACKS: Reads<StacksGateway> = {
  pending: ['0'],
  getAddress: ['0'],
  getPublicKey: ['0'],
  getBtcRewardsAddress: ['0'],
  getBalance: ['0'],
  getBalances: ['0'],
  getFtBalances: ['0'],
  getAccountNonce: ['0'],
  getTxStatusById: [HASH],
  getTransactionHistory: ['0', false, 10, 0],
  getTransactions: ['0', {}],
  getTransaction: [HASH],
  getStakingPosition: ['0'],
  listSignerManagers: [],
  checkStatus: ['0'],
  checkEligibility: ['0', { amount: 50, cycles: 1 }],
  getPoxInfo: [],
};

/** What reads take beside their options, each with the field that it is refused for. */
const WRONG_INPUTS: readonly (readonly [name: string, field: string, given: readonly unknown[]])[] =
  [
    ['getTransactions', 'limit', ['0', { limit: 0 }]],
    ['getTransactionHistory', 'limit', ['0', false, 0, 0]],
    ['getTransactionHistory', 'useCache', ['0', null, 10, 0]],
    ['checkEligibility', 'amount', ['0', { amount: 'x' }]],
    ['checkEligibility', 'more', ['0', { amount: 50, more: 1 }]],
    ['getTxStatusById', 'txId', ['zz']],
    ['getTransaction', 'hash', ['zz']],
    ['findPaths', 'amount', ['0', { destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', amount: 'x' }]],
  ];

const NOT_READABLE = {
  get limit() {
    throw new Error('a getter of the caller’s own');
  },
};

type Table = Readonly<Record<string, readonly unknown[]>>;

/** A gateway that nothing answers, and everybody that it has asked. */
function watched<Gateway extends object>(
  made: new (...given: never) => Gateway,
  options: object,
): { readonly gateway: Gateway; readonly asked: () => readonly string[] } {
  const signer = new RecordingSigner('reads');
  const fetched: string[] = [];
  const fetch = async (url: string) => {
    fetched.push(url);
    throw new TypeError('nobody answers');
  };
  const gateway = Reflect.construct(made, [{ signer, fetch, retry: { attempts: 1 }, ...options }]);
  return { gateway, asked: () => [...signer.calls, ...fetched] };
}

const fullnodeUrl = 'https://node.example/v1';
const indexerUrl = 'https://indexer.example/v1/graphql';
const stacks = { network: 'testnet', url: 'https://node.example' };
const { signal = [], confirmTimeoutMs = [] } = WRONG_OPTIONS;

/** Options that no read has, with the names by which they are refused. */
const WRONG: readonly (readonly [field: string, options: unknown])[] = [
  ...WRONG_OPTION_OBJECTS.map((options) => ['options', options] as const),
  ...confirmTimeoutMs.map((timeoutMs) => ['timeoutMs', { timeoutMs }] as const),
  ...signal.map((one) => ['signal', { signal: one }] as const),
  ...['foo', 'timoutMs', 'constructor', 'idempotencyKey'].map(
    (name) => [name, { [name]: 5 }] as const,
  ),
];

/** The field that a call is refused for, where it throws and where it answers `{ success: false }`. */
async function refusedField(call: Promise<unknown>): Promise<unknown> {
  const answer = await call.catch((error: unknown) => error);
  if (!isObject(answer) || answer.code !== 'INVALID_INPUT') return answer;
  return isObject(answer.details) && answer.details.field;
}

describe.each<readonly [string, Table, (more?: object) => ReturnType<typeof watched>]>([
  [
    'XrplGateway',
    XRPL,
    (more) =>
      watched(XrplGateway, { network: { url: 'https://node.example', networkId: 7 }, ...more }),
  ],
  [
    'AptosGateway',
    APTOS,
    (more) => watched(AptosGateway, { network: { fullnodeUrl, indexerUrl, chainId: 4 }, ...more }),
  ],
  [
    'AptosGateway of a chain that a node names',
    APTOS,
    (more) => watched(AptosGateway, { network: { fullnodeUrl, indexerUrl }, ...more }),
  ],
  ['StacksGateway', STACKS, (more) => watched(StacksGateway, { network: stacks, ...more })],
  [
    'StacksGateway, strict',
    STACKS,
    (more) => watched(StacksGateway, { network: stacks, strict: true, ...more }),
  ],
])('%s', (_name, reads, open) => {
  const ask = (gateway: object, name: string, options: unknown): Promise<unknown> =>
    Reflect.apply(Reflect.get(gateway, name), gateway, [...(reads[name] ?? []), options]);

  const keyed = (gateway: object, name: string, options: unknown): Promise<unknown> =>
    Reflect.apply(Reflect.get(gateway, name), gateway, ['0', 'key', options]);

  const history = (gateway: object, query: unknown): Promise<unknown> =>
    Reflect.apply(Reflect.get(gateway, 'getTransactions'), gateway, ['0', query]);

  test('getTransactions refuses a query that hides what it asks for, and asks nobody', async () => {
    const { gateway, asked } = open();
    const hidden = Object.defineProperty({}, 'limit', { value: 10 });
    for (const query of [null, new Map([['limit', 10]]), new Date(0), hidden, NOT_READABLE]) {
      expect([query, await refusedField(history(gateway, query))]).toEqual([query, 'query']);
    }
    expect(asked()).toEqual([]);
  });

  test.each(WRONG_INPUTS.filter(([name]) => Object.hasOwn(reads, name)))(
    '%s refuses a wrong %s before it asks anybody',
    async (name, field, given) => {
      const { gateway, asked } = open();
      const answer: Promise<unknown> = Reflect.apply(Reflect.get(gateway, name), gateway, given);
      expect(await refusedField(answer)).toBe(field);
      expect(asked()).toEqual([]);
    },
  );

  test.each(['resume', 'cancel'])(
    '%s takes no second key and makes no attempt, and asks nobody for either',
    async (name) => {
      const { gateway, asked } = open();
      for (const options of [{ idempotencyKey: 'other' }, { newAttempt: 2 }]) {
        const answer = keyed(gateway, name, options);
        expect(await refusedField(answer)).toBe(Object.keys(options)[0]);
      }
      expect(asked()).toEqual([]);
    },
  );

  test.each(Object.keys(reads))(
    '%s refuses options that it has not, and asks nobody',
    async (name) => {
      const { gateway, asked } = open();
      for (const [field, options] of WRONG) {
        expect([options, await refusedField(ask(gateway, name, options))]).toEqual([
          options,
          field,
        ]);
      }
      expect(asked()).toEqual([]);
    },
  );

  test.each(Object.keys(reads))('%s ends in its time, where nothing answers', async (name) => {
    // Without a limit of its own it would wait longer than a test may take.
    const waiting = { fetch: () => new Promise(() => undefined), timeoutMs: 600_000 };
    const { gateway } = open(waiting);
    for (const options of [{ timeoutMs: 20 }, { signal: AbortSignal.timeout(20) }]) {
      const answer = await ask(gateway, name, options).catch((error: unknown) => error);
      expect(answer).not.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  test('waits for the key of a signer that never answers only as long as a call may', async () => {
    const signer = Object.assign(new RecordingSigner('mute'), {
      getPublicKey: () => new Promise(() => undefined),
    });
    const fetch = () => new Promise(() => undefined);
    const { gateway } = open({ signer, fetch, timeoutMs: 600_000 });
    for (const [options, code] of [
      [{ timeoutMs: 20 }, 'UNREACHABLE'],
      [{ signal: AbortSignal.timeout(20) }, 'ABORTED'],
    ] as const) {
      const answer = await ask(gateway, 'getAddress', options).catch((error: unknown) => error);
      expect(answer).toMatchObject({ code });
    }
  });

  test.each(Object.keys(reads))('%s takes those that it has', async (name) => {
    const { signal: none } = new AbortController();
    for (const options of [undefined, {}, { timeoutMs: 0 }, { signal: none, timeoutMs: 5 }]) {
      const { gateway, asked } = open();
      const answer = await ask(gateway, name, options).catch((error: unknown) => error);
      expect(answer).not.toMatchObject({ code: 'INVALID_INPUT' });
      expect(asked()).not.toEqual([]);
    }
  });

  test('asks for the option that was meant', async () => {
    const { gateway } = open();
    const refused = await rejectionOf(ask(gateway, 'getAddress', { timoutMs: 5 }));
    expect(refused).toMatchObject({
      message: 'timoutMs: is not a known field; did you mean timeoutMs?',
    });
  });
});
