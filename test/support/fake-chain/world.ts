import type { TransactionEvent } from '../../../src/transactions/index.js';
import { VirtualTime } from '../virtual-time.js';
import { type Decision, MemoryCustody } from './custody.js';
import type { FakeRequest } from './custody-request.js';
import { MemorySigner } from './custody-signer.js';
import { FakeGateway, type FakeGatewayOptions, type PayOptions } from './gateway.js';
import { FakeLedger } from './ledger.js';
import { FakeNode, fullWhile } from './node.js';

export interface FakeWorldOptions {
  /** What becomes of each request. Default: it is approved at once. */
  readonly decide?: (request: FakeRequest) => Decision;
  readonly gateway?: Partial<FakeGatewayOptions>;
}

/**
 * A ledger, a custody and a gateway in memory, with 1,000,000 for vaults 0 and 1, in a time that passes only while a test lets it. A
 * test waits with {@link FakeWorld.run} or {@link FakeWorld.until}, never with `await` alone.
 */
export class FakeWorld {
  readonly time = new VirtualTime();
  readonly ledger: FakeLedger;
  readonly node: FakeNode;
  readonly custody: MemoryCustody;
  readonly events: TransactionEvent[] = [];
  gateway: FakeGateway;
  readonly #options: FakeWorldOptions;

  constructor(options: FakeWorldOptions = {}) {
    const { clock } = this.time;
    this.#options = options;
    this.ledger = new FakeLedger(clock);
    this.node = new FakeNode(this.ledger, clock);
    this.custody = new MemoryCustody(clock, this.ledger);
    if (options.decide) this.custody.decide = options.decide;
    for (const vault of ['0', '1']) this.ledger.fund(this.custody.addressOf(vault), 1_000_000n);
    this.gateway = this.another();
  }

  /** Another process's gateway, as far as memory goes, with a signer of its own. */
  another(options: Partial<FakeGatewayOptions> = {}): FakeGateway {
    return new FakeGateway({
      signer: this.newSigner(),
      node: this.node,
      clock: this.time.clock,
      onEvent: (event) => this.events.push(event),
      ...this.#options.gateway,
      ...options,
    });
  }

  /** One whose node takes nothing. */
  crowded(options: Partial<FakeGatewayOptions> = {}): FakeGateway {
    return this.another({ node: this.node.with(fullWhile(() => true)), ...options });
  }

  /** A process's own way to the custody. */
  newSigner(maxMessages = 100): MemorySigner {
    return new MemorySigner(this.custody, maxMessages);
  }

  /** The account of vault 0. */
  get address(): string {
    return this.custody.addressOf('0');
  }

  /** A payment of vault 0 to vault 1. */
  pay(options: PayOptions = {}, amount = '1', gateway = this.gateway) {
    const to = this.custody.addressOf('1');
    return gateway.execute('0', { type: 'pay', to, amount }, options);
  }

  /** The custody's own console pays from vault 0, behind our back, with the next number; gives the hash. */
  payByHand(): string | undefined {
    const from = { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'FAKE' } as const;
    const to = { type: 'address', address: this.custody.addressOf('1') } as const;
    const transfer = { idempotencyKey: 'by-hand', from, to, amount: '7' };
    const terms = { externalId: 'by-hand', note: undefined, expiresAfterSeconds: undefined };
    return this.custody.open(terms, { kind: 'native-transfer', transfer }).txHash;
  }

  /** Lets time pass until something has ended. */
  run<T>(work: Promise<T>): Promise<T> {
    return this.time.run(work);
  }

  /** Lets time pass until something is so. */
  until(isSo: () => boolean): Promise<void> {
    return this.time.until(isSo);
  }

  /** Events of one kind. */
  told<K extends TransactionEvent['type']>(type: K) {
    return this.events.filter(
      (event): event is Extract<TransactionEvent, { type: K }> => event.type === type,
    );
  }

  end(): void {
    this.time.end();
  }
}
