import { xrpToDrops } from 'xrpl';
import { isObject } from '../../../src/core/json.js';
import type { SandboxClock } from '../../../src/sandbox/clock.js';
import { XrpTransfers } from '../../../src/sandbox/custody/xrp-transfers.js';
import type { LoopbackRequest } from '../../../src/sandbox/loopback/peer.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import type { FollowingNode } from '../../../src/sandbox/xrpl/following-node.js';
import {
  type ClosedLedger,
  FIRST_LEDGER,
} from '../../../src/sandbox/xrpl/ledger/closed-ledgers.js';
import { commandOf } from '../../../src/sandbox/xrpl/rpc-handler.js';
import { accountOfKey } from '../../../src/sandbox/xrpl/signature.js';
import { XrplSandbox } from '../../../src/sandbox/xrpl/xrpl-sandbox.js';
import type { RawSigner } from '../../../src/signer/index.js';
import type { XrplGateway, XrplTransport } from '../../../src/xrpl/index.js';
import { Liar, shifted, swapped } from '../network/liar.js';
import type { Peer } from '../network/network.js';
import type { AppliedEvidence, HeadEvidence } from '../oracle/evidence.js';
import { PRODUCT } from '../product.js';
import type { Chance } from '../schedule/chance.js';
import { EPOCH_MS } from '../schedule/scheduler.js';
import type { PayWork } from '../work/work.js';
import {
  type CallLimits,
  type ChainWorld,
  type Gateway,
  type GatewayPorts,
  type OtherWallet,
  optionsOf,
  TIMELESS,
  workOf,
} from './chain-world.js';
import { type Nodes, peersOf, urlsOf } from './nodes-peer.js';
import { SimulatedClient } from './xrpl-client.js';
import { paymentElsewhere, sendElsewhere, ticketsElsewhere } from './xrpl-wallet.js';

const NETWORK_ID = 1;
const LEDGER_MS = 4_000;

const LIES = [
  shifted('Sequence'),
  shifted('ledger_current_index'),
  shifted('ledger_index'),
  shifted('seq'),
  swapped('tesSUCCESS', 'tecUNFUNDED_PAYMENT'),
  swapped('"validated":true', '"validated":false'),
];
const NOTHING = {
  status: 200,
  json: { result: { error: 'txnNotFound', error_code: 29, status: 'error', validated: true } },
};

/** The blob in a request that submits one. */
function sentIn({ json }: LoopbackRequest): string | undefined {
  if (!isObject(json) || json.method !== 'submit' || !Array.isArray(json.params)) return undefined;
  const [params]: readonly unknown[] = json.params;
  return isObject(params) && typeof params.tx_blob === 'string' ? params.tx_blob : undefined;
}

/** An XRP Ledger of one or more nodes, any of which may answer a request. */
export class XrplWorld implements ChainWorld {
  readonly name = 'xrpl';
  readonly chainId = `xrpl:${NETWORK_ID}`;
  readonly key = { coinType: 1, algorithm: 'MPC_ECDSA_SECP256K1' } as const;
  readonly peers: readonly Peer[];
  readonly #sandbox: XrplSandbox;
  readonly #followers: readonly FollowingNode[];
  /** When each ledger was really closed: what it calls its time runs ahead where many close at once. */
  readonly #closedAt = new Map<number, number>();
  /** What other wallets sent. */
  readonly #foreign = new Set<string>();
  readonly #shown: Nodes;
  /** Where the processes use a Client of the `xrpl` package. */
  readonly #clients: SimulatedClient[] = [];

  constructor(clock: SandboxClock, derive: Derive, shown: Nodes) {
    this.#shown = shown;
    const sandbox = new XrplSandbox({
      clock,
      derive,
      networkId: NETWORK_ID,
      ledgerCloseMs: LEDGER_MS,
    });
    const added = Array.from({ length: shown.nodes - 1 }, () => sandbox.addNode());
    this.#sandbox = sandbox;
    sandbox.node.listen({
      ledgerClosed: ({ index }) => {
        this.#closedAt.set(index, clock.now() - EPOCH_MS);
        for (const client of this.#clients) this.#stream(client, index);
      },
    });
    this.#followers = added.map(({ node }) => node);
    const handles = [sandbox.handle, ...added.map(({ handle }) => handle)];
    const stageOf = (request: LoopbackRequest) => commandOf(request) ?? 'other';
    const newLiar = (pact?: string) => new Liar(LIES, () => NOTHING, pact);
    this.peers = peersOf({ name: 'xrpl', stageOf, sentIn, newLiar }, handles, shown);
  }

  /** The custody's own transfers, on this ledger. */
  transfersOf(clock: SandboxClock): XrpTransfers {
    return new XrpTransfers(this.#sandbox.node, clock);
  }

  async fund(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) await this.#sandbox.fund(address, 1_000_000_000n);
  }

  gatewayOf(ports: GatewayPorts): Gateway {
    const options = optionsOf(ports, ports.mode);
    const network = { url: urlsOf(this.peers), networkId: NETWORK_ID };
    const gateway = new ports.process.product.XrplGateway(
      this.#shown.streams
        ? { ...options, network, transport: this.#transportOf(ports) }
        : { ...options, network, polling: { firstMs: 1_000, factor: 1.3, maxMs: 4_000 } },
    );
    return workOf(gateway, (work, limits) => pay(gateway, work, limits));
  }

  #transportOf(ports: GatewayPorts): XrplTransport {
    const [url = ''] = urlsOf(this.peers);
    const client = new SimulatedClient(ports, url);
    this.#clients.push(client);
    return ports.process.product.xrplClientTransport(client);
  }

  #stream(client: SimulatedClient, index: number): void {
    const { process } = client;
    if (process.isDead) return;
    const id = `${process.name} hears of ledger ${index}`;
    const hear = () => client.hearOfLedger();
    this.#shown.streams?.tell({ id, where: 'xrpl ledgerClosed', process }, hear);
  }

