import type { Weather } from '../network/weather.js';
import { caseOf, isLostTransfer } from '../oracle/case.js';
import type { ChainName, Evidence, KeyEvidence } from '../oracle/evidence.js';
import { Chance } from '../schedule/chance.js';
import { PAYEE, type Plan, WORKDAY_MS } from '../schedule/plan.js';
import type { Scheduler } from '../schedule/scheduler.js';
import type { CallLimits } from '../world/chain-world.js';
import type { SimulatedWorld, Worker } from '../world/simulated-world.js';
import { Calls, hasEnded, type SimulatedKey } from './calls.js';
import { Incidents } from './incidents.js';
import { baseUnitsOf, type PayWork, type Work } from './work.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More than any schedule needs, however few keys it has; and more than each of many keys does. */
const MOST_EVENTS = 40_000;
const MOST_EVENTS_OF_A_KEY = 8_000;
/**
 * Once all is well: a call may rightly wait for two hours behind a creation of Tickets, and looks at its store each
 * second, and at what is before it.
 */
const MOST_EVENTS_OF_A_PATIENT_KEY = 100_000;
/** For longer than the custody's list looks back. */
const MUCH_LATER_MS = [26 * HOUR_MS, 30 * DAY_MS] as const;
/** How often a key is asked about once all is well. */
const ROUNDS = 3;
/** How many payments are tried of each account once all is well. */
const PROBES = 3;
/**
 * How many numbers may be left with nothing, below one that waits behind them: those of a creation of ten Tickets, and
 * some. Each process may have made a creation that came to nothing, but only the schedule's own keys wait for all.
 */
const MOST_GAPS = 14;
/** A bit more than a request that nobody shows may take to appear. */
const ROUND_MS = 420_000;
/** How often accounts get once more what they were given at first. */
const TIMES_FUNDED = 10;
/** Longer than any request takes. */
const ANSWERED_AFTER_MS = 120_000;
/** Longer than a store takes once all is well, and too short for a time limit that nobody ends. */
const STORED_AFTER_MS = 50;
/** Beyond the longest approval window, of two hours. */
const MOST_DECISION_WAITS = 20;

/** Patience beyond all that can take time once all is well. */
const PATIENT = {
  signatureTimeoutMs: 2 * HOUR_MS,
  laneTimeoutMs: 2 * HOUR_MS,
  confirmTimeoutMs: 600_000,
};
/**
 * Enough for an answer that needs no more work. Any node may answer a question, and one of three may be the
 * only one with the evidence, of which two pieces are asked for: chance finds it in time.
 */
const BRIEF = { signatureTimeoutMs: 30_000, laneTimeoutMs: 30_000, confirmTimeoutMs: 180_000 };

/** The phases of a schedule: work in bad weather, the end of it, a probe, and a question much later. */
export class ScheduleRun {
  readonly calls: Calls;
  /** What is wrong apart from any transaction. */
  readonly defects: string[] = [];
  readonly #plan: Plan;
  readonly #scheduler: Scheduler;
  readonly #weather: Weather;
  readonly #world: SimulatedWorld;
  readonly #keys = new Map<string, SimulatedKey>();
  #addresses: readonly string[] = [];
  /** The living processes, by their place in the plan. */
  readonly #workers: Worker[] = [];
  readonly #finished: Worker[] = [];
  #generations = 0;
  #workLeft = 0;
  #stoppedAtMs = 0;

  constructor(plan: Plan, scheduler: Scheduler, weather: Weather, world: SimulatedWorld) {
    this.#plan = plan;
    this.#scheduler = scheduler;
    this.#weather = weather;
    this.#world = world;
    this.calls = new Calls(scheduler, world.progress);
  }

