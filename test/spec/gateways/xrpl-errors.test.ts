import { afterAll, beforeAll, expect } from 'vitest';
import { claims, each } from '../support/claims.js';
import { type XrplWorld, xrplWorld } from '../support/gateways.js';
import { type Answer, ask } from '../support/http.js';

let world: XrplWorld;

beforeAll(async () => {
  world = await xrplWorld();
});
afterAll(() => world.stop());

const AT = 'gateways.md / Errors';
const OFFER = { sellAmount: '1', buyAmount: '1' };
const PATHS = [
  'dex/offerCreate',
  'dex/offerCancel',
  'dex/crossCurrencyPayment',
  'token/tokenTransfer',
  'token/accountSet',
  'token/burnToken',
  'token/clawback',
  'token/freezeToken',
  'token/trustSet',
  'token/xrpTransfer',
];

/** Every error is a JSON object with these two strings. */
function expectForm({ body }: Answer): void {
  expect(body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
}

claims('the errors of gateway A', [
  ...each(PATHS, (path) => [
    {
      where: `${AT} / 400 / the vault account identifier is missing: ${path}`,
      holds: async () => {
        const answer = await ask(world.handler, `POST /api/${path}/`, OFFER);
        expect(answer.status).toBe(400);
        expectForm(answer);
        expect(answer.body.message).toMatch(/missing from the request URL/i);
      },
    },
    {
      where: `${AT} / error and message / a body that is refused: ${path}`,
      holds: async () => {
        const answer = await ask(world.handler, `POST /api/${path}/0`, { unheard: 1 });
        expect(answer.status).toBe(400);
        expectForm(answer);
      },
    },
  ]),
  ...each(['GET', 'POST', 'PUT', 'DELETE'], (method) => ({
    where: `${AT} / 404 / ${method} / Cannot <METHOD> <path>`,
    holds: async () => {
      const answer = await ask(world.handler, `${method} /api/dex/nothing/0`);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toBe('Not Found');
      expect(answer.body.message).toBe(`Cannot ${method} /api/dex/nothing/0`);
    },
  })),
  {
    where: `${AT} / error and message / the ledger’s own refusal`,
    holds: async () => {
      const { gateway, handler } = world;
      const destination = await gateway.getAddress('1');
      const amount = { currency: 'EUR', issuer: await gateway.getAddress('2'), value: '1' };
      const answer = await ask(handler, 'POST /api/token/tokenTransfer/0', { destination, amount });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expectForm(answer);
    },
  },
  {
    where: 'gateways.md / Authentication / Gateway A / no key or token from the caller',
    holds: async () => {
      const body = { configs: { tickSize: 5 } };
      expect((await ask(world.handler, 'POST /api/token/accountSet/0', body)).status).toBe(200);
    },
  },
]);
