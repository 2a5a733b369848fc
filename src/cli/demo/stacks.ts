import { formatAmount } from '../../core/amount.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { RawSigner } from '../../signer/index.js';
import { StacksGateway } from '../../stacks/index.js';
import { report, say, step } from './telling.js';

/** A transfer of STX, one of sBTC, and one that could not be paid for. */
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
  say('The same vault accounts on Stacks.');
  say(`  vault 0, the treasury  ${treasuryAddress}  1000 STX, 0.05 sBTC`);

  await step('The treasury sends 2.5 STX to vault 1, the fee taken out of them.', () =>
    treasury.createNativeTransaction(recipient, '2.5', { grossTransaction: true }),
  );
  await step('It sends 0.01 sBTC; a post-condition lets exactly that much move, or nothing.', () =>
    treasury.createFTTransaction(recipient, '0.01', 'sBTC'),
  );
  await step('5000 STX are not there, so nobody is asked to approve them.', () =>
    treasury.createNativeTransaction(recipient, 5_000),
  );
  const { balance } = await treasury.getBalance();
  const left = formatAmount(stacks.tokenBalanceOf(sbtc, treasuryAddress), 8);
  say('');
  say(`The treasury has now ${balance} STX and ${left} sBTC.`);
}