  async toTheEnd(): Promise<void> {
    await this.#prepare();
    const incidents = new Incidents(this.#plan, this.#scheduler, this.#weather, this.#world);
    incidents.plan(() => this.#workers);
    for (const work of this.#plan.work) this.#schedule(work);
    this.#fundAgain();
    // Where nothing else happens, the day still ends.
    this.#scheduler.in(WORKDAY_MS, '', () => undefined);
    await this.#until(() => this.#workLeft === 0 && this.#isQuiet() && !this.#isEarly());
    if (this.#plan.isCalm) this.#checkEnds();
    this.#weather.isOver = true;
    this.#stoppedAtMs = this.#scheduler.nowMs;
    this.#scheduler.note('all is well again');
    incidents.end(this.#workers);
    await this.#until(() => this.#isQuiet());
    if (this.#plan.endsCancelling) await this.#cancelAgain();
    await this.#settle();
    await this.#decisions();
    await this.#probe();
    await this.#settleTheRest();
    for (const ms of MUCH_LATER_MS) await this.#askAgain(ms);
    // What was asked for by a process that its caller no longer waited for was only found then.
    await this.#settleTheRest();
    // Of operators, a store and a subscription, which are not waited for, the answers may still come.
    const { operators, hasNews } = this.#plan;
    await this.#pass(operators || hasNews ? ANSWERED_AFTER_MS : STORED_AFTER_MS);
    this.#checkTimers();
  }

  get evidence(): Evidence {
    const { chain, custody, signers, store, progress } = this.#world;
    return {
      keys: [...this.#keys.values()].map(inBaseUnits),
      custody: [...custody.evidence, ...signers.evidence],
      ledgers: { [chain.name]: { applied: chain.applied, heads: chain.heads } },
      sends: progress.sends.map((send) => ({ ...send, chain: chain.name })),
      facts: {
        storeShared: this.#plan.sharesStore,
        storeLostWrites: store.hasLost,
        journalEntriesLost: store.journalEntriesLost,
        faultsStoppedAt: this.#stoppedAtMs,
        hasLiar: (this.#plan.operators?.liars.length ?? 0) > 0,
        severalAgree: this.#plan.operators !== undefined,
        defects: this.defects,
        unhandledRejections: 0,
        timersLeft: 0,
      },
    };
  }

  #fundAgain(): void {
    const { fundedAgainAtMs } = this.#plan;
    if (fundedAgainAtMs === undefined) return;
    this.#scheduler.in(fundedAgainAtMs, 'accounts get more', () => {
      for (let time = 0; time < TIMES_FUNDED; time += 1) {
        void this.#world.chain.fund(this.#addresses);
      }
    });
  }

  async #prepare(): Promise<void> {
    const { chain } = this.#world;
    const vaults = ['0', '1', PAYEE];
    this.#addresses = await Promise.all(vaults.map((vault) => this.#world.addressOf(vault)));
    await chain.fund(this.#addresses);
    for (let index = 0; index < this.#plan.processes; index += 1) {
      this.#workers.push(this.#world.newWorker(`p${index}`));
    }
    for (const work of this.#plan.work) {
      if (work.do === 'pay' && !this.#keys.has(work.key)) this.#addKey(work);
    }
  }

  #addKey(work: PayWork): SimulatedKey {
    const { chain } = this.#world;
    const { key: idempotencyKey, vault } = work;
    const account = this.#addresses[Number(vault)] ?? '';
    const { payments } = this.#addressed(work);
    const { chainId } = chain;
    const about = { chain: chainIn(chainId), chainId, vault, idempotencyKey, account, payments };
    const journaled = this.#plan.signer === 'journal';
    const told = { outcomes: [], calls: [] };
    const takesNumberOf = work.replaces;
    const key: SimulatedKey = {
      ...about,
      ...told,
      exclusive: true,
      journaled,
      work,
      takesNumberOf,
    };
    this.#keys.set(idempotencyKey, key);
    return key;
  }

  /** Work that names whom it pays by address. */
  #addressed(work: PayWork): PayWork {
    const destination = this.#addresses[Number(PAYEE)] ?? '';
    return { ...work, payments: work.payments.map(({ amount }) => ({ amount, destination })) };
  }

  #isEarly(): boolean {
    return this.#scheduler.nowMs < WORKDAY_MS;
  }

  #isQuiet(): boolean {
    return this.calls.open.length === 0;
  }

  async #until(isOver: () => boolean): Promise<void> {
    const mostOfKey = this.#weather.isOver ? MOST_EVENTS_OF_A_PATIENT_KEY : MOST_EVENTS_OF_A_KEY;
    const most = Math.max(MOST_EVENTS, this.#keys.size * mostOfKey);
    const ended = await this.#scheduler.run(isOver, most);
    if (!ended) this.defects.push(`it never ends: ${this.calls.open.join(', ')}`);
  }

  #schedule(work: Work): void {
    this.#workLeft += 1;
    this.#scheduler.in(work.atMs, '', () => {
      this.#workLeft -= 1;
      const key = this.#keys.get(work.key);
      const worker = this.#workerAt(work.process);
      if (key === undefined || worker === undefined) return;
      if (work.unlessEnded === true && hasEnded(key)) return;
      worker.process.hear(() => this.#begin(worker, key, work));
    });
  }

