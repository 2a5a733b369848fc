import type { Fetch } from '../../../src/core/http.js';
import {
  bodyOf,
  jsonIn,
  type LoopbackAnswer,
  type LoopbackRequest,
} from '../../../src/sandbox/loopback/peer.js';
import type { SimulatedProcess } from '../process/simulated-process.js';
import { PRODUCT } from '../product.js';
import { Chance } from '../schedule/chance.js';
import type { Scheduler } from '../schedule/scheduler.js';
import { REQUEST_FAULTS, type RequestFault } from './faults.js';
import type { Heard, ProgressLog } from './progress.js';
import type { Mortal, Weather } from './weather.js';

/** Somebody who is asked over HTTP. */
export interface Peer {
  readonly name: string;
  /** Where it is. Default: its name. */
  readonly host?: string | undefined;
  /** `sender` is the name of the process that asks. */
  handle(request: LoopbackRequest, chance: Chance, sender: string): Promise<LoopbackAnswer>;
  /** How it says itself that it does nothing of what it was asked for. */
  refusalOf?(status: number): unknown;
  /** Which step of a transaction's life a request is. */
  stageOf(request: LoopbackRequest): string;
  /** The id under which a request would create something; `undefined` for any other. */
  createdBy(request: LoopbackRequest): string | undefined;
  /** Which requests an answer shows. */
  heardIn(request: LoopbackRequest, answer: LoopbackAnswer): readonly Heard[];
  /** The signed transaction that a request gives a node. */
  sentIn?(request: LoopbackRequest): string | undefined;
  /** Which public key a request asks for. */
  keyIn?(request: LoopbackRequest): string | undefined;
}

/** What becomes of one request. */
interface Passage {
  readonly id: string;
  readonly process: SimulatedProcess;
  readonly peer: Peer;
  readonly request: LoopbackRequest;
  /** The peer, and the step of a transaction's life. */
  readonly where: string;
  readonly chance: Chance;
  readonly crashing: Mortal | undefined;
  readonly settle: (answer: LoopbackAnswer | 'broken', isCut?: boolean) => void;
}

const REFUSALS = [400, 401, 403, 404, 409, 429] as const;
const TROUBLES = [500, 502, 503, 504] as const;
/** For how long a proxy goes on refusing what was taken. */
const REFUSED_TRIES = [1, 2, 5] as const;

