import { Cl, type ClarityValue, Pc, type PostCondition, serializeCV } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { StacksClient } from '../support/stacks-client.js';

const KEY = `${'7c'.repeat(32)}01`;
const OTHER = `${'5a'.repeat(32)}01`;
const STAKED = 60_000_000_000n;
const FUNDS = 500_000_000_000n;
const HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';
const MANAGER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.manager';

let sandbox: Sandbox;
let alice: StacksClient;
let bob: StacksClient;

beforeEach(async () => {
  sandbox = await startSandbox({ stacks: { blockMs: 0 }, ledgerCloseMs: 0 });
  alice = new StacksClient(sandbox.stacks.url, KEY);
  bob = new StacksClient(sandbox.stacks.url, OTHER);
  for (const { address } of [alice, bob]) sandbox.stacks.fund(address, FUNDS);
});

afterEach(() => sandbox.stop());

async function run(
  contract: string,
  name: string,
  args: ClarityValue[],
  { by = alice, conditions = [] }: { by?: StacksClient; conditions?: PostCondition[] } = {},
): Promise<string> {
  const mode = conditions.length === 0 ? 'allow' : 'deny';
  const tx = await by.call(contract, name, args, { mode, postConditions: conditions });
  expect(await by.broadcast(tx)).toEqual({ status: 200, body: tx.txid() });
  await sandbox.stacks.mineBlock();
  const { tx_result, tx_status } = await by.transaction(tx.txid());
  return tx_result?.repr ?? tx_status;
}

const stake = (
  {
    amount = STAKED,
    cycles = 3,
    manager = sandbox.stacks.contracts.signerManager,
    calldata = '',
  } = {},
  options: Parameters<typeof run>[3] = {},
) =>
  run(
    sandbox.stacks.contracts.pox5,
    'stake',
    [
      Cl.principal(manager),
      Cl.uint(amount),
      Cl.uint(cycles),
      Cl.uint(sandbox.stacks.burnHeight),
      calldata === '' ? Cl.none() : Cl.some(Cl.bufferFromHex(calldata)),
    ],
    options,
  );
interface Update {
  readonly manager?: string;
  readonly old?: string;
  readonly cycles?: number;
  readonly by?: bigint;
  readonly calldata?: string;
}

const update = ({ manager, old, cycles = 1, by = 0n, calldata = '' }: Update = {}) => {
  const { pox5, signerManager } = sandbox.stacks.contracts;
  return run(pox5, 'stake-update', [
    Cl.principal(manager ?? signerManager),
    Cl.principal(old ?? manager ?? signerManager),
    Cl.uint(cycles),
    Cl.uint(by),
    calldata === '' ? Cl.none() : Cl.some(Cl.bufferFromHex(calldata)),
  ]);
};
const unstake = (manager: string) =>
  run(sandbox.stacks.contracts.pox5, 'unstake', [Cl.principal(manager)]);
const payout = (maxFee: bigint, hashbytes = HASH) =>
  serializeCV(
    Cl.tuple({
      'pox-addr': Cl.tuple({
        version: Cl.bufferFromHex('04'),
        hashbytes: Cl.bufferFromHex(hashbytes),
      }),
      'max-fee': Cl.uint(maxFee),
    }),
  );

/** To the first block of the prepare phase. */
const intoPrepare = () => {
  const { burnHeight, rewardCycle } = sandbox.stacks;
  return sandbox.stacks.mineBurnBlocks((rewardCycle + 1) * 900 - 100 - burnHeight);
};
const intoNextCycle = () => {
  const { burnHeight, rewardCycle } = sandbox.stacks;
  return sandbox.stacks.mineBurnBlocks((rewardCycle + 1) * 900 - burnHeight);
};

