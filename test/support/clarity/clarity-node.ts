import { SandboxClock } from '../../../src/sandbox/clock.js';
import type { Block } from '../../../src/sandbox/stacks/chain/blocks.js';
import type { PoxVersion } from '../../../src/sandbox/stacks/machine.js';
import { MiningNode } from '../../../src/sandbox/stacks/mining-node.js';
import { StacksServer } from '../../../src/sandbox/stacks/server.js';
import { loadBootInterfaces } from './boot-interfaces.js';
import { ClarityMachine } from './clarity-machine.js';
import type { Pox5Text } from './pox5-text.js';

const CHAIN_ID = 0x80000000;

/** A node on loopback that executes what it is sent in the real Clarity VM. */
export class ClarityNode {
  readonly machine: ClarityMachine;
  readonly node: MiningNode;
  readonly #server: StacksServer;
  readonly #clock: SandboxClock;

  private constructor(machine: ClarityMachine) {
    this.machine = machine;
    this.#clock = new SandboxClock();
    const clock = this.#clock;
    this.node = new MiningNode({ clock, machine, chainId: CHAIN_ID, blockMs: 0 });
    this.#server = new StacksServer({
      node: this.node,
      fees: { transferRate: 1, estimates: [1, 2, 4] },
      clock,
    });
  }

  static async start(pox: PoxVersion, text: Pox5Text): Promise<ClarityNode> {
    await loadBootInterfaces();
    const node = new ClarityNode(await ClarityMachine.start(pox, text));
    await node.#server.http.start(0);
    return node;
  }

  get url(): string {
    return this.#server.http.url;
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
