import { createHash } from 'node:crypto';
import type { Action } from '../../src/transactions/life/actions.js';
import { cancelling } from '../../src/transactions/life/cancelling.js';
import { decide } from '../../src/transactions/life/decide.js';
import { type Facts, unheardOf, type Wanted } from '../../src/transactions/life/facts.js';
import { fold } from '../../src/transactions/life/fold.js';
import { membersOf } from '../../src/transactions/life/status.js';
import { statesOf } from '../../src/transactions/life/told.js';
import { fatesOf, type Heard, recordOf } from './fates.js';
import { kindsOf, moveOf, wordsOf } from './moves.js';
import {
  ADDRESS,
  appliedOf,
  type Bounds,
  CHAIN,
  canonical,
  nextOf,
  type Process,
  ranked,
  spend,
  TICKET,
  type World,
  withProcess,
} from './world.js';

/** What a search has come to. */
export interface Found {
  readonly states: number;
  readonly depth: number;
  /** Each with the shortest way there. */
  readonly violations: readonly { readonly what: string; readonly way: readonly string[] }[];
  /** Actions that were wanted together, and what was heard of one of them. */
  readonly moves: ReadonlySet<string>;
  /** What calls were told. */
  readonly told: ReadonlySet<string>;
  /** From which actions to which, by what was heard. */
  readonly edges: ReadonlySet<string>;
}

/** What is gathered on the way. */
interface Gathered {
  readonly moves: Set<string>;
  readonly told: Set<string>;
  readonly edges: Set<string>;
}

/** A state that is new. */
interface Met {
  readonly world: World;
  readonly hash: string;
}

interface Step {
  readonly world: World;
  readonly name: string;
}

const EXPIRY_MS = 1_000_000;
/** What is done at once, with one end, and changes nothing for others: before it or after it is the same. */
const URGENT = new Set<string>([
  'list',
  'list-others',
  'line-up',
  'verify',
  'rebuild',
  'adopt',
  'turn',
  'mark',
  'doubt',
]);
/** What may take longer than a caller waits. */
const WAITING = new Set<string>(['wait', 'ask', 'enter']);

/** Goes through all that may come of a world, the nearest first, until nothing new comes. */
export function search(beginning: World, bounds: Bounds): Found {
  const gathered: Gathered = { moves: new Set(), told: new Set(), edges: new Set() };
  const violations = new Map<string, readonly string[]>();
  let level: Met[] = [];
  const came = new Map<string, { from: string; name: string }>();
  const wayTo = (hash: string): string[] => {
    const step = came.get(hash);
    return step?.from ? [...wayTo(step.from), step.name] : [];
  };
  const hashOf = (world: World) => createHash('sha1').update(canonical(world)).digest('base64');
  const meet = (world: World, into: Met[], from = '', name = '') => {
    const hash = hashOf(world);
    if (came.has(hash)) return;
    came.set(hash, { from, name });
    for (const violation of violationsOf(world)) {
      if (violations.has(violation)) continue;
      violations.set(violation, wayTo(hash));
    }
    into.push({ world, hash });
  };
  meet(beginning, level);
  let depth = 0;
  while (level.length > 0) {
    const next: Met[] = [];
    for (const { world, hash } of level) {
      for (const step of stepsFrom(world, bounds, gathered))
        meet(step.world, next, hash, step.name);
    }
    level = next;
    depth++;
  }
  return {
    states: came.size,
    depth,
    violations: [...violations].map(([what, way]) => ({ what, way })),
    ...gathered,
  };
}

function stepsFrom(world: World, bounds: Bounds, gathered: Gathered): Step[] {
  const steps: Step[] = world.processes.flatMap((process, at) => [
    ...stepsOf(world, process, at, bounds, gathered),
  ]);
  return [...steps, ...others(world)];
}

/** What one process may do, or may have done to it. */
function stepsOf(
  world: World,
  process: Process,
  at: number,
  bounds: Bounds,
  { moves, told, edges }: Gathered,
): Step[] {
  const { facts, lives, isPatient } = process;
  if (!facts) {
    if (lives === 0) return [];
    const facts = beginningOf(world, process, bounds);
    if (!facts) return [];
    const begun = { facts, isPatient: true, lives: lives - 1 };
    return [{ world: withProcess(world, at, begun), name: 'begins' }];
  }
  const now = {
    ...facts,
    request: { ...facts.request, time: timeOf(world), wanted: wantedOf(process, bounds) },
  };
  const actions = decide(now.request, now.members);
  const [first] = actions;
  const steps: Step[] = [];
  if (first?.kind === 'tell') {
    told.add(first.told.state);
    const finals = finalsOf(first, now);
    const before = world.told[process.call.key] ?? [];
    const after = [...new Set([...before, ...finals])].sort();
    const keys = { ...world.told, [process.call.key]: after };
    return [
      {
        world: withProcess(freed({ ...world, told: keys }, process), at, { facts: undefined }),
        name: 'told',
      },
    ];
  }
  const urgent = actions.find(({ kind }) => URGENT.has(kind));
  const scene = { world, process: { ...process, facts: now }, at, bounds, moves, edges };
  for (const action of urgent ? [urgent] : actions) {
    for (const heard of hearing(scene, action, actions)) {
      steps.push(heard.step);
      // An answer may come with another, before anything is decided by either.
      const late =
        urgent || !heard.facts
          ? []
          : actions.filter((other) => other !== action || isHalfHeard(scene, heard, action));
      for (const other of late) steps.push(...overtaken(scene, heard, other));
    }
  }
  if (urgent) return steps;
  const isWaiting = actions.every(({ kind }) => WAITING.has(kind));
  if (isPatient && isWaiting)
    steps.push({ world: withProcess(world, at, { isPatient: false }), name: 'tires' });
  if (world.budget.kill > 0) {
    const killed = freed(spend(world, 'kill'), process);
    steps.push({ world: withProcess(killed, at, { facts: undefined }), name: 'killed' });
  }
  return steps;
}

