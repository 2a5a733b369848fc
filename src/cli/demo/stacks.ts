import { formatAmount } from '../../core/amount.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { RawSigner } from '../../signer/index.js';
import { StacksGateway } from '../../stacks/index.js';
import { report, say, step } from './telling.js';

/** A transfer of STX, one of sBTC, one that could not be paid for, and a stake. */
export async function stacksDemo({ stacks }: Sandbox, signer: RawSigner): Promise<void> {
  const gateway = new StacksGateway({ signer, network: stacks, strict: true, onEvent: report });
  const treasury = gateway.forVault('0');
  const [treasuryAddress, recipient] = await Promise.all([
    treasury.getAddress(),
    gateway.getAddress('1'),
  ]);
  const { sbtc } = stacks.contracts;
  stacks.fund(treasuryAddress, 1_000_000_000n);
  stacks.mintToken(sbtc, treasuryAddress, 5_000_000n);
  say('');
  say('The vault accounts on Stacks.');
  say(`  vault 0, the treasury  ${treasuryAddress}  1000 STX, 0.05 sBTC`);

  await step('The treasury sends 2.5 STX to vault 1, the fee taken out of them.', () =>
    treasury.createNativeTransaction(recipient, '2.5', { grossTransaction: true }),
  );
  await step('It sends 0.01 sBTC; a post-condition lets exactly that much move, or nothing.', () =>
    treasury.createFTTransaction(recipient, '0.01', 'sBTC'),
  );
  await step('The treasury does not have 5000 STX, so no approval is requested.', () =>
    treasury.createNativeTransaction(recipient, 5_000),
  );
  const { signerManager } = stacks.contracts;
  await step('It stakes 500 STX for 6 cycles, with rewards paid to its own Bitcoin address.', () =>
    treasury.stake({ signerManager, amount: 500, cycles: 6, payout: { maxFee: 2_000 } }),
  );
  await step('Stacking alone belongs to pox-4, which has ended: it would only cost its fee.', () =>
    treasury.stackSolo({ amount: 100, lockPeriod: 2 }),
  );
  const { balance, spendable } = await treasury.getBalance();
  const left = formatAmount(stacks.tokenBalanceOf(sbtc, treasuryAddress), 8);
  say('');
  say(`The treasury has now ${balance} STX, ${spendable} of them to spend, and ${left} sBTC.`);
}
