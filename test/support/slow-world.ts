import { LocalRawSigner, type RawSigner } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import {
  type TransactionEvent,
  XrplGateway,
  type XrplGatewayOptions,
  type XrplTransport,
} from '../../src/xrpl/index.js';
import { FakeXrplNode } from './fake-xrpl-node.js';
import { ManualClock, settle } from './manual-clock.js';
// Loaded on use, which takes no time of a world's; the core's are loaded with the virtual time.
import '../../src/xrpl/node/spender.js';
import '../../src/xrpl/node/line-limits.js';
import '../../src/xrpl/node/ticket-list.js';
import '../../src/xrpl/parts.js';
import '../../src/xrpl/node/trial.js';
import '../../src/xrpl/wire/decode.js';
import '../../src/xrpl/wire/explanation.js';
import './virtual-time.js';

export type Told = TransactionEvent & { readonly durationMs?: number };

export const SIGNING_MS = 5_000;

/** How long the node takes to answer. What is asked at once is answered one after the other. */
const NODE_MS: Readonly<Record<string, number>> = {
  account_info: 300,
  fee: 280,
  account_objects: 70,
  submit: 120,
  tx: 40,
};

/** The reads of a payment: two accounts and the fee. */
export const READS_MS = 880;
/** What became of it: the account and the transaction. */
export const LOOK_UP_MS = 340;

/** A node and a signer that take their time, on a clock that nothing else moves. */
export class SlowWorld {
  readonly clock = new ManualClock();
  readonly node = new FakeXrplNode();
  readonly events: Told[] = [];
  /** Requests that nobody signs yet, by their turn. */
  readonly held: (() => void)[] = [];
  holds = false;
  readonly #journal = memoryStore({ clock: this.clock });
  readonly #local = new LocalRawSigner({ seed: 'durations', quiet: true, allowMainnet: true });

  readonly #transport: XrplTransport = {
    request: async (command, params) => {
      await this.#take(NODE_MS[command] ?? 0);
      return this.node.request(command, params);
    },
  };

  readonly #signer: RawSigner = {
    capabilities: this.#local.capabilities,
    getPublicKey: (key) => this.#local.getPublicKey(key),
    sign: async (request) => {
      if (this.holds) await new Promise<void>((release) => this.held.push(release));
      else await this.#take(SIGNING_MS);
      return this.#local.sign(request);
    },
  };

  #take(ms: number): Promise<void> {
    return this.clock.pass(ms);
  }

  /** A gateway that remembers nothing, as after a restart, but for what was signed. */
  gateway(options: Partial<XrplGatewayOptions> = {}): XrplGateway {
    return new XrplGateway({
      signer: this.#signer,
      journal: this.#journal,
      network: { url: 'http://localhost', networkId: 1 },
      transport: this.#transport,
      clock: this.clock,
      onEvent: (event) => this.events.push(event),
      ...options,
    });
  }

  of(idempotencyKey: string): Told[] {
    return this.events.filter((event) => event.idempotencyKey === idempotencyKey);
  }

  /** Lets everything happen that needs no more than the node's and the signer's own time. */
  async allThatCan(): Promise<void> {
    const stand = () => `${this.clock.now()} ${this.events.length} ${this.node.requests.length}`;
    for (let last = '', quiet = 0; quiet < 3; last = stand()) {
      await settle();
      quiet = stand() === last ? quiet + 1 : 0;
    }
  }

  /** Lets time pass until all of them have ended, but only where they wait for it. */
  async ended(...works: Promise<unknown>[]): Promise<void> {
    const outcome = Promise.all(works);
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    outcome.then(end, end);
    for (let wait = 0; wait < 200; wait++) {
      await this.allThatCan();
      if (hasEnded) break;
      await this.clock.pass(100);
    }
    await outcome;
  }

  /** What the events of a transaction say they took, in order. */
  durationsOf(idempotencyKey: string): [type: string, ms: number][] {
    return this.of(idempotencyKey).flatMap(({ type, durationMs }) =>
      durationMs === undefined ? [] : [[type, durationMs]],
    );
  }
}
