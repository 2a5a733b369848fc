import {
  Account,
  type AnyRawTransaction,
  type CommittedTransactionResponse,
  generateSignedTransaction,
  generateUserTransactionHash,
  SigningSchemeInput,
} from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, BOB, TestAptos } from './support/aptos.js';

let aptos: TestAptos;

beforeAll(async () => {
  aptos = await TestAptos.start({ seed: 'aptos' });
});

beforeEach(() => aptos.sandbox.aptos.clearMessages());

afterAll(() => aptos.stop());

/** The gas that a transaction cost, in octas. */
function costOf(committed: CommittedTransactionResponse): bigint {
  if (!('gas_unit_price' in committed)) throw new Error('this is no user transaction');
  return BigInt(committed.gas_used) * BigInt(committed.gas_unit_price);
}

const balanceOf = (account: Account) => aptos.sandbox.aptos.balanceOf(addressOf(account));

describe('a transfer', () => {
  it('moves the amount, charges the gas and spends the number', async () => {
    const [alice, bob] = [aptos.account(1), aptos.account(0)];
    const transaction = await aptos.transfer(alice, addressOf(bob), 12_345n);
    const committed = await aptos.send(alice, transaction);
    expect(committed).toMatchObject({
      success: true,
      vm_status: 'Executed successfully',
      sender: addressOf(alice),
      sequence_number: '0',
      payload: {
        function: '0x1::aptos_account::transfer',
        type_arguments: [],
        arguments: [addressOf(bob), '12345'],
      },
      type: 'user_transaction',
    });
    expect(balanceOf(bob)).toBe(12_345n);
    expect(balanceOf(alice)).toBe(100_000_000n - 12_345n - costOf(committed));
    const { sequence_number } = await aptos.client.getAccountInfo({
      accountAddress: alice.accountAddress,
    });
    expect(sequence_number).toBe('1');
    const amount = await aptos.client.getAccountAPTAmount({ accountAddress: bob.accountAddress });
    expect(amount).toBe(12_345);
  });

  it('costs more when it makes something new than when it does not', async () => {
    const [alice, bob] = [aptos.account(1), aptos.account(0)];
    const send = async () => aptos.send(alice, await aptos.transfer(alice, addressOf(bob), 1n));
    const [first, second] = [costOf(await send()), costOf(await send())];
    expect(first).toBeGreaterThan(second);
  });

  it('of 2^64-1 octas arrives exactly', async () => {
    const [alice, bob] = [aptos.account(0), aptos.account(0)];
    const payer = aptos.account(1);
    const most = 2n ** 64n - 1n;
    aptos.sandbox.aptos.fund(addressOf(alice), most);
    const transaction = await aptos.client.transaction.build.simple({
      sender: alice.accountAddress,
      withFeePayer: true,
      data: {
        function: '0x1::aptos_account::transfer',
        functionArguments: [addressOf(bob), most],
      },
    });
    await sendSponsored(alice, payer, transaction);
    expect(balanceOf(alice)).toBe(0n);
    expect(balanceOf(bob)).toBe(most);
    const { text } = await aptos.ask(`/accounts/${addressOf(bob)}/balance/0xa`);
    expect(text).toBe('18446744073709551615');
  });
});

async function sendSponsored(sender: Account, payer: Account, transaction: AnyRawTransaction) {
  const { client } = aptos;
  const senderAuthenticator = client.transaction.sign({ signer: sender, transaction });
  const feePayerAuthenticator = client.transaction.signAsFeePayer({ signer: payer, transaction });
  const { hash } = await client.transaction.submit.simple({
    transaction,
    senderAuthenticator,
    feePayerAuthenticator,
  });
  return client.waitForTransaction({
    transactionHash: hash,
    options: { checkSuccess: false },
  });
}

