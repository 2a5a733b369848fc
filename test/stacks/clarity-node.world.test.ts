import { createHash } from 'node:crypto';
import {
  Cl,
  type ClarityValue,
  getAddressFromPrivateKey,
  Pc,
  type PostCondition,
  type PostConditionModeName,
  privateKeyToPublic,
  publicKeyToHex,
} from '@stacks/transactions';
import { afterAll, describe, expect, test } from 'vitest';
import { isAtHand, type Pox5Text } from '../support/clarity/pox5-text.js';
import { StacksClient } from '../support/stacks-client.js';
import { signedPermission } from '../support/stacks-signatures.js';
import {
  COIN,
  clarityWorld,
  MANAGER,
  modelWorld,
  POX_4,
  POX_5,
  type StacksWorld,
  TOKEN,
} from '../support/stacks-worlds.js';

const SIGNER = `${'3d'.repeat(32)}01`;
const SIGNER_KEY = publicKeyToHex(privateKeyToPublic(SIGNER));
const FUNDS = 2_000_000_000_000n;
const STACKED = 300_000_000_000n;
const POX_ADDRESS = Cl.tuple({
  version: Cl.bufferFromHex('04'),
  hashbytes: Cl.bufferFromHex('751e76e8199196d454941c45d1b3a323f1433bd6'),
});

/** Who acts in a scenario. */
interface Cast {
  readonly alice: string;
  readonly bob: string;
}

type Scenarios = Readonly<Record<string, (cast: Cast) => readonly Step[]>>;

/** What is done, in order, on either chain. */
type Step =
  | { readonly burn: number }
  | { readonly transfer: bigint; readonly to: string }
  | {
      readonly call: readonly [string, string, readonly ClarityValue[]];
      readonly by?: 'bob';
      readonly mode?: PostConditionModeName;
      readonly conditions?: readonly PostCondition[];
    };

/** What can be seen of it afterwards. */
interface Seen {
  readonly statuses: readonly unknown[];
  readonly results: readonly unknown[];
  readonly accounts: readonly unknown[];
}

const origin = () => Pc.origin();
const allow = { mode: 'allow' } as const;
const coins = (amount: bigint, sender: string, recipient: string) =>
  [
    TOKEN,
    'transfer',
    [Cl.uint(amount), Cl.principal(sender), Cl.principal(recipient), Cl.none()],
  ] as const;

describe('transfers and tokens, in the model as in the VM', () => {
  const sent = (alice: string) => Pc.principal(alice);
  compare('pox-4', 'exactly', {
    'a transfer, and one to a contract': ({ bob }) => [
      { transfer: 5n, to: bob },
      { transfer: 7n, to: `${bob}.safe` },
    ],
    'tokens that are covered': ({ alice, bob }) => [
      { call: coins(30n, alice, bob), conditions: [sent(alice).willSendEq(30n).ft(TOKEN, 'coin')] },
      { call: coins(5n, alice, bob), conditions: [origin().willSendLte(6n).ft(TOKEN, 'coin')] },
    ],
    'tokens that nobody spoke of, then a success': ({ alice, bob }) => [
      { call: coins(30n, alice, bob) },
      { call: coins(3n, alice, bob), ...allow },
    ],
    'tokens under another sum': ({ alice, bob }) => [
      { call: coins(30n, alice, bob), conditions: [sent(alice).willSendEq(29n).ft(TOKEN, 'coin')] },
      { call: coins(30n, alice, bob), conditions: [sent(alice).willSendGt(29n).ft(TOKEN, 'coin')] },
    ],
    'tokens by mode': ({ alice, bob }) => [
      { call: coins(1n, alice, bob), ...allow },
      { call: coins(2n, alice, bob), mode: 'originator' },
    ],
    'STX that a contract moves': ({ bob }) => [
      { call: [TOKEN, 'pay', [Cl.uint(9), Cl.principal(bob)]] },
      {
        call: [TOKEN, 'pay', [Cl.uint(9), Cl.principal(bob)]],
        conditions: [origin().willSendEq(9n).ustx()],
      },
      { call: [TOKEN, 'pay', [Cl.uint(0), Cl.principal(bob)]], ...allow },
      { call: [TOKEN, 'pay', [Cl.uint(FUNDS), Cl.principal(bob)]], ...allow },
    ],
    "tokens of somebody else's, and more than there are": ({ alice, bob }) => [
      { call: coins(1n, bob, alice), ...allow },
      { call: coins(5_000n, alice, bob), ...allow },
      { call: coins(0n, alice, bob), ...allow },
      { call: coins(1n, alice, alice), ...allow },
      // The call fails, nothing is sent, and the promise to send is broken as well.
      {
        call: coins(5_000n, alice, bob),
        conditions: [sent(alice).willSendEq(5_000n).ft(TOKEN, 'coin')],
      },
    ],
  });
});

