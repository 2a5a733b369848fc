import { SandboxClock } from '../../../src/sandbox/clock.js';
import { deriveFrom } from '../../../src/sandbox/seed.js';
import { Network, type Peer } from '../network/network.js';
import { News } from '../network/news.js';
import { ProgressLog } from '../network/progress.js';
import type { Weather } from '../network/weather.js';
import { SimulatedProcess } from '../process/simulated-process.js';
import { PRODUCT, type Product } from '../product.js';
import { Chance } from '../schedule/chance.js';
import type { Plan } from '../schedule/plan.js';
import type { Scheduler } from '../schedule/scheduler.js';
import { AptosWorld } from './aptos-world.js';
import type { ChainWorld, Gateway, OtherWallet } from './chain-world.js';
import { CustodyWorld } from './custody-world.js';
import { LOCAL_SEED, LocalSigners } from './local-signer.js';
import { custodyKeyOf, localKeyOf, type OwnKey } from './own-keys.js';
import { SimulatedStore } from './simulated-store.js';
import { StacksWorld } from './stacks-world.js';
import { Webhooks } from './webhooks.js';
import { XrplWorld } from './xrpl-world.js';

/** The same keys in all schedules, so that nothing about them is computed twice. */
const derive = deriveFrom('simulation');

function chainOf(plan: Plan, clock: SandboxClock, weather: Weather, news: News) {
  const { seed, chain, nodes, operators, hasNews = false } = plan;
  const streams = hasNews ? news : undefined;
  const shown = { seed, nodes, operators, streams, isOver: () => weather.isOver };
  if (chain === 'aptos') {
    return { chain: new AptosWorld(clock, derive, shown), transfers: new Map() };
  }
  if (chain === 'stacks') {
    return { chain: new StacksWorld(clock, derive, shown), transfers: new Map() };
  }
  const xrpl = new XrplWorld(clock, derive, shown);
  return { chain: xrpl, transfers: new Map([['XRP_TEST', xrpl.transfersOf(clock)]]) };
}

/** A process and its gateway. */
export interface Worker {
  readonly process: SimulatedProcess;
  readonly gateway: Gateway;
}

interface Parts {
  readonly plan: Plan;
  readonly beside: Product | undefined;
  readonly scheduler: Scheduler;
  readonly weather: Weather;
  readonly chain: ChainWorld;
  readonly custody: CustodyWorld;
  readonly signers: LocalSigners;
  readonly store: SimulatedStore;
  readonly network: Network;
  readonly progress: ProgressLog;
}

/** Chain, custody and store of a schedule, and the processes that use them. */
export class SimulatedWorld {
  readonly chain: ChainWorld;
  readonly custody: CustodyWorld;
  readonly signers: LocalSigners;
  readonly store: SimulatedStore;
  readonly progress: ProgressLog;
  /** How many processes run another version of the package. */
  ofOtherVersion = 0;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.chain = parts.chain;
    this.custody = parts.custody;
    this.signers = parts.signers;
    this.store = parts.store;
    this.progress = parts.progress;
  }

  /** @param beside - Another version of the package, which some of the processes run. */
  static async create(
    plan: Plan,
    scheduler: Scheduler,
    weather: Weather,
    beside?: Product,
  ): Promise<SimulatedWorld> {
    const { seed, mood } = plan;
    const peers = new SimulatedProcess('peers', scheduler, seed);
    const clock = new SandboxClock(peers.clock);
    const news = new News(scheduler, weather, seed);
    const { chain, transfers } = chainOf(plan, clock, weather, news);
    const custody = await CustodyWorld.create({
      scheduler,
      weather,
      clock,
      derive,
      seed,
      mood,
      reuseSignatures: seed.length % 2 === 0,
      chains: transfers,
      webhooks: plan.hasNews ? new Webhooks(scheduler, news, seed) : undefined,
    });
    const progress = new ProgressLog();
    const network = new Network(
      scheduler,
      weather,
      new Map([...chain.peers, custody].map((peer: Peer) => [peer.host ?? peer.name, peer])),
      seed,
      progress,
    );
    const store = new SimulatedStore(scheduler, weather, seed);
    const signers = new LocalSigners(scheduler);
    return new SimulatedWorld({
      plan,
      beside,
      scheduler,
      weather,
      chain,
      custody,
      signers,
      store,
      network,
      progress,
    });
  }

  /** Has another wallet of a vault account's key do something, such as to spend a number. */
  async elsewhere(
    vault: string,
    payeeVault: string,
    act: (wallet: OtherWallet) => Promise<string> | undefined,
  ): Promise<void> {
    const { scheduler } = this.#parts;
    const [address, payee] = await Promise.all([this.addressOf(vault), this.addressOf(payeeVault)]);
    const said = await act({ address, payee, key: await this.#keyOf(vault) });
    scheduler.note(`another wallet of vault ${vault}: ${said}`);
  }

  addressOf(vault: string): Promise<string> {
    const { plan, chain, custody, signers } = this.#parts;
    if (plan.signer === 'custody') return Promise.resolve(custody.addressOf(vault, chain));
    return chain.localAddressOf(signers.newSigner(), vault);
  }

  async #keyOf(vault: string): Promise<OwnKey> {
    const { plan, chain } = this.#parts;
    if (plan.signer === 'custody') return custodyKeyOf(derive, vault, chain);
    return localKeyOf(LOCAL_SEED, vault, chain);
  }

  #productOf(name: string): Product {
    const { plan, scheduler, beside } = this.#parts;
    if (!beside || !new Chance(`${plan.seed} version of ${name}`).happens(0.5)) return PRODUCT;
    scheduler.note(`${name} runs the other version`);
    this.ofOtherVersion += 1;
    return beside;
  }

  newWorker(name: string): Worker {
    const { plan, scheduler, chain, custody, signers, store, network } = this.#parts;
    const process = new SimulatedProcess(name, scheduler, plan.seed, this.#productOf(name));
    const fetch = network.fetchOf(process);
    const shared = store.storeOf(process);
    const isCustody = plan.signer === 'custody';
    const sharedOnly = plan.sharesStore ? shared : undefined;
    const gateway = chain.gatewayOf({
      process,
      fetch,
      signer: isCustody ? custody.signerOf(process, fetch, sharedOnly) : signers.newSigner(),
      store: sharedOnly,
      journal: isCustody ? undefined : shared,
      mode: plan.mode,
    });
    return { process, gateway };
  }
}
