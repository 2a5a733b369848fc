import { expect } from 'vitest';
import { ConfigurationError } from '../../../src/index.js';
import { netlinkRegistration } from '../../../src/netlink/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { netlinkWorld } from '../support/netlink.js';
import { posted } from '../support/netlink-calls.js';
import { ACCOUNT_TYPES } from '../support/netlink-operations.js';

const AT = 'network-link.md / Provider registration settings';

const SETTINGS: Json = {
  displayName: 'Example Exchange',
  icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
  apiKeyGuide: 'https://exchange.example/help',
  baseUrl: 'https://exchange.example/api',
  mainAccountFundableType: 'SPOT',
  supportsWithdrawals: true,
  supportsDeposits: true,
  supportsSubAccounts: true,
  authentication: { algorithm: 'hmac-sha512', preEncoding: 'plain', postEncoding: 'base64' },
};

const registered = (edit: Json = {}): Json => netlinkRegistration({ ...SETTINGS, ...edit });
const refused = (edit: Json, setting: string) => {
  expect(() => registered(edit)).toThrow(ConfigurationError);
  expect(() => registered(edit)).toThrow(setting);
};

/** The setting, a value that it may have, and one that it may not have. */
const VALUES: readonly (readonly [string, unknown, unknown])[] = [
  ['displayName', 'Another Exchange', ''],
  ['icon', SETTINGS.icon, SETTINGS.icon.replaceAll('32', '64')],
  ['apiKeyGuide', 'How to make a key: ask us.', ''],
  ['baseUrl', 'https://other.example', 'not a URL'],
  ['version', 1, 2],
  ['sandbox', true, 'true'],
  ['supportsWithdrawals', false, 'no'],
  ['supportsDeposits', false, 'no'],
  ['supportsSubAccounts', false, 'no'],
  ['supportsSubAccountTransfers', true, 'no'],
  ['manualDepositAddress', true, 'no'],
  ['masking', 'SHA512', 'MD5'],
];

const DEFAULTS = {
  version: 1,
  sandbox: false,
  masking: 'NONE',
  subAccountFundableType: 'SPOT',
};

claims('the registration of a provider', [
  ...each(VALUES, ([setting, value, wrong]): Claim[] => [
    {
      where: `${AT} / ${setting} / ${JSON.stringify(value)}`,
      holds: () => expect(registered({ [setting]: value })[setting]).toBe(value),
    },
    {
      where: `${AT} / ${setting} / not ${JSON.stringify(wrong)}`,
      holds: () => refused({ [setting]: wrong }, setting),
    },
  ]),
  ...each(Object.entries(DEFAULTS), ([setting, value]) => ({
    where: `${AT} / ${setting} / default ${value}`,
    holds: () => expect(registered()[setting]).toBe(value),
  })),
  ...each(ACCOUNT_TYPES, (type): Claim[] => [
    {
      where: `${AT} / main account fundable type / ${type}, and the sub-account’s default`,
      holds: () => {
        expect(registered({ mainAccountFundableType: type })).toMatchObject({
          mainAccountFundableType: type,
          subAccountFundableType: type,
        });
      },
    },
    {
      where: `${AT} / sub-account fundable type / ${type}`,
      holds: () => {
        const settings = registered({ subAccountFundableType: type });
        expect(settings.subAccountFundableType).toBe(type);
      },
    },
  ]),
  ...each(['NONE', 'SHA512', 'SHA3_256', 'SHA256'], (masking) => ({
    where: `${AT} / masking / one of ${masking}`,
    holds: () => expect(registered({ masking }).masking).toBe(masking),
  })),
  ...each(
    [
      ['hmac-sha512', 'HMAC'],
      ['hmac-sha3-256', 'HMAC'],
      ['hmac-sha256', 'HMAC'],
      ['rsa-sha512', 'RSA'],
      ['rsa-sha3-256', 'RSA'],
      ['rsa-sha256', 'RSA'],
      ['ecdsa-prime256v1-sha256', 'ECDSA'],
      ['ecdsa-secp256k1-sha256', 'ECDSA'],
    ] as const,
    ([algorithm, preference]) => ({
      where: `${AT} / authentication preference / ${preference}: ${algorithm}`,
      holds: () => {
        const authentication = { ...SETTINGS.authentication, algorithm };
        expect(registered({ authentication }).authentication).toEqual(authentication);
      },
    }),
  ),
  ...each(['preEncoding', 'postEncoding'], (step): Claim[] => [
    ...each(['plain', 'base64', 'hexstr', 'base58', 'base32'], (encoding) => ({
      where: `${AT} / authentication preference / ${step} / ${encoding}`,
      holds: () => {
        const authentication = { ...SETTINGS.authentication, [step]: encoding };
        expect(registered({ authentication }).authentication[step]).toBe(encoding);
      },
    })),
    {
      where: `${AT} / authentication preference / ${step} / not URL encoded`,
      holds: () => {
        const authentication = { ...SETTINGS.authentication, [step]: 'url-encoded' };
        refused({ authentication }, step);
      },
    },
  ]),
]);

