import { Cl, Pc } from '@stacks/transactions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { runs } from '../support/runs.js';
import { StacksClient } from '../support/stacks-client.js';

const FUNDS = 100_000_000_000n;
const KEYS = ['1a', '2b', '3c'].map((byte) => `${byte.repeat(32)}01`);

/** What somebody tries, well or badly. */
type Move =
  | { readonly kind: 'pay'; readonly from: number; readonly to: number; readonly amount: bigint }
  | { readonly kind: 'token'; readonly from: number; readonly to: number; readonly amount: bigint }
  | { readonly kind: 'stake'; readonly from: number; readonly amount: bigint; cycles: number }
  | { readonly kind: 'unstake'; readonly from: number }
  | { readonly kind: 'burn'; readonly blocks: number };

const who = fc.integer({ min: 0, max: KEYS.length - 1 });
const amount = fc.bigInt(1n, FUNDS * 2n);
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), from: who, to: who, amount }),
  fc.record({
    kind: fc.constant('token' as const),
    from: who,
    to: who,
    amount: fc.bigInt(1n, 2_000n),
  }),
  fc.record({
    kind: fc.constant('stake' as const),
    from: who,
    amount,
    cycles: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('unstake' as const), from: who }),
  fc.record({ kind: fc.constant('burn' as const), blocks: fc.integer({ min: 1, max: 1_000 }) }),
);

test('whatever is tried, nothing is made and nothing is lost but fees', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 15 }), async (moves) => {
      const sandbox = await startSandbox({ stacks: { blockMs: 0 }, ledgerCloseMs: 0 });
      const { stacks } = sandbox;
      const clients = KEYS.map((key) => new StacksClient(stacks.url, key));
      const [sbtc = ''] = stacks.contracts.sbtc.split('::');
      for (const { address } of clients) {
        stacks.fund(address, FUNDS);
        stacks.mintToken(stacks.contracts.sbtc, address, 1_000n);
      }
      const build = (each: Exclude<Move, { kind: 'burn' }>) => {
        const client = clients[each.from]!;
        if (each.kind === 'pay') return client.transfer(clients[each.to]!.address, each.amount);
        if (each.kind === 'token') {
          const [from, to] = [client.address, clients[each.to]!.address];
          const args = [Cl.uint(each.amount), Cl.principal(from), Cl.principal(to), Cl.none()];
          return client.call(sbtc, 'transfer', args, { mode: 'allow' });
        }
        const manager = Cl.principal(stacks.contracts.signerManager);
        if (each.kind === 'unstake') {
          const postConditions = [Pc.origin().willPerformPox()];
          return client.call(stacks.contracts.pox5, 'unstake', [manager], { postConditions });
        }
        const height = Cl.uint(stacks.burnHeight);
        const args = [manager, Cl.uint(each.amount), Cl.uint(each.cycles), height, Cl.none()];
        return client.call(stacks.contracts.pox5, 'stake', args, { mode: 'allow' });
      };
      let fees = 0n;
      for (const each of moves) {
        if (each.kind === 'burn') {
          await stacks.mineBurnBlocks(each.blocks);
          continue;
        }
        const tx = await build(each);
        const nonce = await clients[each.from]!.nextNonce();
        const { status } = await clients[each.from]!.broadcast(tx);
        const { transactions } = await stacks.mineBlock();
        expect(transactions).toHaveLength(status === 200 ? 1 : 0);
        fees += status === 200 ? tx.auth.spendingCondition.fee : 0n;
        const spent = status === 200 ? 1n : 0n;
        expect(await clients[each.from]!.nextNonce()).toBe(nonce + spent);
      }
      const accounts = clients.map(({ address }) => stacks.balanceOf(address));
      const total = accounts.reduce((sum, { unlocked, locked }) => sum + unlocked + locked, 0n);
      expect(total).toBe(FUNDS * BigInt(KEYS.length) - fees);
      for (const { unlocked, locked } of accounts) {
        expect(unlocked).toBeGreaterThanOrEqual(0n);
        expect(locked).toBeGreaterThanOrEqual(0n);
      }
      const tokens = clients.map(({ address }) => {
        return stacks.tokenBalanceOf(stacks.contracts.sbtc, address);
      });
      expect(tokens.reduce((sum, units) => sum + units, 0n)).toBe(3_000n);
      expect(tokens.every((units) => units >= 0n)).toBe(true);
      await sandbox.stop();
    }),
    runs(30),
  );
});
