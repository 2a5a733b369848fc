import { getSDK, type Simnet } from '@stacks/clarinet-sdk';
import type { ClarityAbi } from '@stacks/transactions';

type ClarityVersion = NonNullable<
  NonNullable<Parameters<Simnet['deployContract']>[2]>['clarityVersion']
>;

const BOOT = 'ST000000000000000000002AMW42H';
const SOMEBODY = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const BOOT_CONTRACTS = [
  { name: 'pox-4', epoch: '3.4', clarityVersion: 2 },
  { name: 'pox-5', epoch: '4.0', clarityVersion: 6 },
] as const;

const interfaces = new Map<string, ClarityAbi>();

/** The interface of pox-4 or pox-5, once {@link loadBootInterfaces} is done. */
export function bootInterface(contract: string): ClarityAbi | undefined {
  return interfaces.get(contract);
}

/**
 * A session without a project tells the interfaces of its own contracts only. So a copy of each boot
 * contract is deployed in a session of its own, which is then forgotten.
 */
export async function loadBootInterfaces(): Promise<void> {
  if (interfaces.size > 0) return;
  const simnet = await getSDK({ trackCosts: false, trackCoverage: false });
  await simnet.initEmptySession({ enabled: false });
  for (const { name, epoch, clarityVersion } of BOOT_CONTRACTS) {
    simnet.setEpoch(epoch);
    const source = simnet.getContractSource(`${BOOT}.${name}`);
    if (source === undefined) throw new Error(`the VM has no ${name}`);
    // The SDK knows version 6, but its types are those of an older library.
    const options = { clarityVersion: Number(clarityVersion) as ClarityVersion };
    simnet.deployContract(`${name}-copy`, source, options, SOMEBODY);
    const found = simnet.getContractsInterfaces().get(`${SOMEBODY}.${name}-copy`);
    if (found === undefined) throw new Error(`no interface of ${name}`);
    // The SDK's types spell the same JSON in their own way.
    interfaces.set(`${BOOT}.${name}`, found as unknown as ClarityAbi);
  }
}
