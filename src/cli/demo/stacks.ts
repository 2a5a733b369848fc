import { formatAmount } from '../../core/amount.js';
import type { Sandbox } from '../../sandbox/index.js';
import { StacksGateway } from '../../stacks/index.js';
import type { DemoRun, DemoSettings } from './run.js';

/** A transfer of STX, one of sBTC, one that could not be paid for, and a stake. */
export async function stacksDemo(
  run: DemoRun,
  { stacks }: Sandbox,
  settings: DemoSettings,
): Promise<void> {
  const { reporter } = run;
  run.begin('stacks');
  const gateway = new StacksGateway({ ...settings, network: stacks, strict: true });
  const treasury = gateway.forVault('0');
  const [treasuryAddress, recipient] = await Promise.all([
    treasury.getAddress(),
    gateway.getAddress('1'),
  ]);
  const { sbtc } = stacks.contracts;
  stacks.fund(treasuryAddress, 1_000_000_000n);
  stacks.mintToken(sbtc, treasuryAddress, 5_000_000n);
  reporter.note(
    'The vault accounts on Stacks.',
    `  vault 0, the treasury  ${treasuryAddress}  1000 STX, 0.05 sBTC`,
  );

  await run.step('The treasury sends 2.5 STX to vault 1, the fee taken out of them.', () =>
    treasury.createNativeTransaction(recipient, '2.5', { grossTransaction: true }),
  );
  await run.step(
    'It sends 0.01 sBTC; a post-condition lets exactly that much move, or nothing.',
    () => treasury.createFTTransaction(recipient, '0.01', 'sBTC'),
  );
  await run.step('The treasury does not have 5000 STX, so no approval is requested.', () =>
    treasury.createNativeTransaction(recipient, 5_000),
  );
  const { signerManager } = stacks.contracts;
  await run.step(
    'It stakes 500 STX for 6 cycles, with rewards paid to its own Bitcoin address.',
    () => treasury.stake({ signerManager, amount: 500, cycles: 6, payout: { maxFee: 2_000 } }),
  );
  await run.step(
    'Stacking alone belongs to pox-4, which has ended: it would only cost its fee.',
    () => treasury.stackSolo({ amount: 100, lockPeriod: 2 }),
  );
  const { balance, spendable } = await treasury.getBalance();
  const left = formatAmount(stacks.tokenBalanceOf(sbtc, treasuryAddress), 8);
  reporter.note(
    `The treasury has now ${balance} STX, ${spendable} of them to spend, and ${left} sBTC.`,
  );
}
