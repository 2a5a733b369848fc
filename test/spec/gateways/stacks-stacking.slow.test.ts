import { afterAll, beforeAll, expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import { type StacksWorld, stacksWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: StacksWorld;
let next = 0;

beforeAll(async () => {
  world = await stacksWorld();
});
afterAll(() => world.stop());

/** A vault account that has stacked nothing yet: there is one lock an account. */
const fresh = () => String(next++);

const AT = 'gateways.md / Gateway C / solo stacking body';
const ENOUGH = 200_000;

const solo = (path: string) => async (vault: string, body: Json) =>
  (await ask(world.handler, `POST /api/${vault}/${path}`, body)).body;

const WAYS: Readonly<Record<string, (vault: string, body: Json) => Promise<Json>>> = {
  'POST /api/:vaultId/stacking/solo': solo('stacking/solo'),
  'POST /api/:vaultId/stack/solo': solo('stack/solo'),
  library: (vault, params) => world.gateway.stackSolo(vault, params),
};

/** What is locked afterwards, in microSTX. */
async function locked(vault: string): Promise<bigint> {
  return world.sandbox.stacks.balanceOf(await world.gateway.getAddress(vault)).locked;
}

async function refusedBy(
  stack: (vault: string, body: Json) => Promise<Json>,
  body: Json,
  field: string,
) {
  const answer = await stack('0', body);
  expect(answer.success).not.toBe(true);
  expect(answer.message ?? answer.error).toContain(field);
}

claims('the solo stacking body', [
  ...each(Object.entries(WAYS), ([way, stack]): Claim[] => [
    {
      where: `${AT} / amount in STX, lockPeriod in cycles (${way})`,
      holds: async () => {
        const vault = fresh();
        const answer = await stack(vault, { amount: ENOUGH, lockPeriod: 2 });
        expect(answer).toMatchObject({ success: true, txHash: expect.any(String) });
        expect(await locked(vault)).toBe(200_000_000_000n);
      },
    },
    ...each([0, 13, 1.5, -1], (lockPeriod) => ({
      where: `gateways.md / Limits / lock period / 1 to 12 cycles: not ${lockPeriod} (${way})`,
      holds: () => refusedBy(stack, { amount: ENOUGH, lockPeriod }, 'lockPeriod'),
    })),
    {
      where: `${AT} / amount / is needed (${way})`,
      holds: () => refusedBy(stack, { lockPeriod: 1 }, 'amount'),
    },
  ]),
  ...each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], (lockPeriod) => ({
    where: `gateways.md / Limits / lock period / 1 to 12 cycles: ${lockPeriod}`,
    holds: async () => {
      const vault = fresh();
      const answer: Json = await world.gateway.stackSolo(vault, { amount: ENOUGH, lockPeriod });
      expect(answer).toMatchObject({ success: true });
      const { data }: Json = await world.gateway.checkStatus(vault);
      expect(data.stacking.lockPeriod).toBe(lockPeriod);
    },
  })),
  {
    where: `${AT} / authId / big integer, in the library form`,
    holds: async () => {
      const params = { amount: ENOUGH, lockPeriod: 1, authId: 12_345_678_901_234_567_890n };
      expect(await world.gateway.stackSolo(fresh(), params)).toMatchObject({ success: true });
    },
  },
  {
    where: 'gateways.md / Stacking rules / 1 / rewards go to the BTC rewards address',
    holds: async () => {
      const vault = fresh();
      await world.gateway.stackSolo(vault, { amount: ENOUGH, lockPeriod: 1 });
      const { data }: Json = await world.gateway.checkStatus(vault);
      const rewards = await world.gateway.getBtcRewardsAddress(vault);
      expect(data.stacking.rewardsAddress).toBe(rewards);
    },
  },
]);

const POOL = 'gateways.md / Gateway C / library operations';

/** The active pool of the sandbox by its address and the name of its contract. */
const pool = (): readonly [string, string] => {
  const [address = '', name = ''] = world.sandbox.stacks.contracts.fastPool.split('.');
  return [address, name];
};