let authIds = 0;
/** Scenarios share a chain, and a permission is good for once. */
const nextAuthId = () => {
  authIds += 1;
  return authIds;
};

const permission = (
  topic: 'stack-stx' | 'stack-extend' | 'stack-increase',
  period: number,
  { maxAmount = STACKED, authId = nextAuthId(), rewardCycle = 0, key = SIGNER } = {},
) => [
  Cl.some(
    Cl.bufferFromHex(
      signedPermission(key, {
        topic,
        period,
        maxAmount,
        authId,
        rewardCycle,
        poxAddress: POX_ADDRESS,
      }),
    ),
  ),
  Cl.bufferFromHex(SIGNER_KEY),
  Cl.uint(maxAmount),
  Cl.uint(authId),
];

const stackStx = (period = 2, amount = STACKED, start = 1, ...rest: ClarityValue[]): Step => ({
  call: [
    POX_4,
    'stack-stx',
    [
      Cl.uint(amount),
      POX_ADDRESS,
      Cl.uint(start),
      Cl.uint(period),
      ...(rest.length === 0 ? permission('stack-stx', period) : rest),
    ],
  ],
});
const extend = (count: number, ...rest: ClarityValue[]): Step => ({
  call: [
    POX_4,
    'stack-extend',
    [
      Cl.uint(count),
      POX_ADDRESS,
      ...(rest.length === 0 ? permission('stack-extend', count) : rest),
    ],
  ],
});
const increase = (by: bigint, rest: readonly ClarityValue[]): Step => ({
  call: [POX_4, 'stack-increase', [Cl.uint(by), ...rest]],
});
const delegate = (bob: string, until: ClarityValue = Cl.none()): Step => ({
  call: [POX_4, 'delegate-stx', [Cl.uint(STACKED), Cl.principal(bob), until, Cl.none()]],
});
const revoke: Step = { call: [POX_4, 'revoke-delegate-stx', []] };
const more = { maxAmount: STACKED + 10n };

