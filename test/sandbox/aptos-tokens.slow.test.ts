import { type Account, AccountAddress, createObjectAddress, TypeTagU64 } from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, BOB, TestAptos } from './support/aptos.js';

let aptos: TestAptos;

beforeAll(async () => {
  aptos = await TestAptos.start();
});

afterAll(() => aptos.stop());

interface Call {
  readonly function: string;
  readonly typeArguments?: readonly string[];
  readonly functionArguments: readonly unknown[];
  readonly options?: object;
}

/** Calls an entry function, and gives what came of it. */
async function call(sender: Account, { options = {}, ...data }: Call) {
  const transaction = await aptos.client.transaction.build.simple({
    sender: sender.accountAddress,
    data: data as never,
    options,
  });
  const committed = await aptos.send(sender, transaction);
  if (!('gas_unit_price' in committed)) throw new Error('this is no user transaction');
  return committed;
}

const balanceOf = (account: Account | string, asset?: string) =>
  aptos.sandbox.aptos.balanceOf(typeof account === 'string' ? account : addressOf(account), asset);

const METADATA = '0x1::fungible_asset::Metadata';

describe('a fungible asset', () => {
  const pay = (from: Account, asset: string, to: string, amount: bigint) =>
    call(from, {
      function: '0x1::primary_fungible_store::transfer',
      typeArguments: [METADATA],
      functionArguments: [asset, to, amount],
    });

  it('goes from account to account', async () => {
    const alice = aptos.account(1);
    const usd = aptos.sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
    aptos.sandbox.aptos.mint(usd, addressOf(alice), 1_000n);
    const committed = await pay(alice, usd, BOB, 400n);
    expect(committed.success).toBe(true);
    expect(committed.events.map(({ type }) => type)).toEqual([
      '0x1::fungible_asset::Withdraw',
      '0x1::fungible_asset::Deposit',
      '0x1::transaction_fee::FeeStatement',
    ]);
    expect([balanceOf(alice, usd), balanceOf(BOB, usd)]).toEqual([600n, 400n]);
    const transaction = await aptos.client.transferFungibleAsset({
      sender: alice,
      fungibleAssetMetadataAddress: AccountAddress.from(usd),
      recipient: AccountAddress.from(BOB),
      amount: 100n,
    });
    expect((await aptos.send(alice, transaction)).success).toBe(true);
    expect(balanceOf(BOB, usd)).toBe(500n);
  });

  it('that is missing, frozen or too little fails, and costs gas all the same', async () => {
    const alice = aptos.account(1);
    const eur = aptos.sandbox.aptos.createAsset({ name: 'Euro', symbol: 'EUR', decimals: 2 });
    aptos.sandbox.aptos.mint(eur, addressOf(alice), 1_000n);
    const before = balanceOf(alice);
    const poor = await pay(alice, eur, BOB, 1_001n);
    expect(poor).toMatchObject({
      success: false,
      vm_status:
        'Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE(0x10004): Insufficient balance to withdraw or transfer.',
    });
    expect(poor.events.map(({ type }) => type)).toEqual(['0x1::transaction_fee::FeeStatement']);
    expect(balanceOf(alice)).toBe(before - BigInt(poor.gas_used) * BigInt(poor.gas_unit_price));
    expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(1n);
    aptos.sandbox.aptos.freeze(eur, addressOf(alice));
    expect((await pay(alice, eur, BOB, 1n)).vm_status).toBe(
      'Move abort in 0x1::fungible_asset: ESTORE_IS_FROZEN(0x50003): Store is disabled from sending and receiving this fungible asset.',
    );
    aptos.sandbox.aptos.freeze(eur, addressOf(alice), false);
    expect((await pay(alice, eur, BOB, 1n)).success).toBe(true);
    expect((await pay(alice, BOB, BOB, 1n)).vm_status).toBe(
      'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist at this address',
    );
  });

  it('goes from store to store, if the sender owns the first', async () => {
    const [alice, carol] = [aptos.account(1), aptos.account(1)];
    const gbp = aptos.sandbox.aptos.createAsset({ name: 'Pound', symbol: 'GBP', decimals: 2 });
    for (const account of [alice, carol]) aptos.sandbox.aptos.mint(gbp, addressOf(account), 100n);
    const stores = await aptos.query(
      `query ($asset: String!) {
        current_fungible_asset_balances(where: { asset_type: { _eq: $asset } }) { storage_id owner_address }
      }`,
      { asset: gbp },
    );
    const of = (account: Account): string =>
      stores.json.data.current_fungible_asset_balances.find(
        (row: { owner_address: string }) => row.owner_address === addressOf(account),
      ).storage_id;
    const move = (from: string, to: string) =>
      call(alice, {
        function: '0x1::fungible_asset::transfer',
        typeArguments: ['0x1::fungible_asset::FungibleStore'],
        functionArguments: [from, to, 30n],
      });
    expect((await move(of(alice), of(carol))).success).toBe(true);
    expect([balanceOf(alice, gbp), balanceOf(carol, gbp)]).toEqual([70n, 130n]);
    expect((await move(of(carol), of(alice))).vm_status).toContain('ENOT_STORE_OWNER(0x50008)');
  });
});