/** Everything between the processes and their peers. */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #weather: Weather;
  readonly #peers: ReadonlyMap<string, Peer>;
  readonly #seed: string;
  readonly #progress: ProgressLog;
  /** Creations whose later tries are refused, and how often still. */
  readonly #refused = new Map<string, { readonly status: number; left: number }>();

  constructor(
    scheduler: Scheduler,
    weather: Weather,
    peers: ReadonlyMap<string, Peer>,
    seed: string,
    progress: ProgressLog,
  ) {
    this.#scheduler = scheduler;
    this.#weather = weather;
    this.#peers = peers;
    this.#seed = seed;
    this.#progress = progress;
  }

  /** The `fetch` of a process. */
  fetchOf(process: SimulatedProcess): Fetch {
    return (url, init) =>
      new Promise((resolve, reject) => {
        const { host, pathname, search } = new URL(url);
        const peer = this.#peers.get(host);
        if (peer === undefined) return reject(new TypeError(`nobody is at ${host}`));
        const request = requestOf(pathname + search, init);
        const where = `${peer.name} ${peer.stageOf(request)}`;
        const { signal } = init;
        const settle = (answer: LoopbackAnswer | 'broken', isCut = false) =>
          process.hear(() => {
            if (answer === 'broken') return reject(broken());
            // Who has given up meanwhile, as one does that was frozen, reads it and takes nothing in.
            const taken = () => {
              if (!signal?.aborted) this.#hear(process, peer, request, answer);
            };
            resolve(responseOf(answer, isCut, taken));
          });
        // What has left is not called back.
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        this.#scheduler.begin({
          who: process.name,
          kind: 'fetch',
          name: where,
          content: `${peer.host ?? ''}${request.method} ${request.path} ${request.body}`,
          begin: (id) => this.#begin({ id, process, peer, request, where, settle }),
        });
      });
  }

  #hear(
    { name }: SimulatedProcess,
    peer: Peer,
    request: LoopbackRequest,
    answer: LoopbackAnswer,
  ): void {
    const key = peer.keyIn?.(request);
    if (key !== undefined && answer.status === 200) this.#progress.heardKey(name, key);
    for (const heard of peer.heardIn(request, answer)) {
      this.#progress.heard(name, this.#scheduler.nowMs, heard);
    }
  }

  #begin(call: Omit<Passage, 'chance' | 'crashing'>): void {
    const { id, process, where } = call;
    const chance = new Chance(`${this.#seed} ${id}`);
    const crashing = this.#weather.ofProcess(id, where, chance);
    const passage = { ...call, chance, crashing };
    if (crashing?.stage === 'before-leaving') {
      strike(process, crashing, chance);
      process.hear(() => this.#leave(passage));
      return;
    }
    this.#leave(passage);
  }

  #leave(passage: Passage): void {
    const { id, chance, peer, process, request, where } = passage;
    const key = peer.keyIn?.(request);
    if (key !== undefined) this.#progress.wantsKey(process.name, key);
    const created = peer.createdBy(request);
    if (created !== undefined) this.#progress.asked(process.name, this.#scheduler.nowMs, created);
    this.#noteSending(passage);
    const refused = created === undefined ? undefined : this.#refused.get(created);
    if (refused && refused.left > 0) {
      refused.left -= 1;
      this.#answer(passage, this.#refusalOf(passage, refused.status));
      return;
    }
    const possible = REQUEST_FAULTS.filter(
      (fault) => fault !== 'retry-refused' || created !== undefined,
    );
    const fault = this.#weather.ofRequest(id, where, chance, possible);
    if (fault === 'retry-refused' && created !== undefined) {
      this.#refused.set(created, {
        status: chance.pick(REFUSALS),
        left: chance.pick(REFUSED_TRIES),
      });
    }
    this.#pass(passage, fault);
  }

  /** Another version of the package keeps to rules of its own. */
  #noteSending({ process, peer, request }: Passage): void {
    const blob = peer.sentIn?.(request);
    if (blob === undefined || process.product !== PRODUCT) return;
    this.#progress.sent(process.name, this.#scheduler.nowMs, blob);
  }

  #pass(passage: Passage, fault: RequestFault | undefined): void {
    const { chance } = passage;
    const breaks = () => this.#breaks(passage);
    switch (fault) {
      case 'lost':
        breaks();
        return;
      case 'answer-lost':
      case 'retry-refused':
        this.#arrive(passage, chance.spread(1, 80), breaks);
        return;
      case 'late':
        this.#arrive(passage, chance.spread(4_000, 400_000));
        return;
      case 'doubled':
        this.#arrive(passage, chance.spread(1, 20_000), () => undefined);
        break;
      case 'turned-away':
        this.#answer(passage, this.#refusalOf(passage, chance.pick([429, 403, 404])));
        return;
      case '5xx-then-taken':
        this.#answer(passage, troubleOf(chance));
        this.#arrive(passage, chance.spread(100, 24_000), () => undefined);
        return;
      case 'taken-then-5xx':
        this.#arrive(passage, chance.spread(1, 80), () => this.#answer(passage, troubleOf(chance)));
        return;
    }
    this.#arrive(passage, chance.spread(1, 80), (answer) => {
      const ms = fault === 'answer-late' ? chance.spread(4_000, 400_000) : chance.spread(1, 80);
      this.#answer(passage, answer, ms, fault === 'cut');
    });
  }

  /** The peer hears it, and does what it asks for. */
  #arrive(
    passage: Passage,
    ms: number,
    then: (answer: LoopbackAnswer) => void = (answer) => this.#answer(passage, answer),
  ): void {
    const { id, peer, request, where, chance, process, crashing } = passage;
    const hold = this.#weather.holdOf(id, where);
    this.#scheduler.arrive({ who: process.name, ms, hold, label: `${id} arrives` }, () => {
      void peer.handle(request, chance, process.name).then((answer) =>
        this.#scheduler.begin({
          who: process.name,
          kind: 'answer',
          name: id,
          content: `${answer.status}`,
          begin: () => {
            if (crashing?.stage === 'after-effect') strike(process, crashing, chance);
            then(answer);
          },
        }),
      );
    });
  }

  #answer(
    { id, process, chance, crashing, settle }: Passage,
    answer: LoopbackAnswer,
    ms: number = chance.spread(1, 80),
    isCut = false,
  ): void {
    this.#scheduler.in(ms, `${id} is answered ${answer.status}`, () => {
      settle(answer, isCut);
      if (crashing?.stage === 'after-answer')
        strikeSoon(this.#scheduler, process, crashing, chance);
    });
  }

  /** What a proxy says, a gateway before the peer, or the custody itself. */
  #refusalOf({ id, peer }: Passage, status: number): LoopbackAnswer {
    const headers = { 'retry-after': '1' };
    const own = new Chance(`${this.#seed} ${id} refusal`).happens(0.5) && peer.refusalOf?.(status);
    if (own && this.#weather.hasFault('refused-in-json')) return { status, headers, json: own };
    return { status, headers, text: 'refused on the way' };
  }

  /** The process notices that the connection broke, or nothing at all. */
  #breaks({ id, chance, settle }: Passage): void {
    if (chance.happens(0.3)) return;
    this.#scheduler.in(chance.spread(1, 5_000), `${id} breaks`, () => settle('broken'));
  }
}

/** Kills or freezes a process. */
export function strike(process: SimulatedProcess, { fault, ms }: Mortal, chance: Chance): void {
  if (fault === 'kill') process.kill();
  else process.freeze(ms ?? chance.spread(100, 600_000), chance.happens(0.5));
}

/** Once it has taken in what it just heard. */
export function strikeSoon(
  scheduler: Scheduler,
  process: SimulatedProcess,
  crashing: Mortal,
  chance: Chance,
): void {
  scheduler.in(0, '', () => strike(process, crashing, chance));
}

function requestOf(path: string, { method = 'GET', headers, body }: RequestInit): LoopbackRequest {
  const bytes = Buffer.from(body instanceof Uint8Array ? body : String(body ?? ''));
  const list = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, path, headers: Object.fromEntries(list), body: bytes, json: jsonIn(bytes) };
}

function responseOf(answer: LoopbackAnswer, isCut: boolean, taken: () => void): Response {
  const { body, type } = bodyOf(answer);
  const init = { status: answer.status, headers: { 'content-type': type, ...answer.headers } };
  const whole = Buffer.from(body);
  // Half of a body, and then nothing any more.
  if (isCut) return new Response(streamOf(whole.subarray(0, whole.length >> 1), fails), init);
  const ends = (controller: Controller) => {
    taken();
    controller.close();
  };
  return new Response(streamOf(whole, ends), init);
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

const fails = (controller: Controller) => controller.error(broken());

/** A body, and what comes after it. */
function streamOf(bytes: Uint8Array, then: (controller: Controller) => void) {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) return then(controller);
      isSent = true;
      controller.enqueue(bytes);
    },
  });
}

function broken(): TypeError {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
  });
}

function troubleOf(chance: Chance): LoopbackAnswer {
  return { status: chance.pick(TROUBLES), text: 'trouble on the way' };
}
