import type { Derive } from '../../seed.js';
import { Secp256k1Key } from '../../signing-key.js';
import type { RewardCycles } from '../machine.js';
import { bootAddress, type NetworkKind, onNetwork } from '../wire/principals.js';
import { fastPoolContract } from './fast-pool.js';
import type { ModelMachine } from './model-machine.js';
import { nativePoolContract } from './native-pool.js';
import { pox4Contract } from './pox4.js';
import { Pox4State } from './pox4-state.js';
import { pox5Contract } from './pox5.js';
import { Pox5State } from './pox5-state.js';
import { managerContract, SignerManager, type SignerManagerOptions } from './signer-manager.js';
import { tokenContract } from './tokens.js';

/**
 * The contracts that a Stacks sandbox has from the start. Tokens are `address.contract::asset`.
 *
 * @example
 * ```ts
 * import { type StacksContracts, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { sbtc, signerManager }: StacksContracts = sandbox.stacks.contracts;
 * sandbox.stacks.mintToken(sbtc, signerManager, 100_000_000n); // 1 sBTC
 * await sandbox.stop();
 * ```
 */
export interface StacksContracts {
  /**
   * The stacking contract of before pox-5, `address.pox-4`. `pox` of the options and `activate` say which of the two
   * is active.
   */
  readonly pox4: string;
  /** The stacking contract of today, `address.pox-5`. */
  readonly pox5: string;
  /** sBTC, with 8 decimals: what pox-5 pays rewards in. */
  readonly sbtc: string;
  /** USDCx, with 6 decimals. */
  readonly usdcx: string;
  /** Fast Pool's wrapper of pox-4. */
  readonly fastPool: string;
  /** A signer manager of the reference family, registered, that takes all stakers. */
  readonly signerManager: string;
  /** A pool that stakes under pox-5 through a wrapper, and its signer manager. */
  readonly nativePool: string;
  /** The signer manager of `nativePool`, registered: it takes only stakers that come through that pool. */
  readonly nativePoolManager: string;
}

/** What differs between the networks. */
export interface NetworkFacts {
  readonly chainId: number;
  readonly cycles: RewardCycles;
  /** A height well inside a reward phase. */
  readonly burnHeight: number;
  readonly contracts: StacksContracts;
}

const SBTC = {
  mainnet: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token',
  testnet: 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1.sbtc-token::sbtc-token',
} as const;
const USDCX = {
  mainnet: 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx::usdcx-token',
  testnet: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.usdcx::usdcx-token',
} as const;
const FAST_POOL = 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP';
const NATIVE_POOL = 'SP4SZE494VC2YC5JYG7AYFQ44F5Q4PYV7DVMDPBG';

/** What is known of a network: on the test network pools have their mainnet names. */
export function factsOf(network: NetworkKind): NetworkFacts {
  const boot = bootAddress(network);
  const contracts = {
    pox4: `${boot}.pox-4`,
    pox5: `${boot}.pox-5`,
    sbtc: SBTC[network],
    usdcx: USDCX[network],
    fastPool: onNetwork(`${FAST_POOL}.pox4-fast-pool-v3`, network),
    signerManager: onNetwork(`${FAST_POOL}.fastpool-1-signer-manager`, network),
    nativePool: onNetwork(`${NATIVE_POOL}.native-pool-v1`, network),
    nativePoolManager: onNetwork(`${NATIVE_POOL}.native-pool-signer-manager`, network),
  };
  return network === 'mainnet'
    ? {
        chainId: 1,
        cycles: { firstBurnHeight: 666_050, cycleLength: 2_100, prepareLength: 100 },
        burnHeight: 966_500,
        contracts,
      }
    : {
        chainId: 0x80000000,
        cycles: { firstBurnHeight: 0, cycleLength: 900, prepareLength: 100 },
        burnHeight: 2_750,
        contracts,
      };
}

/** The contracts of a modelled chain, and what can be changed about them. */
export class ModelContracts {
  readonly #machine: ModelMachine;
  readonly #derive: Derive;
  readonly #pox5: Pox5State;

  constructor(machine: ModelMachine, chainId: number, contracts: StacksContracts, derive: Derive) {
    this.#machine = machine;
    this.#derive = derive;
    const { state } = machine;
    machine.add(pox4Contract(new Pox4State(machine, contracts.pox4, chainId)));
    this.#pox5 = new Pox5State(machine, contracts.pox5);
    machine.add(pox5Contract(this.#pox5));
    machine.signersFrom(() =>
      this.#pox5.signers.map(({ id, signerKey }) => ({ signer: id, signerKey })),
    );
    machine.add(fastPoolContract(machine, contracts.fastPool, contracts.pox4));
    machine.add(nativePoolContract(machine, contracts.nativePool, contracts.pox5));
    for (const [id, decimals] of [
      [contracts.sbtc, 8],
      [contracts.usdcx, 6],
    ] as const) {
      const [contract = '', asset = ''] = id.split('::');
      machine.add(tokenContract(state, { contract, asset, decimals }));
    }
    this.addSignerManager(contracts.signerManager, {});
    this.addSignerManager(contracts.nativePoolManager, { onlyThrough: contracts.nativePool });
  }

  addSignerManager(id: string, options: SignerManagerOptions): void {
    const { publicKey } = new Secp256k1Key(this.#derive, `signer ${id}`);
    const manager = new SignerManager(id, publicKey, this.#machine.state.table(), options);
    this.#pox5.addManager(manager);
    this.#machine.add(managerContract(this.#pox5, manager));
  }

  changeSignerManager(id: string, { registered, granted }: SignerManagerOptions): void {
    const manager = this.#pox5.managerOf(id);
    if (registered !== undefined) manager.registered = registered;
    if (granted !== undefined) manager.granted = granted;
  }

  addRewards(manager: string, cycle: number, sats: bigint): void {
    this.#machine.state.addTokens(this.#machine.sbtcToken, this.#pox5.contract, sats);
    this.#pox5.addRewards(this.#pox5.managerOf(manager).id, cycle, sats);
  }

  pauseRewards(): void {
    this.#pox5.rewardsPaused = true;
  }
}
