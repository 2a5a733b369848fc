import { bytesToHex, utf8ToBytes } from '../../core/bytes.js';
import { type Clock, throwIfAborted } from '../../core/clock.js';
import { canonicalJson, isObject } from '../../core/json.js';
import { type Random, uuidOf } from '../../core/random.js';
import { defaultPrimitives } from '../../requests/primitives/default.js';
import type { Store } from '../../store/store.js';
import type { Answer } from './answer.js';
import { isKept, keyReused, ProviderRefusal } from './refusal.js';
import { renewal } from './renewal.js';

/** A key with its scope, and the content that makes two requests the same. */
export interface KeyedRequest {
  /** Credential, operation and account: within these a key belongs to one request. */
  readonly scope: readonly string[];
  readonly idempotencyKey: string;
  /** Path and body. */
  readonly content: readonly unknown[];
}

/** Does the work. `recovering`: an earlier try may have done it, and has no answer. */
type Work = (recovering: boolean) => Promise<Answer>;

export interface IdempotencySettings {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** How long an answer is kept after it was last requested. */
  readonly retentionMs: number;
  /** How long to wait for a process that no longer renews its lease before it is considered dead. */
  readonly leaseMs: number;
}

/** The store's entry for a key. */
type Kept =
  /** A process is working on it, until `leaseUntil` if the lease is not renewed. */
  | { readonly state: 'working'; readonly owner: string; readonly leaseUntil: number }
  /** A try has ended, and it is not proven that it did nothing. */
  | { readonly state: 'open' }
  | { readonly state: 'answered'; readonly status: number; readonly body: string };

type Entry = Kept & { readonly fingerprint: string };

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;

/**
 * One idempotency key, one answer: a repetition gets the first 2xx or 4xx again, from any process. While one
 * process works, the others wait. After a 5xx, or if the working process has died, the next one does the work
 * again, with `recovering` set.
 */
export class Idempotency {
  readonly #settings: IdempotencySettings;
  /** What this process works on: it is alive, whatever the clocks say. */
  readonly #working = new Set<string>();

  constructor(settings: IdempotencySettings) {
    this.#settings = settings;
  }

  /**
   * @param signal Ends the waiting for others.
   * @param wasTried Whether this call has done the work already; another process has the key then, or had it.
   * @throws ProviderRefusal `idempotency-key-reuse`.
   * @throws the store's errors: then nothing was recorded, and the next try checks whether the work was done.
   */
  async once(
    request: KeyedRequest,
    work: Work,
    signal: AbortSignal,
    wasTried = false,
  ): Promise<Answer> {
    const { scope, idempotencyKey, content } = request;
    const hashed = await sha256(JSON.stringify([...scope, idempotencyKey]));
    const name = `provider-idempotency:${hashed}`;
    const fingerprint = await sha256(textOfContent(content));
    const { store, clock, retentionMs } = this.#settings;
    const isSilent = this.#watch();
    for (let pauseMs = FIRST_PAUSE_MS; ; ) {
      throwIfAborted(signal);
      const isHere = this.#working.has(name);
      const claim = this.#claim(fingerprint);
      if (!isHere && (await store.setIfAbsent(name, claim, retentionMs))) {
        return this.#settled(request, name, claim, work, wasTried, signal);
      }
      // What is gone by now is looked for again after a pause.
      const text = (await store.get(name)) ?? claim;
      const entry = entryOf(text);
      if (entry.fingerprint !== fingerprint) throw keyReused();
      if (entry.state === 'answered') {
        // Keeps the answer for the full time from now on. If another process was faster, it has just done the
        // same.
        await store.compareAndSet(name, text, text, retentionMs);
        return { status: entry.status, body: entry.body, headers: {} };
      }
      const isFree = !isHere && (entry.state === 'open' || isSilent(text, entry.leaseUntil));
      if (isFree && (await store.compareAndSet(name, text, claim, retentionMs))) {
        return this.#settled(request, name, claim, work, true, signal);
      }
      if (isFree) continue;
      await clock.sleep(pauseMs, signal);
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    }
  }

