import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';
import { Capture } from './support/capture.js';

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';

describe('xrpTransfer by the custody itself', () => {
  let world: World;
  let exchange: string;

  beforeAll(async () => {
    world = await newWorld({ funded: ['0', '1', '2'] });
    exchange = world.sandbox.custody.addressOf('2', 'XRP_TEST');
    for (const type of ['EXTERNAL_WALLET', 'INTERNAL_WALLET', 'EXCHANGE_ACCOUNT'] as const) {
      const place = { id: `my-${type}`, assetId: 'XRP_TEST', address: exchange, tag: '42' };
      world.sandbox.custody.registerDestination({ type, ...place });
    }
  });
  afterAll(() => world.stop());

  const transferred = async () =>
    world.sandbox.xrpl
      .transactionsOf(exchange)
      .map((entry) => entry.tx_json as Record<string, unknown>)
      .at(-1);

  it.each(['EXTERNAL_WALLET', 'INTERNAL_WALLET', 'EXCHANGE_ACCOUNT'] as const)(
    'reaches an %s that only the custody knows, with the tag that it has for it',
    async (type) => {
      const destination = { type, id: `my-${type}` };
      const outcome = await world.gateway.xrpTransfer('0', { destination, amount: '1.25' });
      expect(outcome).toMatchObject({ id: expect.any(String), status: 'confirmed' });
      expect(await transferred()).toMatchObject({
        Destination: exchange,
        DestinationTag: 42,
        DeliverMax: '1250000',
      });
    },
  );

  it('reaches another vault account', async () => {
    const destination = { type: 'VAULT_ACCOUNT', id: '2' } as const;
    const outcome = await world.gateway.xrpTransfer('0', { destination, amount: '3' });
    expect(outcome).toMatchObject({ status: 'confirmed' });
    expect(await transferred()).toMatchObject({ Destination: exchange, DeliverMax: '3000000' });
  });

  it('reaches an address with its tag, on the outside or on the inside', async () => {
    const oneTimeAddress = { address: exchange, tag: '4294967295' };
    for (const params of [
      { destination: exchange, destinationTag: 4_294_967_295 },
      { destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress } as const },
      {
        destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress } as const,
        destinationTag: 4_294_967_295,
      },
    ]) {
      await world.gateway.xrpTransfer('0', { ...params, amount: '0.000001' });
      expect(await transferred()).toMatchObject({ DestinationTag: 4_294_967_295, DeliverMax: '1' });
    }
  });

  it('refuses a tag that the custody would drop, and asks nobody', async () => {
    world.sandbox.custody.clearMessages();
    for (const type of ['VAULT_ACCOUNT', 'EXCHANGE_ACCOUNT'] as const) {
      const destination = { type, id: '2' };
      const params = { destination, destinationTag: 7, amount: '1' };
      const error = await rejectionOf(world.gateway.xrpTransfer('0', params));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'destinationTag' });
    }
    expect(world.sandbox.custody.messages).toEqual([]);
  });

  it('refuses to pay the vault itself, by any of its names', async () => {
    const own = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    const before = world.sandbox.custody.transactions.length;
    for (const destination of [
      own,
      { type: 'VAULT_ACCOUNT', id: '0' },
      { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: own } },
    ] as const) {
      for (const native of [true, false]) {
        const transfer = world.gateway.xrpTransfer('0', { destination, amount: '1' }, { native });
        expect(await rejectionOf(transfer)).toMatchObject({ field: 'destination' });
      }
    }
    expect(world.sandbox.custody.transactions).toHaveLength(before);
  });

  it('is not the one that a call with a cap on its fee makes', async () => {
    const params = { destination: exchange, amount: '1' };
    const paid = await world.gateway.xrpTransfer('0', params, { maxFee: '100 drops' });
    expect(paid).toHaveProperty('result.tx_json.Fee');
  });

  it.each([
    ['by its option', { nativeTransfers: false }],
    // The platform would take the next number, which another transaction of the pipeline may hold.
    ['by a pipeline', { lanes: { mode: 'pipeline' } }],
  ] as const)('can be switched off for a gateway %s, and on for a call', async (_, options) => {
    const raw = world.another(options);
    const params = { destination: exchange, amount: '1' };
    expect(await raw.xrpTransfer('0', params)).toHaveProperty('result.hash');
    expect(await raw.xrpTransfer('0', params, { native: true })).toHaveProperty('hash');
    expect(await world.gateway.xrpTransfer('0', params, { native: false })).toHaveProperty(
      'result.hash',
    );
  });
});