/** What a request is answered with by a provider that is registered like this. */
const answered = (name: string, settings: Json, edit: Json = {}, server: Json = {}) =>
  posted(name, edit, netlinkWorld({}, settings, server));

const NO_SUBS = { supportsSubAccounts: false, supportsSubAccountTransfers: false };

/** The registration, and the operations that it takes away. */
const WITHOUT: readonly (readonly [string, Json, readonly string[]])[] = [
  ['no withdrawals', { supportsWithdrawals: false }, ['withdraw', 'estimateWithdrawalFee']],
  ['no deposits', { supportsDeposits: false }, ['getDepositAddress', 'createDepositAddress']],
  ['no sub-accounts', NO_SUBS, ['transferSubMain', 'transferSubAccounts']],
  [
    'no transfers between sub-accounts',
    { supportsSubAccountTransfers: false },
    ['transferSubAccounts'],
  ],
];

claims('what the registration decides', [
  ...each(WITHOUT, ([what, settings, names]) =>
    each(names, (name) => ({
      where: `network-link.md / Errors / 400008 / ${what} / ${name}`,
      holds: async () => {
        const { status, body } = await answered(name, settings);
        expect({ status, ...body }).toMatchObject({ status: 400, errorCode: 400008 });
      },
    })),
  ),
  ...each(['getDepositAddress', 'createDepositAddress', 'withdraw'], (name) => ({
    where: `network-link.md / Errors / 400007 / ${name} with another type than the fundable`,
    holds: async () => {
      const { status, body } = await answered(name, {}, { accountType: 'OPTIONS' });
      expect({ status, ...body }).toMatchObject({ status: 400, errorCode: 400007 });
    },
  })),
  {
    where: `${AT} / sub-account fundable type / is taken, too`,
    holds: async () => {
      const settings = { subAccountFundableType: 'FUNDING' };
      const { status } = await answered('withdraw', settings, { accountType: 'FUNDING' });
      expect(status).toBe(200);
    },
  },
  {
    where: 'network-link.md / Errors / 400013 / deposit addresses are made by hand',
    holds: async () => {
      const { status, body } = await answered('createDepositAddress', {
        manualDepositAddress: true,
      });
      expect({ status, ...body }).toMatchObject({ status: 400, errorCode: 400013 });
    },
  },
  ...each(
    [
      'withdraw',
      'createDepositAddress',
      'transferSubMain',
      'transferSubAccounts',
      'transferInternal',
    ],
    (name) => ({
      where: `network-link.md / Errors / 400009 / ${name} of an asset that is not supported`,
      holds: async () => {
        const { status, body } = await answered(name, {}, { coinSymbol: 'NONE' });
        expect({ status, ...body }).toMatchObject({ status: 400, errorCode: 400009 });
      },
    }),
  ),
  {
    where: 'network-link.md / Errors / 400017 / a caller from elsewhere',
    holds: async () => {
      const server = { sourceNetworks: { others: ['203.0.113.0/24'] } };
      const { status, body } = await answered('listAccounts', {}, {}, server);
      expect({ status, ...body }).toMatchObject({ status: 400, errorCode: 400017 });
    },
  },
  {
    where: 'network-link.md / list supported assets / a sandbox has only coinClass BASE',
    holds: async () => {
      const token = { coinSymbol: 'USDC', network: 'Ethereum', coinClass: 'TOKEN' };
      const base = { coinSymbol: 'ETH', network: 'Ethereum', coinClass: 'BASE' };
      const records = { listSupportedAssets: [token, base] };
      const world = netlinkWorld({}, { sandbox: true }, {}, records);
      expect((await world.raw('GET /v1/supportedAssets')).body).toEqual([base]);
      const other = netlinkWorld({}, { sandbox: false }, {}, records);
      expect((await other.raw('GET /v1/supportedAssets')).body).toEqual([token, base]);
    },
  },
]);