describe('signers', () => {
  it('may be paid for by somebody else', async () => {
    const [alice, bob, payer] = [aptos.account(1), aptos.account(0), aptos.account(1)];
    const transaction = await aptos.client.transaction.build.simple({
      sender: alice.accountAddress,
      withFeePayer: true,
      data: {
        function: '0x1::aptos_account::transfer',
        functionArguments: [addressOf(bob), 1_000n],
      },
    });
    const committed = await sendSponsored(alice, payer, transaction);
    expect(committed).toMatchObject({
      success: true,
      signature: { type: 'fee_payer_signature', fee_payer_address: addressOf(payer) },
    });
    expect(balanceOf(alice)).toBe(100_000_000n - 1_000n);
    expect(balanceOf(payer)).toBe(100_000_000n - costOf(committed));
  });

  it('may be several, in their order', async () => {
    const [alice, bob] = [aptos.account(1), aptos.account(1)];
    const transaction = await aptos.client.transaction.build.multiAgent({
      sender: alice.accountAddress,
      secondarySignerAddresses: [bob.accountAddress],
      data: {
        function: `${aptos.sandbox.aptos.sampleModule}::record_two` as `0x1::a::b`,
        functionArguments: [7n],
      },
    });
    const { client } = aptos;
    const submit = (second: Account) =>
      client.transaction.submit.multiAgent({
        transaction,
        senderAuthenticator: client.transaction.sign({ signer: alice, transaction }),
        additionalSignersAuthenticators: [client.transaction.sign({ signer: second, transaction })],
      });
    await expect(submit(aptos.account(1))).rejects.toThrow('INVALID_AUTH_KEY');
    const { hash } = await submit(bob);
    const committed = await client.waitForTransaction({ transactionHash: hash });
    expect(committed).toMatchObject({ signature: { type: 'multi_agent_signature' } });
    expect(aptos.sandbox.aptos.recordedCalls.at(-1)).toMatchObject({
      signers: [addressOf(alice), addressOf(bob)],
      arguments: ['7'],
    });
  });

  it('may have keys in the newer wrapping', async () => {
    const alice = Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false });
    aptos.sandbox.aptos.fund(addressOf(alice), 100_000_000n);
    const committed = await aptos.send(alice, await aptos.transfer(alice, BOB, 5n));
    expect(committed).toMatchObject({ success: true, signature: { type: 'single_sender' } });
  });

  it('are the custody, too', async () => {
    const { custody } = aptos.sandbox;
    const path = [44, 637, 0, 0, 0];
    const key = custody.publicKeyOf({ path, algorithm: 'MPC_EDDSA_ED25519' });
    const address = aptos.sandbox.aptos.addressOfKey(key);
    expect(address).toMatch(/^0x[0-9a-f]{64}$/);
    aptos.sandbox.aptos.fund(address, 1_000n);
    expect(aptos.sandbox.aptos.balanceOf(address)).toBe(1_000n);
  });
});

describe('the sample module', () => {
  it('takes every type, and remembers what it got', async () => {
    const alice = aptos.account(1);
    const { sampleModule } = aptos.sandbox.aptos;
    const [some, big] = [addressOf(alice), 2n ** 256n - 1n];
    const transaction = await aptos.client.transaction.build.simple({
      sender: alice.accountAddress,
      data: {
        function: `${sampleModule}::record_all` as `0x1::a::b`,
        typeArguments: ['0x1::fungible_asset::Metadata'],
        functionArguments: [
          true,
          255,
          65_535,
          4_294_967_295,
          2n ** 64n - 1n,
          2n ** 128n - 1n,
          big,
          some,
          'Grüße, 世界 🌍',
          '0xa',
          1n,
          null,
          some,
          [true, false],
          new Uint8Array([1, 2, 3]),
          [1, 2],
          [3, 4],
          [5n, 6n],
          [7n],
          [big],
          [some, '0x1'],
          ['', 'a'],
          ['0xa'],
          [new Uint8Array([9]), new Uint8Array()],
          [[1n], []],
          [1n, null],
        ],
      },
    });
    const committed = await aptos.send(alice, transaction);
    expect(committed).toMatchObject({ success: true });
    const shown = [
      true,
      255,
      65_535,
      4_294_967_295,
      `${2n ** 64n - 1n}`,
      `${2n ** 128n - 1n}`,
      `${big}`,
      some,
      'Grüße, 世界 🌍',
      { inner: '0xa' },
      { vec: ['1'] },
      { vec: [] },
      { vec: [some] },
      [true, false],
      '0x010203',
      [1, 2],
      [3, 4],
      ['5', '6'],
      ['7'],
      [`${big}`],
      [some, '0x1'],
      ['', 'a'],
      [{ inner: '0xa' }],
      ['0x09', '0x'],
      [['1'], []],
      [{ vec: ['1'] }, { vec: [] }],
    ];
    expect(committed).toMatchObject({ payload: { arguments: shown } });
    expect(aptos.sandbox.aptos.recordedCalls.at(-1)).toEqual({
      function: `${sampleModule}::record_all`,
      signers: [some],
      typeArguments: ['0x1::fungible_asset::Metadata'],
      arguments: shown,
    });
  });
});

