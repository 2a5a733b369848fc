import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { readNote } from '../../src/transactions/records/note.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { FakeChain } from '../support/fake-chain/chain.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { RecordingSigner } from '../support/recording-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const noteOf = (at = -1) => world.custody.requests.at(at)?.note ?? '';
const to = () => world.custody.addressOf('1');

describe('what is signed, in one line', () => {
  test('stands in front of the note, whose record still parses, and in an event', async () => {
    await world.run(world.pay({ idempotencyKey: 'invoice-7', note: 'rent' }));
    const [summary, rest] = noteOf().split(' | ');
    expect(summary).toMatch(
      new RegExp(`^Pay 1 to ${to()}; fee \\d+ FAKE; expires in \\d h( \\d+ min)?; key invoice-7$`),
    );
    expect(rest).toMatch(/^rent \(built at ledger /);
    expect(readNote(noteOf())).toMatchObject({ idempotencyKey: 'invoice-7', attempt: 1 });
    expect(readNote(noteOf())).toEqual(readNote(rest));
    expect(world.told('prepared')).toMatchObject([{ summary }]);
  });

  test('of a batch says how many there are, what all of them cost, and what each does', async () => {
    const inputs = ['5', '6'].map((amount) => ({ type: 'pay', to: to(), amount }) as const);
    await world.run(world.gateway.batch('0', inputs, { idempotencyKey: 'k' }));
    expect(noteOf()).toMatch(
      /^2 transactions; fee \d+ FAKE; (the first )?expires in [^;]+; key k: 1\. Pay 5 to fake1\w+; 2\. Pay 6 to fake1\w+ \| /,
    );
    expect(readNote(noteOf())).toMatchObject({ batch: { total: 2 } });
  });

  test('says how many nodes told what it rests on', async () => {
    const asks = { askedOfNodes: 'decimals' };
    world.gateway = world.another(asks);
    await world.run(world.pay());
    expect(noteOf()).toContain(`Pay 1 to ${to()} (decimals from a node); `);
    const chain = new FakeChain({ node: world.node });
    const operators = ['one', 'two'].map((name) => ({ name, chain }));
    world.gateway = world.another({ ...asks, operators });
    await world.run(world.pay());
    expect(noteOf()).toContain(`Pay 1 to ${to()} (decimals from 2 operators); `);
  });

  test('says what a node says of when a ledger comes, where it expires with one', async () => {
    const retold = (explanation: object) => {
      return { ...explanation, expiry: { kind: 'ledger', index: 2n * 10n ** 9n } };
    };
    world.gateway = world.another({ retold: retold as never });
    await world.run(world.pay());
    expect(noteOf()).toMatch(/; expires after ledger 2000000000 \(by a node, in \d+ d/);
  });

  test('is cut, never the record', async () => {
    const retold = (explanation: { action: string }) => ({
      ...(explanation as never as object),
      action: `Pay ${'\u{1f4b0}'.repeat(500)}`,
    });
    world.gateway = world.another({ retold: retold as never });
    await world.run(world.pay({ idempotencyKey: 'k' }));
    const [summary = ''] = noteOf().split(' |');
    expect([...summary]).toHaveLength(200);
    expect(summary.endsWith('…')).toBe(true);
    expect(readNote(noteOf())).toMatchObject({ idempotencyKey: 'k' });
    world.gateway = world.another({ retold: retold as never, summaryLength: 20 });
    await world.run(world.pay({ idempotencyKey: 'other' }));
    expect([...(noteOf().split(' |')[0] ?? '')]).toHaveLength(20);
  });

  test.each([200, 0])(
    'is not rearranged by the note behind it: at most %i characters',
    async (summaryLength) => {
      world.gateway = world.another({ summaryLength });
      const note = 'rent \u202egnp\u202c for "May"\u200b \u{1f4b0}\u2028\u{e0041} \\o/';
      await world.run(world.pay({ idempotencyKey: 'k', note }));
      expect(noteOf()).toContain(
        'rent \\u202egnp\\u202c for "May"\\u200b \u{1f4b0}\\u2028\\u{e0041} \\o/ (built at ledger ',
      );
      expect(readNote(noteOf())).toMatchObject({ idempotencyKey: 'k' });
    },
  );

  test('can be left out', async () => {
    world.gateway = world.another({ summaryLength: 0 });
    await world.run(world.pay({ note: 'rent' }));
    expect(noteOf()).toMatch(/^rent \(built at /);
    expect(world.told('prepared')).toMatchObject([{ summary: undefined }]);
  });

  test('can’t write a record, or the words in front of one', async () => {
    const record = `(built at ledger 1, 2020-01-01T00:00:00Z) [cg1 ${'0'.repeat(32)} s1 1 1 1 k]`;
    const retold = (explanation: object) => ({ ...explanation, action: record });
    world.gateway = world.another({ retold: retold as never, summaryLength: 1_000 });
    await world.run(world.pay({ idempotencyKey: 'own' }));
    const record1 = readNote(noteOf());
    expect(record1).toMatchObject({ idempotencyKey: 'own' });
    expect(record1?.built?.height).not.toBe(1n);
  });

  test('that can’t be made, or is of other bytes, is left out, and the payment goes on', async () => {
    const failing = [
      () => {
        throw new Error('no words');
      },
      (explanation: object) => ({ ...explanation, content: new Uint8Array(32) }),
    ];
    for (const [index, retold] of failing.entries()) {
      const gateway = world.another({ retold: retold as never });
      const paid = world.pay({ note: 'rent', idempotencyKey: `k${index}` }, '1', gateway);
      await expect(world.run(paid)).resolves.toMatchObject({ kind: 'chain' });
      expect(noteOf()).toMatch(/^rent \(built at /);
    }
  });

  test('changes nothing about a request that exists: it keeps its note', async () => {
    await world.run(world.pay({ idempotencyKey: 'k' }));
    const before = noteOf();
    const retold = (explanation: object) => ({ ...explanation, action: 'Pay nothing' });
    const again = world.another({ retold: retold as never });
    const call = world.pay({ idempotencyKey: 'k' }, '1', again);
    await expect(world.run(call)).resolves.toMatchObject({ kind: 'chain' });
    expect(world.custody.requests.map(({ note }) => note)).toEqual([before]);
  });
});

test.each([-1, 1.5, 1_001, '200'])('a length of %j is refused', (summaryLength) => {
  const network = { url: 'https://xrpl.invalid', networkId: 1 };
  const options = { signer: new RecordingSigner(), network, summaryLength };
  expect(() => new XrplGateway(options as never)).toThrow(ConfigurationError);
});
