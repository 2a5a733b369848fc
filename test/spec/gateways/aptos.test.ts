import { afterAll, beforeAll, expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import { type AptosWorld, aptosWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: AptosWorld;
let holder: string;
let recipientAddress: string;

beforeAll(async () => {
  world = await aptosWorld();
  holder = await world.gateway.getAddress('0');
  recipientAddress = await world.gateway.getAddress('1');
  await world.gateway.transferMove('0', { recipientAddress, amount: '1' });
});
afterAll(() => world.stop());

const AT = 'gateways.md / Endpoints / Gateway B';

/** A read by its path, and by the library's method for the same. */
interface Read {
  readonly path: string;
  library(): Promise<Json>;
  check(answer: Json): void;
  /** The part of the library's answer that a response of one text carries. */
  readonly named?: string;
}

const isAddress = (value: unknown) => expect(value).toMatch(/^0x[0-9a-f]{64}$/);
const listed = (value: Json) => expect(value.length).toBeGreaterThan(0);

const READS: readonly Read[] = [
  {
    path: 'address',
    named: 'address',
    library: () => world.gateway.getAddress('0'),
    check: isAddress,
  },
  {
    path: 'publicKey',
    named: 'publicKey',
    library: () => world.gateway.getPublicKey('0'),
    check: (key) => expect(key).toMatch(/^(0x)?[0-9a-f]{64}$/),
  },
  {
    path: 'balance',
    library: () => world.gateway.getBalance('0'),
    check: (answer) => {
      expect(Object.values(answer)).toContain(String(world.sandbox.aptos.balanceOf(holder)));
    },
  },
  { path: 'balances', library: () => world.gateway.getBalances('0'), check: listed },
  { path: 'coins_data', library: () => world.gateway.getCoinsData('0'), check: listed },
  { path: 'transactions', library: () => world.gateway.getTransactions('0'), check: listed },
];

claims('the reads of gateway B', [
  ...each(READS, ({ path, library, check, named }): Claim[] => [
    {
      where: `${AT} / GET /api/:vaultId/${path}`,
      holds: async () => {
        const { status, body } = await ask(world.handler, `GET /api/0/${path}`);
        expect(status).toBe(200);
        check(named === undefined ? body : body[named]);
      },
    },
    {
      where: `${AT} / ${path} in the library`,
      holds: async () => check(await library()),
    },
    {
      where: `${AT} / GET /api/:vaultId/${path} / the same semantics as the library`,
      holds: async () => {
        const { body } = await ask(world.handler, `GET /api/0/${path}`);
        const told = JSON.parse(JSON.stringify(await library()));
        // The two ask the node at two moments: its ledger goes on in between.
        const { ledgerVersion: _, ...answer } =
          named === undefined ? { ...body } : { [named]: body[named] };
        const { ledgerVersion: __, ...said } =
          named === undefined ? { ...told } : { [named]: told };
        expect(answer).toEqual(said);
      },
    },
  ]),
  {
    where: `${AT} / the vault account is named in the path`,
    holds: async () => {
      const { body } = await ask(world.handler, 'GET /api/1/address');
      expect(body.address).toBe(recipientAddress);
    },
  },
]);

const WRITES = 'gateways.md / Endpoints / Gateway B / POST /api/:vaultId/transfer';
const NATIVE = '0x1::aptos_coin::AptosCoin';

/** What arrived at the payee of a call, in octas. */
async function arrived(call: () => Promise<unknown>): Promise<bigint> {
  const { aptos } = world.sandbox;
  const before = aptos.balanceOf(recipientAddress);
  await call();
  return aptos.balanceOf(recipientAddress) - before;
}

const post = async (path: string, body: unknown) => {
  const answer = await ask(world.handler, `POST /api/0/transfer/${path}`, body);
  expect(answer.status).toBe(200);
  return answer.body;
};

const CALL = {
  function: '0x1::aptos_account::transfer',
  typeArguments: [],
};

claims('the transfers of gateway B', [
  {
    where: `${WRITES}/move / sign and submit a generic Move transaction`,
    holds: async () => {
      const functionArguments = [recipientAddress, '1000'];
      expect(await arrived(() => post('move', { ...CALL, functionArguments }))).toBe(1_000n);
    },
  },
  {
    where: `${WRITES}/move / in the library`,
    holds: async () => {
      const functionArguments = [recipientAddress, 1_000n];
      const call = () => world.gateway.transferMove('0', { ...CALL, functionArguments });
      expect(await arrived(call)).toBe(1_000n);
    },
  },
  {
    where: `${WRITES}/token / transfer a token to another account`,
    holds: async () => {
      const body = { recipientAddress, amount: '7', tokenType: NATIVE };
      expect(await arrived(() => post('token', body))).toBe(7n);
    },
  },
  {
    where: `${WRITES}/token / in the library`,
    holds: async () => {
      const params = { recipientAddress, amount: '8', tokenType: NATIVE };
      expect(await arrived(() => world.gateway.transferToken('0', params))).toBe(8n);
    },
  },
  {
    where: `${WRITES}/move / in transactions afterwards`,
    holds: async () => {
      const body = { recipientAddress, amount: '3' };
      const { hash } = await post('move', body);
      const { body: list } = await ask(world.handler, 'GET /api/0/transactions');
      expect(list.map((entry: Json) => entry.hash)).toContain(hash);
    },
  },
]);