describe('orderless transactions', () => {
  const orderless = (sender: Account, nonce: bigint, seconds = 50) =>
    aptos.transfer(sender, BOB, 1n, {
      replayProtectionNonce: nonce,
      expireTimestamp: Math.floor(Date.now() / 1_000) + seconds,
    });

  it('need no number, and none is spent', async () => {
    const alice = aptos.account(1);
    const committed = await Promise.all(
      [9n, 3n, 7n].map(async (nonce) => aptos.send(alice, await orderless(alice, nonce))),
    );
    expect(committed.map((each) => 'success' in each && each.success)).toEqual([true, true, true]);
    expect(committed[0]).toMatchObject({ replay_protection_nonce: '9' });
    expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(0n);
  });

  it('are taken once for each nonce', async () => {
    const alice = aptos.account(1);
    await aptos.send(alice, await orderless(alice, 5n));
    const again = aptos.signed(alice, await orderless(alice, 5n, 51));
    expect(await aptos.submit(again)).toMatchObject({
      status: 400,
      json: { error_code: 'vm_error', message: expect.stringContaining('NONCE_ALREADY_USED') },
    });
  });

  it('may not live longer than the chain lets them', async () => {
    const alice = aptos.account(1);
    const late = aptos.signed(alice, await orderless(alice, 1n, 130));
    expect((await aptos.submit(late)).json.message).toContain(
      'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE',
    );
  });
});

describe('a simulation', () => {
  it('says what a transaction would cost, and changes nothing', async () => {
    const [alice, bob] = [aptos.account(1), aptos.account(0)];
    const transaction = await aptos.transfer(alice, addressOf(bob), 1_000n);
    const [simulated] = await aptos.client.transaction.simulate.simple({
      signerPublicKey: alice.publicKey,
      transaction,
    });
    expect(simulated).toMatchObject({ success: true, vm_status: 'Executed successfully' });
    expect(balanceOf(bob)).toBe(0n);
    const committed = await aptos.send(alice, transaction);
    expect(committed).toMatchObject({ gas_used: simulated?.gas_used });
  });

  it('works without a key, and estimates what it is asked to', async () => {
    aptos.sandbox.aptos.setGasPrices({ standard: 123n, high: 456n });
    const alice = aptos.account(1);
    const transaction = await aptos.transfer(alice, BOB, 1n);
    const simulate = async (options: object) =>
      (await aptos.client.transaction.simulate.simple({ transaction, options }))[0];
    expect(await simulate({ estimateGasUnitPrice: true })).toMatchObject({
      success: true,
      gas_unit_price: '123',
    });
    expect(
      await simulate({ estimatePrioritizedGasUnitPrice: true, estimateMaxGasAmount: true }),
    ).toMatchObject({ gas_unit_price: '456', max_gas_amount: `${100_000_000n / 456n}` });
    aptos.sandbox.aptos.setGasPrices({ standard: 100n, high: 150n });
  });

  it('is refused when it is signed', async () => {
    const alice = aptos.account(1);
    const bytes = aptos.signed(alice, await aptos.transfer(alice, BOB, 1n));
    expect(await aptos.submit(bytes, '/transactions/simulate')).toMatchObject({
      status: 400,
      json: {
        message: 'Simulated transactions must not have a valid signature',
        error_code: 'invalid_input',
      },
    });
  });

  it('shows as a failure what would be one, whoever finds it', async () => {
    const [alice, poor] = [aptos.account(1), aptos.account(0)];
    const simulate = async (
      sender: Account,
      transaction: Awaited<ReturnType<typeof aptos.transfer>>,
    ) =>
      (
        await aptos.client.transaction.simulate.simple({
          signerPublicKey: sender.publicKey,
          transaction,
        })
      )[0];
    expect(await simulate(alice, await aptos.transfer(alice, BOB, 10n ** 12n))).toMatchObject({
      success: false,
      vm_status:
        'Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE(0x10004): Insufficient balance to withdraw or transfer.',
    });
    expect(await simulate(poor, await aptos.transfer(poor, BOB, 1n))).toMatchObject({
      success: false,
      vm_status: 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE',
      gas_used: '0',
    });
    const early = await aptos.transfer(alice, BOB, 1n, { accountSequenceNumber: 9 });
    expect(await simulate(alice, early)).toMatchObject({ vm_status: 'SEQUENCE_NUMBER_TOO_NEW' });
    expect(await simulate(aptos.account(0), await aptos.transfer(alice, BOB, 1n))).toMatchObject({
      vm_status: 'INVALID_AUTH_KEY',
    });
  });
});

