import { describe, expect, test } from 'vitest';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { memoryStore } from '../../src/store/index.js';
import { crashingFetch, whenDead } from '../support/crashing-process.js';
import { many } from '../support/runs.js';
import { FAST } from '../support/world.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

type Kind = 'transfer' | 'token' | 'batch' | 'local';

/** What the recipient has in the end, of STX and of sBTC. */
const TOTALS: Readonly<Record<Kind, readonly [bigint, bigint]>> = {
  transfer: [1_000n, 0n],
  token: [0n, 1_000n],
  batch: [2_000n, 1_000n],
  local: [1_000n, 0n],
};

function call(kind: Kind, gateway: StacksGateway<true>, recipientAddress: string, key: string) {
  const transfer = {
    transactionType: 'transfer' as const,
    params: { recipientAddress, amount: '1000 microSTX' },
  };
  const sbtc = { recipientAddress, amount: '1000 units', assetType: 'sBTC' as const };
  const options = { idempotencyKey: key };
  if (kind === 'token') return gateway.transfer('0', sbtc, options);
  if (kind !== 'batch') return gateway.transfer('0', transfer.params, options);
  const entries = [transfer, { ...transfer, params: sbtc }, transfer];
  return gateway.submitBatch('0', entries, options);
}

function gatewayOf(
  { sandbox }: StacksTestWorld,
  kind: Kind,
  journal: ReturnType<typeof memoryStore>,
  fetchIt?: typeof fetch,
): StacksGateway<true> {
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const polled = { polling: FAST, retry: { baseMs: 5, maxMs: 20 } };
  const own = fetchIt ? { fetch: fetchIt as never } : {};
  const signer =
    kind === 'local'
      ? new LocalRawSigner({ seed: 'crash', quiet: true })
      : new FireblocksRawSigner({ apiKey, apiSecret, basePath, ...polled, ...own });
  return new StacksGateway({
    signer,
    network: sandbox.stacks,
    strict: true,
    ...polled,
    ...own,
    ...(kind === 'local' ? { journal } : {}),
  });
}

const KINDS = ['transfer', 'token', 'batch', 'local'] as const;
/** In a sample the kinds share the points: each has those that the others leave out. */
const STEP = many(1, KINDS.length);

describe.each(KINDS)('a process that ends between any two steps (%s)', (kind) => {
  test.each([
    ['before', false],
    ['after', true],
  ])('%s a request arrives leaves one transaction, whoever goes on', async (_, arrives) => {
    const world = await newStacksWorld();
    const { stacks } = world.sandbox;
    const journal = memoryStore();
    const make = (fetchIt?: typeof fetch) => gatewayOf(world, kind, journal, fetchIt);
    const sender = await make().getAddress('0');
    stacks.fund(sender, 10n ** 9n);
    stacks.mintToken(stacks.contracts.sbtc, sender, 10n ** 9n);
    try {
      for (let dieAt = KINDS.indexOf(kind) % STEP; ; dieAt += STEP) {
        const to = `${world.addresses[2]}.crash-${dieAt}`;
        const key = `crash-${dieAt}`;
        const crashing = crashingFetch(dieAt, arrives);
        const survived = await Promise.race([
          call(kind, make(crashing.fetch), to, key).then(() => true),
          whenDead(crashing.state).then(() => false),
        ]);
        await (survived ? make().resume('0', key) : call(kind, make(), to, key));
        const total = [
          stacks.balanceOf(to).unlocked,
          stacks.tokenBalanceOf(stacks.contracts.sbtc, to),
        ];
        expect(total, `died at ${dieAt}`).toEqual(TOTALS[kind]);
        if (survived) {
          // Fewer would mean that the points were not where the steps are.
          expect(dieAt).toBeGreaterThan(kind === 'local' ? 4 : 6);
          break;
        }
      }
    } finally {
      await world.stop();
    }
  });
});