interface Scene extends Pick<Gathered, 'moves' | 'edges'> {
  readonly world: World;
  readonly process: Process & { readonly facts: Facts<string, string> };
  readonly at: number;
  readonly bounds: Bounds;
}

interface Heeded {
  readonly step: Step;
  /** What the process knows then, unless the call has ended. */
  readonly facts?: Facts<string, string>;
}

/** What comes of an action, while these are wanted. */
function hearing(scene: Scene, action: Action, wanted: readonly Action[]): Heeded[] {
  const { world, process, at, bounds, moves, edges } = scene;
  if (action.kind === 'tell') return [];
  const { facts: now } = process;
  return fatesOf(world, process, action, bounds).flatMap(({ world: after, answers, fails }) => {
    if (fails) {
      // What fails ends the call, once nothing else is under way.
      if (wanted.length > 1) return [];
      const ended = withProcess(freed(after, process), at, { facts: undefined });
      return [{ step: { world: ended, name: 'fails' } }];
    }
    const said = answers.map(wordsOf);
    for (const answer of answers) {
      const move = moveOf(now, wanted, answer);
      if (move !== undefined) moves.add(move);
    }
    const facts = answers.reduce<Facts<string, string>>((known, one) => fold(known, one), now);
    const next = { ...facts.request, time: timeOf(after) };
    const then = kindsOf(decide(next, facts.members));
    edges.add(`${kindsOf(wanted)} --> ${then}: ${said.at(-1) ?? 'goes on'}`);
    const name = `${process.call.name}: ${said.join(' and ') || action.kind}`;
    return [{ step: { world: withProcess(after, at, { facts: ranked(facts) }), name }, facts }];
  });
}

/** Whether some operators have said what they show of a transaction, and others have not. */
function isHalfHeard({ bounds }: Scene, { facts }: Heeded, action: Action): boolean {
  if (action.kind !== 'look' || !facts) return false;
  const own = membersOf(facts, { index: action.attempt })[action.member];
  const said = own?.look?.said.length ?? 0;
  return said > 0 && said < bounds.operators.length;
}

/** What comes of an action that is not wanted any more since another's answer was heard, in the same moment. */
function overtaken(scene: Scene, heard: Heeded, action: Action): Step[] {
  const { facts, step } = heard;
  if (!facts) return [];
  const wanted = decide({ ...facts.request, time: timeOf(step.world) }, facts.members);
  const isWanted = wanted.some((one) => nameOf(one) === nameOf(action));
  if (isWanted || URGENT.has(action.kind)) return [];
  const after = { ...scene, world: step.world, process: { ...scene.process, facts } };
  return hearing(after, action, wanted).map(({ step: { world, name } }) => {
    return { world, name: `${step.name}, ${name}` };
  });
}

function nameOf(action: Action): string {
  return 'attempt' in action ? `${action.kind} ${action.attempt}` : action.kind;
}

/** Whoever is gone leaves what nobody was asked to sign. */
function freed(world: World, { call, facts }: Process): World {
  const lane = world.lanes[call.lane] ?? {};
  const own = new Set(facts?.request.attempts.map(({ requestId }) => requestId));
  const kept = Object.entries(lane).filter(
    ([id]) => !own.has(id) || world.custody[id] !== undefined,
  );
  const others = world.processes.filter(
    (other) => other.call !== call && other.call.lane === call.lane,
  );
  // A lane of its own goes with its process.
  const left = others.length > 0 ? Object.fromEntries(kept) : {};
  return { ...world, lanes: { ...world.lanes, [call.lane]: left } };
}