describe('what is asked of the ledger', () => {
  it('comes with where the ledger is', async () => {
    const { json, headers } = await aptos.ask('');
    expect(json).toMatchObject({ chain_id: 4, node_role: 'full_node', oldest_ledger_version: '0' });
    expect(headers.get('x-aptos-chain-id')).toBe('4');
    expect(headers.get('x-aptos-ledger-version')).toBe(json.ledger_version);
    expect(headers.get('x-aptos-ledger-timestampusec')).toBe(json.ledger_timestamp);
    expect(headers.get('x-aptos-block-height')).toBe(json.block_height);
  });

  it('finds a transaction by hash and by version, and in its account’s list', async () => {
    const alice = aptos.account(1);
    const hashes: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { hash } = await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
      hashes.push(hash);
    }
    const { json: first } = await aptos.ask(`/transactions/by_hash/${hashes[0]}`);
    const { json: same } = await aptos.ask(`/transactions/by_version/${first.version}`);
    expect(same).toEqual(first);
    const list = async (query: string) => {
      const { text } = await aptos.ask(`/accounts/${addressOf(alice)}/transactions${query}`);
      return (JSON.parse(text) as { hash: string }[]).map(({ hash }) => hash);
    };
    expect(await list('')).toEqual(hashes);
    expect(await list('?limit=2')).toEqual(hashes.slice(2));
    expect(await list('?start=1&limit=2')).toEqual(hashes.slice(1, 3));
    expect(await list('?start=9')).toEqual([]);
    const shown = aptos.sandbox.aptos.transactionsOf(addressOf(alice));
    expect(shown.map(({ hash }) => hash)).toEqual(hashes);
  });

  it('shows what begins and ends a block', async () => {
    const alice = aptos.account(1);
    const { version } = await aptos
      .send(alice, await aptos.transfer(alice, BOB, 1n))
      .then((each) => ({ version: Number(each.version) }));
    const typeAt = async (at: number) =>
      (await aptos.ask(`/transactions/by_version/${at}`)).json.type;
    expect(await typeAt(version - 1)).toBe('block_metadata_transaction');
    expect(await typeAt(version)).toBe('user_transaction');
    expect(await typeAt(version + 1)).toBe('block_epilogue_transaction');
  });

  it('can be asked as of an older version', async () => {
    const alice = aptos.account(1);
    const committed = await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
    const at = async (version: number) =>
      (await aptos.ask(`/accounts/${addressOf(alice)}?ledger_version=${version}`)).json;
    expect(await at(Number(committed.version))).toMatchObject({ sequence_number: '1' });
    expect(await at(Number(committed.version) - 1)).toMatchObject({ sequence_number: '0' });
    expect(await at(10 ** 9)).toMatchObject({ error_code: 'version_not_found' });
  });

  it('answers views, in BCS and in JSON', async () => {
    const alice = aptos.account(1);
    const { client } = aptos;
    const balance = { function: '0x1::primary_fungible_store::balance' } as const;
    const functionArguments = [addressOf(alice), '0xa'];
    const typeArguments = ['0x1::fungible_asset::Metadata'] as const;
    const payload = { ...balance, functionArguments, typeArguments: [...typeArguments] };
    expect(await client.view({ payload })).toEqual(['100000000']);
    expect(await client.viewJson({ payload })).toEqual(['100000000']);
    const symbol = { function: '0x1::coin::symbol' } as const;
    const coin = {
      typeArguments: ['0x1::aptos_coin::AptosCoin'] as `${string}::${string}::${string}`[],
    };
    expect(await client.view({ payload: { ...symbol, ...coin } })).toEqual(['APT']);
    const paired = { function: '0x1::coin::paired_metadata' } as const;
    expect(await client.view({ payload: { ...paired, ...coin } })).toEqual([
      { vec: [{ inner: '0xa' }] },
    ]);
    await expect(
      client.viewJson({ payload: { function: '0x1::coin::nothing', functionArguments: [] } }),
    ).rejects.toThrow('could not find view function');
    await expect(
      client.viewJson({ payload: { ...balance, functionArguments: ['0xa'], typeArguments: [] } }),
    ).rejects.toThrow('type arguments');
  });

  it('shows resources', async () => {
    const alice = aptos.account(1);
    await aptos.send(alice, await aptos.transfer(alice, BOB, 1n));
    const resource = await aptos.client.getAccountResource({
      accountAddress: alice.accountAddress,
      resourceType: '0x1::account::Account',
    });
    expect(resource).toMatchObject({ sequence_number: '1' });
    const metadata = await aptos.client.getAccountResource({
      accountAddress: '0xa',
      resourceType: '0x1::fungible_asset::Metadata',
    });
    expect(metadata).toMatchObject({ symbol: 'APT', decimals: 8 });
  });

  it('counts what it was asked', async () => {
    const alice = aptos.account(1);
    aptos.sandbox.aptos.clearMessages();
    await aptos.ask(`/accounts/${addressOf(alice)}`);
    await aptos.ask(`/accounts/${addressOf(alice)}/resources`);
    await aptos.ask('/accounts/0x1?ledger_version=1');
    await aptos.ask('/nothing');
    expect(aptos.sandbox.aptos.requests).toEqual({
      'GET /v1/accounts/:address': 2,
      'GET /v1/accounts/:address/resources': 1,
      'GET /v1/nothing': 1,
    });
  });
});

