import type { Sandbox } from '../../sandbox/index.js';
import type { StacksGateway } from '../../stacks/index.js';

/**
 * Prepares a new sandbox's vault accounts for the examples in the documents: 0 holds a bitcoin as sBTC; 4, 5 and
 * 6 have a stake; and 7 has one that is so old that there are rewards to claim.
 */
export async function stageStacks(
  gateway: StacksGateway<true>,
  { stacks }: Pick<Sandbox, 'stacks'>,
): Promise<void> {
  const { signerManager, sbtc } = stacks.contracts;
  const stake = (vault: string) =>
    gateway.stake(vault, { signerManager, amount: '100000', cycles: 12 });
  stacks.mintToken(sbtc, await gateway.getAddress('0'), 100_000_000n);
  await stake('7');
  const earning = stacks.rewardCycle + 1;
  // A stake can't begin near the end of a cycle, so this stops well before it.
  while (stacks.rewardCycle <= earning) await stacks.mineBurnBlocks(100);
  stacks.addRewards(signerManager, earning, 100_000n);
  await Promise.all(['4', '5', '6'].map(stake));
}