const DELEGATES: Readonly<Record<string, (vault: string) => Promise<Json>>> = {
  library: async (vault) => {
    const { gateway } = world;
    await gateway.allowContractCaller(vault, ...pool());
    return gateway.delegateToPool(vault, ...pool(), 150_000, 1);
  },
  HTTP: async (vault) => {
    const [poolAddress, poolContractName] = pool();
    const named = { poolAddress, poolContractName };
    const path = `POST /api/${vault}/stacking/pool`;
    await ask(world.handler, `${path}/allow-contract-caller`, named);
    const body = { ...named, amount: 150_000, lockPeriod: 1 };
    return (await ask(world.handler, `${path}/delegate`, body)).body;
  },
};

claims('pool stacking', [
  {
    where: `${POOL} / allowContractCaller / pool address, pool contract name`,
    holds: async () => {
      const answer: Json = await world.gateway.allowContractCaller(fresh(), ...pool());
      expect(answer).toMatchObject({ success: true, txHash: expect.any(String) });
    },
  },
  {
    where:
      'gateways.md / Endpoints / Gateway C / POST /api/:vaultId/stacking/pool/allow-contract-caller',
    holds: async () => {
      const [poolAddress, poolContractName] = pool();
      const line = `POST /api/${fresh()}/stacking/pool/allow-contract-caller`;
      const { status, body } = await ask(world.handler, line, { poolAddress, poolContractName });
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, txHash: expect.any(String) });
    },
  },
  ...each(Object.entries(DELEGATES), ([way, delegate]): Claim[] => [
    {
      where: `gateways.md / Stacking rules / 2 / delegate and allow: the pool locks (${way})`,
      holds: async () => {
        const vault = fresh();
        expect(await delegate(vault)).toMatchObject({ success: true, txHash: expect.any(String) });
        expect(await locked(vault)).toBeGreaterThan(0n);
      },
    },
    {
      where: `${POOL} / delegateToPool / amount to delegate, in STX (${way})`,
      holds: async () => {
        const vault = fresh();
        await delegate(vault);
        const { data }: Json = await world.gateway.checkStatus(vault);
        expect(data.delegation).toMatchObject({ is_delegated: true });
        expect(data.delegation.delegated_to).toContain(pool()[0]);
        expect(Number(data.delegation.amount_delegated)).toBe(150_000);
      },
    },
  ]),
  {
    where: `${POOL} / revokeDelegation / no parameters`,
    holds: async () => {
      const vault = fresh();
      await DELEGATES.library?.(vault);
      const answer: Json = await world.gateway.revokeDelegation(vault);
      expect(answer).toMatchObject({ success: true, txHash: expect.any(String) });
      const { data }: Json = await world.gateway.checkStatus(vault);
      expect(data.delegation.is_delegated).toBe(false);
    },
  },
  {
    where: 'gateways.md / Endpoints / Gateway C / POST /api/:vaultId/revoke-delegation',
    holds: async () => {
      const vault = fresh();
      await DELEGATES.library?.(vault);
      const { status, body } = await ask(world.handler, `POST /api/${vault}/revoke-delegation`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, txHash: expect.any(String) });
    },
  },
]);

const STATUS = 'gateways.md / Gateway C / check-status data';
const FIELDS = {
  balance: ['stx_total', 'stx_locked', 'burnchain_unlock_height'],
  delegation: ['is_delegated', 'delegated_to', 'amount_delegated'],
};

claims('check-status', [
  ...each(Object.entries(FIELDS), ([part, fields]) =>
    each(fields, (field) =>
      each(['check-status', 'status', 'library'], (way) => ({
        where: `${STATUS} / ${part} / ${field} (${way})`,
        holds: async () => {
          const { data }: Json =
            way === 'library'
              ? await world.gateway.checkStatus('0')
              : (await ask(world.handler, `GET /api/0/${way}`)).body;
          expect(data[part]).toHaveProperty(field);
        },
      })),
    ),
  ),
]);
