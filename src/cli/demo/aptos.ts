import { AptosGateway } from '../../aptos/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { DemoRun, DemoSettings } from './run.js';

/** A transfer, a call of any entry function, and one that would fail. */
export async function aptosDemo(
  run: DemoRun,
  { aptos }: Sandbox,
  settings: DemoSettings,
): Promise<void> {
  const { reporter } = run;
  run.begin('aptos');
  const gateway = new AptosGateway({ ...settings, network: aptos });
  const treasury = gateway.forVault('0');
  const [treasuryAddress, recipientAddress] = await Promise.all([
    treasury.getAddress(),
    gateway.getAddress('1'),
  ]);
  aptos.fund(treasuryAddress, 1_000_000_000n);
  reporter.note(
    'The vault accounts on Aptos, with Ed25519 keys.',
    `  vault 0, the treasury  ${treasuryAddress}  10 APT`,
  );

  await run.step('The treasury sends 1.5 APT to vault 1, which creates its account.', () =>
    treasury.transferMove({ recipientAddress, amount: '1.5', unit: 'coins' }),
  );
  await run.step('It calls an entry function of a module that this package does not know.', () =>
    treasury.transferMove({
      function: `${aptos.sampleModule}::record_generic`,
      typeArguments: ['vector<u64>'],
      functionArguments: [[1, 2, 3]],
    }),
  );
  await run.step('Vault 1 pays for the gas of another; both sign, with one approval.', () =>
    treasury.transferMove({ recipientAddress, amount: '1' }, { feePayerVaultAccountId: '1' }),
  );
  await run.step(
    'A node tries 900 APT first, and reports that the treasury does not have them.',
    () => treasury.transferMove({ recipientAddress, amount: '900', unit: 'coins' }),
  );
  const { value } = await treasury.getBalance();
  reporter.note(`The treasury has now ${value} APT.`);
}