  /** A process in its place; where the last one has been killed, a new one begins, and takes up its keys. */
  #workerAt(place: number): Worker | undefined {
    const worker = this.#workers[place];
    if (worker === undefined || !worker.process.isDead) return worker;
    this.#generations += 1;
    const next = this.#world.newWorker(`p${place}.${this.#generations}`);
    this.#workers[place] = next;
    for (const key of this.#keys.values()) {
      if (key.work.process !== place || hasEnded(key)) continue;
      const chance = new Chance(`${this.#plan.seed} ${next.process.name} ${key.idempotencyKey}`);
      if (key.work.atMs > this.#scheduler.nowMs) continue;
      if (chance.happens(0.5)) this.#begin(next, key, { ...key.work, abortAfterMs: undefined });
      else this.#resume(next, key, this.#plan.limits);
    }
    return next;
  }

  #begin(
    worker: Worker,
    key: SimulatedKey,
    work: Work,
    limits: Omit<CallLimits, 'idempotencyKey'> = this.#plan.limits,
  ): void {
    const { idempotencyKey } = key;
    if (work.do !== 'pay') {
      if (work.do === 'resume') {
        this.#resume(worker, key, limits);
        return;
      }
      this.#cancel(worker, key, limits);
      return;
    }
    const { newAttempt, onExpiry, abortAfterMs, cancelOnAbort } = work;
    const purpose = { creates: true, newAttempt, resigns: onExpiry === 'resign' };
    const call = () =>
      worker.gateway.pay(this.#addressed(work), {
        ...limits,
        idempotencyKey,
        ...(newAttempt === undefined ? {} : { newAttempt }),
        ...(onExpiry === undefined ? {} : { onExpiry }),
        ...(abortAfterMs === undefined
          ? {}
          : { signal: this.#abortIn(worker, abortAfterMs), cancelOnAbort }),
      });
    this.calls.start(worker, key, `pay (${work.how})`, call, purpose);
  }

  #abortIn(worker: Worker, ms: number): AbortSignal {
    const controller = new AbortController();
    this.#scheduler.in(ms, `${worker.process.name} aborts`, () =>
      worker.process.hear(() => controller.abort()),
    );
    return controller.signal;
  }

  #cancel(worker: Worker, key: SimulatedKey, limits: Omit<CallLimits, 'idempotencyKey'>): void {
    const { idempotencyKey, vault } = key;
    const call = () => worker.gateway.cancel(vault, { ...limits, idempotencyKey });
    this.calls.start(worker, key, 'cancel', call, { creates: false, cancels: true });
  }

  #resume(worker: Worker, key: SimulatedKey, limits: Omit<CallLimits, 'idempotencyKey'>): void {
    const { idempotencyKey, vault } = key;
    const call = () => worker.gateway.resume(vault, { ...limits, idempotencyKey });
    this.calls.start(worker, key, 'resume', call, { creates: false });
  }

  /** Asks about every key from new processes, until each has ended or was never asked for. */
  async #settle(): Promise<void> {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const left = [...this.#keys.values()].filter((key) => round === 1 || !isSettled(key));
      if (left.length === 0) return;
      const worker = this.#newcomer(`settler${round}`);
      for (const key of left) this.#resume(worker, key, PATIENT);
      await this.#until(() => this.#isQuiet());
      if (round < ROUNDS && left.some((key) => !isSettled(key))) await this.#pass(ROUND_MS);
    }
  }

  /**
   * Cancels what a schedule would have cancelled. A number that nothing has may be before what takes its place, but no
   * call waits for its turn in vain.
   */
  async #cancelAgain(): Promise<void> {
    const worker = this.#newcomer('canceller');
    const wanted = this.#plan.work.flatMap((work) => (work.do === 'cancel' ? work.key : []));
    for (const key of [...this.#keys.values()].filter((one) => wanted.includes(one.work.key))) {
      this.#cancel(worker, key, PATIENT);
    }
    await this.#until(() => this.#isQuiet());
    for (const { idempotencyKey, outcomes } of this.#keys.values()) {
      const { at = 0, begunAt = at, process, kind, error } = outcomes.at(-1) ?? {};
      if (process !== worker.process.name || at - begunAt < PATIENT.laneTimeoutMs) continue;
      this.defects.push(`to cancel ${idempotencyKey} takes for ever: ${kind} ${error}`);
    }
  }

  /** What is behind numbers that nothing has goes on once later payments have taken them. */
  async #settleTheRest(): Promise<void> {
    const unsettled = () =>
      [...this.#keys.values()].filter((key) => !isSettled(key) && !this.#isLost(key));
    if (unsettled().length === 0) return;
    const worker = this.#newcomer('settler');
    for (let time = 1; unsettled().length > 0; time += 1) {
      for (const key of unsettled()) this.#resume(worker, key, PATIENT);
      await this.#until(() => this.#isQuiet());
      const creations = unsettled().some(isProbe) ? this.#creators : this.#plan.processes;
      if (time > creations * MOST_GAPS) break;
      for (const vault of new Set(unsettled().map((key) => key.vault))) {
        const payment = this.#newProbe(vault, PROBES + time);
        this.#begin(worker, payment, payment.work, PATIENT);
      }
      await this.#until(() => this.#isQuiet());
    }
    for (const { idempotencyKey, outcomes } of unsettled()) {
      const last = outcomes.at(-1);
      const told = `${last?.kind} ${last?.errorCode} ${last?.error}`;
      this.defects.push(`${idempotencyKey} has no end though all is well: ${told}`);
    }
  }

  /** How many processes may have left a creation of Tickets behind, for which a probe leaves room. */
  get #creators(): number {
    const { mode, processes, work } = this.#plan;
    if (mode === 'tickets') return processes;
    const ticketed = work.filter((one) => one.do === 'pay' && one.how === 'ticket');
    return Math.max(1, new Set(ticketed.map(({ process }) => process)).size);
  }

  /** Nobody comes later who would take a number that was left with nothing. */
  #checkEnds(): void {
    for (const key of this.#keys.values()) {
      if (hasEnded(key)) continue;
      const told = key.outcomes.map(({ kind, error }) => `${kind} ${error}`);
      this.defects.push(`${key.idempotencyKey} has no end on a calm day: ${told.join('; ')}`);
    }
  }

  #isLost({ idempotencyKey }: SimulatedKey): boolean {
    const facts = caseOf(this.evidence);
    const key = facts.evidence.keys.find((one) => one.idempotencyKey === idempotencyKey);
    return key !== undefined && isLostTransfer(facts, key);
  }

  /** A request that waits for its people is in the way of others by right, such as a creation of Tickets. */
  async #decisions(): Promise<void> {
    const { custody } = this.#world;
    for (let waits = 0; custody.isUndecided && waits < MOST_DECISION_WAITS; waits += 1) {
      await this.#pass(ROUND_MS);
    }
    if (custody.isUndecided) this.defects.push('the custody never decides');
  }

  /**
   * A payment of each account. What an earlier day left behind may stop one, such as Tickets that were
   * refused or, in a pipeline, a number that nothing has: the next takes it.
   */
  async #probe(): Promise<void> {
    const worker = this.#newcomer('prober');
    let left = this.#plan.vaults;
    for (let time = 1; time <= PROBES && left.length > 0; time += 1) {
      const probes = left.map((vault) => this.#newProbe(vault, time));
      for (const probe of probes) this.#begin(worker, probe, probe.work, PATIENT);
      await this.#until(() => this.#isQuiet());
      const stopped = probes.filter(({ outcomes }) => outcomes.at(-1)?.kind !== 'confirmed');
      left = stopped.map(({ vault }) => vault);
      if (time < PROBES) continue;
      for (const { vault, outcomes } of stopped) {
        const told = outcomes.at(-1);
        this.defects.push(`no probe of vault ${vault} is paid: ${told?.kind} ${told?.error}`);
      }
    }
  }

  #newProbe(vault: string, time: number): SimulatedKey {
    const payments = [{ destination: PAYEE, amount: `0.9${Number(vault) + 1}${time}` }];
    const at = { atMs: this.#scheduler.nowMs, process: 0, key: `probe-${vault}-${time}`, vault };
    return this.#addKey({ ...at, do: 'pay', how: 'raw', payments });
  }

  /** What is said of each key after a long time in which nothing happened. */
  async #askAgain(afterMs: number): Promise<void> {
    this.#world.chain.pause();
    await this.#pass(afterMs);
    this.#world.chain.goOn();
    const worker = this.#newcomer(`later${afterMs / HOUR_MS}h`);
    for (const key of this.#keys.values()) this.#resume(worker, key, BRIEF);
    await this.#until(() => this.#isQuiet());
  }

  async #pass(ms: number): Promise<void> {
    let isOver = false;
    this.#scheduler.in(ms, '', () => {
      isOver = true;
    });
    await this.#until(() => isOver);
  }

  #newcomer(name: string): Worker {
    const worker = this.#world.newWorker(name);
    this.#finished.push(worker);
    return worker;
  }

  #checkTimers(): void {
    for (const { process } of [...this.#workers, ...this.#finished]) {
      if (process.isDead || process.timers === 0) continue;
      this.defects.push(`${process.name} has ${process.timers} timers left`);
    }
  }
}