describe('a coin of the older standard', () => {
  const coinType = `0x${'c0'.repeat(32)}::gold::Gold`;
  const pay = (from: Account, name: string, to: string, amount: bigint) =>
    call(from, {
      function: name,
      typeArguments: [coinType],
      functionArguments: [to, amount],
    });

  beforeAll(() => {
    aptos.sandbox.aptos.createCoin({ coinType, name: 'Gold', symbol: 'XAU', decimals: 6 });
  });

  it('needs a recipient who has registered, unless the transfer sees to it', async () => {
    const [alice, carol] = [aptos.account(1), aptos.account(1)];
    aptos.sandbox.aptos.mint(coinType, addressOf(alice), 50n);
    expect((await pay(alice, '0x1::coin::transfer', addressOf(carol), 5n)).vm_status).toBe(
      "Move abort in 0x1::coin: ECOIN_STORE_NOT_PUBLISHED(0x60005): Account hasn't registered `CoinStore` for `CoinType`",
    );
    const made = await pay(alice, '0x1::aptos_account::transfer_coins', addressOf(carol), 5n);
    expect(made.success).toBe(true);
    expect((await pay(alice, '0x1::coin::transfer', addressOf(carol), 5n)).success).toBe(true);
    expect(balanceOf(carol, coinType)).toBe(10n);
    expect((await pay(alice, '0x1::coin::transfer', addressOf(carol), 41n)).vm_status).toBe(
      'Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction',
    );
    const resource = await aptos.client.getAccountResource({
      accountAddress: carol.accountAddress,
      resourceType: `0x1::coin::CoinStore<${coinType}>`,
    });
    expect(resource).toMatchObject({ coin: { value: '10' } });
  });

  it('is paid out of both its forms, where it has two', async () => {
    const type = `0x${'c0'.repeat(32)}::silver::Silver`;
    const paired = createObjectAddress(AccountAddress.A, type).toStringLong();
    aptos.sandbox.aptos.createCoin({
      coinType: type,
      name: 'Silver',
      symbol: 'XAG',
      decimals: 6,
      paired: true,
    });
    const alice = aptos.account(1);
    aptos.sandbox.aptos.mint(type, addressOf(alice), 30n);
    aptos.sandbox.aptos.mint(paired, addressOf(alice), 20n);
    expect(balanceOf(alice, type)).toBe(50n);
    const send = async (amount: bigint) =>
      call(alice, {
        function: '0x1::coin::transfer',
        typeArguments: [type],
        functionArguments: [BOB, amount],
      });
    const { success, events } = await send(45n);
    expect(success).toBe(true);
    expect(events.map(({ type: name }) => name)).toEqual([
      '0x1::coin::CoinWithdraw',
      '0x1::fungible_asset::Withdraw',
      '0x1::fungible_asset::Deposit',
      '0x1::transaction_fee::FeeStatement',
    ]);
    expect([balanceOf(alice, type), balanceOf(BOB, type)]).toEqual([5n, 45n]);
    expect((await send(6n)).vm_status).toContain('0x1::fungible_asset: EINSUFFICIENT_BALANCE');
  });
});

