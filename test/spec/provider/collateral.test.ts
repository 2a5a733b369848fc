import { expect } from 'vitest';
import { InvalidInputError } from '../../../src/index.js';
import {
  collateralId,
  isCollateralId,
  isSettlementRequired,
  parseCollateralId,
} from '../../../src/provider/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { BODIES } from '../support/provider-bodies.js';
import { ADDRESS, BTC, COLLATERAL_ID, RECORDS } from '../support/provider-records.js';

const AT = 'provider-api.md / What the service does / 5 / Collateral model';
const V4 = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const PARTS = COLLATERAL_ID.split('.');
const OFF = `/accounts/main/collateral/${COLLATERAL_ID}`;

const NO_IDS = {
  'two UUIDs': PARTS.slice(0, 2).join('.'),
  'four UUIDs': [...PARTS, PARTS[0]].join('.'),
  'another delimiter': PARTS.join('-'),
  'a UUID of version 1': [PARTS[0], PARTS[1], 'c3d5f400-0e7e-1f94-a199-44b8cc7b6b81'].join('.'),
  'no UUIDs': 'a.b.c',
};

claims('the collateral identifier', [
  {
    where: `${AT} / three UUID v4 values joined by .`,
    holds: () => {
      expect(collateralId()).toMatch(new RegExp(`^${V4}\\.${V4}\\.${V4}$`));
      expect(collateralId()).not.toBe(collateralId());
      expect(parseCollateralId(COLLATERAL_ID)).toEqual(PARTS);
      expect(isCollateralId(COLLATERAL_ID)).toBe(true);
    },
  },
  ...each(Object.entries(NO_IDS), ([what, id]) => ({
    where: `${AT} / three UUID v4 values joined by . / not ${what}`,
    holds: () => {
      expect(isCollateralId(id)).toBe(false);
      expect(() => parseCollateralId(id)).toThrow(InvalidInputError);
    },
  })),
]);

const LINK = { collateralId: COLLATERAL_ID, collateralSigners: ['s-1'], env: 'sandbox' };
const LINKED = { ...LINK, id: 'l-1', status: 'Linked', eligibleCollateralAssets: [BTC] };

claims('the link of a main account', [
  {
    where: `${AT} / initiation / success with the existing identifier if the account has one`,
    holds: async () => {
      const { raw, asked } = providerWorld();
      const body = { ...LINK, collateralId: collateralId() };
      const answer = await raw('POST /accounts/main/collateral/link', body);
      expect(answer).toMatchObject({ status: 200, body: { collateralId: COLLATERAL_ID } });
      expect(asked).not.toHaveProperty('collateral.createLink');
    },
  },
  {
    where: `${AT} / initiation / a new one where there is none`,
    holds: async () => {
      const { raw, asked } = providerWorld({
        'collateral.listLinks': [],
        'collateral.createLink': LINKED,
      });
      const answer = await raw('POST /accounts/main/collateral/link', LINK);
      expect(answer).toMatchObject({ status: 200, body: { collateralId: COLLATERAL_ID } });
      expect(asked['collateral.createLink'][1]).toMatchObject(LINK);
    },
  },
  {
    where: `${AT} / a CVA list request is answered with the existing identifier`,
    holds: async () => {
      const { raw } = providerWorld();
      const { body } = await raw('GET /accounts/main/collateral/link');
      expect(body.collateralLinks).toMatchObject([{ collateralId: COLLATERAL_ID }]);
      const { client } = answeredWith({ collateralLinks: [LINKED] });
      expect((await client.collateral.listLinks('main')).items).toMatchObject([LINK]);
    },
  },
  {
    where: `${AT} / for main accounts only`,
    holds: async () => {
      const { raw, asked } = providerWorld({ 'collateral.listLinks': [] });
      const answer = await raw('POST /accounts/sub/collateral/link', LINK);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(asked).not.toHaveProperty('collateral.createLink');
    },
  },
  {
    where: `${AT} / another account’s collateral identifier is not found`,
    holds: async () => {
      const { raw, asked } = providerWorld();
      const path = `/accounts/main/collateral/${collateralId()}/addresses`;
      expect((await raw(`GET ${path}`)).status).toBe(404);
      expect(asked).not.toHaveProperty('collateral.listAddresses');
    },
  },
]);

