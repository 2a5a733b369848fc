import { describe, expect, it } from 'vitest';
import type { ConfigurationError, InvalidInputError } from '../../src/index.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { clientOf, post, serve } from './server/support/caller.js';
import { BODIES, BTC, exchange, USD } from './server/support/exchange.js';

const BLOCKCHAIN = 'createBlockchainWithdrawal';
const PEER = 'createPeerAccountWithdrawal';
const iban = Object(BODIES.createFiatWithdrawal).destination;

const withdrawals = {
  [BLOCKCHAIN]: { path: 'blockchain', part: 'blockchain' },
  [PEER]: { path: 'peeraccount', part: 'peerAccounts' },
} as const;

/** What a client says of a body, and what a server does. */
async function saidOf(operation: keyof typeof withdrawals, change: object) {
  const { path, part } = withdrawals[operation];
  const body = { ...BODIES[operation], ...change };
  const handler = serve(exchange().provider);
  const client = clientOf(handler);
  const sent = Promise.resolve(client.transfers[part].withdraw('main', body as never));
  const { field, reason } = (await rejectionOf(sent)) as InvalidInputError;
  const { body: answer } = await post(
    handler,
    `/accounts/main/transfers/withdrawals/${path}`,
    body,
  );
  return { client: `/${field.replaceAll('.', '/')} ${reason}.`, server: answer.message };
}

describe('what is wrong with a body', () => {
  it.each([
    [
      BLOCKCHAIN,
      { balanceAsset: { cryptocurrencySymbol: 'BTC' } },
      '/balanceAsset/blockchain is required.',
    ],
    [BLOCKCHAIN, { destination: iban }, '/destination/transferMethod must be "PublicBlockchain".'],
    [PEER, { destination: iban }, '/destination/transferMethod must be "PeerAccountTransfer".'],
    [PEER, { balanceAsset: {} }, '/balanceAsset/nationalCurrencyCode is required.'],
    [PEER, { balanceAmount: undefined }, '/balanceAmount is required.'],
    [PEER, { balanceAsset: USD, balanceAmount: 5 }, '/balanceAmount must be a string.'],
  ] as const)(
    'is said by client and server in the same words: %s %j',
    async (operation, change, said) => {
      expect(await saidOf(operation, change)).toEqual({ client: said, server: said });
    },
  );

  it.each([
    [BLOCKCHAIN, { ...BTC, assetId: 'points' }, 'assetId'],
    [PEER, BTC, 'cryptocurrencySymbol'],
  ] as const)('names what excludes another thing: %s %j', async (operation, balanceAsset, name) => {
    const reason = 'belongs to another kind of asset.';
    expect(await saidOf(operation, { balanceAsset })).toEqual({
      client: `/balanceAsset/${name} ${reason}`,
      server: `/balanceAsset has ${name}, which ${reason}`,
    });
  });

  it('names a kind that there is none of', async () => {
    const transferMethod = { transferMethod: 'PeerAccountTransfer', asset: USD };
    const path = '/accounts/main/transfers/deposits/addresses';
    const body = { transferMethod, idempotencyKey: 'k' };
    const { body: answer } = await post(serve(exchange().provider), path, body);
    expect(answer).toMatchObject({
      propertyName: '/transferMethod/transferMethod',
      message: '/transferMethod/transferMethod is not acceptable.',
    });
  });
});

describe('a field that a withdrawal does not have', () => {
  const destination = Object(BODIES[BLOCKCHAIN]).destination;

  it.each([
    [
      BLOCKCHAIN,
      'destination.destinationTag',
      { destination: { ...destination, destinationTag: '7' } },
    ],
    [BLOCKCHAIN, 'addressTag', { addressTag: '7' }],
    [PEER, 'memo', { memo: '7' }],
  ] as const)('is not sent: %s %s', async (operation, field, change) => {
    const { path, part } = withdrawals[operation];
    const body = { ...BODIES[operation], ...change };
    let requests = 0;
    const client = clientOf(async (request) => {
      requests += 1;
      return serve(exchange().provider)(request);
    });
    const sent = Promise.resolve(client.transfers[part].withdraw('main', body as never));
    expect(await rejectionOf(sent)).toMatchObject({
      code: 'INVALID_INPUT',
      field,
      reason: 'is not a known field',
    });
    expect(requests).toBe(0);
    // Platforms of a later release may send more.
    const target = `/accounts/main/transfers/withdrawals/${path}`;
    const { body: answer } = await post(serve(exchange().provider), target, body);
    expect(answer).not.toMatchObject({ errorType: 'schema-error' });
  });

  it('is sent within what answers had, such as an asset', async () => {
    const client = clientOf(serve(exchange().provider));
    const later = { ...destination, asset: { ...destination.asset, ofLaterRelease: 1 } };
    const body = { ...BODIES[BLOCKCHAIN], destination: later };
    const { status } = await client.transfers.blockchain.withdraw('main', body as never);
    expect(status).toBe('pending');
  });
});

describe('requirements', () => {
  it.each([
    ['requirements', ['accounts']],
    ['requirements.transfersBlockchain', { transfersBlockchain: true }],
    [
      'requirements.transfersBlockchain.withdrawalAddressPolicy',
      { transfersBlockchain: { withdrawalAddressPolicy: 'AllAddresses' } },
    ],
    ['requirements.collateral', { collateral: { userIdentification: {} } }],
    ['requirements.accountz', { accountz: {} }],
  ])('of another shape are refused: %s', (setting, requirements) => {
    const error = thrownBy(() => serve(exchange().provider, { requirements } as never));
    expect((error as ConfigurationError).setting).toBe(setting);
  });

  it('of what the provider does not have are refused', () => {
    const { ramps: _none, ...provider } = exchange().provider;
    const requirements = { ramps: { userIdentification: {} } };
    expect(thrownBy(() => serve(provider, { requirements }))).toMatchObject({
      setting: 'requirements.ramps',
    });
    expect(() => serve(exchange().provider, { requirements })).not.toThrow();
  });
});