describe('an account that nobody has made', () => {
  it('exists all the same where accounts have no state, as on today’s mainnet', async () => {
    const nobody = Account.generate();
    expect((await aptos.ask(`/accounts/${addressOf(nobody)}`)).json).toEqual({
      sequence_number: '0',
      authentication_key: addressOf(nobody),
    });
  });

  it('is not found where it must be made, until it is', async () => {
    const older = await TestAptos.start({ aptosStatelessAccounts: false, aptosChainId: 250 });
    const alice = Account.generate();
    const path = `/accounts/${addressOf(alice)}`;
    const { status, json } = await older.ask(path);
    expect(status).toBe(404);
    expect(json).toMatchObject({
      message: expect.stringMatching(
        /^Account not found by Address\(0x.*\) and Ledger version\(\d+\)$/,
      ),
      error_code: 'account_not_found',
      vm_error_code: null,
    });
    const rich = older.account(1);
    older.sandbox.aptos.rotateKey(addressOf(rich), addressOf(rich));
    await older.send(rich, await older.transfer(rich, addressOf(alice), 1n));
    expect((await older.ask(path)).json).toMatchObject({ sequence_number: '0' });
    await older.stop();
  });
});

describe('hashes', () => {
  it('are those that the SDK computes', async () => {
    const alice = aptos.account(1);
    const transaction = await aptos.transfer(alice, BOB, 1n);
    const senderAuthenticator = alice.signTransactionWithAuthenticator(transaction);
    const bytes = generateSignedTransaction({ transaction, senderAuthenticator });
    const { status, json } = await aptos.submit(bytes);
    expect(status).toBe(202);
    const hash = generateUserTransactionHash({ transaction, senderAuthenticator });
    expect(json).toMatchObject({ hash });
    expect(json).not.toHaveProperty('type');
  });
});
