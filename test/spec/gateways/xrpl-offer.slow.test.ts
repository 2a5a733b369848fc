import { afterAll, beforeAll, expect } from 'vitest';
import { InvalidInputError, TransactionFailedError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import { type XrplWorld, xrplWorld } from '../support/gateways.js';
import { ask, type Json } from '../support/http.js';

let world: XrplWorld;
let issuer: string;

beforeAll(async () => {
  world = await xrplWorld();
  issuer = await world.gateway.getAddress('1');
});
afterAll(() => world.stop());

const AT = 'gateways.md / Gateway A / offer creation body';
const LINE = 'POST /api/dex/offerCreate/0';

const offer = (more: object = {}): Json => ({
  sellAmount: '1000000',
  buyAmount: { currency: 'USD', issuer, value: '99' },
  ...more,
});
const without = (field: string) => {
  const { [field]: _, ...rest } = offer();
  return rest;
};
const buying = (more: object) => offer({ buyAmount: { ...offer().buyAmount, ...more } });

/** What the ledger has of an offer that was made over HTTP, and of one that the library made. */
async function signed(body: Json): Promise<readonly Json[]> {
  const { body: answer, status } = await ask(world.handler, LINE, body);
  expect(status).toBe(200);
  const called = await world.gateway.offerCreate('0', body);
  return [answer.result.tx_json, called.result.tx_json];
}

/** A body that neither side takes, with the field that both name. */
async function refused(body: Json, field: string): Promise<void> {
  const { status, body: answer } = await ask(world.handler, LINE, body);
  expect(status).toBe(400);
  expect(answer.message).toContain(field);
  const called = world.gateway.offerCreate('0', body);
  await expect(called).rejects.toThrow(InvalidInputError);
  await expect(called).rejects.toThrow(field);
}

/** A field that has to be there, and has to be of its type. */
const mustBe = (field: string, wrong: unknown): Claim[] => [
  {
    where: `${AT} / ${field} / required`,
    holds: () => refused(without(field), field),
  },
  {
    where: `${AT} / ${field} / type`,
    holds: () => refused(offer({ [field]: wrong }), field),
  },
];

const FLAGS = { tfPassiveOffer: 0x0001_0000, tfSellOffer: 0x0008_0000 };

claims('the offer creation body', [
  ...mustBe('sellAmount', 1_000_000),
  ...mustBe('buyAmount', 99),
  {
    where: `${AT} / sellAmount / amount of the native asset offered`,
    holds: async () => {
      for (const { TakerGets } of await signed(offer())) expect(TakerGets).toBe('1000000');
    },
  },
  ...each(['currency', 'issuer', 'value'] as const, (field): Claim[] => [
    {
      where: `${AT} / buyAmount / ${field}`,
      holds: async () => {
        for (const { TakerPays } of await signed(offer())) {
          expect(TakerPays[field]).toBe(offer().buyAmount[field]);
        }
      },
    },
    {
      where: `${AT} / buyAmount / ${field} / string`,
      holds: () => refused(buying({ [field]: 99 }), 'buyAmount'),
    },
    {
      where: `${AT} / buyAmount / ${field} / is there`,
      holds: () => refused(buying({ [field]: undefined }), 'buyAmount'),
    },
  ]),
  {
    where: `${AT} / buyAmount / issuer / ledger address`,
    holds: () => refused(buying({ issuer: 'rNotAnAddress' }), 'buyAmount'),
  },
  {
    where: `${AT} / flags / not required`,
    holds: async () => expect(await signed(offer())).toHaveLength(2),
  },
  ...each(Object.entries(FLAGS), ([flag, bit]): Claim[] => [
    {
      where: `${AT} / flags / ${flag} / true`,
      holds: async () => {
        for (const { Flags } of await signed(offer({ flags: { [flag]: true } }))) {
          expect(Flags & bit).toBe(bit);
        }
      },
    },
    {
      where: `${AT} / flags / ${flag} / false`,
      holds: async () => {
        for (const { Flags = 0 } of await signed(offer({ flags: { [flag]: false } }))) {
          expect(Flags & bit).toBe(0);
        }
      },
    },
    {
      where: `${AT} / flags / ${flag} / boolean`,
      holds: () => refused(offer({ flags: { [flag]: 1 } }), 'flags'),
    },
  ]),
  {
    where: `${AT} / flags / object`,
    holds: () => refused(offer({ flags: 65536 }), 'flags'),
  },
  {
    where: `${AT} / domainId / 64 hexadecimal characters, in the library form`,
    holds: async () => {
      const domainId = 'AB'.repeat(32);
      const error = await world.gateway.offerCreate('0', offer({ domainId })).catch((e) => e);
      // The ledger has no such domain, and says so of the transaction that names it.
      expect(error).toBeInstanceOf(TransactionFailedError);
      expect(error.result.result.tx_json.DomainID).toBe(domainId);
    },
  },
  {
    where: `${AT} / domainId / another length`,
    holds: () => refused(offer({ domainId: 'AB' }), 'domainId'),
  },
  {
    where: `${AT} / domainId / not hexadecimal`,
    holds: () => refused(offer({ domainId: 'XY'.repeat(32) }), 'domainId'),
  },
]);
