import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdempotencyConflictError, InvalidInputError } from '../../src/core/errors.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import {
  type NativeDestination,
  type NativeTransferRequest,
  offersNativeTransfers,
  SignaturePendingError,
  SignatureRejectedError,
} from '../../src/signer/index.js';
import { byAsset, FakeCustody, freshRequest, signerOn, signerWith } from '../support/custody.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;
let manual: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 20, seed: 'transfers' });
  manual = await startSandbox({ ledgerCloseMs: 20, seed: 'transfers', approvals: 'manual' });
  for (const each of [sandbox, manual]) {
    for (const vault of ['0', '1', '2']) {
      await each.xrpl.fund(each.custody.addressOf(vault, 'XRP_TEST'), 1_000_000_000n);
    }
  }
});
afterAll(() => Promise.all([sandbox.stop(), manual.stop()]));
beforeEach(() => sandbox.custody.clearMessages());

function transferOf(change: Partial<NativeTransferRequest> = {}): NativeTransferRequest {
  return {
    idempotencyKey: freshRequest().idempotencyKey,
    from: { ...byAsset('0'), assetId: 'XRP_TEST' },
    to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
    amount: '2.5',
    ...change,
  };
}

const made = (custody: Sandbox, key: string) =>
  custody.custody.transactions.filter(({ externalTxId }) => externalTxId === key);

