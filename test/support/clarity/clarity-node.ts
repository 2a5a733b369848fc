import { SandboxClock } from '../../../src/sandbox/clock.js';
import { FaultBook } from '../../../src/sandbox/loopback/faults.js';
import type { Block } from '../../../src/sandbox/stacks/chain/blocks.js';
import type { PoxVersion } from '../../../src/sandbox/stacks/machine.js';
import { StacksNode } from '../../../src/sandbox/stacks/node.js';
import { StacksServer } from '../../../src/sandbox/stacks/server.js';
import { loadBootInterfaces } from './boot-interfaces.js';
import { ClarityMachine } from './clarity-machine.js';

const CHAIN_ID = 0x80000000;

/** A node on loopback that executes what it is sent in the real Clarity VM. */
export class ClarityNode {
  readonly machine: ClarityMachine;
  readonly node: StacksNode;
  readonly #server: StacksServer;
  readonly #clock: SandboxClock;

  private constructor(machine: ClarityMachine) {
    this.machine = machine;
    this.#clock = new SandboxClock();
    const clock = this.#clock;
    this.node = new StacksNode({ clock, machine, chainId: CHAIN_ID, blockMs: 0 });
    this.#server = new StacksServer({
      node: this.node,
      fees: { transferRate: 1, estimates: [1, 2, 4] },
      clock,
      faults: new FaultBook(),
      port: 0,
      latencyMs: 0,
    });
  }

  static async start(pox: PoxVersion): Promise<ClarityNode> {
    await loadBootInterfaces();
    const node = new ClarityNode(await ClarityMachine.start(pox));
    await node.#server.http.start();
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.http.port}`;
  }

  fund(principal: string, amount: bigint): void {
    this.machine.mint(principal, amount);
  }

  mine(): Promise<Block> {
    return this.node.mine();
  }

  async stop(): Promise<void> {
    this.#clock.stop();
    await this.#server.http.stop();
    this.machine.stop();
  }
}