describe('the native coin', () => {
  it('goes to many at once, or to none', async () => {
    const alice = aptos.account(1);
    const [one, two] = [`0x${'51'.repeat(32)}`, `0x${'52'.repeat(32)}`];
    const send = (amounts: readonly bigint[]) =>
      call(alice, {
        function: '0x1::aptos_account::batch_transfer',
        functionArguments: [[one, two], amounts],
      });
    expect((await send([5n, 6n])).success).toBe(true);
    expect([balanceOf(one), balanceOf(two)]).toEqual([5n, 6n]);
    expect((await send([5n, 10n ** 10n])).success).toBe(false);
    expect((await send([5n])).vm_status).toContain(
      'EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH(0x10005)',
    );
    expect([balanceOf(one), balanceOf(two)]).toEqual([5n, 6n]);
  });

  it('is counted in both its forms, but only the newer pays for gas', async () => {
    const alice = aptos.account(0);
    aptos.sandbox.aptos.mint('0x1::aptos_coin::AptosCoin', addressOf(alice), 900n);
    expect(balanceOf(alice)).toBe(900n);
    expect(balanceOf(alice, '0xa')).toBe(0n);
    const { text } = await aptos.ask(
      `/accounts/${addressOf(alice)}/balance/0x1::aptos_coin::AptosCoin`,
    );
    expect(text).toBe('900');
    const transaction = await aptos.transfer(alice, BOB, 1n);
    await expect(aptos.send(alice, transaction)).rejects.toThrow(
      'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE',
    );
  });

  it('can’t be made by just anybody', async () => {
    const alice = aptos.account(1);
    const { vm_status } = await call(alice, {
      function: '0x1::aptos_coin::mint',
      functionArguments: [BOB, 1n],
    });
    expect(vm_status).toContain('ENO_CAPABILITIES');
  });

  it('that is all sent leaves nothing for the gas', async () => {
    const alice = aptos.account(1);
    const before = balanceOf(alice);
    const all = await call(alice, {
      function: '0x1::aptos_account::transfer',
      functionArguments: [BOB, before],
    });
    expect(all).toMatchObject({
      success: false,
      vm_status: expect.stringContaining('PROLOGUE_ECANT_PAY_GAS_DEPOSIT(0x203ed)'),
    });
    expect(balanceOf(alice)).toBe(before - BigInt(all.gas_used) * BigInt(all.gas_unit_price));
  });
});

describe('an execution that fails', () => {
  const sample = () => aptos.sandbox.aptos.sampleModule;

  it('says why, where the module has a reason', async () => {
    const alice = aptos.account(1);
    const explained = await call(alice, {
      function: `${sample()}::abort_explained`,
      functionArguments: [],
    });
    expect(explained.vm_status).toBe(
      `Move abort in ${sample()}: ENOT_TODAY(0x50007): The sample refuses, as it was asked to.`,
    );
    const bare = await call(alice, {
      function: `${sample()}::abort_with`,
      functionArguments: [4_660n],
    });
    expect(bare.vm_status).toBe(`Move abort in ${sample()}: 0x1234`);
  });

  it('may have run out of gas, and then costs all of it', async () => {
    const alice = aptos.account(1);
    const committed = await call(alice, {
      function: `${sample()}::use_gas`,
      functionArguments: [1_000n],
      options: { maxGasAmount: 500 },
    });
    expect(committed).toMatchObject({ success: false, vm_status: 'Out of gas', gas_used: '500' });
    expect(balanceOf(alice)).toBe(100_000_000n - 50_000n);
  });

  it('may be no execution at all', async () => {
    const alice = aptos.account(1);
    const abi = (integers: number) => ({
      typeParameters: [],
      parameters: Array.from({ length: integers }, () => new TypeTagU64()),
    });
    const statusOf = async (name: string, given: object) => {
      const transaction = await aptos.client.transaction.build.simple({
        sender: alice.accountAddress,
        data: { function: name, functionArguments: [], ...given } as never,
      });
      const { success, vm_status } = await aptos.send(alice, transaction);
      return [success, vm_status];
    };
    expect(await statusOf('0x1::nowhere::transfer', { abi: abi(0) })).toEqual([
      false,
      'LINKER_ERROR',
    ]);
    expect(await statusOf('0x1::aptos_account::nothing', { abi: abi(0) })).toEqual([
      false,
      'FUNCTION_RESOLUTION_FAILURE',
    ]);
    expect(await statusOf('0x1::coin::balance', { abi: abi(0) })).toEqual([
      false,
      'EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION',
    ]);
    expect(await statusOf('0x1::aptos_account::transfer', { abi: abi(0) })).toEqual([
      false,
      'NUMBER_OF_ARGUMENTS_MISMATCH',
    ]);
    expect(await statusOf('0x1::coin::transfer', { abi: abi(0) })).toEqual([
      false,
      'NUMBER_OF_TYPE_ARGUMENTS_MISMATCH',
    ]);
    expect(
      await statusOf('0x1::aptos_account::transfer', {
        abi: abi(2),
        functionArguments: [1n, 1n],
      }),
    ).toEqual([false, 'FAILED_TO_DESERIALIZE_ARGUMENT']);
  });
});
