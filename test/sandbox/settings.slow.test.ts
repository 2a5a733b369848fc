import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wallet } from 'xrpl';
import { type Fields, TestLedger, tokens } from './support/ledger.js';

let ledger: TestLedger;
let alice: Wallet;
let bob: Wallet;

beforeAll(async () => {
  ledger = await TestLedger.start();
});

beforeEach(async () => {
  [alice, bob] = [await ledger.wallet(), await ledger.wallet()];
});

afterAll(() => ledger.stop());

const set = async (fields: object, wallet = alice) =>
  (await ledger.send(wallet, { TransactionType: 'AccountSet', ...fields })).result;
const info = async (wallet = alice) => {
  const { result } = await ledger.client.request({
    command: 'account_info',
    account: wallet.classicAddress,
    ledger_index: 'validated',
  });
  return result;
};
const xrpTo = async (to: Wallet, fields: object = {}) => {
  const { result } = await ledger.send(alice, {
    TransactionType: 'Payment',
    Destination: to.classicAddress,
    Amount: '50000000',
    ...fields,
  });
  return result;
};

describe('AccountSet', () => {
  it('sets and clears each flag, by its number', async () => {
    const flags = [
      [1, 'requireDestinationTag'],
      [2, 'requireAuthorization'],
      [3, 'disallowIncomingXRP'],
      [7, 'globalFreeze'],
      [8, 'defaultRipple'],
      [9, 'depositAuth'],
      [12, 'disallowIncomingNFTokenOffer'],
      [13, 'disallowIncomingCheck'],
      [14, 'disallowIncomingPayChan'],
      [15, 'disallowIncomingTrustline'],
    ] as const;
    for (const [number, name] of flags) {
      expect(await set({ SetFlag: number })).toBe('tesSUCCESS');
      expect((await info()).account_flags?.[name]).toBe(true);
      expect(await set({ ClearFlag: number })).toBe('tesSUCCESS');
      expect((await info()).account_flags?.[name]).toBe(false);
    }
    for (const [number, name] of [[16, 'allowTrustLineClawback']] as const) {
      await set({ SetFlag: number });
      await set({ ClearFlag: number });
      expect((await info()).account_flags?.[name]).toBe(true);
    }
    expect(await set({ SetFlag: 6 })).toBe('tecNO_PERMISSION');
  });

  it('knows the older transaction flags', async () => {
    await set({ Flags: 0x00010000 | 0x00100000 });
    expect((await info()).account_flags).toMatchObject({
      requireDestinationTag: true,
      disallowIncomingXRP: true,
    });
    await set({ Flags: 0x00020000 | 0x00200000 });
    expect((await info()).account_flags).toMatchObject({
      requireDestinationTag: false,
      disallowIncomingXRP: false,
    });
  });

  it('sets what an account says of itself, and resets it', async () => {
    const fields = {
      Domain: '6578616D706C652E636F6D',
      EmailHash: 'AB'.repeat(16),
      MessageKey: `03${'AB'.repeat(32)}`,
      TransferRate: 1_250_000_000,
      TickSize: 7,
    };
    expect(await set(fields)).toBe('tesSUCCESS');
    expect((await info()).account_data).toMatchObject(fields);
    const none = {
      Domain: '',
      EmailHash: '0'.repeat(32),
      MessageKey: '',
      TransferRate: 0,
      TickSize: 0,
    };
    expect(await set(none)).toBe('tesSUCCESS');
    for (const name of Object.keys(fields)) {
      expect((await info()).account_data).not.toHaveProperty(name);
    }
  });

  it('refuses what is out of bounds or contradicts itself', async () => {
    const refusal = (fields: object) =>
      ledger.refusal(alice, { TransactionType: 'AccountSet', ...fields } as Fields);
    expect(await refusal({ TransferRate: 999_999_999 })).toBe('temBAD_TRANSFER_RATE');
    expect(await refusal({ TransferRate: 2_000_000_001 })).toBe('temBAD_TRANSFER_RATE');
    expect(await refusal({ TickSize: 2 })).toBe('temBAD_TICK_SIZE');
    expect(await refusal({ TickSize: 16 })).toBe('temBAD_TICK_SIZE');
    expect(await refusal({ Domain: 'AB'.repeat(257) })).toBe('telBAD_DOMAIN');
    expect(await refusal({ MessageKey: 'AB'.repeat(33) })).toBe('telBAD_PUBLIC_KEY');
    expect(await refusal({ SetFlag: 8, ClearFlag: 8 })).toBe('temINVALID_FLAG');
    expect(await refusal({ SetFlag: 1, Flags: 0x00020000 })).toBe('temINVALID_FLAG');
    expect(await refusal({ SetFlag: 10 })).toBe('temMALFORMED');
    expect(await refusal({ Flags: 1 })).toBe('temINVALID_FLAG');
  });

  it('lets nobody but the master key give up freezing', async () => {
    expect(await set({ SetFlag: 6 })).toBe('tesSUCCESS');
    expect(await set({ ClearFlag: 6 })).toBe('tesSUCCESS');
    expect((await info()).account_flags?.noFreeze).toBe(true);
    expect(await set({ SetFlag: 16 })).toBe('tecNO_PERMISSION');
  });
});

