import { afterEach, describe, expect, test } from 'vitest';
import { TransactionReplacedError } from '../../src/index.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

let world: World | undefined;
afterEach(() => world?.stop());

describe('two processes that make the same payment at the same moment, under two keys', () => {
  test.each([1, 2, 3])(
    'build the same transaction, but only one calls it its own (%i)',
    async () => {
      world = await newWorld({ ledgerCloseMs: 400 });
      const { sandbox } = world;
      const destination = sandbox.custody.addressOf('1', 'XRP_TEST');
      const address = sandbox.custody.addressOf('0', 'XRP_TEST');
      const pay = (key: string) =>
        world
          ?.another()
          .xrpTransfer('0', { destination, amount: '5' }, { native: false, idempotencyKey: key });
      const ends = await Promise.allSettled([pay('a'), pay('b')]);
      const paid = ends.filter(({ status }) => status === 'fulfilled').length;
      expect(paid).toBe(sequencesOf(sandbox, address).length);
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      for (const reason of refused) expect(reason).toBeInstanceOf(TransactionReplacedError);
      // Whoever asks again hears the same.
      const again = await Promise.allSettled([pay('a'), pay('b')]);
      expect(again.map(({ status }) => status)).toEqual(ends.map(({ status }) => status));
    },
  );
});
