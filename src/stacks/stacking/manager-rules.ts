import type { StacksNetworkKind } from '../network.js';
import { onNetwork } from '../wire/principals.js';

/**
 * Rules of a signer manager of pox-5 that have to be known beforehand, since its contract does not show them. The
 * chain itself shows which managers are registered and which sign.
 */
export interface ManagerRules {
  /** On mainnet. */
  readonly id: string;
  /** Whether it needs a payout address, takes one, or doesn't look at it. */
  readonly calldata: 'optional' | 'required' | 'ignored';
  /** In microSTX: the least it accepts from a staker. */
  readonly minimum?: bigint;
  /** The contract to call, if it does not accept stakes made directly with pox-5. */
  readonly wrapper?: string;
  /** The family of contracts whose error codes it uses. */
  readonly family: ManagerFamily;
}

export type ManagerFamily = 'reference' | 'max500' | 'planbetter' | 'custom';

const NATIVE_POOL = 'SP4SZE494VC2YC5JYG7AYFQ44F5Q4PYV7DVMDPBG';

/** Contracts that differ from the reference contract. */
const DIFFERENT: readonly ManagerRules[] = [
  {
    id: 'SPMPMA1V6P430M8C91QS1G9XJ95S59JS1TZFZ4Q4.fastpool-max500-signer-manager',
    calldata: 'optional',
    family: 'max500',
  },
  {
    id: 'SPZACCJ8XPZ14P7K7NGFMT1BWQYF2JA9DFA2ZR8A.signer-manager',
    calldata: 'optional',
    family: 'max500',
  },
  {
    id: `${NATIVE_POOL}.native-pool-signer-manager`,
    calldata: 'ignored',
    wrapper: `${NATIVE_POOL}.native-pool-v1`,
    family: 'custom',
  },
  {
    id: 'SP3ZA8J49HPS7M3KD7EB01Y0ZAJS7VJS2NG87MDGN.planbetter-signer-manager',
    calldata: 'required',
    minimum: 1_000_000_000n,
    family: 'planbetter',
  },
  {
    id: 'SPV9K21TBFAK4KNRJXF5DFP8N7W46G4V9RCJDC22.juice-pool-stx-signer',
    calldata: 'optional',
    family: 'custom',
  },
];

const XVERSE = 'SP8HK160YD5GHXP69VGA0TC7AQJ1X4CDW3XVERSE.xverse-signer-manager';

/** Copies of the reference contract: a code means the same in each of them. */
const ALIKE: readonly string[] = [
  'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.fastpool-1-signer-manager',
  `${XVERSE}-1`,
  `${XVERSE}-2`,
  `${XVERSE}-3`,
  'SP20XZGWBWSMRE94WDJ6YJ1EKPJ55RGRGK4JDJHNK.signer-manager-pox5',
  'SP206Y7BR5NFCR517VGVX04BSGNA5425GM6DMF9H.signer-manager-hashkeycloud-2',
  'SP21D6BW36TSGWAZS8K4JAJVTNXWKQN9G3TH5MG6A.signer-manager-bd-contract',
];

const RULES: readonly ManagerRules[] = [
  ...DIFFERENT,
  ...ALIKE.map((id) => ({ id, calldata: 'optional', family: 'reference' }) as const),
];

/** The rules of a signer manager, if it has any here. */
export function managerRules(kind: StacksNetworkKind, id: string): ManagerRules | undefined {
  return RULES.find((manager) => onNetwork(kind, manager.id) === id);
}

/** The wrapper through which a manager must be called. */
export function wrapperOf(kind: StacksNetworkKind, manager: string): string | undefined {
  const wrapper = managerRules(kind, manager)?.wrapper;
  return wrapper === undefined ? undefined : onNetwork(kind, wrapper);
}

/** Whether a contract is such a wrapper of pox-5. */
export function isPox5Wrapper(kind: StacksNetworkKind, contract: string): boolean {
  return RULES.some(({ wrapper }) => wrapper && onNetwork(kind, wrapper) === contract);
}
