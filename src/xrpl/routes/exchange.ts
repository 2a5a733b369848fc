import type { GatewayRoute } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';
import { credentialAccept, credentialCreate, credentialDelete } from '../operations/credentials.js';
import { offerCancel, offerCreate } from '../operations/offers.js';
import { crossCurrencyPayment } from '../operations/payments.js';
import { ISSUER, OTHER, USD } from './examples.js';
import { operation } from './operation.js';

/** Offers, payments across currencies, credentials. */
export const exchange = (): readonly GatewayRoute<XrplGateway>[] => [
  operation('dex', {
    operation: 'offerCreate',
    summary: 'Places an offer on the ledger’s decentralised exchange.',
    description:
      '`sellAmount` is given for `buyAmount`. Each is text with drops of XRP (a million make one), or a token. `expiration` is in seconds since 2000-01-01 (UTC).',
    body: offerCreate.schema,
    example: { sellAmount: '1000000', buyAmount: USD, flags: { tfSellOffer: true } },
    run: (gateway, ...call) => gateway.offerCreate(...call),
  }),
  operation('dex', {
    operation: 'offerCancel',
    summary: 'Takes an offer back.',
    description: '`offerSequence` is the sequence number of the transaction that placed it.',
    body: offerCancel.schema,
    example: { offerSequence: 1 },
    run: (gateway, ...call) => gateway.offerCancel(...call),
  }),
  operation('dex', {
    operation: 'crossCurrencyPayment',
    summary: 'Pays in one currency what arrives in another.',
    description:
      '`amount` arrives, `sendMax` is the most that it may take. With `tfPartialPayment` less may arrive: say how much in `deliverMin`. Each is text with drops of XRP (a million make one), or a token.',
    body: crossCurrencyPayment.schema,
    example: { destination: OTHER, amount: USD, sendMax: '5000000' },
    run: (gateway, ...call) => gateway.crossCurrencyPayment(...call),
  }),
  operation('dex', {
    operation: 'credentialCreate',
    summary: 'Issues a credential (XLS-70).',
    description:
      '`credentialType` and `uri` are hexadecimal, `expiration` is in seconds since 2000-01-01 (UTC).',
    body: credentialCreate.schema,
    example: { subject: OTHER, credentialType: '4B5943' },
    run: (gateway, ...call) => gateway.credentialCreate(...call),
  }),
  operation('dex', {
    operation: 'credentialAccept',
    summary: 'Accepts a credential that was issued to the vault account (XLS-70).',
    body: credentialAccept.schema,
    example: { issuer: ISSUER, credentialType: '4B5943' },
    run: (gateway, ...call) => gateway.credentialAccept(...call),
  }),
  operation('dex', {
    operation: 'credentialDelete',
    summary: 'Deletes a credential that the vault account issued or holds (XLS-70).',
    body: credentialDelete.schema,
    example: { subject: OTHER, credentialType: '4B5943' },
    run: (gateway, ...call) => gateway.credentialDelete(...call),
  }),
];
