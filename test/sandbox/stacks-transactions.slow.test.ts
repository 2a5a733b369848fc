import {
  Cl,
  getAddressFromPublicKey,
  makeUnsignedSTXTokenTransfer,
  Pc,
} from '@stacks/transactions';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { readTransaction } from '../../src/sandbox/stacks/wire/transaction.js';
import { runs } from '../support/runs.js';
import { StacksClient } from '../support/stacks-client.js';
import { readStacksTransaction, stacksSighash, stacksTxid } from '../support/stacks-reader.js';
import { TestCustody } from './support/custody.js';

const KEY = `${'7c'.repeat(32)}01`;
const OTHER = `${'5a'.repeat(32)}01`;
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let sandbox: Sandbox;
let alice: StacksClient;
let bob: StacksClient;

beforeEach(async () => {
  sandbox = await startSandbox({ stacks: { blockMs: 0 }, ledgerCloseMs: 0 });
  alice = new StacksClient(sandbox.stacks.url, KEY);
  bob = new StacksClient(sandbox.stacks.url, OTHER);
  sandbox.stacks.fund(alice.address, 10_000_000n);
});

afterEach(() => sandbox.stop());

describe('a transfer', () => {
  test('waits, and is confirmed by the next block', async () => {
    const tx = await alice.transfer(bob.address, 1_000_000n, { memo: 'rent' });
    const { status, body } = await alice.broadcast(tx);
    expect([status, body]).toEqual([200, tx.txid()]);
    expect(await alice.transaction(tx.txid())).toMatchObject({
      tx_status: 'pending',
      tx_type: 'token_transfer',
      token_transfer: {
        recipient_address: bob.address,
        amount: '1000000',
        memo: `0x${Buffer.from('rent').toString('hex').padEnd(68, '0')}`,
      },
    });
    const block = await sandbox.stacks.mineBlock();
    expect(block.transactions).toEqual([`0x${tx.txid()}`]);
    const shown = await alice.transaction(`0x${tx.txid()}`);
    expect(shown).toMatchObject({
      tx_status: 'success',
      tx_result: { hex: '0x0703', repr: '(ok true)' },
      block_height: block.height,
      sender_address: alice.address,
      fee_rate: '1000',
    });
    expect(sandbox.stacks.balanceOf(bob.address).unlocked).toBe(1_000_000n);
    expect(sandbox.stacks.balanceOf(alice.address).unlocked).toBe(8_999_000n);
  });

  test('is taken as hex in JSON, too, and a second time without a word', async () => {
    const tx = await alice.transfer(bob.address, 5n);
    expect(await alice.post('/v2/transactions', { tx: tx.serialize() })).toEqual({
      status: 200,
      body: tx.txid(),
    });
    expect((await alice.broadcast(tx)).status).toBe(200);
    await sandbox.stacks.mineBlock();
    expect(await alice.broadcast(tx)).toMatchObject({
      status: 400,
      body: {
        error: 'transaction rejected',
        reason: 'BadNonce',
        reason_data: { expected: 1, actual: 0, is_origin: true, principal: alice.address },
        txid: tx.txid(),
      },
    });
  });

  test('to a contract, and with blocks that come by themselves', async () => {
    const own = await startSandbox({ stacks: { blockMs: 1_000 }, ledgerCloseMs: 0 });
    const sender = new StacksClient(own.stacks.url, KEY);
    own.stacks.fund(sender.address, 10_000n);
    const tx = await sender.transfer(`${bob.address}.safe`, 5n);
    await sender.broadcast(tx);
    own.advanceTime(1_000);
    expect((await sender.transaction(tx.txid())).tx_status).toBe('success');
    expect(own.stacks.balanceOf(`${bob.address}.safe`).unlocked).toBe(5n);
    await own.stop();
  });
});

