import type { Sandbox } from '../sandbox/index.js';

/** Vault accounts 0 to 9 start with 10,000 XRP, 1,000 APT and 500,000 STX each. */
const FUNDED_VAULTS = 10;
const FUNDS_DROPS = 10_000_000_000n;
const FUNDS_OCTAS = 100_000_000_000n;
const FUNDS_USTX = 500_000_000_000n;

/** The addresses of a vault account, by chain. */
interface VaultAddresses {
  readonly XRP_TEST: string;
  readonly aptos: string;
  readonly stacks: string;
}

/** Funds the first vault accounts; resolves with their addresses. */
export async function fundVaults(
  sandbox: Sandbox,
  count = FUNDED_VAULTS,
): Promise<Record<string, VaultAddresses>> {
  const { custody, xrpl, aptos, stacks } = sandbox;
  const vaults: Record<string, VaultAddresses> = {};
  for (let id = 0; id < count; id++) {
    const key = custody.publicKeyOf({ path: [44, 637, id, 0, 0], algorithm: 'MPC_EDDSA_ED25519' });
    const XRP_TEST = custody.addressOf(String(id), 'XRP_TEST');
    const stacksKey = custody.publicKeyOf({ path: [44, 1, id, 0, 0] });
    vaults[id] = {
      XRP_TEST,
      aptos: aptos.addressOfKey(key),
      stacks: stacks.addressOfKey(stacksKey),
    };
  }
  for (const addresses of Object.values(vaults)) {
    await xrpl.fund(addresses.XRP_TEST, FUNDS_DROPS);
    aptos.fund(addresses.aptos, FUNDS_OCTAS);
    stacks.fund(addresses.stacks, FUNDS_USTX);
  }
  return vaults;
}