  /**
   * Decides whether no process is working on it any more. The lease's end is by the holder's clock, which may be
   * behind ours: so the entry is also watched for longer than a living process takes to renew it. Or that clock
   * may be ahead: so an entry that did not change for a whole lease has ended, whatever the clocks say.
   */
  #watch(): (text: string, leaseUntil: number) => boolean {
    const { clock, leaseMs } = this.#settings;
    let seen = '';
    let seenAt = 0;
    return (text, leaseUntil) => {
      const now = clock.monotonic();
      if (text !== seen) [seen, seenAt] = [text, now];
      const quietMs = now - seenAt;
      return quietMs >= leaseMs || (leaseUntil <= clock.now() && quietMs >= leaseMs / 2);
    };
  }

  #claim(fingerprint: string): string {
    const { clock, random, leaseMs } = this.#settings;
    const owner = uuidOf(random);
    const leaseUntil = clock.now() + leaseMs;
    return textOf({ fingerprint, state: 'working', owner, leaseUntil });
  }

  /** The work's answer, or that of a process that considered this one dead and was faster. */
  async #settled(
    request: KeyedRequest,
    name: string,
    claim: string,
    work: Work,
    recovering: boolean,
    signal: AbortSignal,
  ): Promise<Answer> {
    this.#working.add(name);
    try {
      const lease = this.#holding(name, claim);
      const answer = await work(recovering).finally(() => lease.renewal.end());
      const isMine = await this.#keep(name, lease.claim(), answer, recovering);
      if (isMine) return answer;
    } finally {
      this.#working.delete(name);
    }
    return this.once(request, work, signal, true);
  }

  /** Stores the outcome of the work; `false` if another process has the key by now. */
  async #keep(name: string, claim: string, answer: Answer, recovering: boolean): Promise<boolean> {
    const { store } = this.#settings;
    const { status, body } = answer;
    const { fingerprint } = entryOf(claim);
    const set = (kept: Kept) => this.#replace(name, claim, textOf({ fingerprint, ...kept }));
    if (status >= 500) return set({ state: 'open' });
    const isAboutThisTry = !isKept(status);
    // Nothing was done this time, nor found of an earlier try, which may be at work still.
    if (recovering && isAboutThisTry) return set({ state: 'open' });
    if (isAboutThisTry) return store.delete(name, claim);
    return set({ state: 'answered', status, body });
  }

  /**
   * Replaces a claim; `false` if another process has the key by now. A store that fails over may have lost the claim,
   * or have written a later one of this process without saying so.
   */
  async #replace(name: string, claim: string, text: string): Promise<boolean> {
    const { store, retentionMs } = this.#settings;
    if (await store.compareAndSet(name, claim, text, retentionMs)) return true;
    const left = await store.get(name);
    if (left === undefined) return store.setIfAbsent(name, text, retentionMs);
    return ownerOf(left) === ownerOf(claim) && store.compareAndSet(name, left, text, retentionMs);
  }

  /** Renews the lease while the work goes on. */
  #holding(name: string, first: string) {
    const { clock, leaseMs } = this.#settings;
    let claim = first;
    const renew = async () => {
      const renewed = textOf({ ...entryOf(claim), leaseUntil: clock.now() + leaseMs });
      if (await this.#replace(name, claim, renewed)) claim = renewed;
    };
    return { renewal: renewal(clock, leaseMs / 3, renew), claim: () => claim };
  }
}

/** @throws ProviderRefusal for a body that is nested too deeply, or has invalid numbers. */
function textOfContent(content: readonly unknown[]): string {
  try {
    return canonicalJson(content);
  } catch {
    throw new ProviderRefusal('schema-error', {
      message: 'The body is nested too deeply, or has a number that none can hold.',
      requestPart: 'body',
    });
  }
}

async function sha256(text: string): Promise<string> {
  return bytesToHex(await defaultPrimitives().sha256(utf8ToBytes(text)));
}

function textOf(entry: Entry | object): string {
  return JSON.stringify(entry);
}

function ownerOf(text: string): string | undefined {
  const entry = entryOf(text);
  return entry.state === 'working' ? entry.owner : undefined;
}

/** @throws Error for a value that is not an entry: another program writes under these names. */
function entryOf(text: string): Entry {
  const entry: unknown = JSON.parse(text);
  if (!isEntry(entry)) throw new Error('the store holds something else under this name');
  return entry;
}

function isEntry(entry: unknown): entry is Entry {
  if (!isObject(entry) || typeof entry.fingerprint !== 'string') return false;
  switch (entry.state) {
    case 'working':
      return typeof entry.owner === 'string' && typeof entry.leaseUntil === 'number';
    case 'answered':
      return typeof entry.status === 'number' && typeof entry.body === 'string';
    default:
      return entry.state === 'open';
  }
}
