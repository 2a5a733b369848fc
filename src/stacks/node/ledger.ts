import type { CallOptions } from '../../core/clock.js';
import type { Channel, Nodes } from '../../core/nodes.js';
import { agreed } from '../../core/operators.js';
import { WrongNetworkError } from '../../transactions/index.js';
import { Asking } from './asking.js';
import { KnownNodes } from './known-nodes.js';
import { StacksNode } from './node.js';

/** The value on which enough operators agree, compared by its words. @throws UnexpectedAnswerError */
export type Agreed = <T>(
  work: (node: StacksNode) => Promise<T>,
  wordsOf?: (value: T) => string,
) => Promise<T>;

/** Requests about the chain, each answered completely by one node. */
export class Ledger {
  readonly #nodes: Nodes;
  readonly #chainId: number;
  readonly #known: KnownNodes;

  constructor(nodes: Nodes, chainId: number, known = new KnownNodes()) {
    this.#nodes = nodes;
    this.#chainId = chainId;
    this.#known = known;
  }

  /** The same for the nodes of each operator alone. */
  byOperator(): readonly (readonly [operator: string, Ledger])[] {
    const all = [...this.#nodes.byOperator()];
    return all.map(([name, nodes]) => {
      return [name, nodes === this.#nodes ? this : new Ledger(nodes, this.#chainId, this.#known)];
    });
  }

  /**
   * An answer from a node of another chain is never used, so the first request to each node is sent together with
   * one for its chain id.
   *
   * @throws WrongNetworkError
   */
  ask<T>(options: CallOptions, work: (node: StacksNode) => Promise<T>): Promise<T> {
    return this.#nodes.ask(options, (channel) => this.#checked(channel, options, work));
  }

  /** What the nodes of `count` operators agree on. */
  agreed(count: number, options: CallOptions): Agreed {
    return (work, wordsOf) => {
      const all = this.byOperator();
      const asked = all.map(([name, own]) => [name, () => own.ask(options, work)] as const);
      return agreed('stacks', count, asked, wordsOf);
    };
  }

  /** Without a second try, and only if the node is known to be of this chain. */
  once<T>(options: CallOptions, work: (node: StacksNode) => Promise<T>): Promise<T> {
    return this.#nodes.once(async (channel) => {
      await this.#checked(channel, options, async () => undefined);
      return work(this.#nodeAt(channel, options));
    });
  }

  async #checked<T>(
    channel: Channel,
    options: CallOptions,
    work: (node: StacksNode) => Promise<T>,
  ): Promise<T> {
    const node = this.#nodeAt(channel, options);
    const answer = work(node);
    if (this.#known.ofChain.has(channel.url)) return answer;
    // Reported below, unless the node turns out to be of another chain.
    answer.catch(() => undefined);
    const { network_id: actual } = await node.info();
    if (actual !== this.#chainId) throw new WrongNetworkError(this.#chainId, actual);
    this.#known.ofChain.add(channel.url);
    return answer;
  }

  #nodeAt(channel: Channel, options: CallOptions): StacksNode {
    return new StacksNode(new Asking(channel, options), this.#known);
  }
}
