import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { DOORS } from './doors.js';
import { Attack, REQUESTS_A_SEED } from './run.js';
import { startUpstream, type Upstream } from './upstream.js';

export interface HostileOptions {
  /** Of all handlers together. */
  readonly requests: number;
  /** Of the first requests; each next 250 have the next. */
  readonly seed: number;
  /** A part of the names of the handlers. */
  readonly only: string;
  /** Where this very program is, since what stands behind the handlers has a thread, and so a heap, of its own. */
  readonly program: URL;
}

/** How many requests come first, so that whatever is kept once is there. */
const WARMING = 0.1;
/** What may be kept of a request is nothing; a string and its place in a map are more than this. */
const MOST_BYTES_KEPT = 64;
/** What is bounded and still fills up, such as the events that are remembered, and what the engine compiles. */
const BYTES_THAT_FILL_UP = 4 * 1_048_576;
/** What is under way has ended by then: a gateway's patience is a fifth of a second here. */
const SETTLING_MS = 2_000;

/** Attacks every handler, prints what came of it, and says whether nothing was wrong. */
export async function main(
  { requests, seed, only, program }: HostileOptions,
  say: (line: string) => void,
): Promise<boolean> {
  const names = Object.keys(DOORS).filter((name) => name.includes(only));
  if (names.length === 0) throw new RangeError(`${only} is in none of ${Object.keys(DOORS)}`);
  if (!(requests > 0)) throw new RangeError(`${requests} requests show nothing`);
  const worker = new Worker(program);
  const upstream = await new Promise<Upstream>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  const rounds = Math.ceil(requests / names.length / REQUESTS_A_SEED);
  let areFine = 0;
  for (const name of names) {
    const attack = await Attack.on(name, upstream);
    // What fails keeps none of the others from being tried: one wants to know all of it.
    const isFine = await withstands(attack, rounds, seed, say).catch((error) => {
      say(`${error instanceof Error ? error.message : error}`);
      return false;
    });
    if (isFine) areFine += 1;
  }
  const total = rounds * REQUESTS_A_SEED * names.length;
  say(
    areFine === names.length
      ? `${total} requests to ${names.length} handlers: no answer was 5xx, and none is missing`
      : `${names.length - areFine} of ${names.length} handlers failed`,
  );
  await worker.terminate();
  return areFine === names.length;
}

/** @throws Error naming the seed, for an answer that is the handler's own fault, or none. */
async function withstands(
  attack: Attack,
  rounds: number,
  seed: number,
  say: (line: string) => void,
): Promise<boolean> {
  const hold = monitorEventLoopDelay({ resolution: 10 });
  const from = process.cpuUsage();
  const startedAt = performance.now();
  hold.enable();
  const warmed = Math.ceil(rounds * WARMING);
  for (let round = 0; round < warmed; round++) await attack.run(seed + round);
  const early = await liveHeap();
  for (let round = warmed; round < rounds; round++) await attack.run(seed + round);
  const late = await liveHeap();
  hold.disable();
  const { user, system } = process.cpuUsage(from);
  const rest = (rounds - warmed) * REQUESTS_A_SEED;
  const kept = rest === 0 ? 0 : Math.max(0, late - early - BYTES_THAT_FILL_UP) / rest;
  say(
    [
      attack.name.padEnd(22),
      `${rounds * REQUESTS_A_SEED} requests`.padStart(16),
      `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`.padStart(6),
      `${((user + system) / 1_000_000).toFixed(0)} s of CPU`.padStart(13),
      `${(late / 1_048_576).toFixed(1)} MB`.padStart(9),
      `${kept.toFixed(1)} bytes kept a request`.padStart(29),
      `held ${(hold.max / 1_000_000).toFixed(0)} ms at most`,
      JSON.stringify(Object.fromEntries([...attack.statuses].sort(([a], [b]) => a - b))),
    ].join('  '),
  );
  const isFlat = kept < MOST_BYTES_KEPT;
  if (!isFlat) say(`  more than ${MOST_BYTES_KEPT} bytes: something is kept`);
  return isFlat;
}

/** Only what is still reachable counts. */
async function liveHeap(): Promise<number> {
  await sleep(SETTLING_MS);
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await sleep(100);
  }
  return process.memoryUsage().heapUsed;
}

// In the thread that has the custody and the nodes.
if (parentPort) parentPort.postMessage((await startUpstream()).upstream);
