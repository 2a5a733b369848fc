// Request bodies of provider-api.md: a right one of each operation, and which fields are required.
import { ADDRESS, BTC, CHAIN, IBAN, USD } from './provider-records.js';

export interface Body {
  readonly value: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly optional: Readonly<Record<string, unknown>>;
}

const APPROVAL = { fireblocksIntentId: 'i-1', partnerIntentId: 'p-1' };
const REASON = { reasonForPayment: 'TransferToOwnAccount' };
const PARTICIPANTS = { participantsIdentification: { originator: { entityType: 'Business' } } };

const withdrawal = (balanceAsset: object, destination: object) => ({
  idempotencyKey: 'k-1',
  balanceAmount: '10',
  balanceAsset,
  destination,
});
const WITHDRAWAL = ['idempotencyKey', 'balanceAmount', 'balanceAsset', 'destination'];
const to = (transferMethod: string, accountId: string) => ({
  transferMethod,
  asset: USD,
  accountId,
  amount: '10',
});

export const BODIES = {
  'Quote creation': {
    value: { fromAsset: USD, toAsset: BTC, fromAmount: '10' },
    required: ['fromAsset', 'toAsset'],
    optional: {},
  },
  'Blockchain withdrawal': {
    value: withdrawal(BTC, { ...ADDRESS, amount: '10' }),
    required: WITHDRAWAL,
    optional: { ...REASON, ...PARTICIPANTS },
  },
  'Fiat withdrawal': {
    value: withdrawal(USD, { ...IBAN, amount: '10' }),
    required: WITHDRAWAL,
    optional: {},
  },
  'Peer account withdrawal': {
    value: withdrawal(USD, to('PeerAccountTransfer', 'theirs')),
    required: WITHDRAWAL,
    optional: {},
  },
  'Internal transfer': {
    value: withdrawal(USD, to('InternalTransfer', 'sub')),
    required: WITHDRAWAL,
    optional: { referenceId: 'ref-1' },
  },
  'Deposit address creation': {
    value: { idempotencyKey: 'k-1', transferMethod: CHAIN },
    required: ['idempotencyKey', 'transferMethod'],
    optional: {},
  },
  'Ramp initiation': {
    value: {
      idempotencyKey: 'k-1',
      amount: '10',
      type: 'OnRamp',
      from: { transferMethod: 'Iban', asset: USD },
      to: ADDRESS,
    },
    required: ['idempotencyKey', 'amount', 'type', 'from', 'to'],
    optional: { customerReferenceId: 'c-1', ...REASON, ...PARTICIPANTS },
  },
  'Collateral deposit address registration': {
    value: { address: ADDRESS, recoveryAccountId: 'rec-1' },
    required: ['address', 'recoveryAccountId'],
    optional: {},
  },
  'Collateral deposit preflight': {
    value: { asset: BTC, amount: '1', intentApprovalRequest: { fireblocksIntentId: 'i-1' } },
    required: ['asset', 'amount', 'intentApprovalRequest'],
    optional: {},
  },
  'Collateral deposit registration': {
    value: { collateralTxId: 't-1', approvalRequest: APPROVAL },
    required: ['collateralTxId', 'approvalRequest'],
    optional: {},
  },
  'Collateral withdrawal preflight': {
    value: {
      amount: '1',
      destinationAddress: ADDRESS,
      intentApprovalRequest: { fireblocksIntentId: 'i-1' },
    },
    required: ['amount', 'destinationAddress', 'intentApprovalRequest'],
    optional: {},
  },
  'Collateral withdrawal notification': {
    value: { collateralTxId: 't-1', approvalRequest: APPROVAL },
    required: ['collateralTxId', 'approvalRequest'],
    optional: { settlementDetails: { settlementId: 's-1', settlementTxId: 'st-1' } },
  },
  'Settlement request': {
    value: { settlementId: 's-1', settlementVersion: '1' },
    required: ['settlementId', 'settlementVersion'],
    optional: {},
  },
} as const satisfies Readonly<Record<string, Body>>;

export type BodyName = keyof typeof BODIES;
