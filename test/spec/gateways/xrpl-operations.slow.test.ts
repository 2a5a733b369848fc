import { afterAll, beforeAll, expect } from 'vitest';
import type { XrplGateway } from '../../../src/xrpl/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import { type XrplWorld, xrplWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: XrplWorld;
let names: Readonly<Record<'holder' | 'issuer' | 'other', string>>;

/** 1 issues USD that 0 and 2 hold, and may take it back; it sells some for XRP. */
beforeAll(async () => {
  world = await xrplWorld();
  const { gateway } = world;
  const [holder, issuer, other] = await Promise.all(
    ['0', '1', '2'].map((id) => gateway.getAddress(id)),
  );
  names = { holder: String(holder), issuer: String(issuer), other: String(other) };
  for (const setFlag of [{ asfAllowTrustLineClawback: true }, { asfDefaultRipple: true }]) {
    await gateway.accountSet('1', { configs: { setFlag } });
  }
  for (const id of ['0', '2']) await gateway.trustSet(id, { limitAmount: usd('1000') });
  await gateway.tokenTransfer('1', { destination: names.holder, amount: usd('100') });
  await gateway.offerCreate('1', { sellAmount: usd('100'), buyAmount: '100000000' });
});
afterAll(() => world.stop());

const usd = (value: string) => ({ currency: 'USD', issuer: names.issuer, value });

interface Operation {
  readonly name: keyof XrplGateway;
  readonly path: 'dex' | 'token';
  /** The ledger's name for what it signs. */
  readonly type: string;
  readonly vault?: string;
  params(): Json;
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'offerCreate',
    path: 'dex',
    type: 'OfferCreate',
    params: () => ({ sellAmount: '1000000', buyAmount: usd('99') }),
  },
  {
    name: 'offerCancel',
    path: 'dex',
    type: 'OfferCancel',
    params: () => ({ offerSequence: 1 }),
  },
  {
    name: 'crossCurrencyPayment',
    path: 'dex',
    type: 'Payment',
    params: () => ({ destination: names.other, amount: usd('1'), sendMax: '5000000' }),
  },
  {
    name: 'tokenTransfer',
    path: 'token',
    type: 'Payment',
    params: () => ({ destination: names.other, amount: usd('1') }),
  },
  {
    name: 'accountSet',
    path: 'token',
    type: 'AccountSet',
    params: () => ({ configs: { domain: 'example.com' } }),
  },
  { name: 'burnToken', path: 'token', type: 'Payment', params: () => ({ amount: usd('1') }) },
  {
    name: 'clawback',
    path: 'token',
    type: 'Clawback',
    vault: '1',
    params: () => ({ holder: names.holder, currency: 'USD', value: '1' }),
  },
  {
    name: 'freezeToken',
    path: 'token',
    type: 'TrustSet',
    vault: '1',
    params: () => ({ holder: names.holder, currency: 'USD', freeze: false }),
  },
  {
    name: 'trustSet',
    path: 'token',
    type: 'TrustSet',
    params: () => ({ limitAmount: usd('1000') }),
  },
];

const AT = 'gateways.md / Endpoints / Gateway A';

claims('the operations of gateway A', [
  ...each(OPERATIONS, ({ name, path, type, vault = '0', params }): Claim[] => [
    {
      where: `${AT} / POST /api/${path}/${name}/:vaultAccountId`,
      holds: async () => {
        const { status, body } = await ask(
          world.handler,
          `POST /api/${path}/${name}/${vault}`,
          params(),
        );
        expect({ status, type: body.result?.tx_json.TransactionType }).toEqual({
          status: 200,
          type,
        });
        expect(body.result.tx_json.Account).toBe(await world.gateway.getAddress(vault));
      },
    },
    {
      where: `${AT} / ${name} in the library`,
      holds: async () => {
        const call: Json = world.gateway[name].bind(world.gateway);
        const { result } = await call(vault, params());
        expect(result.tx_json.TransactionType).toBe(type);
        expect(result.meta.TransactionResult).toBe('tesSUCCESS');
        expect(result.validated).toBe(true);
      },
    },
  ]),
  {
    where: `${AT} / POST /api/token/xrpTransfer/:vaultAccountId`,
    holds: async () => {
      const body = { destination: names.other, amount: '1.5' };
      const before = world.sandbox.xrpl.balanceOf(names.other);
      const { status } = await ask(world.handler, 'POST /api/token/xrpTransfer/0', body);
      expect(status).toBe(200);
      expect(world.sandbox.xrpl.balanceOf(names.other) - before).toBe(1_500_000n);
    },
  },
  {
    where: `${AT} / xrpTransfer in the library`,
    holds: async () => {
      const before = world.sandbox.xrpl.balanceOf(names.other);
      await world.gateway.xrpTransfer('0', { destination: names.other, amount: '0.5' });
      expect(world.sandbox.xrpl.balanceOf(names.other) - before).toBe(500_000n);
    },
  },
  {
    where: `${AT} / Content type of requests: application/json`,
    holds: async () => {
      const { handler } = world;
      const send = (type: string) =>
        handler(
          new Request('http://localhost/api/dex/offerCreate/0', {
            method: 'POST',
            headers: { 'content-type': type },
            body: JSON.stringify({ sellAmount: '1000000', buyAmount: usd('99') }),
          }),
        );
      expect((await send('application/json')).status).toBe(200);
      expect((await send('text/plain')).status).toBe(415);
    },
  },
]);
