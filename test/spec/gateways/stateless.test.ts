import { afterAll, beforeAll, expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import { type EveryWorld, everyWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let worlds: EveryWorld;

beforeAll(async () => {
  worlds = await everyWorld();
});
afterAll(async () => {
  await Promise.all(Object.values(worlds).map((world) => world.stop()));
});

const AT = 'gateways.md / What the service does';
type Letter = keyof typeof worlds;

/** An operation that does not change anything the test looks at: a write of gateway A, reads of the others. */
async function accountOf(letter: Letter, vault: string): Promise<Json> {
  const { handler } = worlds[letter];
  if (letter !== 'A') return (await ask(handler, `GET /api/${vault}/address`)).body.address;
  const body = { configs: { tickSize: 5 } };
  const { body: answer } = await ask(handler, `POST /api/token/accountSet/${vault}`, body);
  return answer.result.tx_json.Account;
}

claims('what every gateway does', [
  ...each(['A', 'B', 'C'] as const, (letter): Claim[] => [
    {
      where: `${AT} / 1 / Gateway ${letter} / acts on the vault account that the path names`,
      holds: async () => {
        const [first, second] = [await accountOf(letter, '0'), await accountOf(letter, '1')];
        expect(first).toBe(await worlds[letter].gateway.getAddress('0'));
        expect(second).toBe(await worlds[letter].gateway.getAddress('1'));
        expect(first).not.toBe(second);
      },
    },
    {
      where: `${AT} / 7 / Gateway ${letter} / its operations in library form`,
      holds: async () => {
        const { gateway } = worlds[letter];
        expect(await gateway.getAddress('0')).toBe(await accountOf(letter, '0'));
      },
    },
    {
      where: `${AT} / 6 / Gateway ${letter} / the documentation names every path of the document`,
      holds: async () => {
        const { body } = await ask(worlds[letter].handler, 'GET /api-docs.json');
        const named = Object.entries(body.paths).flatMap(([path, item]) =>
          Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path}`),
        );
        for (const line of PATHS[letter]) expect(named).toContain(line);
      },
    },
  ]),
  {
    where: 'gateways.md / Endpoints / Gateway B / the paths are no others’ methods',
    holds: async () => {
      const answer = await ask(worlds.B.handler, 'POST /api/0/address', {});
      expect([404, 405]).toContain(answer.status);
    },
  },
]);

const A = (part: string, names: readonly string[]) =>
  names.map((name) => `POST /api/${part}/${name}/{vaultAccountId}`);

const PATHS: Readonly<Record<Letter, readonly string[]>> = {
  A: [
    ...A('dex', ['offerCreate', 'offerCancel', 'crossCurrencyPayment']),
    ...A('token', ['tokenTransfer', 'accountSet', 'burnToken', 'clawback']),
    ...A('token', ['freezeToken', 'trustSet', 'xrpTransfer']),
  ],
  B: [
    'GET /api/{vaultId}/address',
    'GET /api/{vaultId}/balance',
    'GET /api/{vaultId}/balances',
    'GET /api/{vaultId}/coins_data',
    'GET /api/{vaultId}/publicKey',
    'GET /api/{vaultId}/transactions',
    'GET /api/metrics',
    'POST /api/{vaultId}/transfer/move',
    'POST /api/{vaultId}/transfer/token',
  ],
  C: [
    'GET /api/{vaultId}/address',
    'GET /api/{vaultId}/publicKey',
    'GET /api/{vaultId}/btc-rewards-address',
    'GET /api/{vaultId}/balance',
    'GET /api/{vaultId}/ft-balances',
    'GET /api/{vaultId}/transactions',
    'GET /api/{vaultId}/transactions/{txId}',
    'POST /api/{vaultId}/transfer',
    'GET /api/{vaultId}/check-status',
    'POST /api/{vaultId}/stacking/solo',
    'POST /api/{vaultId}/stacking/pool/delegate',
    'POST /api/{vaultId}/stacking/pool/allow-contract-caller',
    'POST /api/{vaultId}/revoke-delegation',
    'GET /api/metrics',
  ],
};