describe('pox-5', () => {
  test('a stake locks until the start of a cycle, and is told as deployed', async () => {
    const { signerManager } = sandbox.stacks.contracts;
    const { rewardCycle: cycle } = sandbox.stacks;
    const result = await stake({}, { conditions: [Pc.origin().willSendEq(STAKED).ustxToLock()] });
    expect(result).toBe(
      `(ok (tuple (amount-ustx u${STAKED}) (first-reward-cycle u${cycle + 1}) (num-cycles u3) ` +
        `(signer ${signerManager}) (staker ${alice.address}) ` +
        `(unlock-burn-height u${(cycle + 4) * 900}) (unlock-cycle u${cycle + 4})))`,
    );
    expect(sandbox.stacks.balanceOf(alice.address)).toEqual({
      locked: STAKED,
      unlocked: FUNDS - STAKED - 2_000n,
      unlockHeight: (cycle + 4) * 900,
    });
    const { body } = await alice.get(`/extended/v1/address/${alice.address}/balances`);
    expect(body).toMatchObject({ stx: { locked: `${STAKED}`, balance: `${FUNDS - 2_000n}` } });
    const info = await alice.read(sandbox.stacks.contracts.pox5, 'get-staker-info', [
      Cl.principal(alice.address),
    ]);
    expect(info).toEqual(
      Cl.some(
        Cl.tuple({
          'amount-ustx': Cl.uint(STAKED),
          'first-reward-cycle': Cl.uint(cycle + 1),
          'num-cycles': Cl.uint(3),
          signer: Cl.principal(signerManager),
        }),
      ),
    );
  });

  test('is closed in the prepare phase, to everybody in their own words', async () => {
    await stake();
    await intoPrepare();
    expect(await stake({ cycles: 0 }, { by: bob })).toBe('(err u47)');
    expect(await update()).toBe('(err u47)');
    sandbox.stacks.addSignerManager(MANAGER);
    expect(await unstake(MANAGER)).toBe('(err u36)');
    expect(await unstake(sandbox.stacks.contracts.signerManager)).toBe('(err u28)');
  });

  test('the order of refusals: the manager, its registration, its grant, the rest', async () => {
    const { stacks } = sandbox;
    stacks.addSignerManager(MANAGER, {
      registered: false,
      granted: false,
      minimumUstx: 1_000n,
    });
    const wrong = { manager: MANAGER, cycles: 0 };
    expect(await stake({ ...wrong, amount: 999n })).toBe('(err u1012)');
    expect(await stake(wrong)).toBe('(err u23)');
    stacks.changeSignerManager(MANAGER, { registered: true });
    expect(await stake(wrong)).toBe('(err u17)');
    stacks.changeSignerManager(MANAGER, { granted: true });
    expect(await stake(wrong)).toBe('(err u20)');
    expect(await stake({ manager: MANAGER, amount: FUNDS })).toBe('(err u8)');
    expect(await stake({ manager: MANAGER })).toMatch(/^\(ok/);
    expect(await stake({ manager: MANAGER, amount: FUNDS })).toBe('(err u19)');
  });

  test('what is no signer manager is a runtime error', async () => {
    expect(await stake({ manager: `${alice.address}.nothing` })).toBe('(err none)');
  });

  test('a position ends by itself, and in its last cycle only an extension keeps it', async () => {
    await stake({ cycles: 1 });
    await intoNextCycle();
    expect(await update({ cycles: 0, by: 5n })).toBe('(err u20)');
    expect(await stake()).toBe('(err u19)');
    await intoNextCycle();
    expect(sandbox.stacks.balanceOf(alice.address).locked).toBe(0n);
    expect(await update()).toBe('(err u27)');
    expect(await stake()).toMatch(/^\(ok/);
  });

  test('its signers are listed, page by page', async () => {
    const { signerManager, nativePoolManager } = sandbox.stacks.contracts;
    sandbox.stacks.addSignerManager(MANAGER, { registered: false });
    const first = await alice.get('/extended/v3/staking/signers?limit=1');
    expect(first.body).toMatchObject({
      total: 2,
      cursor: { next: nativePoolManager, previous: null, current: signerManager },
      results: [{ signer: signerManager }],
    });
    const second = await alice.get(
      `/extended/v3/staking/signers?limit=1&cursor=${nativePoolManager}`,
    );
    expect(second.body).toMatchObject({
      cursor: { next: null, previous: signerManager },
      results: [{ signer: nativePoolManager }],
    });
    const one = `/extended/v3/staking/signers/${signerManager}`;
    expect((await alice.get(one)).body).toMatchObject({ signer: signerManager });
    expect((await alice.get(`/extended/v3/staking/signers/${MANAGER}`)).status).toBe(404);
    expect((await alice.get('/extended/v3/staking/signers?limit=500')).status).toBe(400);
  });

  test('another signer may take over', async () => {
    sandbox.stacks.addSignerManager(MANAGER);
    const old = sandbox.stacks.contracts.signerManager;
    await stake();
    expect(await update({ manager: MANAGER, old: MANAGER })).toBe('(err u36)');
    expect(await update({ manager: MANAGER, old })).toMatch(/^\(ok/);
    const next = sandbox.stacks.rewardCycle + 1;
    const delegated = (manager: string) =>
      alice.read(sandbox.stacks.contracts.pox5, 'get-amount-delegated-for-signer', [
        Cl.principal(manager),
        Cl.uint(next),
      ]);
    expect(await delegated(MANAGER)).toEqual(Cl.uint(STAKED));
    expect(await delegated(old)).toEqual(Cl.uint(0));
    const first = await alice.read(
      sandbox.stacks.contracts.pox5,
      'get-signer-set-first-item-for-cycle',
      [Cl.uint(next)],
    );
    expect(first).toEqual(Cl.some(Cl.principal(MANAGER)));
  });

  test('a payout address is kept, and lost by an update without one', async () => {
    const { signerManager } = sandbox.stacks.contracts;
    const read = () => alice.read(signerManager, 'get-pox-addr', [Cl.principal(alice.address)]);
    expect(await stake({ calldata: '00' })).toBe('(err u1003)');
    expect(await stake({ calldata: payout(1_000n, 'ab'.repeat(32)) })).toBe('(err u1004)');
    await stake({ calldata: payout(1_000n) });
    expect((await read()).type).toBe('some');
    await update({ calldata: payout(2_000n) });
    expect((await read()).type).toBe('some');
    await update();
    expect(await read()).toEqual(Cl.none());
  });

  test('rewards go from pox-5 to the manager, and from there to the staker', async () => {
    const { stacks } = sandbox;
    const { sbtc, signerManager } = stacks.contracts;
    await stake();
    await stake({ amount: STAKED * 3n }, { by: bob });
    await intoNextCycle();
    const cycle = Cl.uint(stacks.rewardCycle);
    stacks.addRewards(signerManager, stacks.rewardCycle, 40_000n);
    const earned = () =>
      alice.read(stacks.contracts.pox5, 'get-earned-staker-rewards', [
        Cl.principal(signerManager),
        cycle,
        Cl.none(),
        Cl.principal(alice.address),
      ]);
    expect(await earned()).toEqual(Cl.uint(0));
    const claim = () =>
      run(signerManager, 'claim-staker-rewards', [Cl.principal(alice.address), cycle, Cl.none()]);
    expect(await claim()).toBe('(err u1001)');
    expect(await run(signerManager, 'claim-rewards', [Cl.list([]), cycle])).toMatch(/^\(ok/);
    expect(await run(signerManager, 'claim-rewards', [Cl.list([]), cycle])).toBe('(err u32)');
    expect(await earned()).toEqual(Cl.uint(10_000));
    expect(await claim()).toBe('(ok (tuple (earned u10000) (withdrawal-request none)))');
    expect(stacks.tokenBalanceOf(sbtc, alice.address)).toBe(10_000n);
    expect(await claim()).toBe('(err u1001)');
    expect(stacks.tokenBalanceOf(sbtc, signerManager)).toBe(30_000n);
  });

  test('rewards to Bitcoin must be worth the fee', async () => {
    const { stacks } = sandbox;
    const { sbtc, signerManager } = stacks.contracts;
    await stake({ calldata: payout(9_000n) });
    await intoNextCycle();
    const cycle = Cl.uint(stacks.rewardCycle);
    const claim = async (sats: bigint) => {
      stacks.addRewards(signerManager, stacks.rewardCycle, sats);
      await run(signerManager, 'claim-rewards', [Cl.list([]), cycle]);
      return run(signerManager, 'claim-staker-rewards', [
        Cl.principal(alice.address),
        cycle,
        Cl.none(),
      ]);
    };
    expect(await claim(9_546n)).toBe('(err u1001)');
    expect(await claim(1n)).toBe('(ok (tuple (earned u9547) (withdrawal-request (some u1))))');
    expect(stacks.tokenBalanceOf(sbtc, alice.address)).toBe(0n);
  });

  test('a pool of its own way takes nobody who comes by another', async () => {
    const { nativePool, nativePoolManager: manager } = sandbox.stacks.contracts;
    expect(await stake({ manager })).toBe('(err u37002)');
    const conditions = [Pc.origin().willSendEq(STAKED).ustxToLock()];
    const args = [Cl.principal(manager), Cl.uint(STAKED), Cl.uint(2)];
    expect(await run(nativePool, 'delegate', args, { conditions })).toMatch(/^\(ok/);
    expect(sandbox.stacks.balanceOf(alice.address).locked).toBe(STAKED);
    expect(
      await run(nativePool, 'undelegate', [Cl.principal(manager)], {
        conditions: [Pc.origin().willPerformPox()],
      }),
    ).toMatch(/^\(ok/);
  });

  test('a stake of nothing waits for ever', async () => {
    expect(await stake({ amount: 0n })).toBe('pending');
    expect(await alice.nextNonce()).toBe(1n);
    expect(sandbox.stacks.balanceOf(alice.address).unlocked).toBe(FUNDS);
  });
});

describe('Fast Pool under pox-4', () => {
  beforeEach(() => sandbox.stacks.activate('pox-4'));

  test('locks for whoever has allowed it, and for nobody else', async () => {
    const { fastPool, pox4 } = sandbox.stacks.contracts;
    const join = (amount: bigint) => run(fastPool, 'delegate-stx', [Cl.uint(amount)]);
    expect(await join(STAKED)).toBe('(err u9000)');
    await run(pox4, 'allow-contract-caller', [Cl.principal(fastPool), Cl.none()]);
    expect(await join(FUNDS)).toBe('(err u1000)');
    expect(await join(STAKED)).toBe('(ok true)');
    expect(sandbox.stacks.balanceOf(alice.address).locked).toBe(STAKED);
    const info = await alice.read(pox4, 'get-delegation-info', [Cl.principal(alice.address)]);
    expect(info).toMatchObject({
      type: 'some',
      value: { value: { 'delegated-to': { value: fastPool } } },
    });
  });

  test('is gone with pox-4', async () => {
    sandbox.stacks.activate('pox-5');
    const { fastPool } = sandbox.stacks.contracts;
    expect(await run(fastPool, 'delegate-stx', [Cl.uint(STAKED)])).toBe('(err none)');
  });
});