describe('what the node does not take', () => {
  const rejection = async (bytes: Uint8Array) => {
    const { status, body } = await alice.broadcast(bytes);
    expect(status).toBe(400);
    return body as { reason: string; reason_data?: { message?: string }; txid?: string };
  };

  test('bytes that are no transaction, or that go on behind it', async () => {
    const good = (await alice.transfer(bob.address, 1n)).serializeBytes();
    const json = { 'content-type': 'application/json' };
    const bodies = [
      { body: Buffer.of(1, 2, 3) },
      { body: Buffer.concat([good, Buffer.of(0)]) },
      // Pays to a contract without a name.
      {
        body: Buffer.concat([
          good.subarray(0, 116),
          Buffer.of(6),
          good.subarray(117, 138),
          Buffer.of(0),
          good.subarray(138),
        ]),
      },
      { body: '{"tx":"zz"}', headers: json },
    ];
    for (const sent of bodies) {
      const url = `${sandbox.stacks.url}/v2/transactions`;
      const answer = await fetch(url, { method: 'POST', ...sent });
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringMatching(/^Failed to decode: /),
      ]);
    }
  });

  test('a transaction with any byte of its signed part changed', async () => {
    const good = (await alice.transfer(bob.address, 2n, { memo: 'm' })).serializeBytes();
    // The fee, the nonce, the recipient's hash and the amount.
    for (const at of [42, 34, 130, 145]) {
      const bytes = Uint8Array.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect((await rejection(bytes)).reason).toBe('SignatureValidation');
    }
  });

  test('a high-S signature, though it is one', async () => {
    const bytes = Buffer.from((await alice.transfer(bob.address, 1n)).serializeBytes());
    const s = BigInt(`0x${bytes.subarray(77, 109).toString('hex')}`);
    bytes.write((CURVE_ORDER - s).toString(16).padStart(64, '0'), 77, 'hex');
    bytes.writeUInt8(bytes.readUInt8(44) ^ 1, 44);
    const { reason, reason_data } = await rejection(bytes);
    expect([reason, reason_data?.message]).toEqual([
      'SignatureValidation',
      'Invalid signature: high-S',
    ]);
  });

  test("somebody else's signature, and the other network's transaction", async () => {
    const mine = await alice.transfer(bob.address, 1n);
    const theirs = await bob.transfer(alice.address, 1n, { nonce: 0n });
    const bytes = Buffer.from(mine.serializeBytes());
    bytes.set(theirs.serializeBytes().subarray(44, 109), 44);
    expect((await rejection(bytes)).reason).toBe('SignatureValidation');
    const elsewhere = new StacksClient(sandbox.stacks.url, KEY, 'mainnet');
    const recipient = new StacksClient('', OTHER, 'mainnet').address;
    const tx = await elsewhere.transfer(recipient, 1n, { nonce: 0n });
    expect((await rejection(tx.serializeBytes())).reason).toBe('BadTransactionVersion');
  });

  test.each([
    ['FeeTooLow', 1n, { fee: 10n }],
    ['NotEnoughFunds', 10_000_000n, {}],
    ['TransferAmountMustBePositive', 0n, {}],
    ['TooMuchChaining', 1n, { nonce: 27n }],
  ])('%s', async (reason, amount, options) => {
    const tx = await alice.transfer(bob.address, amount, options);
    expect((await rejection(tx.serializeBytes())).reason).toBe(reason);
  });

  test('the words for money and fees', async () => {
    const poor = await bob.transfer(alice.address, 5n, { nonce: 0n });
    expect((await bob.broadcast(poor)).body).toMatchObject({
      reason_data: {
        expected: `0x${1_005n.toString(16).padStart(32, '0')}`,
        actual: `0x${'0'.repeat(32)}`,
      },
    });
    const cheap = await alice.transfer(bob.address, 5n, { fee: 7n });
    expect((await alice.broadcast(cheap)).body).toMatchObject({
      reason_data: { expected: 180, actual: 7 },
    });
  });

  test('what goes to oneself, to another network, or to what is not there', async () => {
    const self = await alice.transfer(alice.address, 1n);
    expect((await rejection(self.serializeBytes())).reason).toBe(
      'TransferRecipientCannotEqualSender',
    );
    const main = await alice.transfer('SP000000000000000000002Q6VF78', 1n);
    expect((await rejection(main.serializeBytes())).reason).toBe('BadAddressVersionByte');
    const nowhere = await alice.call(`${bob.address}.nothing`, 'transfer', []);
    expect((await rejection(nowhere.serializeBytes())).reason).toBe('NoSuchContract');
    const [sbtc = ''] = sandbox.stacks.contracts.sbtc.split('::');
    const unknown = await alice.call(sbtc, 'get-balance', [Cl.principal(bob.address)]);
    expect((await rejection(unknown.serializeBytes())).reason).toBe('NoSuchPublicFunction');
    const wrong = await alice.call(sbtc, 'transfer', [Cl.int(1)]);
    expect((await rejection(wrong.serializeBytes())).reason).toBe('BadFunctionArgument');
  });

  test('staking post-conditions before pox-5', async () => {
    sandbox.stacks.activate('pox-4');
    const [contract, manager] = [sandbox.stacks.contracts.fastPool, Pc.origin().mayPerformPox()];
    const tx = await alice.call(contract, 'delegate-stx', [Cl.uint(1)], {
      postConditions: [manager],
    });
    expect((await rejection(tx.serializeBytes())).reason).toBe('SignatureValidation');
  });
});

