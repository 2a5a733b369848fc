import fc from 'fast-check';
import type { HttpFailure } from '../../src/handlers.js';
import { type HostileRequest, requestsTo } from '../support/hostile-requests.js';
import { DOORS, type Door } from './doors.js';
import { exchanged, prepared } from './exchange.js';
import type { Upstream } from './upstream.js';

/** What one seed makes. Small, so that what fails is soon found again. */
export const REQUESTS_A_SEED = 250;
/** As many as wait beside one another. */
const AT_ONCE = 25;
/** How often it is looked whether there is an answer. */
const LOOK_MS = 100;
/** What has no answer by then never will have one. Looks are counted, not time: on a busy machine both wait. */
const MOST_LOOKS = 1_200;

/** Hostile requests to one handler, and what they were answered with. */
export class Attack {
  readonly name: string;
  readonly #door: Door;
  readonly #requests: fc.Arbitrary<HostileRequest>;
  readonly #failures: HttpFailure[];
  /** How many requests were answered with each status; 0 where the client had gone. */
  readonly statuses = new Map<number, number>();

  private constructor(name: string, door: Door, failures: HttpFailure[]) {
    this.name = name;
    this.#door = door;
    this.#failures = failures;
    this.#requests = requestsTo(door.targets, door.known);
  }

  static async on(name: string, upstream: Upstream): Promise<Attack> {
    const failures: HttpFailure[] = [];
    const onError = (failure: HttpFailure) => {
      failures.push(failure);
      if (failures.length > AT_ONCE) failures.shift();
    };
    const { signal } = new AbortController();
    const open = DOORS[name];
    if (open === undefined) throw new RangeError(`${name} is none of ${Object.keys(DOORS)}`);
    return new Attack(name, await open({ upstream, onError, signal }), failures);
  }

  /** @throws Error naming the seed, for an answer that is the handler's own fault, or none. */
  async run(seed: number, count: number = REQUESTS_A_SEED): Promise<void> {
    const requests = fc.sample(this.#requests, { seed, numRuns: count });
    const next = requests.values();
    const attacker = async () => {
      for (const request of next) await this.#one(seed, request);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, attacker));
    this.#failures.length = 0;
    this.#door.tidy?.();
  }

  async #one(seed: number, given: HostileRequest): Promise<void> {
    const { handler, signed, isOthersFault } = this.#door;
    const unsigned = prepared(given);
    const request = given.isSigned && signed ? await signed(unsigned) : unsigned;
    const complaint = (what: string, why = '') =>
      new Error(`${this.name}, seed ${seed}: ${what}\n${described(request)}\n${why}`);
    const {
      status,
      text,
      requestId: answeredId,
    } = await withPatience(exchanged(handler, request)).catch((error) => {
      throw complaint(String(error), error instanceof Error ? error.stack : '');
    });
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 500 || isOthersFault?.(status, text)) return;
    const failure = this.#failures.find(({ requestId }) => requestId === answeredId);
    throw complaint(`${status}: ${text}`, reasonOf(failure?.error));
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return `${error.stack}${cause instanceof Error ? `\ncaused by ${cause.stack}` : ''}`;
}

function described({ method, target, headers, body, cutAt, isRaw }: HostileRequest): string {
  const text = Buffer.from(body.slice(0, 2_000)).toString();
  const head = `${method} ${target} ${JSON.stringify(headers)}`;
  return `${head}\n${text}\n${body.length} bytes, cut at ${cutAt}, ${isRaw ? 'raw' : 'direct'}`;
}

async function withPatience<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  const isOver = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      looks += 1;
      if (looks === MOST_LOOKS) reject(new Error('there is no answer'));
    }, LOOK_MS);
  });
  return Promise.race([answer, isOver]).finally(() => clearInterval(timer));
}
