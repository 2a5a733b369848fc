import type { CallOptions, Clock } from '../../core/clock.js';
import { type Channel, Nodes } from '../../core/nodes.js';
import type { Random } from '../../core/random.js';
import { type RetryPolicy, retry } from '../../core/retry.js';
import { jsonRpc } from './json-rpc.js';
import { LedgerIndexes } from './ledger-index.js';
import { type KnownNode, XrplNode } from './node.js';
import type { XrplTransport } from './transport.js';

export interface LedgerSettings {
  /** The network that the nodes have to belong to. */
  readonly networkId: number;
  /** How often a question to the user's own transport is repeated. */
  readonly retry: RetryPolicy | undefined;
  readonly clock: Clock;
  readonly random: Random | undefined;
}

/** Requests about the ledger, each answered completely by one node. */
export class Ledger {
  readonly #source: Nodes | XrplTransport;
  readonly #settings: LedgerSettings;
  readonly #indexes: LedgerIndexes;
  readonly #known = new Map<string, KnownNode>();
  #operators: readonly (readonly [operator: string, Ledger])[] | undefined;

  /** @param source - Nodes that are asked over JSON-RPC, or the user's own way to reach one. */
  constructor(source: Nodes | XrplTransport, settings: LedgerSettings) {
    this.#source = source;
    this.#settings = settings;
    this.#indexes = new LedgerIndexes(settings.clock, settings.networkId);
  }

  /** Given if the source says when a ledger is validated. */
  get onLedger(): XrplTransport['onLedger'] {
    const source = this.#source;
    return source instanceof Nodes ? undefined : source.onLedger?.bind(source);
  }

  /** The same for the nodes of each operator alone. */
  byOperator(): readonly (readonly [operator: string, Ledger])[] {
    const source = this.#source;
    if (!(source instanceof Nodes)) return [['transport', this]];
    this.#operators ??= [...source.byOperator()].map(([name, nodes]) => {
      return [name, nodes === source ? this : new Ledger(nodes, this.#settings)];
    });
    return this.#operators;
  }

  ask<T>(options: CallOptions, work: (node: XrplNode) => Promise<T>): Promise<T> {
    const source = this.#source;
    if (source instanceof Nodes) return source.ask(options, (channel) => work(this.#at(channel)));
    const { retry: policy, clock, random } = this.#settings;
    const again = { ...options, ...policy, clock, random };
    return work(this.#over(source, (question) => retry(question, again)));
  }

  /** Without a second try. */
  once<T>(work: (node: XrplNode) => Promise<T>): Promise<T> {
    const source = this.#source;
    if (source instanceof Nodes) return source.once((channel) => work(this.#at(channel)));
    return work(this.#over(source, (question) => question()));
  }

  #at(channel: Channel): XrplNode {
    const request = jsonRpc(channel, this.#settings.clock);
    return this.#over({ request }, channel.patiently, channel.url);
  }

  #over(transport: XrplTransport, patiently: Channel['patiently'], url = ''): XrplNode {
    const known = this.#known.get(url) ?? { network: undefined, lacksDryRun: false };
    this.#known.set(url, known);
    const { networkId, clock } = this.#settings;
    return new XrplNode(transport, { patiently, known, networkId, indexes: this.#indexes, clock });
  }
}