/** Decimals of the coins of the chains, whose base units the ledgers count. */
const DECIMALS: Readonly<Record<ChainName, number>> = { xrpl: 6, aptos: 8, stacks: 6 };

function chainIn(chainId: string): ChainName {
  const [name = ''] = chainId.split(':');
  if (name === 'xrpl' || name === 'aptos' || name === 'stacks') return name;
  throw new Error(`nobody judges ${chainId}`);
}

function inBaseUnits(key: KeyEvidence): KeyEvidence {
  const payments = key.payments.map(({ destination, amount }) => {
    return { destination, amount: `${baseUnitsOf(amount, DECIMALS[key.chain])}` };
  });
  // What nobody was ever asked for needs no end.
  const approvable = key.outcomes.at(-1)?.errorCode !== 'TRANSACTION_NOT_FOUND';
  return { ...key, payments, approvable };
}

/** Paid once all is well, when nothing but creations of Tickets is left that its number would have to be behind. */
function isProbe({ idempotencyKey }: SimulatedKey): boolean {
  return idempotencyKey.startsWith('probe-');
}

/** Ended, or told that nothing was ever asked for under it. */
function isSettled(key: SimulatedKey): boolean {
  return hasEnded(key) || key.outcomes.at(-1)?.errorCode === 'TRANSACTION_NOT_FOUND';
}