  addressOfKey(publicKey: string): string {
    return accountOfKey(publicKey);
  }

  localAddressOf(signer: RawSigner, vault: string): Promise<string> {
    const network = { url: 'https://xrpl', networkId: NETWORK_ID };
    return new PRODUCT.XrplGateway({ signer, network, clock: TIMELESS }).getAddress(vault);
  }

  lag(chance: Chance): void {
    for (const node of this.#followers) {
      node.lag = chance.pick([0, 1, 3, 10, 50, Number.POSITIVE_INFINITY]);
    }
  }

  forget(chance: Chance): void {
    const { index } = this.#sandbox.node.ledgers.validated;
    for (const node of this.#followers) node.forget(index - chance.spread(1, 200));
  }

  dropPending(): void {
    this.#sandbox.dropPending();
    for (const node of this.#followers) node.dropPending();
  }

  spendElsewhere(wallet: OtherWallet, chance: Chance): Promise<string> {
    // What an open ledger has may still be overtaken.
    if (chance.happens(0.3)) this.dropPending();
    return this.#send(wallet, paymentElsewhere(this.#sandbox, wallet, chance));
  }

  createTicketsElsewhere(wallet: OtherWallet, chance: Chance): Promise<string> {
    return this.#send(wallet, ticketsElsewhere(this.#sandbox, wallet, chance));
  }

  async #send(wallet: OtherWallet, fields: Readonly<Record<string, unknown>>): Promise<string> {
    const { blob, said } = await sendElsewhere(this.#sandbox, wallet, fields);
    this.#foreign.add(blob);
    return said;
  }

  heal(): void {
    for (const node of this.#followers) {
      node.lag = 0;
      node.forget(FIRST_LEDGER);
    }
  }

  pause(): void {
    this.#sandbox.pauseClosing();
  }

  goOn(): void {
    this.#sandbox.resumeClosing();
  }

  get applied(): readonly AppliedEvidence[] {
    return this.#closed().flatMap((ledger) =>
      ledger.transactions.map(({ tx, metadata }) => ({
        at: this.#closedAt.get(ledger.index) ?? 0,
        blob: tx.blob,
        hash: tx.hash,
        result: metadata.TransactionResult,
        foreign: this.#foreign.has(tx.blob),
      })),
    );
  }

  get heads(): readonly HeadEvidence[] {
    return this.#closed().map((ledger) => ({
      at: this.#closedAt.get(ledger.index) ?? 0,
      height: ledger.index,
    }));
  }

  #closed(): readonly ClosedLedger[] {
    const { chain, ledgers } = this.#sandbox.node;
    const closed: ClosedLedger[] = [];
    for (let index = FIRST_LEDGER; index <= ledgers.validated.index; index += 1) {
      const ledger = chain.byIndex(index);
      if (ledger !== undefined) closed.push(ledger);
    }
    return closed;
  }
}

async function pay(
  gateway: XrplGateway,
  { vault, how, payments, isUntried }: PayWork,
  limits: CallLimits,
): Promise<unknown> {
  const [first] = payments;
  if (how === 'batch') {
    const entries = payments.map((params) => ({
      transactionType: 'xrpTransfer' as const,
      params,
    }));
    return gateway.submitBatch(vault, entries, limits);
  }
  if (first === undefined) throw new Error('a payment pays something');
  if (how === 'given') {
    const { destination, amount } = first;
    const payment = { TransactionType: 'Payment', Destination: destination };
    return gateway.submit(vault, { ...payment, Amount: xrpToDrops(amount) }, limits);
  }
  const useTickets = how === 'ticket';
  return gateway.xrpTransfer(vault, first, {
    ...limits,
    ...(isUntried ? { trial: 'off' as const } : {}),
    ...(useTickets ? { useTickets } : { native: how === 'native' }),
  });
}