describe('an id in a destination', () => {
  it.each([
    ['VAULT_ACCOUNT', '05', 'destination.id'],
    ['VAULT_ACCOUNT', '../5', 'destination.id'],
    ['EXTERNAL_WALLET', '../5', 'destination.id'],
    ['EXTERNAL_WALLET', '', 'destination.id'],
  ] as const)('of %s that is "%s" is refused by its own name', async (type, id, field) => {
    const world = await newWorld();
    try {
      const params = { destination: { type, id }, amount: '1' };
      const error = await rejectionOf(world.gateway.xrpTransfer('0', params));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
      expect(world.sandbox.custody.transactions).toEqual([]);
    } finally {
      await world.stop();
    }
  });
});

describe('xrpTransfer by a raw signature', () => {
  let capture: Capture;

  beforeEach(async () => {
    capture = await Capture.start();
  });

  it('finds the address of another vault account, and takes a tag for it', async () => {
    const destination = { type: 'VAULT_ACCOUNT', id: '1' } as const;
    await capture.gateway.xrpTransfer('0', { destination, amount: '1', destinationTag: 5 });
    const address = await capture.gateway.getAddress('1');
    expect(capture.take().signed).toMatchObject({ Destination: address, DestinationTag: 5 });
  });

  it.each([
    'EXTERNAL_WALLET',
    'INTERNAL_WALLET',
    'EXCHANGE_ACCOUNT',
    'FIAT_ACCOUNT',
    'NETWORK_CONNECTION',
  ] as const)('refuses an %s, and asks nobody', async (type) => {
    const before = capture.signer.calls.length;
    const params = { destination: { type, id: '1' }, amount: '1' };
    const error = await rejectionOf(capture.gateway.xrpTransfer('0', params));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'destination' });
    expect(capture.signer.calls).toHaveLength(before);
    expect(capture.node.requests).toEqual([]);
  });

  it('checks everything before it asks for another vault’s address', async () => {
    const destination = { type: 'VAULT_ACCOUNT', id: '1' } as const;
    const before = capture.signer.calls.length;
    const calls = [
      capture.gateway.xrpTransfer('', { destination, amount: '1' }),
      capture.gateway.xrpTransfer('0', { destination, amount: '0' }),
      capture.gateway.xrpTransfer('0', { destination, amount: '1' }, { idempotencyKey: '' }),
      capture.gateway.xrpTransfer('0', { destination, amount: '1' }, { signal: {} as never }),
      capture.gateway.xrpTransfer('0', { destination, amount: '1' }, { newAttempt: 2 }),
      capture.gateway.xrpTransfer(
        '0',
        { destination, amount: '1' },
        { newAttempt: 4, idempotencyKey: 'often' },
      ),
    ];
    for (const call of calls) expect(await rejectionOf(call)).toBeInstanceOf(InvalidInputError);
    expect(capture.signer.calls).toHaveLength(before);
  });

  it('allows the attempts that the gateway’s own defaults allow', async () => {
    const more = await Capture.start({ defaults: { maxAttempts: 9 } });
    const transfer = more.gateway.xrpTransfer(
      '0',
      { destination: HOLDER, amount: '1' },
      { newAttempt: 4, idempotencyKey: 'often' },
    );
    await expect(transfer).resolves.toHaveProperty('result.hash');
  });

  it('shows the note of its parameters to whoever approves, or that of its options', async () => {
    const params = { destination: HOLDER, amount: '1' };
    const shown = /^Pay 1 XRP to .* \| rent \(built at ledger 90000001, .*\) \[cg1 /;
    for (const [more, options] of [
      [{ note: 'rent' }, {}],
      [{}, { note: 'rent' }],
      [{ note: 'rent' }, { note: 'rent' }],
    ]) {
      await capture.gateway.xrpTransfer('0', { ...params, ...more }, options);
      expect(capture.signer.requests.at(-1)?.note).toMatch(shown);
    }
  });

  it('drops neither of two notes: they are refused, before anybody is asked', async () => {
    const params = { destination: HOLDER, amount: '1', note: 'rent' };
    const before = capture.signer.calls.length;
    const other = { note: 'rent of May' };
    expect(await rejectionOf(capture.gateway.xrpTransfer('0', params, other))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'note',
    });
    const batch = [{ transactionType: 'xrpTransfer', params }] as const;
    for (const options of [other, {}]) {
      expect(await rejectionOf(capture.gateway.submitBatch('0', batch, options))).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'transactions[0].params.note',
      });
    }
    expect(capture.signer.calls).toHaveLength(before);
  });

  it('takes a note in a batch that says the same as the batch’s own', async () => {
    const params = { destination: HOLDER, amount: '1', note: 'rent' };
    const batch = [{ transactionType: 'xrpTransfer', params }] as const;
    const { members } = await capture.gateway.submitBatch('0', batch, { note: 'rent' });
    expect(members).toMatchObject([{ state: 'confirmed' }]);
  });
});