/** What custody, chain and clocks do by themselves. */
function others(world: World): Step[] {
  const steps: Step[] = [];
  for (const [id, request] of Object.entries(world.custody)) {
    if (request.state !== 'pending') continue;
    for (const state of ['signed', 'rejected'] as const) {
      const custody = { ...world.custody, [id]: { ...request, state } };
      steps.push({ world: { ...world, custody }, name: state });
    }
  }
  for (const id of world.handed) {
    const request = world.custody[id];
    const number = request && `${request.number}`;
    if (!request || number === undefined) continue;
    const isNext = request.number === TICKET || request.number === nextOf(world);
    const isOpen = world.spent[number] === undefined && world.epoch < request.expiry;
    const handed = world.handed.filter((other) => other !== id);
    if (isNext && isOpen && world.budget.failure > 0) {
      const failed = [...world.failed, id].sort();
      const after = { ...world, handed, failed, spent: { ...world.spent, [number]: id } };
      steps.push({ world: spend(after, 'failure'), name: 'applied in vain' });
    }
    if (isNext && isOpen) {
      steps.push({
        world: { ...world, handed, spent: { ...world.spent, [number]: id } },
        name: 'applied',
      });
    }
    if (world.budget.drop > 0)
      steps.push({ world: spend({ ...world, handed }, 'drop'), name: 'dropped' });
    if (!isOpen) steps.push({ world: { ...world, handed }, name: 'void' });
  }
  if (world.budget.rival > 0) {
    const spent = { ...world.spent, [`${nextOf(world)}`]: 'a rival' };
    steps.push({ world: spend({ ...world, spent }, 'rival'), name: 'rival' });
  }
  if (world.budget.epoch > 0) {
    steps.push({ world: spend({ ...world, epoch: world.epoch + 1 }, 'epoch'), name: 'epoch' });
  }
  return steps;
}

function timeOf({ epoch }: World) {
  return { monotonic: epoch * 1_000 * EXPIRY_MS, wall: 0, signer: undefined };
}

function wantedOf({ call, isPatient }: Process, { operators, agree, maxAttempts }: Bounds): Wanted {
  const { key, purpose, newAttempt, resigns = false, usesTicket = false, resumes = false } = call;
  const patience = () => (isPatient ? Number.MAX_SAFE_INTEGER : 0);
  return {
    ...(purpose === 'cancel' ? { purpose, cancelling } : { purpose }),
    identity: { chainId: CHAIN, address: ADDRESS, idempotencyKey: key },
    chunk: 0,
    isBatch: false,
    canMake: purpose === 'carry' && !resumes,
    mayExist: true,
    fingerprint: undefined,
    isNative: false,
    canCancel: true,
    usesTicket,
    chosen: undefined,
    stopsOnFailure: false,
    newAttempt,
    resigns,
    maxAttempts,
    signatureTimeoutMs: patience,
    confirmTimeoutMs: patience,
    operators: operators.length,
    agree,
    confirmPace: { firstMs: 1, factor: 1, maxMs: 1 },
    resubmitAfterMs: Number.MAX_SAFE_INTEGER,
    expiries: { leastMs: EXPIRY_MS, usualMs: EXPIRY_MS },
  };
}

function beginningOf(
  world: World,
  process: Process,
  bounds: Bounds,
): Facts<string, string> | undefined {
  const request = {
    wanted: wantedOf(process, bounds),
    attempts: [],
    time: timeOf(world),
    heard: 0,
    pauses: 1,
    pause: undefined,
    isCancelled: false,
  };
  const facts = ranked({ request, members: [] });
  if (process.call.purpose !== 'finish') return facts;
  // Who finishes a request has its place in the lane, and has read it.
  const requestId = unheardOf(request, 1).requestId;
  const known = world.custody[requestId];
  if (!known) return undefined;
  const place: Heard = {
    kind: 'entered',
    attempt: 1,
    lane: 'sequence',
    isHeld: true,
    isToSend: true,
  };
  const record = recordOf(requestId, known);
  const found: Heard = { kind: 'found', attempt: 1, search: { said: 'record', record } };
  return ranked(fold(fold(facts, place), found));
}

/** What is told for good, of a key's attempts up to one. */
function finalsOf(
  { told }: Extract<Action, { kind: 'tell' }>,
  facts: Facts<string, string>,
): readonly string[] {
  if (told.state === 'rejected') return [`without effect ${told.attempt}`];
  if (told.state === 'cancelled')
    return told.landed < told.asked ? [`without effect ${told.attempt}`] : [];
  if (told.state !== 'signed' && told.state !== 'ended') return [];
  return statesOf(facts, told.attempt).flatMap(({ state }) => {
    if (state === 'confirmed' || state === 'failed') return ['applied'];
    const isDead = state === 'expired' || state === 'replaced';
    return isDead ? [`without effect ${told.attempt}`] : [];
  });
}

/** What must never be. */
function violationsOf(world: World): readonly string[] {
  const violations: string[] = [];
  for (const key of new Set(world.processes.map(({ call }) => call.key))) {
    const told = world.told[key] ?? [];
    const applied = appliedOf(world).filter((request) => request.key === key);
    if (applied.length > 1) violations.push(`${key} is applied twice`);
    if (told.includes('applied') && applied.length === 0) {
      violations.push(`${key} is told as applied, and is not`);
    }
    for (const { attempt } of applied) {
      // Whoever asks for a later attempt has been told what became of the earlier ones.
      const denied = told.some(
        (one) => Number(/^without effect (\d+)$/.exec(one)?.[1] ?? 0) >= attempt,
      );
      if (denied) violations.push(`${key} is told to be without effect, and is applied`);
    }
  }
  return violations;
}
