import type { Sandbox } from '../sandbox/index.js';

/** Vault accounts 0 to 9 start with 10,000 XRP each. */
const FUNDED_VAULTS = 10;
const FUNDS_DROPS = 10_000_000_000n;

/** Gives the first vault accounts something to start with; resolves with their addresses. */
export async function fundVaults(sandbox: Sandbox): Promise<Record<string, { XRP_TEST: string }>> {
  const vaults: Record<string, { XRP_TEST: string }> = {};
  for (let id = 0; id < FUNDED_VAULTS; id++) {
    vaults[id] = { XRP_TEST: sandbox.custody.addressOf(String(id), 'XRP_TEST') };
  }
  await Promise.all(
    Object.values(vaults).map(({ XRP_TEST }) => sandbox.xrpl.fund(XRP_TEST, FUNDS_DROPS)),
  );
  return vaults;
}
