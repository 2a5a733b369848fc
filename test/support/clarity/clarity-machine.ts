import { readFileSync } from 'node:fs';
import { getSDK, type Simnet } from '@stacks/clarinet-sdk';
import { Cl, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import type {
  Checkpoint,
  Holdings,
  Machine,
  MachineCall,
  Outcome,
  PoxVersion,
  RewardCycles,
  StacksAccount,
} from '../../../src/sandbox/stacks/machine.js';
import { bootInterface } from './boot-interfaces.js';
import { outcomeOf } from './outcomes.js';
import { deployedProject, type Pox5Text } from './pox5-text.js';

const BOOT = 'ST000000000000000000002AMW42H';
/** Whoever deploys, and whoever fees go to. */
export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const MINER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const EPOCHS = { 'pox-4': '3.4', 'pox-5': '4.0' } as const;
const CYCLES: RewardCycles = { firstBurnHeight: 0, cycleLength: 20, prepareLength: 5 };

/** What post-conditions 0x04 cover, of what is tested here; only where it is called directly. */
const POX_ACTIONS: ReadonlySet<string> = new Set(['unstake']);

const idle: Record<Pox5Text, Simnet[]> = { draft: [], deployed: [] };

type Operation = (simnet: Simnet) => unknown;

/**
 * The real Clarity VM, with its own draft of pox-5 or with the deployed contract. It knows no post-conditions and cannot go back, so everything done to it is
 * remembered, and done again in a new one where a transaction must be undone.
 */
export class ClarityMachine implements Machine {
  readonly network = 'testnet';
  readonly cycles = CYCLES;
  readonly sbtcToken = `${DEPLOYER}.token::coin`;
  readonly #simnet: Simnet;
  readonly #text: Pox5Text;
  #journal: Operation[] = [];
  #pox: PoxVersion = 'pox-4';

  private constructor(simnet: Simnet, text: Pox5Text) {
    this.#simnet = simnet;
    this.#text = text;
  }

  static async start(pox: PoxVersion, text: Pox5Text): Promise<ClarityMachine> {
    const settings = { trackCosts: false, trackCoverage: false };
    const simnet = idle[text].pop() ?? (await getSDK(settings));
    const machine = new ClarityMachine(simnet, text);
    await machine.#begin();
    machine.activate('pox-4');
    if (pox === 'pox-5') machine.activate('pox-5');
    machine.install('accounts');
    machine.install('token');
    return machine;
  }

  /** Leaves the VM to whoever starts next: a new one takes twice as long. */
  stop(): void {
    idle[this.#text].push(this.#simnet);
  }

  /** What was there before is forgotten. */
  async #begin(): Promise<void> {
    if (this.#text === 'draft') await this.#simnet.initEmptySession({ enabled: false });
    else await this.#simnet.initSession(deployedProject(), 'Clarinet.toml', null);
  }

  get burnHeight(): number {
    return this.#simnet.burnBlockHeight;
  }

  get pox(): PoxVersion {
    return this.#pox;
  }

  get stackingMinimum(): bigint {
    const info = this.#read(`${BOOT}.pox-4`, 'get-stacking-minimum', []);
    return info.type === 'uint' ? BigInt(info.value) : 0n;
  }

  get totalSupply(): bigint {
    return [...this.#assets('STX').values()].reduce((sum, amount) => sum + amount, 0n);
  }

  /** The text of a contract. */
  sourceOf(contract: string): string | undefined {
    return this.#simnet.getContractSource(contract);
  }

  /** Deploys one of the contracts beside this file. */
  install(name: string, file = name): string {
    const source = readFileSync(new URL(`./${file}.clar`, import.meta.url), 'utf8');
    this.#do((simnet) => simnet.deployContract(name, source, { clarityVersion: 3 }, DEPLOYER));
    return `${DEPLOYER}.${name}`;
  }

  mint(principal: string, amount: bigint): void {
    this.#do((simnet) => simnet.mintSTX(principal, amount));
  }

  account(principal: string): StacksAccount {
    const value = this.#read(`${DEPLOYER}.accounts`, 'account', [Cl.principal(principal)]);
    if (value.type !== 'tuple') throw new Error('stx-account answers with a tuple');
    const uint = (name: string) => {
      const member = value.value[name];
      if (member?.type !== 'uint') throw new Error(`stx-account has no ${name}`);
      return BigInt(member.value);
    };
    return {
      unlocked: uint('unlocked'),
      locked: uint('locked'),
      unlockHeight: Number(uint('unlock-height')),
    };
  }

  holdings(principal: string): Holdings {
    const fungible = new Map<string, bigint>();
    for (const [asset, owners] of this.#simnet.getAssetsMap()) {
      const units = owners.get(principal);
      if (asset !== 'STX' && units !== undefined) fungible.set(assetName(asset), units);
    }
    return { fungible, nonFungible: new Map() };
  }

  charge(principal: string, fee: bigint): void {
    this.#do((simnet) => simnet.transferSTX(fee, MINER, principal));
  }

  transfer(sender: string, recipient: string, amount: bigint, memo: string): Outcome {
    const outcome = outcomeOf(() =>
      this.#do((simnet) => simnet.transferSTX(amount, recipient, sender)),
    );
    if (outcome.kind !== 'executed') return outcome;
    const events = outcome.events.map((event) =>
      event.kind === 'stx' ? { ...event, memo } : event,
    );
    return { ...outcome, events };
  }

  call({ contract, functionName, args, sender }: MachineCall): Outcome {
    const outcome = outcomeOf(() =>
      this.#do((simnet) => simnet.callPublicFn(contract, functionName, [...args], sender)),
    );
    const isPoxAction = contract === `${BOOT}.pox-5` && POX_ACTIONS.has(functionName);
    return isPoxAction ? asPoxAction(outcome, sender) : outcome;
  }

  deploy(sender: string, name: string, source: string): Outcome {
    return outcomeOf(() => this.#do((simnet) => simnet.deployContract(name, source, null, sender)));
  }

  readOnly({ contract, functionName, args, sender }: MachineCall): ClarityValue {
    return this.#read(contract, functionName, args, sender);
  }

  interfaceOf(contract: string): ClarityAbi | undefined {
    if (contract === `${BOOT}.pox-5` && this.#pox !== 'pox-5') return undefined;
    const boot = this.#text === 'draft' ? bootInterface(contract) : undefined;
    if (boot !== undefined) return boot;
    const found = this.#simnet.getContractsInterfaces().get(contract);
    // The SDK's types spell the same JSON in their own way.
    return found as unknown as ClarityAbi | undefined;
  }

  dataVar(contract: string, name: string): ClarityValue | undefined {
    try {
      return this.#simnet.getDataVar(contract, name);
    } catch {
      return undefined;
    }
  }

  mapEntry(contract: string, map: string, key: ClarityValue): ClarityValue | undefined {
    return this.#simnet.getMapEntry(contract, map, key);
  }

  signers(): ReturnType<Machine['signers']> {
    if (this.#pox !== 'pox-5') return [];
    return [...this.#simnet.getContractsInterfaces().keys()].flatMap((signer) => {
      const key = this.#read(`${BOOT}.pox-5`, 'get-signer-info', [Cl.principal(signer)]);
      const isKey = key.type === 'some' && key.value.type === 'buffer';
      return isKey ? [{ signer, signerKey: key.value.value }] : [];
    });
  }

  mineBurnBlocks(count: number): void {
    this.#do((simnet) => simnet.mineEmptyBurnBlocks(count));
  }

  activate(pox: PoxVersion): void {
    this.#pox = pox;
    this.#do((simnet) => simnet.setEpoch(EPOCHS[pox]));
    const { firstBurnHeight, prepareLength, cycleLength } = CYCLES;
    const parameters = [firstBurnHeight, prepareLength, cycleLength, 1].map((value) =>
      Cl.uint(value),
    );
    this.#do((simnet) =>
      simnet.callPublicFn(`${BOOT}.${pox}`, 'set-burnchain-parameters', parameters, DEPLOYER),
    );
  }

  checkpoint(): Checkpoint {
    const length = this.#journal.length;
    return {
      restore: async () => {
        const journal = this.#journal.slice(0, length);
        this.#journal = [];
        await this.#begin();
        for (const operation of journal) {
          try {
            this.#do(operation);
          } catch {
            // It failed the first time, too: what is thrown left nothing behind.
          }
        }
      },
    };
  }

  #do<Result>(operation: (simnet: Simnet) => Result): Result {
    this.#journal.push(operation);
    return quietly(() => operation(this.#simnet));
  }

  #read(
    contract: string,
    name: string,
    args: readonly ClarityValue[],
    sender = DEPLOYER,
  ): ClarityValue {
    return quietly(() => this.#simnet.callReadOnlyFn(contract, name, [...args], sender).result);
  }

  #assets(name: string): ReadonlyMap<string, bigint> {
    return this.#simnet.getAssetsMap().get(name) ?? new Map<string, bigint>();
  }
}

/** The VM traces every assertion that fails on the console. */
function quietly<Result>(run: () => Result): Result {
  const { log, error } = console;
  const silent = () => undefined;
  Object.assign(console, { log: silent, error: silent });
  try {
    return run();
  } finally {
    Object.assign(console, { log, error });
  }
}

/** The node takes note of such a call itself; the VM has no event for it. */
function asPoxAction(outcome: Outcome, account: string): Outcome {
  if (outcome.kind !== 'executed') return outcome;
  const events = outcome.events.map((event) =>
    event.kind === 'lock' ? { ...event, staking: false } : event,
  );
  return { ...outcome, events: [{ kind: 'pox-action', account }, ...events] };
}

/** `.token.coin` or `ST....token.coin`, as the API names it: `ST....token::coin`. */
function assetName(asset: string): string {
  const [name = '', ...rest] = asset.split('.').reverse();
  const contract = rest.reverse().join('.');
  return `${contract.startsWith('.') ? `${DEPLOYER}${contract}` : contract}::${name}`;
}
