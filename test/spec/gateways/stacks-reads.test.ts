import { principalCV, serializeCV } from '@stacks/transactions';
import { afterAll, beforeAll, expect } from 'vitest';
import { rejectionOf } from '../../support/rejections.js';
import { type Claim, claims, each } from '../support/claims.js';
import { type StacksWorld, stacksWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: StacksWorld;
let holder: string;
let txId: string;
let failedId: string;

/** The code that no transfer of more than is held gets past. */
const TOO_MUCH = '(err u1)';

beforeAll(async () => {
  world = await stacksWorld();
  const { gateway, sandbox } = world;
  holder = await gateway.getAddress('0');
  const friend = await gateway.getAddress('1');
  sandbox.stacks.mintToken(sandbox.stacks.contracts.sbtc, holder, 100_000_000n);
  const sent: Json = await gateway.transfer('0', { recipientAddress: friend, amount: 1 });
  txId = sent.txHash;
  failedId = await failedCall(friend);
});
afterAll(() => world.stop());

/** A token's transfer that fails on the chain: nothing tried it first. */
async function failedCall(friend: string): Promise<string> {
  const { gateway, sandbox } = world;
  const number = (value: bigint) => `01${value.toString(16).padStart(32, '0')}`;
  const principal = (address: string) => serializeCV(principalCV(address));
  const functionArgs = [number(10n ** 15n), principal(holder), principal(friend), '09'];
  const [contract = ''] = sandbox.stacks.contracts.sbtc.split('::');
  const error: Json = await rejectionOf(
    gateway.callContract(
      '0',
      { contract, functionName: 'transfer', functionArgs, postConditionMode: 'allow' },
      { trial: 'off' },
    ),
  );
  expect(error).toMatchObject({ code: 'TRANSACTION_FAILED' });
  return error.transaction.hash;
}

const AT = 'gateways.md / Endpoints / Gateway C';

interface Read {
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases?: readonly string[];
  check(body: Json): void;
}

const DELEGATION = { is_delegated: false, delegated_to: null, amount_delegated: null };

const READS: readonly Read[] = [
  { path: 'address', check: ({ address }) => expect(address).toBe(holder) },
  {
    path: 'publicKey',
    check: ({ publicKey }) => expect(publicKey).toMatch(/^0[23][0-9a-f]{64}$/i),
  },
  {
    path: 'btc-rewards-address',
    check: ({ address }) => expect(address).toMatch(/^(tb1|bcrt1|[mn2])\w{20,}$/),
  },
  {
    path: 'balance',
    check: ({ balance }) => {
      const held = world.sandbox.stacks.balanceOf(holder).unlocked;
      const [whole, part = ''] = String(balance).split('.');
      expect(BigInt(`${whole}${part.padEnd(6, '0')}`)).toBe(held);
    },
  },
  { path: 'ft-balances', check: ({ data }) => expect(data.length).toBeGreaterThan(0) },
  {
    path: 'transactions',
    check: ({ data }) => {
      expect(data.map((entry: Json) => entry.transaction_hash)).toContain(txId);
    },
  },
  {
    path: 'transactions/:txId',
    aliases: ['tx/:txId'],
    check: ({ data }) => expect(data.tx_status).toBe('success'),
  },
  {
    path: 'check-status',
    aliases: ['status'],
    check: ({ data }) => expect(data.delegation).toMatchObject(DELEGATION),
  },
];

claims('the reads of gateway C', [
  ...each(READS, ({ path, aliases = [], check }) =>
    each(
      [path, ...aliases],
      (spelling): Claim => ({
        where: `${AT} / GET /api/:vaultId/${spelling}`,
        holds: async () => {
          const line = `GET /api/0/${spelling.replace(':txId', txId)}`;
          const { status, body } = await ask(world.handler, line);
          expect(status).toBe(200);
          expect(body.success).toBe(true);
          check(body);
        },
      }),
    ),
  ),
  ...each(['transactions', 'tx'], (path): Claim[] => [
    {
      where: `${AT} / GET /api/:vaultId/${path}/:txId / status with error-code mapping`,
      holds: async () => {
        const { body } = await ask(world.handler, `GET /api/0/${path}/${failedId}`);
        expect(body.data.tx_status).not.toBe('success');
        expect(body.data.tx_error).toEqual(expect.any(String));
        expect(body.data.tx_result.repr).toBe(TOO_MUCH);
      },
    },
  ]),
]);

const LIB = 'gateways.md / Gateway C / library responses';

claims('the library’s reads', [
  {
    where: `${LIB} / getAddress / the chain address`,
    holds: async () => expect(holder).toMatch(/^S[TN]\w+$/),
  },
  {
    where: `${LIB} / getPublicKey / the public key`,
    holds: async () => {
      expect(await world.gateway.getPublicKey('0')).toMatch(/^0[23][0-9a-f]{64}$/i);
    },
  },
  {
    where: `${LIB} / getBtcRewardsAddress / a BTC rewards address`,
    holds: async () => {
      const { body } = await ask(world.handler, 'GET /api/0/btc-rewards-address');
      expect(await world.gateway.getBtcRewardsAddress('0')).toBe(body.address);
    },
  },
  {
    where: `${LIB} / success and balance`,
    holds: async () => {
      const answer = await world.gateway.getBalance('0');
      expect(answer).toMatchObject({ success: true, balance: expect.anything() });
    },
  },
  {
    where: `${LIB} / success and data`,
    holds: async () => {
      const answer = await world.gateway.getFtBalances('0');
      expect(answer).toMatchObject({ success: true, data: expect.any(Array) });
    },
  },
  {
    where: `${LIB} / success and txHash`,
    holds: async () => {
      const recipientAddress = await world.gateway.getAddress('1');
      const answer = await world.gateway.transfer('0', { recipientAddress, amount: 1 });
      expect(answer).toMatchObject({ success: true, txHash: expect.any(String) });
    },
  },
  {
    where: 'gateways.md / Errors / Gateway C / library / success false and an error string',
    holds: async () => {
      const answer = await world.gateway.transfer('0', { recipientAddress: 'none', amount: 1 });
      expect(answer).toMatchObject({ success: false, error: expect.any(String) });
    },
  },
  ...each(['tx_status', 'tx_error', 'tx_result'], (field) => ({
    where: `${LIB} / transaction status data / ${field}`,
    holds: async () => {
      const { data }: Json = await world.gateway.getTxStatusById(failedId);
      expect(data[field]).toBeDefined();
      if (field === 'tx_result') expect(data.tx_result.repr).toBe(TOO_MUCH);
    },
  })),
  {
    where: 'gateways.md / States and transitions / Gateway C / tx_status / success',
    holds: async () => {
      expect(await world.gateway.getTxStatusById(txId)).toMatchObject({
        success: true,
        data: { tx_status: 'success' },
      });
    },
  },
]);

const HISTORY = 'gateways.md / Gateway C / library operations / getTransactionHistory';

const history = async (...range: readonly Json[]): Promise<Json> => {
  const call: Json = world.gateway.getTransactionHistory.bind(world.gateway);
  const answer = await call('0', ...range);
  expect(answer.success).toBe(true);
  return answer.data;
};

claims('getTransactionHistory', [
  ...each(['transaction_hash', 'tx_type', 'tx_status'], (field) => ({
    where: `${HISTORY} / entries / ${field}`,
    holds: async () => {
      for (const entry of await history()) expect(entry[field]).toEqual(expect.any(String));
    },
  })),
  {
    where: `${HISTORY} / limit`,
    holds: async () => expect(await history(false, 1)).toHaveLength(1),
  },
  {
    where: `${HISTORY} / offset`,
    holds: async () => {
      const [, second] = await history(false, 2);
      expect(await history(false, 1, 1)).toEqual([second]);
    },
  },
  ...each([true, false], (useCache) => ({
    where: `${HISTORY} / use-cache ${useCache}`,
    holds: async () => expect((await history(useCache, 10, 0)).length).toBeGreaterThan(0),
  })),
  {
    where: `${HISTORY} / use-cache / boolean`,
    holds: async () => {
      const call: Json = world.gateway.getTransactionHistory.bind(world.gateway);
      expect(await call('0', 'yes')).toMatchObject({ success: false, error: expect.any(String) });
    },
  },
]);
