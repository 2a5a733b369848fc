import { expect } from 'vitest';
import { ACCOUNT_TYPES as EXPORTED } from '../../../src/netlink/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import { netlinkWorld } from '../support/netlink.js';
import { posted, sent } from '../support/netlink-calls.js';
import { ACCOUNT_TYPES } from '../support/netlink-operations.js';

const AT = 'network-link.md / Enumerations';

claims('account types', [
  {
    where: `${AT} / Account_Type / these and no others`,
    holds: () => expect([...EXPORTED].sort()).toEqual([...ACCOUNT_TYPES].sort()),
  },
  ...each(ACCOUNT_TYPES, (type): Claim[] => [
    {
      where: `${AT} / Account_Type / ${type} / sent by the library`,
      holds: async () => {
        const settings = { mainAccountFundableType: type };
        const body = await sent('withdraw', { accountType: type }, {}, settings);
        expect(body).toMatchObject({ accountType: type });
      },
    },
    ...each(['getDepositAddress', 'createDepositAddress', 'withdraw'], (name): Claim[] => [
      {
        where: `${AT} / Account_Type / ${type} / the fundable type of ${name}`,
        holds: async () => {
          const world = netlinkWorld({}, { mainAccountFundableType: type });
          const { status, got } = await posted(name, { accountType: type }, world);
          expect({ status, got }).toMatchObject({ status: 200, got: { accountType: type } });
        },
      },
    ]),
    ...each(['fromAccountType', 'toAccountType'], (field): Claim[] => [
      {
        where: `${AT} / Account_Type / ${type} / ${field} of an internal transfer`,
        holds: async () => {
          const { status, got } = await posted('transferInternal', { [field]: type });
          expect({ status, got }).toMatchObject({ status: 200, got: { [field]: type } });
        },
      },
    ]),
  ]),
]);

const HISTORY = 'network-link.md / History query parameters';

claims('directions', [
  ...each(['IN', 'OUT'], (direction): Claim[] => [
    {
      where: `${AT} / Direction for sub/main transfer / ${direction} / sent by the library`,
      holds: async () => {
        expect(await sent('transferSubMain', { direction })).toMatchObject({ direction });
      },
    },
    {
      where: `${AT} / Direction for sub/main transfer / ${direction} / received over HTTP`,
      holds: async () => {
        expect((await posted('transferSubMain', { direction })).got).toMatchObject({ direction });
      },
    },
  ]),
  ...each(['CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL'], (direction): Claim[] => [
    {
      where: `${AT} / Nullable direction / ${direction} / sent by the library`,
      holds: async () => {
        expect(await sent('listTransactions', { direction })).toMatchObject({ direction });
      },
    },
    {
      where: `${AT} / Nullable direction / ${direction} / received over HTTP`,
      holds: async () => {
        expect((await posted('listTransactions', { direction })).got).toMatchObject({ direction });
      },
    },
  ]),
  {
    where: `${AT} / Nullable direction / null`,
    holds: async () => {
      expect(await sent('listTransactions', { direction: null })).not.toHaveProperty('direction');
    },
  },
  ...each(
    [
      ['false', false],
      ['subMainTransfer', 'subMainTransfer'],
      ['subaccountTransfer', 'subaccountTransfer'],
    ] as const,
    ([text, value]): Claim[] => [
      {
        where: `${HISTORY} / isSubTransfer / ${text} / sent by the library`,
        holds: async () => {
          const query = await sent('listTransactions', { isSubTransfer: value });
          expect(query).toMatchObject({ isSubTransfer: text });
        },
      },
      {
        where: `${HISTORY} / isSubTransfer / ${text} / received over HTTP`,
        holds: async () => {
          const { got } = await posted('listTransactions', { isSubTransfer: text });
          expect(got).toMatchObject({ isSubTransfer: value });
        },
      },
    ],
  ),
  {
    where: `${HISTORY} / network / may be null when isSubTransfer names a kind`,
    holds: async () => {
      const edit = { isSubTransfer: 'subMainTransfer', network: undefined };
      const { status, got } = await posted('listTransactions', edit);
      expect({ status, network: got.network }).toEqual({ status: 200, network: undefined });
      expect(await sent('listTransactions', { ...edit, network: null })).toBeDefined();
    },
  },
  {
    where: `${HISTORY} / pageCursor / null means the first page`,
    holds: async () => {
      expect(await sent('listTransactions', { pageCursor: null })).not.toHaveProperty('pageCursor');
    },
  },
]);
