import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import { posted, sent } from '../support/netlink-calls.js';

const WITHDRAWAL = 'network-link.md / Withdrawal body';

claims('the withdrawal body', [
  ...each(['isGross', 'isSettlementTx'], (name) =>
    each([true, false], (value): Claim[] => [
      {
        where: `${WITHDRAWAL} / ${name} / the string ${value}, not a boolean / sent by the library`,
        holds: async () => {
          expect(await sent('withdraw', { [name]: value })).toMatchObject({ [name]: `${value}` });
        },
      },
      {
        where: `${WITHDRAWAL} / ${name} / the string ${value} / taken by the library`,
        holds: async () => {
          const body = await sent('withdraw', { [name]: String(value) });
          expect(body).toMatchObject({ [name]: `${value}` });
        },
      },
      {
        where: `${WITHDRAWAL} / ${name} / the string ${value} / received over HTTP`,
        holds: async () => {
          expect((await posted('withdraw', { [name]: `${value}` })).got[name]).toBe(value);
        },
      },
    ]),
  ),
  ...each(['tag', 'maxFee'], (name): Claim[] => [
    {
      where: `${WITHDRAWAL} / ${name} / null, in the library`,
      holds: async () => {
        expect((await sent('withdraw', { [name]: null }))[name] ?? null).toBeNull();
      },
    },
    {
      where: `${WITHDRAWAL} / ${name} / null, over HTTP`,
      holds: async () => {
        const { status, got } = await posted('withdraw', { [name]: null });
        expect({ status, value: got[name] }).toEqual({ status: 200, value: undefined });
      },
    },
  ]),
  {
    where: `${WITHDRAWAL} / toAddress and tag / not masked by default`,
    holds: async () => {
      expect(await sent('withdraw', {})).toMatchObject({ toAddress: '0xada', tag: '77' });
    },
  },
  ...each(
    [
      ['SHA512', 'sha512'],
      ['SHA3_256', 'sha3-256'],
      ['SHA256', 'sha256'],
    ] as const,
    ([masking, hash]) =>
      each(
        [
          ['toAddress', '0xada'],
          ['tag', '77'],
        ] as const,
        ([name, text]) => ({
          where: `${WITHDRAWAL} / ${name} / masked with ${masking}`,
          holds: async () => {
            const masked = createHash(hash).update(text).digest('hex');
            expect(await sent('withdraw', {}, { masking })).toMatchObject({ [name]: masked });
          },
        }),
      ),
  ),
]);