describe('pox-4, in the model as in the VM', () => {
  compare('pox-4', 'exactly', {
    'stack, and stack again': () => [stackStx(), stackStx()],
    'stack, extend, increase': () => [
      stackStx(2),
      extend(3),
      // The signer permits it for the whole period that there is now.
      increase(10n, permission('stack-increase', 5, more)),
    ],
    'increase with the period of the first lock': () => [
      stackStx(2),
      extend(3),
      increase(10n, permission('stack-increase', 2, more)),
    ],
    'increase beyond what the signer permits': () => [
      stackStx(2),
      increase(10n, permission('stack-increase', 2)),
    ],
    'increase by nothing, and by too much': () => [
      stackStx(2),
      increase(0n, permission('stack-increase', 2, more)),
      increase(FUNDS, permission('stack-increase', 2, { maxAmount: FUNDS * 2n })),
    ],
    'extend and increase without a lock': () => [
      extend(3),
      increase(10n, permission('stack-increase', 5, more)),
    ],
    'extend by nothing, and by too much': () => [stackStx(2), extend(0), extend(11)],
    'stack with the height of another cycle': () => [stackStx(2, STACKED, 25)],
    'stack for no cycle, and for thirteen': () => [stackStx(0), stackStx(13)],
    'stack less than there must be': () => [stackStx(2, 1_000_000n)],
    'stack more than there is': () => [
      stackStx(2, FUNDS, 1, ...permission('stack-stx', 2, { maxAmount: FUNDS })),
    ],
    'a signature of another key, for another cycle, and one that is none': () => [
      stackStx(2, STACKED, 1, ...permission('stack-stx', 2, { key: `${'5a'.repeat(32)}01` })),
      stackStx(2, STACKED, 1, ...permission('stack-stx', 2, { rewardCycle: 1 })),
      stackStx(
        2,
        STACKED,
        1,
        Cl.some(Cl.bufferFromHex('00'.repeat(65))),
        ...permission('stack-stx', 2).slice(1),
      ),
      stackStx(2, STACKED, 1, Cl.none(), ...permission('stack-stx', 2).slice(1)),
    ],
    "somebody else's permission, which is used up": () => {
      const once = permission('stack-stx', 2);
      return [stackStx(2, STACKED, 1, ...once), { ...stackStx(2, STACKED, 1, ...once), by: 'bob' }];
    },
    'less than the signer permits, and more': () => [
      stackStx(2, STACKED, 1, ...permission('stack-stx', 2, { maxAmount: STACKED - 1n })),
      stackStx(2, STACKED, 1, ...permission('stack-stx', 2, { maxAmount: STACKED + 1n })),
    ],
    'delegate, delegate again, revoke, revoke again': ({ bob }) => [
      delegate(bob),
      delegate(bob),
      revoke,
      revoke,
    ],
    'delegate until a height, which passes': ({ bob }) => [
      delegate(bob, Cl.some(Cl.uint(10))),
      { burn: 15 },
      revoke,
      delegate(bob),
    ],
    'delegate, then stack alone': ({ bob }) => [delegate(bob), stackStx()],
    'delegate, and what the delegate does': ({ alice, bob }) => [
      delegate(bob),
      {
        by: 'bob',
        call: [
          POX_4,
          'delegate-stack-stx',
          [Cl.principal(alice), Cl.uint(STACKED), POX_ADDRESS, Cl.uint(1), Cl.uint(1)],
        ],
      },
      extend(1),
    ],
    'allow a caller, take it back, and once more': () => [
      { call: [POX_4, 'allow-contract-caller', [Cl.principal(TOKEN), Cl.none()]] },
      { call: [POX_4, 'disallow-contract-caller', [Cl.principal(TOKEN)]] },
      { call: [POX_4, 'disallow-contract-caller', [Cl.principal(TOKEN)]] },
    ],
    'a lock that ends': ({ bob }) => [
      stackStx(1),
      { burn: 25 },
      { transfer: 1n, to: bob },
      { burn: 20 },
      { transfer: 1n, to: bob },
    ],
  });
});

const stake = (
  amount = STACKED,
  cycles = 3,
  {
    start = 1,
    mode,
    conditions = [origin().willSendEq(amount).ustxToLock()],
  }: {
    start?: number;
    mode?: PostConditionModeName;
    conditions?: readonly PostCondition[];
  } = {},
): Step => ({
  call: [
    POX_5,
    'stake',
    [Cl.principal(MANAGER), Cl.uint(amount), Cl.uint(cycles), Cl.uint(start), Cl.none()],
  ],
  conditions,
  ...(mode === undefined ? {} : { mode }),
});
const update = (cycles: number, by: bigint, total = STACKED + by): Step => ({
  call: [
    POX_5,
    'stake-update',
    [Cl.principal(MANAGER), Cl.principal(MANAGER), Cl.uint(cycles), Cl.uint(by), Cl.none()],
  ],
  conditions: [origin().willSendEq(total).ustxToLock()],
});
const unstake = (conditions: PostCondition[] = [origin().willPerformPox()]): Step => ({
  call: [POX_5, 'unstake', [Cl.principal(MANAGER)]],
  conditions,
});
const bare = { conditions: [], mode: 'allow' } as const;

