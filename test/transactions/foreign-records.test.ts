import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IdempotencyConflictError } from '../../src/core/errors.js';
import { LocalRawSigner, type RawSigner, type SigningRecord } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
import { FakeLedger } from '../support/fake-chain/ledger.js';
import { FakeNode, fullWhile } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';
import { stubStore } from '../support/stub-store.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const label = { type: 'label', text: 'next' } as const;
const typesSentBy = (ledger: FakeLedger, address: string) =>
  ledger.sentBy(address).map(({ action }) => action.type);

describe('a request of another network', () => {
  async function twoNetworks() {
    const { clock } = world.time;
    const [one, two] = [new FakeLedger(clock, 1), new FakeLedger(clock, 2)];
    const journal = memoryStore();
    // One key, one journal, two networks.
    const on = (node: FakeNode) => {
      const signer = new LocalRawSigner({ seed: 'shared', quiet: true });
      return world.another({ signer, journal, node });
    };
    const testnet = on(
      new FakeNode(
        one,
        clock,
        fullWhile(() => true),
      ),
    );
    const mainnet = on(new FakeNode(two, clock));
    const [address, to] = await Promise.all([testnet.address('0'), testnet.address('1')]);
    for (const ledger of [one, two]) ledger.fund(address, 1_000_000n);
    const options = { idempotencyKey: 'play-money', confirmTimeoutMs: 50 };
    const payment = { type: 'pay', to, amount: '100' } as const;
    await rejectionOf(world.run(testnet.execute('0', payment, options)));
    return { testnet, mainnet, two, address };
  }

  test('with the same key and account is not pending here', async () => {
    const { testnet, mainnet } = await twoNetworks();
    expect(await world.run(mainnet.pending('0'))).toEqual([]);
    expect(await world.run(testnet.pending('0'))).toMatchObject([{ idempotencyKey: 'play-money' }]);
  });

  test('is never sent here, and nobody waits for it', async () => {
    const { mainnet, two, address } = await twoNetworks();
    await world.run(mainnet.execute('0', label, { laneTimeoutMs: 500 }));
    expect(typesSentBy(two, address)).toEqual(['label']);
  });
});

describe('a request whose note does not go with its id', () => {
  /** A call that was left behind, and a process to which the custody shows it with another note. */
  async function misread(edit: (note: string) => string) {
    world.custody.decide = () => 'wait';
    const left = { idempotencyKey: 'mine', signatureTimeoutMs: 50 };
    await rejectionOf(world.run(world.pay(left, '9')));
    const inner = world.newSigner();
    const edited = (record: SigningRecord): SigningRecord => ({
      ...record,
      note: edit(record.note ?? ''),
    });
    const signer = stubSigner(inner, {
      find: async (id, options) => {
        const record = await inner.find(id, options);
        return record && edited(record);
      },
      list: async (key, options) => (await inner.list(key, options)).map(edited),
    });
    return world.another({ signer });
  }

  test.each<readonly [string, (note: string) => string]>([
    ['another key', (note) => note.replace(/mine\]$/, 'yours]')],
    ['another attempt', (note) => note.replace(/ 1 mine\]$/, ' 2 mine]')],
  ])('(%s) is asked of the custody under no other id', async (_, edit) => {
    const gateway = await misread(edit);
    const { custody } = world;
    expect(await world.run(gateway.pending('0'))).toEqual([]);
    const { status } = custody.latest;
    const call = gateway.execute('0', label);
    await world.until(() => custody.requests.length === 2);
    custody.approve();
    await world.run(call);
    // Nothing was asked for but what the caller wanted, and the other is still what it was.
    expect(custody.requests).toHaveLength(2);
    expect(custody.requests[0]?.status).toBe(status);
    expect(typesSentBy(world.ledger, world.address)).toEqual(['label']);
  });

  test.each<readonly [string, (note: string) => string]>([
    ['another key', (note) => note.replace(/mine\]$/, 'yours]')],
    ['another attempt', (note) => note.replace(/ 1 mine\]$/, ' 2 mine]')],
  ])('(%s) is not taken for the key’s own, and not sent', async (_, edit) => {
    const gateway = await misread(edit);
    world.custody.approve();
    for (const call of [
      () => world.pay({ idempotencyKey: 'mine' }, '9', gateway),
      () => gateway.resume('0', 'mine'),
    ]) {
      expect(await rejectionOf(world.run(call()))).toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
        status: 'unknown',
        transaction: { idempotencyKey: 'mine', custodyId: 'custody-1' },
      });
    }
    expect(typesSentBy(world.ledger, world.address)).toEqual([]);
  });

  test('is found by its key, but not taken for input that it can’t be compared with', async () => {
    const gateway = await misread(() => 'shortened by the custody');
    world.custody.approve();
    for (const amount of ['9', '99']) {
      const call = world.pay({ idempotencyKey: 'mine' }, amount, gateway);
      const error = await rejectionOf(world.run(call));
      expect(error).toBeInstanceOf(IdempotencyConflictError);
      expect(error).toMatchObject({
        message: expect.stringContaining('does not name its input'),
      });
    }
    // Who resumes a key says nothing of its input.
    const resumed = await world.run(gateway.resume('0', 'mine'));
    expect(resumed).toMatchObject({ result: { result: 'DONE' } });
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
  });
});