describe('an account', () => {
  it('can ask for a tag', async () => {
    await set({ SetFlag: 1 }, bob);
    expect(await xrpTo(bob)).toBe('tecDST_TAG_NEEDED');
    expect(await xrpTo(bob, { DestinationTag: 0 })).toBe('tesSUCCESS');
  });

  it('can ask to be asked', async () => {
    await set({ SetFlag: 9 }, bob);
    expect(await xrpTo(bob)).toBe('tecNO_PERMISSION');
    const preauth = async (fields: object) =>
      (await ledger.send(bob, { TransactionType: 'DepositPreauth', ...fields })).result;
    expect(await preauth({ Authorize: alice.classicAddress })).toBe('tesSUCCESS');
    expect(await preauth({ Authorize: alice.classicAddress })).toBe('tecDUPLICATE');
    expect(await xrpTo(bob)).toBe('tesSUCCESS');
    expect(await preauth({ Unauthorize: alice.classicAddress })).toBe('tesSUCCESS');
    expect(await preauth({ Unauthorize: alice.classicAddress })).toBe('tecNO_ENTRY');
    expect(await xrpTo(bob)).toBe('tecNO_PERMISSION');
    const self = { TransactionType: 'DepositPreauth', Authorize: bob.classicAddress };
    expect(await ledger.refusal(bob, self)).toBe('temCANNOT_PREAUTH_SELF');
  });

  it('that asks to be asked gets no tokens unasked either', async () => {
    const LimitAmount = tokens(alice, 'USD', '10');
    await ledger.send(bob, { TransactionType: 'TrustSet', LimitAmount });
    await set({ SetFlag: 9 }, bob);
    const Amount = tokens(alice, 'USD', '1');
    expect(await xrpTo(bob, { Amount })).toBe('tecNO_PERMISSION');
  });
});

describe('credentials', () => {
  const type = '4B5943';
  const create = async (fields: object = {}) => {
    const { result } = await ledger.send(alice, {
      TransactionType: 'CredentialCreate',
      Subject: bob.classicAddress,
      CredentialType: type,
      ...fields,
    });
    return result;
  };
  const accept = async (wallet = bob) => {
    const { result } = await ledger.send(wallet, {
      TransactionType: 'CredentialAccept',
      Issuer: alice.classicAddress,
      CredentialType: type,
    });
    return result;
  };
  const remove = async (wallet: Wallet, fields: object) => {
    const { result } = await ledger.send(wallet, {
      TransactionType: 'CredentialDelete',
      CredentialType: type,
      ...fields,
    });
    return result;
  };
  const owners = async () => [
    (await info(alice)).account_data.OwnerCount,
    (await info(bob)).account_data.OwnerCount,
  ];

  it('are issued, accepted and deleted, and weigh on one side at a time', async () => {
    expect(await accept()).toBe('tecNO_ENTRY');
    expect(await create({ URI: 'AB' })).toBe('tesSUCCESS');
    expect(await create()).toBe('tecDUPLICATE');
    expect(await owners()).toEqual([1, 0]);
    expect(await accept()).toBe('tesSUCCESS');
    expect(await accept()).toBe('tecDUPLICATE');
    expect(await owners()).toEqual([0, 1]);
    const both = { Subject: bob.classicAddress, Issuer: alice.classicAddress };
    expect(await remove(await ledger.wallet(), both)).toBe('tecNO_PERMISSION');
    expect(await remove(bob, { Issuer: alice.classicAddress })).toBe('tesSUCCESS');
    expect(await owners()).toEqual([0, 0]);
    expect(await remove(alice, { Subject: bob.classicAddress })).toBe('tecNO_ENTRY');
  });

  it('expire, and can be swept up by anyone then', async () => {
    const { closeTime } = ledger.sandbox.xrpl.closeLedger();
    expect(await create({ Expiration: closeTime - 1 })).toBe('tecEXPIRED');
    expect(await create({ Expiration: closeTime + 60 })).toBe('tesSUCCESS');
    ledger.sandbox.advanceTime(61_000);
    ledger.sandbox.xrpl.closeLedger();
    expect(await accept()).toBe('tecEXPIRED');
    const both = { Subject: bob.classicAddress, Issuer: alice.classicAddress };
    expect(await remove(await ledger.wallet(), both)).toBe('tesSUCCESS');
  });

  it('need somebody to speak of, and something to say', async () => {
    const Subject = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
    expect(await create({ Subject })).toBe('tecNO_TARGET');
    const long = { Subject: bob.classicAddress, CredentialType: 'AB'.repeat(65) };
    const refusal = (fields: object) =>
      ledger.refusal(alice, { TransactionType: 'CredentialCreate', ...fields } as Fields);
    expect(await refusal(long)).toBe('temMALFORMED');
    expect(await refusal({ ...long, CredentialType: '' })).toBe('temMALFORMED');
  });
});