const POX_5_SCENARIOS: Scenarios = {
  'stake, update, unstake': () => [
    stake(),
    update(2, 10n),
    update(0, 0n, STACKED + 10n),
    unstake(),
  ],
  'stake twice': () => [stake(), stake(STACKED, 3, bare)],
  'stake for no cycle, and for 97': () => [stake(STACKED, 0, bare), stake(STACKED, 97, bare)],
  'stake with the height of another cycle': () => [stake(STACKED, 3, { ...bare, start: 25 })],
  'stake more than there is': () => [stake(FUNDS * 2n, 3, bare)],
  "stake what the signer's contract refuses": () => [stake(999_999n, 3, bare)],
  'a stake that nobody spoke of': () => [stake(STACKED, 3, { conditions: [] })],
  'a stake under another sum': () => [
    stake(STACKED, 3, {
      conditions: [
        origin()
          .willSendEq(STACKED + 1n)
          .ustxToLock(),
      ],
    }),
  ],
  'a stake within bounds': () => [
    stake(STACKED, 3, { conditions: [origin().willSendLte(FUNDS).ustxToLock()] }),
  ],
  'an update under the increase instead of the total': () => [stake(), update(1, 10n, 10n)],
  'update and unstake what is not staked': () => [
    { ...update(1, 10n), ...bare },
    unstake([origin().mayPerformPox()]),
  ],
  'update for too long': () => [stake(), { ...update(96, 0n), ...bare }],
  'update by more than there is': () => [stake(), { ...update(0, FUNDS), ...bare }],
  'an unstake that nobody spoke of': () => [stake(), unstake([])],
  'an unstake that must not be': () => [stake(), unstake([origin().willNotPerformPox()])],
  'unstake, and take it back': () => [stake(), { burn: 19 }, unstake(), update(1, 0n)],
  'pox-4, which is defunct': ({ bob }) => [{ ...delegate(bob), ...allow }, revoke],
};

// Heights, and what a call of the draft answers with when it succeeds, differ.
describe('pox-5, in the model as in the VM with its draft', () => {
  compare('pox-5', 'in errors', POX_5_SCENARIOS);
});

describe.skipIf(!isAtHand('deployed'))('pox-5, in the model as deployed', () => {
  compare('pox-5', 'exactly', POX_5_SCENARIOS, 'deployed');
});

type Precision = 'exactly' | 'in errors';

/** Runs each scenario in the VM and in the model, and expects to see the same. */
function compare(
  pox: 'pox-4' | 'pox-5',
  precision: Precision,
  scenarios: Scenarios,
  text?: Pox5Text,
): void {
  let shared: Promise<Pair> | undefined;
  afterAll(async () => {
    for (const world of (await shared) ?? []) await world.stop();
  });
  test.each(Object.entries(scenarios))('%s', async (name, scenario) => {
    const actors = actorsOf(`${pox} ${name}`);
    const steps = scenario({ alice: actors.alice.address, bob: actors.bob.address });
    shared ??= worldsWith(pox, text);
    const [inVm, inModel] = await shared;
    const real = await play(inVm, actors, steps, precision);
    const modelled = await play(inModel, actors, steps, precision);
    // What lets time pass leaves the chain elsewhere; what was undone makes the next undoing slower.
    if (steps.some((step) => 'burn' in step) || real.statuses.includes('abort_by_post_condition')) {
      shared = undefined;
      await Promise.all([inVm.stop(), inModel.stop()]);
    }
    expect(modelled).toEqual(real);
    expect(real.statuses).toHaveLength(steps.filter((step) => !('burn' in step)).length);
  });
}

type Pair = readonly [StacksWorld, StacksWorld];

async function worldsWith(pox: 'pox-4' | 'pox-5', text?: Pox5Text): Promise<Pair> {
  return [await clarityWorld(pox, text), await modelWorld(pox)];
}

interface Actor {
  readonly key: string;
  readonly address: string;
}

function actorsOf(scenario: string): { alice: Actor; bob: Actor } {
  const actor = (name: string): Actor => {
    const key = `${createHash('sha256').update(`${scenario} ${name}`).digest('hex')}01`;
    return { key, address: getAddressFromPrivateKey(key, 'testnet') };
  };
  return { alice: actor('alice'), bob: actor('bob') };
}

async function play(
  world: StacksWorld,
  { alice, bob }: { alice: Actor; bob: Actor },
  steps: readonly Step[],
  precision: Precision,
): Promise<Seen> {
  world.fund(alice.address, FUNDS);
  world.fund(bob.address, FUNDS);
  world.mint(alice.address, 1_000n);
  const statuses: unknown[] = [];
  const results: unknown[] = [];
  for (const step of steps) {
    if ('burn' in step) {
      world.burn(step.burn);
      continue;
    }
    const client = new StacksClient(world.url, 'by' in step ? bob.key : alice.key);
    const tx = await built(client, step);
    expect(await client.broadcast(tx)).toEqual({ status: 200, body: tx.txid() });
    await world.mine();
    const { tx_status, tx_result } = await client.transaction(tx.txid());
    statuses.push(tx_status);
    results.push(shown(tx_result?.repr, precision));
  }
  const accounts = [alice, bob].map(({ address }) => {
    const { unlocked, locked, unlockHeight } = world.account(address);
    const height = precision === 'exactly' ? unlockHeight : undefined;
    return { unlocked, locked, height, tokens: world.tokens(address) };
  });
  return { statuses, results, accounts };
}

