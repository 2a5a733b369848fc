import { Cl, type ClarityAbi, ClarityType, type ClarityValue } from '@stacks/transactions';
import type {
  ChainEvent,
  Checkpoint,
  Holdings,
  Machine,
  MachineCall,
  Outcome,
  PoxVersion,
  RewardCycles,
  StacksAccount,
} from '../machine.js';
import type { NetworkKind } from '../wire/principals.js';
import { abiOf, type ModelContract, RuntimeError, UnmineableError } from './contract.js';
import { ModelState } from './state.js';

/** What the modelled chain is like. */
export interface ModelOptions {
  readonly network: NetworkKind;
  readonly cycles: RewardCycles;
  readonly burnHeight: number;
  readonly pox: PoxVersion;
  readonly sbtcToken: string;
}

/** 1,000,000,000 STX. */
const TOTAL_SUPPLY = 1_000_000_000_000_000n;
/** Of the supply, what a pox-4 position needs. */
const POX_4_SHARE = 8_000n;
/** What a signer needs under pox-5. */
const POX_5_MINIMUM = 50_000_000_000n;

/**
 * A model of what Stacks contracts do: balances, tokens and stacking, in plain code. It runs no
 * Clarity. Contracts are added to it, and call each other through it.
 */
export class ModelMachine implements Machine {
  readonly network: NetworkKind;
  readonly cycles: RewardCycles;
  readonly sbtcToken: string;
  readonly totalSupply = TOTAL_SUPPLY;
  readonly state: ModelState;
  #contracts: ReadonlyMap<string, ModelContract> = new Map();
  #pox: PoxVersion;
  #signers: Machine['signers'] = () => [];

  constructor({ network, cycles, burnHeight, pox, sbtcToken }: ModelOptions) {
    this.network = network;
    this.cycles = cycles;
    this.sbtcToken = sbtcToken;
    this.#pox = pox;
    this.state = new ModelState(burnHeight);
  }

  get pox(): PoxVersion {
    return this.#pox;
  }

  get burnHeight(): number {
    return this.state.burnHeight;
  }

  get stackingMinimum(): bigint {
    return this.#pox === 'pox-4' ? TOTAL_SUPPLY / POX_4_SHARE : POX_5_MINIMUM;
  }

  add(contract: ModelContract): void {
    this.#contracts = new Map([...this.#contracts, [contract.id, contract]]);
  }

  account(principal: string): StacksAccount {
    return this.state.account(principal);
  }

  holdings(principal: string): Holdings {
    const fungible = new Map<string, bigint>();
    const nonFungible = new Map<string, number>();
    for (const [key, amount] of this.state.fungible.entries) {
      const [asset = '', owner] = key.split(' ');
      if (owner === principal && amount > 0n) fungible.set(asset, amount);
    }
    for (const [key, owner] of this.state.nonFungible.entries) {
      const [asset = ''] = key.split(' ');
      if (owner === principal) nonFungible.set(asset, (nonFungible.get(asset) ?? 0) + 1);
    }
    return { fungible, nonFungible };
  }

  charge(principal: string, fee: bigint): void {
    this.state.credit(principal, -fee);
  }

  transfer(sender: string, recipient: string, amount: bigint, memo: string): Outcome {
    if (!this.state.debit(sender, amount)) return { kind: 'unmineable', message: 'NotEnoughFunds' };
    this.state.credit(recipient, amount);
    const event = { kind: 'stx', action: 'transfer', sender, recipient, amount, memo } as const;
    return { kind: 'executed', result: Cl.ok(Cl.bool(true)), events: [event] };
  }

  call(call: MachineCall): Outcome {
    const events: ChainEvent[] = [];
    const start = this.checkpoint();
    try {
      const result = this.invoke(call, { ...call, caller: call.sender, emit: pushTo(events) });
      return { kind: 'executed', result, events };
    } catch (error) {
      start.restore();
      const message = error instanceof Error ? error.message : '';
      if (error instanceof RuntimeError) return { kind: 'runtime-error', message };
      if (error instanceof UnmineableError) return { kind: 'unmineable', message };
      throw error;
    }
  }

  /**
   * Calls a public function, from a transaction or from another contract. An error value undoes what
   * the function did; what a post-condition 0x04 covers counts as done anyway.
   */
  invoke(
    { contract, functionName, args }: Omit<MachineCall, 'sender'>,
    { sender, caller, emit }: { sender: string; caller: string; emit(event: ChainEvent): void },
  ): ClarityValue {
    const found = this.#functionOf(contract, functionName);
    const start = this.checkpoint();
    const events: ChainEvent[] = [];
    const result = found.run(args, { sender, caller, emit: pushTo(events) });
    const failed = result.type === ClarityType.ResponseErr;
    if (failed) start.restore();
    for (const event of events) if (!failed || event.kind === 'pox-action') emit(event);
    return result;
  }

  deploy(sender: string, name: string): Outcome {
    this.add({ id: `${sender}.${name}`, functions: [] });
    return { kind: 'executed', result: Cl.ok(Cl.bool(true)), events: [] };
  }

  readOnly({ contract, functionName, args, sender }: MachineCall): ClarityValue {
    const found = this.#functionOf(contract, functionName);
    const start = this.checkpoint();
    try {
      return found.run(args, { sender, caller: sender, emit: () => undefined });
    } finally {
      start.restore();
    }
  }

  interfaceOf(contract: string): ClarityAbi | undefined {
    const found = this.#find(contract);
    return found === undefined ? undefined : abiOf(found);
  }

  dataVar(contract: string, name: string): ClarityValue | undefined {
    return this.#find(contract)?.variables?.get(name)?.read();
  }

  /** The model keeps no maps under the names that contracts give them. */
  mapEntry(): undefined {
    return undefined;
  }

  signers(): ReturnType<Machine['signers']> {
    return this.#pox === 'pox-5' ? this.#signers() : [];
  }

  /** Sets the function that says which signers there are. */
  signersFrom(signers: Machine['signers']): void {
    this.#signers = signers;
  }

  mineBurnBlocks(count: number): void {
    this.state.burnHeight += count;
  }

  /** pox-5 frees whatever pox-4 has locked. */
  activate(pox: PoxVersion): void {
    if (pox === this.#pox) return;
    this.#pox = pox;
    this.state.unlockAll();
  }

  checkpoint(): Checkpoint & { restore(): void } {
    return this.state.checkpoint();
  }

  /** Everything as it is now. What it gives puts it back, as often as it is called. */
  snapshot(): () => void {
    const { restore } = this.checkpoint();
    const [contracts, pox, burnHeight] = [this.#contracts, this.#pox, this.state.burnHeight];
    return () => {
      restore();
      this.#contracts = contracts;
      this.#pox = pox;
      this.state.burnHeight = burnHeight;
    };
  }

  #find(contract: string): ModelContract | undefined {
    const found = this.#contracts.get(contract);
    return found?.exists?.() === false ? undefined : found;
  }

  #functionOf(contract: string, name: string): ModelContract['functions'][number] {
    const found = this.#find(contract);
    if (found === undefined) throw new RuntimeError(`NoSuchContract("${contract}")`);
    const named = found.functions.find((each) => each.name === name);
    if (named === undefined) throw new RuntimeError(`UndefinedFunction("${name}")`);
    return named;
  }
}

function pushTo(events: ChainEvent[]): (event: ChainEvent) => void {
  return (event) => void events.push(event);
}
