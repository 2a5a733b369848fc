import type { GatewayRoute } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';
import { accountSet } from '../operations/account-set.js';
import { mptokenAuthorize } from '../operations/mptokens.js';
import { burnToken, tokenTransfer } from '../operations/payments.js';
import { clawback, freezeToken, trustSet } from '../operations/trust-lines.js';
import { xrpTransferSchema } from '../operations/xrp-transfer.js';
import { TRANSFER } from './answers.js';
import { MPT, OTHER, USD } from './examples.js';
import { operation, TRANSFER_QUERY } from './operation.js';

/** Tokens, the settings that tokens need, and XRP itself. */
export const tokens = (): readonly GatewayRoute<XrplGateway>[] => [
  operation('token', {
    operation: 'tokenTransfer',
    summary: 'Sends an issued token, or a multi-purpose one.',
    body: tokenTransfer.schema,
    description:
      'A `destination` is a classic address or an X-address. A currency is three characters, 4 to 20 as in `RLUSD`, or 40 hexadecimal ones. Of a multi-purpose token an `amount` is `mptIssuanceId` and `value`, in its smallest units.',
    example: { destination: OTHER, amount: USD },
    run: (gateway, ...call) => gateway.tokenTransfer(...call),
  }),
  operation('token', {
    operation: 'accountSet',
    summary: 'Changes the account’s settings.',
    description: '`transferRate` is in billionths: 1005000000 adds half a percent, 0 resets it.',
    body: accountSet.schema,
    example: { configs: { domain: 'example.com' } },
    run: (gateway, ...call) => gateway.accountSet(...call),
  }),
  operation('token', {
    operation: 'burnToken',
    summary: 'Burns a token of the vault account, by paying it to its issuer.',
    body: burnToken.schema,
    example: { amount: USD },
    run: (gateway, ...call) => gateway.burnToken(...call),
  }),
  operation('token', {
    operation: 'clawback',
    summary: 'Takes back tokens that the vault account has issued (XLS-39).',
    body: clawback.schema,
    example: { holder: OTHER, currency: 'EUR', value: '1' },
    run: (gateway, ...call) => gateway.clawback(...call),
  }),
  operation('token', {
    operation: 'freezeToken',
    summary: 'Freezes or thaws a holder’s line of a token of the vault account.',
    description: '`freeze` says which of the two, and has no default.',
    body: freezeToken.schema,
    example: { holder: OTHER, currency: 'EUR', freeze: true },
    run: (gateway, ...call) => gateway.freezeToken(...call),
  }),
  operation('token', {
    operation: 'trustSet',
    summary: 'Creates, changes or removes a trust line.',
    description: '`limitAmount` is the most that may be held; the value `"0"` removes the line.',
    body: trustSet.schema,
    example: { limitAmount: { ...USD, value: '1000' } },
    run: (gateway, ...call) => gateway.trustSet(...call),
  }),
  operation('token', {
    operation: 'mptokenAuthorize',
    summary: 'Makes a place for a multi-purpose token, or gives it up (XLS-33).',
    description: 'As the issuer: permits `holder` to have it; `tfMPTUnauthorize` takes that back.',
    body: mptokenAuthorize.schema,
    example: { mptIssuanceId: MPT },
    run: (gateway, ...call) => gateway.mptokenAuthorize(...call),
  }),
  operation('token', {
    operation: 'xrpTransfer',
    summary: 'Sends XRP: the amount is in XRP, not drops.',
    query: TRANSFER_QUERY,
    answer: TRANSFER,
    body: xrpTransferSchema,
    example: { destination: OTHER, amount: '15.5' },
    examples: {
      'To a party known to the custody platform.': {
        destination: { type: 'VAULT_ACCOUNT', id: '1' },
        amount: '2',
        note: 'rent',
      },
    },
    run: (gateway, ...call) => gateway.xrpTransfer(...call),
  }),
];