describe('the mempool', () => {
  test('a higher fee takes the place, a lower does not', async () => {
    const first = await alice.transfer(bob.address, 1n, { nonce: 0n });
    const cheap = await alice.transfer(bob.address, 2n, { nonce: 0n });
    const better = await alice.transfer(bob.address, 3n, { nonce: 0n, fee: 1_250n });
    await alice.broadcast(first);
    expect((await alice.broadcast(cheap)).body).toMatchObject({
      reason: 'ConflictingNonceInMempool',
      txid: cheap.txid(),
    });
    expect((await alice.broadcast(better)).status).toBe(200);
    expect(await alice.transaction(first.txid())).toMatchObject({
      tx_status: 'dropped_replace_by_fee',
      replaced_by_tx_id: `0x${better.txid()}`,
    });
    await sandbox.stacks.mineBlock();
    expect(sandbox.stacks.balanceOf(bob.address).unlocked).toBe(3n);
  });

  test('a replaced transaction may land all the same', async () => {
    const first = await alice.transfer(bob.address, 1n, { nonce: 0n });
    const better = await alice.transfer(bob.address, 3n, { nonce: 0n, fee: 1_250n });
    await alice.broadcast(first);
    await alice.broadcast(better);
    sandbox.stacks.revive(first.txid());
    await sandbox.stacks.mineBlock();
    expect((await alice.transaction(first.txid())).tx_status).toBe('success');
    expect((await alice.transaction(better.txid())).tx_status).toBe('dropped_replace_across_fork');
  });

  test('chained nonces land together, and behind a gap none does', async () => {
    const chain = [0n, 1n, 3n].map((nonce) => alice.transfer(bob.address, 10n, { nonce }));
    for (const tx of await Promise.all(chain)) await alice.broadcast(tx);
    const { body } = await alice.get(`/extended/v1/address/${alice.address}/nonces`);
    expect(body).toEqual({
      last_executed_tx_nonce: null,
      last_mempool_tx_nonce: 3,
      possible_next_nonce: 4,
      detected_missing_nonces: [],
      detected_mempool_nonces: [],
    });
    const block = await sandbox.stacks.mineBlock();
    expect(block.transactions).toHaveLength(2);
    await alice.broadcast(await alice.transfer(bob.address, 10n, { nonce: 5n }));
    expect((await alice.get(`/extended/v1/address/${alice.address}/nonces`)).body).toEqual({
      last_executed_tx_nonce: 1,
      last_mempool_tx_nonce: 5,
      possible_next_nonce: 6,
      detected_missing_nonces: [4, 2],
      detected_mempool_nonces: [3],
    });
    const mempool = `/extended/v1/tx/mempool?sender_address=${alice.address}&limit=1`;
    expect((await alice.get(mempool)).body).toMatchObject({ total: 2, limit: 1, offset: 0 });
    const account = await alice.get(`/v2/accounts/${alice.address}?proof=0`);
    expect(account.body).toMatchObject({ nonce: 2, unlock_height: 0 });
    expect(account.body).not.toHaveProperty('nonce_proof');
  });

  test('what it drops can come again', async () => {
    const tx = await alice.transfer(bob.address, 1n);
    await alice.broadcast(tx);
    sandbox.stacks.dropPending('dropped_stale_garbage_collect');
    expect((await alice.transaction(tx.txid())).tx_status).toBe('dropped_stale_garbage_collect');
    expect((await alice.broadcast(tx)).status).toBe(200);
    await sandbox.stacks.mineBlock();
    expect((await alice.transaction(tx.txid())).tx_status).toBe('success');
  });

  test('what is skipped as problematic pays and does nothing', async () => {
    const tx = await alice.transfer(bob.address, 1n);
    await alice.broadcast(tx);
    sandbox.stacks.skip(tx.txid());
    await sandbox.stacks.mineBlock();
    expect(await alice.transaction(tx.txid())).toMatchObject({
      tx_status: 'problematic_skipped',
      tx_result: { repr: '(err none)' },
    });
    expect(sandbox.stacks.balanceOf(alice.address).unlocked).toBe(9_999_000n);
    expect(await alice.nextNonce()).toBe(1n);
  });

  test('what can no longer be paid for waits', async () => {
    const all = await alice.transfer(bob.address, 6_000_000n, { nonce: 0n });
    const more = await alice.transfer(bob.address, 6_000_000n, { nonce: 1n });
    await alice.broadcast(all);
    await alice.broadcast(more);
    expect((await sandbox.stacks.mineBlock()).transactions).toEqual([`0x${all.txid()}`]);
    expect(sandbox.stacks.pending).toEqual([`0x${more.txid()}`]);
  });
});