claims('collateral', [
  {
    where: `${AT} / the provider adds unknown addresses to the CVA address list`,
    holds: async () => {
      const { raw, asked } = providerWorld({ 'collateral.listAddresses': [] });
      const { value } = BODIES['Collateral deposit address registration'];
      expect((await raw(`POST ${OFF}/addresses`, value)).status).toBe(200);
      expect(asked['collateral.createAddress'][2]).toEqual(value);
    },
  },
  {
    where: `${AT} / a known address is not added again`,
    holds: async () => {
      const { raw, asked } = providerWorld();
      const { value } = BODIES['Collateral deposit address registration'];
      const { body } = await raw(`POST ${OFF}/addresses`, value);
      expect(body).toEqual(RECORDS['Collateral deposit address']);
      expect(asked).not.toHaveProperty('collateral.createAddress');
    },
  },
  {
    where: `${AT} / unsupported assets cannot be added`,
    holds: async () => {
      const { raw, asked } = providerWorld({ 'collateral.listAddresses': [] });
      const address = { ...ADDRESS, asset: { assetId: 'points' } };
      const body = { address, recoveryAccountId: 'rec-1' };
      expect((await raw(`POST ${OFF}/addresses`, body)).status).toBe(400);
      expect(asked).not.toHaveProperty('collateral.createAddress');
    },
  },
  ...each(['deposit', 'withdrawal'], (kind): Claim[] =>
    each(['Approved', 'Rejected'], (status) => ({
      where: `provider-api.md / Errors / a collateral preflight answers with a status / ${kind} ${status}`,
      holds: async () => {
        const record: Json =
          RECORDS[kind === 'deposit' ? 'Deposit preflight' : 'Withdrawal preflight'];
        const { rejectionReason, ...rest } = record;
        const answer = {
          ...rest,
          status,
          ...(status === 'Rejected' ? { rejectionReason } : {}),
        };
        const method = kind === 'deposit' ? 'requestDeposit' : 'requestWithdrawal';
        const { value } =
          BODIES[
            kind === 'deposit' ? 'Collateral deposit preflight' : 'Collateral withdrawal preflight'
          ];
        const { raw } = providerWorld({ [`collateral.${method}`]: answer });
        const { body } = await raw(`POST ${OFF}/intents/${kind}s`, value);
        expect(body).toEqual(answer);
        const { client } = answeredWith(answer);
        const call: Json = client.collateral[method].bind(client.collateral);
        expect(await call('main', COLLATERAL_ID, value)).toEqual(answer);
      },
    })),
  ),
  ...each(['Pending', 'Approved'], (status) => ({
    where: `provider-api.md / Collateral transaction / status / ${status}`,
    holds: async () => {
      const record = { ...RECORDS['Collateral transaction / withdrawal'], status };
      const { raw } = providerWorld({ 'collateral.getWithdrawal': record });
      expect((await raw(`GET ${OFF}/withdrawals/t-1`)).body.status).toBe(status);
      const { client } = answeredWith(record);
      const read = await client.collateral.getWithdrawal('main', COLLATERAL_ID, 't-1');
      expect(read.status).toBe(status);
    },
  })),
]);

const KINDS = {
  blockchain: 'Blockchain withdrawal',
  fiat: 'Fiat withdrawal',
  peeraccount: 'Peer account withdrawal',
  subaccount: 'Internal transfer',
} as const;

const DENIED = `${AT} / a withdrawal denied for outstanding credit answers that a settlement is required`;

claims('outstanding credit', [
  ...each(Object.entries(KINDS), ([kind, body]): Claim[] => [
    {
      where: `${DENIED} / ${kind}, over HTTP`,
      holds: async () => {
        const { raw, asked } = providerWorld({ 'collateral.requiresSettlement': true });
        const path = `/accounts/main/transfers/withdrawals/${kind}`;
        const answer = await raw(`POST ${path}`, BODIES[body].value);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.body.errorType).toBe('settlement-required');
        expect(Object.keys(asked).filter((name) => name.endsWith('.withdraw'))).toEqual([]);
      },
    },
  ]),
  {
    where: `${DENIED} / in the library`,
    holds: async () => {
      const said = { message: 'settle first', errorType: 'settlement-required' };
      const { client } = answeredWith(said, 400);
      const request: Json = BODIES['Fiat withdrawal'].value;
      const error = await client.transfers.fiat.withdraw('main', request).catch((e: unknown) => e);
      expect(isSettlementRequired(error)).toBe(true);
      const other = answeredWith({ message: 'no', errorType: 'bad-request' }, 400).client;
      const refusal = await other.transfers.fiat.withdraw('main', request).catch((e: unknown) => e);
      expect(isSettlementRequired(refusal)).toBe(false);
    },
  },
]);