function built(client: StacksClient, step: Exclude<Step, { burn: number }>) {
  if ('transfer' in step) return client.transfer(step.to, step.transfer);
  const [contract, functionName, args] = step.call;
  return client.call(contract, functionName, [...args], {
    mode: step.mode ?? 'deny',
    postConditions: [...(step.conditions ?? [])],
  });
}

function shown(repr: string | undefined, precision: Precision): string | undefined {
  return precision === 'exactly' || !repr?.startsWith('(ok') ? repr : '(ok)';
}

describe('the node over the VM', () => {
  test('answers reads from its state, and takes nothing that is replayed or changed', async () => {
    const world = await clarityWorld('pox-4');
    const { alice, bob } = actorsOf('reads');
    const client = new StacksClient(world.url, alice.key);
    world.fund(alice.address, FUNDS);
    world.mint(alice.address, 77n);
    const tx = await client.transfer(bob.address, 5n);
    const bytes = Buffer.from(tx.serializeBytes());
    const changed = Buffer.from(bytes);
    changed.writeUInt8(6, 145);
    expect((await client.broadcast(changed)).body).toMatchObject({ reason: 'SignatureValidation' });
    expect((await client.broadcast(bytes)).status).toBe(200);
    await world.mine();
    expect((await client.broadcast(bytes)).body).toMatchObject({ reason: 'BadNonce' });
    const { body } = await client.get(`/v2/accounts/${bob.address}?proof=0`);
    expect(body).toMatchObject({ balance: `0x${'5'.padStart(32, '0')}`, nonce: 0 });
    expect((await client.get('/v2/pox')).body).toMatchObject({
      contract_id: POX_4,
      reward_cycle_length: 20,
      next_cycle: { blocks_until_prepare_phase: 14 },
    });
    const decimals = await client.read(TOKEN, 'get-decimals', []);
    expect(Cl.prettyPrint(decimals)).toBe('(ok u8)');
    expect(await client.read(POX_4, 'get-stacker-info', [Cl.principal(alice.address)])).toEqual(
      Cl.none(),
    );
    const balances = await client.get(`/extended/v1/address/${alice.address}/balances`);
    expect(balances.body).toMatchObject({ fungible_tokens: { [COIN]: { balance: '77' } } });
    const lost = await client.call(POX_5, 'unstake', [Cl.principal(MANAGER)]);
    expect((await client.broadcast(lost)).body).toMatchObject({ reason: 'NoSuchContract' });
    await world.stop();
  });

  test('knows its draft of pox-5 from epoch 4.0 on, frees what pox-4 had locked, and mines no stake of nothing', async () => {
    const world = await clarityWorld('pox-4');
    const { alice } = actorsOf('upgrade');
    const client = new StacksClient(world.url, alice.key);
    world.fund(alice.address, FUNDS);
    const [contract, name, args] = (
      stackStx() as { call: readonly [string, string, ClarityValue[]] }
    ).call;
    await client.broadcast(await client.call(contract, name, args));
    await world.mine();
    expect(world.account(alice.address).locked).toBe(STACKED);
    world.activate('pox-5');
    expect(world.account(alice.address).locked).toBe(0n);
    expect((await client.get('/v2/pox')).body).toMatchObject({ contract_id: POX_5 });
    expect((await client.get('/extended/v3/staking/signers')).body).toMatchObject({
      total: 1,
      results: [{ signer: MANAGER, signer_key: `0x${SIGNER_KEY}` }],
    });
    // It still answers, with what no longer is.
    const stale = await client.read(POX_4, 'get-stacker-info', [Cl.principal(alice.address)]);
    expect(stale.type).toBe('some');
    const nothing = await client.call(
      POX_5,
      'stake',
      [Cl.principal(MANAGER), Cl.uint(0), Cl.uint(3), Cl.uint(world.burnHeight), Cl.none()],
      { mode: 'allow' },
    );
    await client.broadcast(nothing);
    await world.mine();
    expect((await client.transaction(nothing.txid())).tx_status).toBe('pending');
    await world.stop();
  });
});