describe('a request whose note the custody does not show', () => {
  /** A call was left behind; from here on its note is not shown, or not in whole. */
  async function left(cut: (note: string) => string | undefined) {
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'mine', signatureTimeoutMs: 50 };
    await rejectionOf(world.run(world.pay(options)));
    world.custody.told = ({ note = '', ...rest }) => {
      const shown = note.endsWith(' mine]') ? cut(note) : note;
      return shown === undefined ? rest : { ...rest, note: shown };
    };
  }
  const next = async () => {
    world.custody.decide = () => 'approve';
    await world.run(world.gateway.execute('0', label));
  };

  test.each<readonly [string, (note: string) => string | undefined]>([
    ['none', () => undefined],
    ['a part of it', (note) => note.slice(0, 40)],
  ])('(%s) is finished by the key that the lane names', async (_, cut) => {
    await left(cut);
    world.custody.approve();
    await next();
    expect(typesSentBy(world.ledger, world.address)).toEqual(['pay', 'label']);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('keeps the lane from nobody once it is refused', async () => {
    await left(() => undefined);
    world.custody.reject();
    await next();
    expect(world.ledger.numbersOf(world.address)).toEqual([1]);
  });

  test('is nobody’s to finish where its note names another key', async () => {
    await left((note) => note.replace(/mine\]$/, 'yours]'));
    world.custody.approve();
    const waiting = world.gateway.execute('0', label, { laneTimeoutMs: 1_000 });
    expect(await rejectionOf(world.run(waiting))).toBeInstanceOf(AccountBusyError);
    expect(typesSentBy(world.ledger, world.address)).toEqual([]);
  });

  test('is nobody’s to finish where its id does not follow from the key that the lane names', async () => {
    const inner = memoryStore();
    const keys = new Set<string>();
    const store = stubStore(inner, ({ key }, make) => {
      keys.add(key);
      return make();
    });
    world.gateway = world.another({ lanes: { store } });
    await left(() => undefined);
    for (const key of keys) {
      const text = (await inner.get(key)) ?? '';
      if (!text.includes('"mine"')) continue;
      await inner.compareAndSet(key, text, text.replaceAll('"mine"', '"yours"'), 60_000);
    }
    world.custody.approve();
    const gateway = world.another({ lanes: { store } });
    const waiting = gateway.execute('0', label, { laneTimeoutMs: 1_000 });
    const error = await rejectionOf(world.run(waiting));
    expect(error).toMatchObject({ details: { holder: { idempotencyKey: 'yours' } } });
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(typesSentBy(world.ledger, world.address)).toEqual([]);
  });
});

describe('what is pending', () => {
  test('has nothing that another program asked for, with a note of its own or none', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(world.run(world.pay({ idempotencyKey: 'mine', signatureTimeoutMs: 50 })));
    const inner = world.newSigner();
    const signer = stubSigner(inner, {
      list: async (key, options) => {
        const records = await inner.list(key, options);
        const others = records.flatMap(({ note: _, ...rest }) => [
          { ...rest, idempotencyKey: 'theirs' },
          { ...rest, idempotencyKey: 'theirs too', note: 'salaries' },
        ]);
        return [...others, ...records];
      },
    });
    const pending = await world.run(world.another({ signer }).pending('0'));
    expect(pending.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['mine']);
  });

  test('has nothing that people refused', async () => {
    world.custody.decide = () => 'reject';
    await rejectionOf(world.run(world.pay({ idempotencyKey: 'refused' })));
    expect(await world.run(world.another().pending('0'))).toEqual([]);
  });

  test('says of a batch all of its numbers', async () => {
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'many', signatureTimeoutMs: 50 };
    await rejectionOf(world.run(world.gateway.batch('0', [label, label, label], options)));
    expect(await world.run(world.another().pending('0'))).toMatchObject([
      { idempotencyKey: 'many', number: '1-3' },
    ]);
  });

  test('is nothing at a signer that lists nothing', async () => {
    const inner = world.newSigner();
    const signer: RawSigner = {
      capabilities: inner.capabilities,
      getPublicKey: (key, options) => inner.getPublicKey(key, options),
      sign: (request, options) => inner.sign(request, options),
      find: (key, options) => inner.find(key, options),
    };
    const gateway = world.another({ signer });
    await world.run(world.pay({}, '1', gateway));
    expect(await world.run(gateway.pending('0'))).toEqual([]);
  });
});