describe('faults', () => {
  test('hit the node as they hit the others', async () => {
    sandbox.inject({ server: 'stacks', path: '/v2/transactions', effect: { kind: 'lose-answer' } });
    const tx = await alice.transfer(bob.address, 1n);
    await expect(alice.broadcast(tx)).rejects.toThrow();
    expect(sandbox.stacks.pending).toEqual([`0x${tx.txid()}`]);
    const paths = sandbox.stacks.messages.map(({ method, path }) => `${method} ${path}`);
    expect(paths.at(-1)).toBe('POST /v2/transactions');
  });
});

describe("the custody's keys", () => {
  test.each([[[44, 0, 3, 0, 0]], [[44, 1, 3, 0, 0]], [[44, 5757, 3, 0, 0]], [[44, 5757, 0, 0, 3]]])(
    'sign for the path %j',
    async (derivationPath) => {
      const custody = await TestCustody.start({ stacks: { blockMs: 0 }, ledgerCloseMs: 0 });
      const { stacks } = custody.sandbox;
      const algorithm = 'MPC_ECDSA_SECP256K1';
      const query = `derivationPath=${encodeURIComponent(JSON.stringify(derivationPath))}`;
      const { json } = await custody.call({
        path: `/v1/vault/public_key_info?${query}&algorithm=${algorithm}&compressed=true`,
      });
      const { publicKey } = json as { publicKey: string };
      const address = stacks.addressOfKey(publicKey);
      expect(address).toBe(getAddressFromPublicKey(publicKey, 'testnet'));
      stacks.fund(address, 10_000n);
      const tx = await makeUnsignedSTXTokenTransfer({
        recipient: bob.address,
        amount: 5n,
        fee: 200n,
        nonce: 0n,
        publicKey,
        network: 'testnet',
      });
      const bytes = Buffer.from(tx.serializeBytes());
      const messages = [{ content: stacksSighash(bytes), derivationPath }];
      const id = await custody.raw({
        assetId: undefined,
        source: { type: 'VAULT_ACCOUNT' },
        extraParameters: { rawMessageData: { algorithm, messages } },
      });
      const { signedMessages } = await custody.reached(id, 'COMPLETED');
      const [{ signature }] = signedMessages as [{ signature: { fullSig: string; v: number } }];
      bytes.write(`0${signature.v}${signature.fullSig}`, 44, 'hex');
      const client = new StacksClient(stacks.url, KEY);
      expect((await client.broadcast(bytes)).status).toBe(200);
      await stacks.mineBlock();
      expect(stacks.balanceOf(address).unlocked).toBe(9_795n);
      await custody.stop();
    },
  );
});

describe('reading bytes', () => {
  test('the library, the sandbox and a reader of our own agree on any transfer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(1n, 2n ** 53n),
        fc.bigInt(0n, 2n ** 53n),
        fc.bigInt(0n, 2n ** 40n),
        fc.string({ maxLength: 34, unit: 'grapheme-ascii' }),
        async (amount, nonce, fee, memo) => {
          const tx = await alice.transfer(bob.address, amount, { nonce, fee, memo });
          const bytes = tx.serializeBytes();
          const own = readStacksTransaction(bytes);
          const read = readTransaction(bytes);
          expect(stacksTxid(bytes)).toBe(tx.txid());
          expect(read.txid).toBe(`0x${tx.txid()}`);
          expect([own.nonce, own.fee]).toEqual([nonce, fee]);
          expect([read.nonce, read.fee]).toEqual([nonce, fee]);
          expect(read.sender).toBe(alice.address);
          expect(own.payload).toMatchObject({ type: 'transfer', amount });
          const text = Buffer.from(memo).toString('hex').padEnd(68, '0');
          expect(own.payload).toMatchObject({ memo: text });
          expect(read.payload).toMatchObject({ kind: 'token_transfer', amount, memo: text });
        },
      ),
      runs(25),
    );
  });
});
