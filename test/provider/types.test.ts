import { describe, expectTypeOf, test } from 'vitest';
import {
  type AssetDefinition,
  type AssetReference,
  type BlockchainWithdrawalRequest,
  type ContractToken,
  goesBy,
  type IbanTransfer,
  isNationalCurrency,
  isPrefunded,
  type OffRampRequest,
  type OnRamp,
  type PlatformConnection,
  type ProviderApiClient,
  type ProviderCall,
  type PublicBlockchainTransaction,
  type Quote,
  type QuoteRequest,
  type Ramp,
  type Transfer,
  type UnlistedAsset,
  type UnlistedRamp,
  type Withdrawal,
} from '../../src/provider/index.js';

// Compiled, and never run: nothing here is ever called.
const never = (_work: (client: ProviderApiClient) => unknown) => undefined;

describe('the types', () => {
  test('take the object literals that a user writes', () => {
    never((client) =>
      client.transfers.fiat.withdraw('main', {
        balanceAsset: { nationalCurrencyCode: 'USD' },
        balanceAmount: '10',
        destination: {
          transferMethod: 'Iban',
          asset: { nationalCurrencyCode: 'USD' },
          iban: 'GB82WEST12345698765432',
          accountHolder: { name: 'Ada' },
          amount: '10',
        },
      }),
    );
    never((client) =>
      client.ramps.create('main', {
        type: 'OnRamp',
        amount: '10',
        from: {
          transferMethod: 'Momo',
          asset: { nationalCurrencyCode: 'KES' },
          mobilePhoneNumber: '+254700000000',
          email: 'a@b.c',
          provider: 'm-pesa',
          accountHolder: { name: 'Ada' },
        },
        to: {
          transferMethod: 'PublicBlockchain',
          asset: { blockchain: 'Stellar', cryptocurrencySymbol: 'XLM' },
          address: 'G',
          addressTag: '1',
        },
        executionDetails: { type: 'Quote', quoteId: 'q', reQuote: { type: 'Market' } },
        participantsIdentification: {
          originator: { entityType: 'Individual', fullName: { firstName: 'Ada' } },
        },
        reasonForPayment: 'FamilyRemittance',
      }),
    );
    never((client) =>
      client.ramps.create('main', {
        type: 'OffRamp',
        amount: '10',
        from: { type: 'Prefunded', asset: { assetId: 'a' } },
        to: {
          transferMethod: 'FpsUk',
          asset: { nationalCurrencyCode: 'GBP' },
          accountHolder: { name: 'Ada' },
          accountNumber: '12345678',
          sortCode: '123456',
        },
      }),
    );
    const unheardOf: AssetReference = { blockchain: 'Of tomorrow', cryptocurrencySymbol: 'NEW' };
    expectTypeOf(unheardOf).toExtend<AssetReference>();
  });

  test('refuse what the API refuses', () => {
    // @ts-expect-error: of two kinds at once
    const asset: AssetReference = { nationalCurrencyCode: 'USD', assetId: 'a' };
    const pair = { fromAsset: { assetId: 'a' }, toAsset: { assetId: 'b' } };
    // @ts-expect-error: no amount
    const none: QuoteRequest = { ...pair };
    // @ts-expect-error: both amounts
    const both: QuoteRequest = { ...pair, fromAmount: '1', toAmount: '1' };
    // @ts-expect-error: a float is no amount
    const float: QuoteRequest = { ...pair, fromAmount: 1.5 };
    never((client) =>
      client.transfers.peerAccounts.withdraw('main', {
        // @ts-expect-error: a native cryptocurrency
        balanceAsset: { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' },
        balanceAmount: '1',
        destination: {
          transferMethod: 'PeerAccountTransfer',
          asset: { assetId: 'a' },
          accountId: 'b',
          amount: '1',
        },
      }),
    );
    never((client) =>
      client.transfers.blockchain.withdraw('main', {
        balanceAsset: { assetId: 'a' },
        balanceAmount: '1',
        destination: {
          // @ts-expect-error: another method
          transferMethod: 'Iban',
          asset: { assetId: 'a' },
          address: 'r',
          amount: '1',
        },
      }),
    );
    // @ts-expect-error: no such way to a bank
    const bank: OffRampRequest['to']['transferMethod'] = 'Swift';
    // @ts-expect-error: the platform isn't known to sign its answers
    const verifier: keyof PlatformConnection = 'answerVerifier';
    // @ts-expect-error: there is no such order
    never((client) => client.liquidity.listQuotes('main', { order: 'up' }));
    // @ts-expect-error: deposits have no order
    never((client) => client.transfers.deposits.list('main', { order: 'asc' }));
    // @ts-expect-error: a rate of what?
    never((client) => client.rates.get('main'));
    // @ts-expect-error: the key is required on the wire
    const wire: BlockchainWithdrawalRequest = {
      balanceAsset: { assetId: 'a' },
      balanceAmount: '1',
    };
    expectTypeOf([asset, none, both, float, bank, wire, verifier]).not.toBeAny();
  });

  test('narrow', () => {
    const look = (
      transfer: Transfer,
      withdrawal: Withdrawal,
      ramp: Ramp,
      asset: AssetReference,
      definition: AssetDefinition,
    ) => {
      if (transfer.transferMethod === 'Iban') expectTypeOf(transfer).toEqualTypeOf<IbanTransfer>();
      if (goesBy(withdrawal, 'PublicBlockchain')) {
        expectTypeOf(withdrawal.destination).toExtend<PublicBlockchainTransaction>();
      }
      if (ramp.type === 'OnRamp' && !isPrefunded(ramp)) expectTypeOf(ramp).toEqualTypeOf<OnRamp>();
      if (ramp.type !== 'OnRamp' && ramp.type !== 'OffRamp' && ramp.type !== 'Bridge') {
        expectTypeOf(ramp).toEqualTypeOf<UnlistedRamp>();
      }
      switch (definition.type) {
        case 'BucketAsset':
        case 'StellarToken':
        case 'SplToken':
          break;
        case 'Erc20Token':
        case 'Bep20Token':
        case 'Trc20Token':
        case 'Jetton':
          expectTypeOf(definition).toEqualTypeOf<ContractToken>();
          break;
        default:
          expectTypeOf(definition).toEqualTypeOf<UnlistedAsset>();
          expectTypeOf(definition.type).toExtend<string>();
      }
      if (isNationalCurrency(asset)) expectTypeOf(asset.nationalCurrencyCode).toBeString();
      return undefined;
    };
    expectTypeOf(look).returns.toBeUndefined();
    never(async (client) => {
      const call = client.liquidity.getQuote('main', 'q');
      expectTypeOf(call).toEqualTypeOf<ProviderCall<Quote>>();
      expectTypeOf(await call).toEqualTypeOf<Quote>();
      const { data, response } = await call.withResponse();
      expectTypeOf(data.toAmount).toBeString();
      expectTypeOf(response.status).toBeNumber();
      for await (const each of client.liquidity.listQuotes('main')) {
        expectTypeOf(each).toEqualTypeOf<Quote>();
      }
    });
  });
});
