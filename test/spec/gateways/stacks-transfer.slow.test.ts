import { afterAll, beforeAll, expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import { type StacksWorld, stacksWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: StacksWorld;
let holder: string;
let recipientAddress: string;
let sbtc: string;

beforeAll(async () => {
  world = await stacksWorld();
  const { gateway, sandbox } = world;
  holder = await gateway.getAddress('0');
  recipientAddress = await gateway.getAddress('1');
  sbtc = sandbox.stacks.contracts.sbtc;
  sandbox.stacks.mintToken(sbtc, holder, 100_000_000n);
});
afterAll(() => world.stop());

const AT = 'gateways.md / Gateway C / transfer body';
const PATHS = ['/api/0/transfer', '/api/0/transfer/stx'];

const balance = (principal: string) => world.sandbox.stacks.balanceOf(principal).unlocked;

/** What a payment takes and brings, in microSTX, and its fee. */
async function moved(pay: () => Promise<Json>) {
  const [left, came] = [balance(holder), balance(recipientAddress)];
  const { data } = await pay();
  return {
    taken: left - balance(holder),
    brought: balance(recipientAddress) - came,
    fee: BigInt(data.fee_rate),
  };
}

const post = (line: string) => async (body: Json) => {
  const answer = await ask(world.handler, `POST ${line}`, body);
  expect(answer.body).toMatchObject({ success: true });
  expect(answer.status).toBe(200);
  return answer.body;
};

const WAYS: Readonly<Record<string, (body: Json) => Promise<Json>>> = {
  'POST /api/:vaultId/transfer': post('/api/0/transfer'),
  'POST /api/:vaultId/transfer/stx': post('/api/0/transfer/stx'),
  library: async ({ note, ...params }) => {
    const answer = await world.gateway.transfer('0', params, note === undefined ? {} : { note });
    expect(answer).toMatchObject({ success: true });
    return answer;
  },
};

const refused = async (body: Json, field: string) => {
  for (const path of PATHS) {
    const { status, body: answer } = await ask(world.handler, `POST ${path}`, body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  }
  const told: Json = await world.gateway.transfer('0', body);
  expect(told).toMatchObject({ success: false, error: expect.stringContaining(field) });
};

claims('the transfer body', [
  ...each(Object.entries(WAYS), ([way, pay]): Claim[] => [
    {
      where: `${AT} / amount / number, in STX (${way})`,
      holds: async () => {
        const { brought } = await moved(() => pay({ recipientAddress, amount: 1.5 }));
        expect(brought).toBe(1_500_000n);
      },
    },
    {
      where: `${AT} / amount / whole number, in STX (${way})`,
      holds: async () => {
        const { brought } = await moved(() => pay({ recipientAddress, amount: 2 }));
        expect(brought).toBe(2_000_000n);
      },
    },
    {
      where: `${AT} / grossTransaction / true: the fee is deducted from the amount (${way})`,
      holds: async () => {
        const body = { recipientAddress, amount: 1, grossTransaction: true };
        const { taken, brought, fee } = await moved(() => pay(body));
        expect({ taken, brought }).toEqual({ taken: 1_000_000n, brought: 1_000_000n - fee });
      },
    },
    {
      where: `${AT} / grossTransaction / false: the fee comes on top (${way})`,
      holds: async () => {
        const body = { recipientAddress, amount: 1, grossTransaction: false };
        const { taken, brought, fee } = await moved(() => pay(body));
        expect({ taken, brought }).toEqual({ taken: 1_000_000n + fee, brought: 1_000_000n });
      },
    },
    {
      where: `${AT} / note / string (${way})`,
      holds: async () => {
        const body = { recipientAddress, amount: 1, note: 'rent' };
        expect((await moved(() => pay(body))).brought).toBe(1_000_000n);
      },
    },
    {
      where: `${AT} / amount / in token units for fungible tokens (${way})`,
      holds: async () => {
        const { stacks } = world.sandbox;
        const before = stacks.tokenBalanceOf(sbtc, recipientAddress);
        await pay({ recipientAddress, amount: 0.001, assetType: 'sBTC' });
        expect(stacks.tokenBalanceOf(sbtc, recipientAddress) - before).toBe(100_000n);
      },
    },
  ]),
  {
    where: `${AT} / recipientAddress / chain address`,
    holds: () => refused({ recipientAddress: 'not an address', amount: 1 }, 'recipientAddress'),
  },
  {
    where: `${AT} / recipientAddress / string`,
    holds: () => refused({ recipientAddress: 7, amount: 1 }, 'recipientAddress'),
  },
  {
    where: `${AT} / amount / is needed`,
    holds: () => refused({ recipientAddress }, 'amount'),
  },
  {
    where: `${AT} / grossTransaction / boolean`,
    holds: () => refused({ recipientAddress, amount: 1, grossTransaction: 1 }, 'grossTransaction'),
  },
]);

const FT = 'gateways.md / Gateway C / library operations / createFTTransaction';

/** Satoshis of sBTC that a call of the library brought. */
async function token(...rest: readonly Json[]): Promise<bigint> {
  const { stacks } = world.sandbox;
  const before = stacks.tokenBalanceOf(sbtc, recipientAddress);
  const call: Json = world.gateway.createFTTransaction.bind(world.gateway);
  expect(await call('0', recipientAddress, ...rest)).toMatchObject({ success: true });
  return stacks.tokenBalanceOf(sbtc, recipientAddress) - before;
}

claims('createFTTransaction', [
  {
    where: `${FT} / recipient, amount in token units, token type sBTC`,
    holds: async () => expect(await token(0.002, 'sBTC')).toBe(200_000n),
  },
  {
    where: `${FT} / note is optional`,
    holds: async () => expect(await token(0.003, 'sBTC', 'rent')).toBe(300_000n),
  },
  {
    where: `${FT} / txHash`,
    holds: async () => {
      const answer = await world.gateway.createFTTransaction('0', recipientAddress, 0.001, 'sBTC');
      expect(answer).toMatchObject({ success: true, txHash: expect.stringMatching(/^0x/) });
    },
  },
]);