describe('a native transfer', () => {
  it('is offered by this signer', () => {
    expect(offersNativeTransfers(signerOn(sandbox))).toBe(true);
  });

  it('moves the money, and gives the hash', async () => {
    const address = sandbox.custody.addressOf('1', 'XRP_TEST');
    const before = sandbox.xrpl.balanceOf(address);
    const record = await signerOn(sandbox).transfer(transferOf());
    expect(record).toMatchObject({ kind: 'native-transfer', state: 'signed', status: 'COMPLETED' });
    expect(record.txHash).toMatch(/^[0-9A-F]{64}$/);
    expect(sandbox.xrpl.balanceOf(address) - before).toBe(2_500_000n);
  });

  it.each<readonly [string, NativeDestination, object]>([
    [
      'an address',
      { type: 'address', address: 'rrrrrrrrrrrrrrrrrrrrBZbvji' },
      {
        type: 'ONE_TIME_ADDRESS',
        oneTimeAddress: { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji' },
      },
    ],
    [
      'an address with a tag',
      { type: 'address', address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', tag: '0' },
      {
        type: 'ONE_TIME_ADDRESS',
        oneTimeAddress: { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', tag: '0' },
      },
    ],
    [
      'a vault account',
      { type: 'account', accountType: 'VAULT_ACCOUNT', id: '2' },
      {
        type: 'VAULT_ACCOUNT',
        id: '2',
      },
    ],
    [
      'an external wallet',
      { type: 'account', accountType: 'EXTERNAL_WALLET', id: 'w-1' },
      {
        type: 'EXTERNAL_WALLET',
        id: 'w-1',
      },
    ],
  ])("asks for %s in the custody's own form", async (_, to, destination) => {
    const client = new FakeCustody({ operation: 'TRANSFER', status: 'COMPLETED' });
    const request = transferOf({ to, note: 'invoice 12', expiresAfterSeconds: 900 });
    await signerWith(client).transfer(request);
    expect(client.created).toEqual([
      {
        operation: 'TRANSFER',
        externalTxId: request.idempotencyKey,
        assetId: 'XRP_TEST',
        source: { type: 'VAULT_ACCOUNT', id: '0' },
        destination,
        amount: '2.5',
        note: 'invoice 12',
        configurations: { expiresAfterSeconds: 900 },
      },
    ]);
  });

  it('reaches an address with its tag, and a registered wallet', async () => {
    const address = sandbox.custody.addressOf('2', 'XRP_TEST');
    const signer = signerOn(sandbox);
    const tagged = await signer.transfer(
      transferOf({ to: { type: 'address', address, tag: '77' } }),
    );
    expect(sandbox.xrpl.transactionsOf(address).at(-1)).toMatchObject({
      tx_json: { DestinationTag: 77 },
    });
    expect(tagged.txHash).toBeDefined();
    const wallet = {
      type: 'EXTERNAL_WALLET',
      id: 'wallet-1',
      assetId: 'XRP_TEST',
      address,
    } as const;
    sandbox.custody.registerDestination(wallet);
    const to = { type: 'account', accountType: 'EXTERNAL_WALLET', id: 'wallet-1' } as const;
    const before = sandbox.xrpl.balanceOf(address);
    await signer.transfer(transferOf({ to, amount: '1.5' }));
    expect(sandbox.xrpl.balanceOf(address) - before).toBe(1_500_000n);
  });

  it('happens once, however often and wherever it is asked for', async () => {
    const address = sandbox.custody.addressOf('2', 'XRP_TEST');
    const before = sandbox.xrpl.balanceOf(address);
    const request = transferOf({ to: { type: 'address', address } });
    const records = await Promise.all(
      [signerOn(sandbox), signerOn(sandbox), signerOn(sandbox)].map((signer) =>
        signer.transfer(request),
      ),
    );
    const again = await signerOn(sandbox).transfer({ ...request, amount: '2.50' });
    expect(new Set([...records, again].map(({ txHash }) => txHash)).size).toBe(1);
    expect(made(sandbox, request.idempotencyKey)).toHaveLength(1);
    expect(sandbox.xrpl.balanceOf(address) - before).toBe(2_500_000n);
  });

  it('is picked up by a later call when the approval took longer', async () => {
    const request = transferOf();
    const error = await rejectionOf(signerOn(manual).transfer(request, { timeoutMs: 30 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    manual.custody.approve(request.idempotencyKey);
    const record = await signerOn(manual).transfer(request);
    expect(record.txHash).toBeDefined();
    expect(made(manual, request.idempotencyKey)).toHaveLength(1);
  });
});

describe('a native transfer that ends otherwise', () => {
  it.each(['CANCELLED', 'BLOCKED', 'REJECTED', 'FAILED'])('%s is final', async (status) => {
    const request = transferOf();
    await rejectionOf(signerOn(manual).transfer(request, { timeoutMs: 0 }));
    const signer = signerOn(manual);
    const transferring = rejectionOf(signer.transfer(request));
    await expect
      .poll(() => made(manual, request.idempotencyKey)[0]?.status, { timeout: 30_000 })
      .toBe('PENDING_AUTHORIZATION');
    manual.custody.fail(request.idempotencyKey, { status, subStatus: 'ANY_REASON' });
    expect(await transferring).toMatchObject({
      code: 'SIGNATURE_REJECTED',
      request: { status, subStatus: 'ANY_REASON' },
    });
  });

  it('for lack of funds', async () => {
    const error = await rejectionOf(signerOn(sandbox).transfer(transferOf({ amount: '999999' })));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { subStatus: 'INSUFFICIENT_FUNDS' } });
  });

  it.each(['FAILED', 'TIMEOUT', 'PARTIALLY_COMPLETED'])(
    'carries the hash when it was broadcast before it was %s',
    async (status) => {
      const client = new FakeCustody({ operation: 'TRANSFER', status, txHash: 'ABC' });
      const error = await rejectionOf(signerWith(client).transfer(transferOf()));
      expect(error).toMatchObject({ request: { txHash: 'ABC' }, details: { txHash: 'ABC' } });
    },
  );
});

describe('one key and another transfer', () => {
  const to = { type: 'address', address: 'rAny', tag: '7' } as const;
  const recorded = {
    operation: 'TRANSFER',
    status: 'COMPLETED',
    assetId: 'XRP_TEST',
    source: { type: 'VAULT_ACCOUNT', id: '0' },
    destination: { type: 'ONE_TIME_ADDRESS', id: null },
    destinationAddress: 'rAny',
    destinationTag: '7',
    amountInfo: { requestedAmount: '2.5', amount: '2.5' },
  };
  const ask = (answer: object, change: Partial<NativeTransferRequest> = {}) =>
    signerWith(new FakeCustody(answer)).transfer(transferOf({ to, ...change }));

  it.each<readonly [string, object]>([
    ['as it was asked for', recorded],
    [
      'with another spelling of the amount',
      { ...recorded, amountInfo: { requestedAmount: '2.5000' } },
    ],
    ['without amounts', { ...recorded, amountInfo: null }],
    [
      'without a destination yet',
      { ...recorded, destination: null, destinationAddress: '', destinationTag: '' },
    ],
    ['with nothing but its status', { operation: 'TRANSFER', status: 'COMPLETED' }],
    ['without its operation', { ...recorded, operation: undefined }],
    // The requested amount is what was asked for; the other may have lost a fee.
    [
      'with a fee taken out',
      { ...recorded, amountInfo: { requestedAmount: '2.5', amount: '2.4' } },
    ],
  ])('is the same transfer %s', async (_, answer) => {
    expect((await ask(answer)).state).toBe('signed');
  });

  it.each<readonly [string, object]>([
    ['another amount', { amountInfo: { requestedAmount: '25' } }],
    ['an amount that cannot be read', { amountInfo: { requestedAmount: '2.5e0' } }],
    ['another address', { destinationAddress: 'rOther' }],
    ['another tag', { destinationTag: '8' }],
    ['another kind of destination', { destination: { type: 'VAULT_ACCOUNT', id: '1' } }],
    ['another source', { source: { type: 'VAULT_ACCOUNT', id: '1' } }],
    ['another asset', { assetId: 'XRP' }],
    ['another operation', { operation: 'RAW' }],
    ['a contract call', { operation: 'CONTRACT_CALL' }],
  ])('is refused when the custody holds one with %s', async (_, change) => {
    const error = await rejectionOf(ask({ ...recorded, ...change }));
    expect(error).toBeInstanceOf(IdempotencyConflictError);
  });

  it.each<readonly [string, Partial<NativeTransferRequest>]>([
    ['no tag', { to: { type: 'address', address: 'rAny' } }],
    ['another tag', { to: { ...to, tag: '8' } }],
    ['another address', { to: { ...to, address: 'rOther' } }],
    ['another amount', { amount: '2.51' }],
    ['ten times the amount', { amount: '25' }],
    ['another vault', { from: { ...byAsset('1'), assetId: 'XRP_TEST' } }],
    ['another asset', { from: { ...byAsset('0'), assetId: 'XRP' } }],
    ['a vault account', { to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' } }],
  ])('is refused when %s is asked for now', async (_, change) => {
    expect(await rejectionOf(ask(recorded, change))).toBeInstanceOf(IdempotencyConflictError);
  });

  it('is refused by the real thing too', async () => {
    const request = transferOf();
    const signer = signerOn(sandbox);
    await signer.transfer(request);
    for (const change of [
      { amount: '2.6' },
      { to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '2' } },
      { from: { ...byAsset('2'), assetId: 'XRP_TEST' } },
    ] satisfies Partial<NativeTransferRequest>[]) {
      for (const process of [signer, signerOn(sandbox)]) {
        expect(await rejectionOf(process.transfer({ ...request, ...change }))).toBeInstanceOf(
          IdempotencyConflictError,
        );
      }
    }
    expect(made(sandbox, request.idempotencyKey)).toHaveLength(1);
  });
});

describe('before the custody is called, a transfer is refused', () => {
  const amounts = [
    '',
    '0',
    '0.000',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '01',
    '.5',
    '5.',
    '1,5',
    'all',
    5,
    1.5,
    5n,
    null,
    undefined,
  ];

  it.each(amounts.map((amount) => [String(amount), typeof amount, amount] as const))(
    'with the amount %j (%s)',
    async (_, __, amount) => {
      const client = new FakeCustody();
      const request = transferOf({ amount: amount as string });
      const error = await rejectionOf(signerWith(client).transfer(request));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({ field: 'amount' });
      expect(client.created).toEqual([]);
    },
  );

  it.each<readonly [string, Partial<NativeTransferRequest>, string]>([
    ['without an address', { to: { type: 'address', address: '' } }, 'to.address'],
    ['with blanks around the address', { to: { type: 'address', address: ' rAny' } }, 'to.address'],
    ['with an empty tag', { to: { type: 'address', address: 'rAny', tag: '' } }, 'to.tag'],
    [
      'with a tag that is a number',
      { to: { type: 'address', address: 'rAny', tag: 7 as unknown as string } },
      'to.tag',
    ],
    [
      'without the id of an account',
      { to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '' } },
      'to.id',
    ],
    [
      'with an id that is a number',
      { to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: 0 as unknown as string } },
      'to.id',
    ],
    [
      'without the kind of an account',
      { to: { type: 'account', accountType: '', id: '1' } },
      'to.accountType',
    ],
    ['without an asset', { from: { ...byAsset(), assetId: '' } }, 'assetId'],
    ['with a window of no time', { expiresAfterSeconds: 0 }, 'expiresAfterSeconds'],
    ['with a key that could not be found again', { idempotencyKey: 'a b' }, 'idempotencyKey'],
  ])('%s', async (_, change, field) => {
    const client = new FakeCustody();
    const error = await rejectionOf(signerWith(client).transfer(transferOf(change)));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect(client.created).toEqual([]);
  });
});
