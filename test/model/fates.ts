import { SignatureRejectedError } from '../../src/signer/errors.js';
import type { SigningRecord } from '../../src/signer/raw-signer.js';
import type { Submission, Terms, TransactionStatus } from '../../src/transactions/chain.js';
import { TransactionUnconfirmedError } from '../../src/transactions/errors.js';
import type { Action } from '../../src/transactions/life/actions.js';
import type { Answer } from '../../src/transactions/life/answers.js';
import { type AttemptFacts, unheardOf } from '../../src/transactions/life/facts.js';
import { attemptOf, membersOf } from '../../src/transactions/life/status.js';
import { writeNote } from '../../src/transactions/records/note.js';
import {
  type Bounds,
  type CustodyRequest,
  nextOf,
  type Process,
  spend,
  TICKET,
  ticketsOf,
  type World,
} from './world.js';

export type Heard = Answer<string, string>;

/** One thing that may come of an action: what the world is then, and what the process hears. */
export interface Fate {
  readonly world: World;
  readonly answers: readonly Heard[];
  /** The action fails: its process has no use for it any more. */
  readonly fails?: boolean;
}

type Doing = Exclude<Action, { readonly kind: 'tell' }>;

/** Everything that may come of an action of a process, within the bounds that are left. */
export function fatesOf(
  world: World,
  process: Process,
  action: Doing,
  bounds: Bounds,
): readonly Fate[] {
  const { facts } = process;
  if (!facts) return [];
  if (action.kind === 'wait') return waited(world, process, action.pause);
  const attempt = attemptOf(facts, action.attempt) ?? unheardOf(facts.request, action.attempt);
  const scene = { world, process, attempt, bounds };
  const about = { attempt: action.attempt };
  const hears = (...answers: readonly Heard[]): Fate => ({ world, answers });
  switch (action.kind) {
    case 'find':
      return found(scene);
    case 'list': {
      const silent: Fate = {
        world: spend(world, 'silence'),
        answers: [{ ...about, kind: 'not-listed', error: 'no answer' }],
      };
      const listed = hears({ ...about, kind: 'listed', records: [], isWhole: true });
      return world.budget.silence > 0 ? [listed, silent] : [listed];
    }
    case 'list-others':
      return [hears({ ...about, kind: 'others-listed', others: [] })];
    case 'enter':
      return entered(scene, action);
    case 'adopt':
      return [
        held(scene, numbersIn(world.custody[attempt.requestId]), { ...about, kind: 'adopted' }),
      ];
    case 'line-up':
      return [hears({ ...about, kind: 'lined-up', isFirst: true })];
    case 'read': {
      const reading = { nextNumber: nextOf(world), tickets: ticketsOf(world) };
      return [hears({ ...about, kind: 'read', reading })];
    }
    case 'reserve':
      return reserved(scene, action.fixed);
    case 'create-tickets':
      return [{ world, answers: [], fails: true }];
    case 'build':
      return [hears(built(world, attempt, action.numbers, attempt.lane))];
    case 'rebuild':
      return rebuilt(scene);
    case 'ask':
      return asked(scene);
    case 'verify':
      return [hears({ ...about, kind: 'verified', signed: [signedOf(attempt)] })];
    case 'turn':
      return [
        hears({ ...about, kind: 'turn-came', member: action.member }),
        hears({ ...about, kind: 'turn-lost', member: action.member }),
      ];
    case 'send':
      return sent(scene, action);
    case 'mark':
      return [hears({ ...about, kind: 'marked', member: action.member })];
    case 'look':
      return looked(scene, action);
    case 'count': {
      const gone = membersOf(facts, attempt)
        .map(({ terms }) => terms.number.value)
        .filter((number) => world.spent[`${number}`] !== undefined);
      return [
        hears({ ...about, kind: 'counted', gone, next: nextOf(world) }),
        hears({ ...about, kind: 'counted', gone: [], next: undefined }),
      ];
    }
    case 'leave':
      return [held(scene, [], { ...about, kind: 'left', end: action.end })];
    case 'block':
      return [hears({ ...about, kind: 'blocked' })];
    case 'doubt':
      return [hears({ ...about, kind: 'declined', mayAppear: true })];
    case 'decline':
      return [held(scene, [], { ...about, kind: 'declined', mayAppear: false })];
    case 'give-up':
      return givenUp(scene);
    case 'overwrite':
      return overwritten(scene);
    case 'look-for-transfer': {
      const seen = { number: undefined, outcome: undefined };
      return [hears({ ...about, kind: 'transfer-seen', seen })];
    }
  }
}

interface Scene {
  readonly world: World;
  readonly process: Process;
  readonly attempt: AttemptFacts<string>;
  readonly bounds: Bounds;
}

function waited(
  world: World,
  { facts }: Process,
  pause: Extract<Doing, { kind: 'wait' }>['pause'],
): readonly Fate[] {
  // A pause after which nothing is otherwise is no new state; one is enough for all.
  return facts ? [{ world, answers: [{ kind: 'waited', pause }] }] : [];
}

function found({ world, attempt: { index, requestId } }: Scene): readonly Fate[] {
  const request = world.custody[requestId];
  const about = { kind: 'found', attempt: index } as const;
  const none: Heard = { ...about, search: { said: 'none' } };
  const failed: Heard = { ...about, search: { said: 'failed', error: 'no answer' } };
  const silent =
    world.budget.silence > 0 ? [{ world: spend(world, 'silence'), answers: [failed] }] : [];
  if (!request) return [{ world, answers: [none] }, ...silent];
  const shown: Heard = {
    ...about,
    search: { said: 'record', record: recordOf(requestId, request) },
  };
  const isHidden =
    world.budget.hidden > 0 ? [{ world: spend(world, 'hidden'), answers: [none] }] : [];
  return [{ world, answers: [shown] }, ...isHidden, ...silent];
}

export function recordOf(requestId: string, request: CustodyRequest): SigningRecord {
  const { state, key, attempt } = request;
  const terms = { ...termsOf(request) };
  const note = writeNote(undefined, {
    fingerprint: '0'.repeat(32),
    terms,
    attempt,
    idempotencyKey: key,
  });
  const signature = { encoding: 'compact', bytes: new Uint8Array() } as const;
  return {
    idempotencyKey: requestId,
    providerId: `custody of ${requestId}`,
    kind: 'raw',
    state,
    status: state,
    messages: [],
    note,
    ...(state === 'signed' ? { signatures: [signature] } : {}),
  };
}

function termsOf({ number, expiry }: Pick<CustodyRequest, 'number' | 'expiry'>): Terms {
  const kind = number === TICKET ? 'ticket' : 'sequence';
  return { number: { kind, value: number }, fee: 1n, expiry: BigInt(expiry) };
}

function numbersIn(request: CustodyRequest | undefined): readonly bigint[] {
  return request ? [request.number] : [];
}

/** The lane knows which numbers the attempt has. */
function held({ world, process, attempt }: Scene, numbers: readonly bigint[], answer: Heard): Fate {
  const name = process.call.lane;
  const { [attempt.requestId]: _, ...others } = world.lanes[name] ?? {};
  const lane = numbers.length > 0 ? { ...others, [attempt.requestId]: numbers } : others;
  return { world: { ...world, lanes: { ...world.lanes, [name]: lane } }, answers: [answer] };
}

/** A lane lets in whose request has its place, and one more beside none. */
function entered(scene: Scene, action: Extract<Doing, { kind: 'enter' }>): readonly Fate[] {
  const { world, process, attempt } = scene;
  const { lane, waits, numbers } = action;
  const isToSend = numbers !== undefined;
  const about = { kind: 'entered', attempt: attempt.index, lane, isToSend } as const;
  const others = Object.keys(world.lanes[process.call.lane] ?? {});
  const hasRoom = lane === 'ticket' || others.every((id) => id === attempt.requestId);
  if (hasRoom) return [held(scene, numbers ?? [], { ...about, isHeld: true })];
  if (!waits) return [{ world, answers: [{ ...about, isHeld: false }] }];
  return process.isPatient ? [] : [{ world, answers: [], fails: true }];
}

function reserved(scene: Scene, fixed: readonly bigint[] | undefined): readonly Fate[] {
  const { world, process, attempt } = scene;
  const { [attempt.requestId]: _, ...others } = world.lanes[process.call.lane] ?? {};
  const taken = new Set(Object.values(others).flat());
  const about = { kind: 'reserved', attempt: attempt.index } as const;
  if (fixed) {
    const isTaken = fixed.some((number) => taken.has(number));
    if (isTaken) return [{ world, answers: [{ ...about, numbers: 'taken' }] }];
    return [held(scene, fixed, { ...about, numbers: fixed })];
  }
  if (attempt.lane === 'ticket') {
    const free = (attempt.reading?.tickets ?? [])
      .filter((number) => !taken.has(number))
      .slice(0, 1);
    return free.length > 0
      ? [held(scene, free, { ...about, numbers: free })]
      : [{ world, answers: [], fails: true }];
  }
  let number = attempt.reading?.nextNumber ?? 1n;
  while (taken.has(number)) number += 1n;
  const isBehind = { kind: 'lined-up', attempt: attempt.index, isFirst: false } as const;
  return [held(scene, [number], { ...about, numbers: [number] }), { world, answers: [isBehind] }];
}

function built(
  world: World,
  { index, requestId }: AttemptFacts<string>,
  numbers: readonly bigint[],
  kind: AttemptFacts['lane'] = 'sequence',
): Heard {
  const expiry = BigInt(world.epoch + 1);
  const members = numbers.map((value) => ({
    transaction: requestId,
    terms: { number: { kind, value }, fee: 1n, expiry },
  }));
  const order = { contents: [requestId], isFixed: false };
  return {
    kind: 'built',
    attempt: index,
    order,
    built: { height: BigInt(world.epoch), time: 0 },
    members,
  };
}

function rebuilt({ world, attempt: { index, requestId } }: Scene): readonly Fate[] {
  const request = world.custody[requestId];
  if (!request) return [];
  const members = [{ transaction: requestId, terms: termsOf(request) }];
  const order = { contents: [requestId], isFixed: undefined };
  const answer: Heard = { kind: 'built', attempt: index, order, built: undefined, members };
  return [{ world, answers: [answer] }];
}

/** A request is made unless there is one; then its signature is waited for, as long as patience lasts. */
function asked(scene: Scene): readonly Fate[] {
  const { index, isCommitted, search } = scene.attempt;
  if (isCommitted || search?.said === 'record') return answersOf(scene);
  const committed: Heard = { kind: 'committed', attempt: index };
  return answersOf(scene).map(({ answers, ...fate }) => {
    return { ...fate, answers: [committed, ...answers] };
  });
}

function answersOf(scene: Scene): readonly Fate[] {
  const { world, process, attempt } = scene;
  const { facts } = process;
  const { index, requestId } = attempt;
  const known = world.custody[requestId];
  const member = facts && membersOf(facts, attempt)[0];
  if (!member) return [];
  const says = (asked: Extract<Heard, { kind: 'asked' }>['asked'], custodyId?: string): Heard => ({
    kind: 'asked',
    attempt: index,
    asked,
    custodyId,
  });
  const unclear = new TransactionUnconfirmedError('unknown', 'no answer');
  // Also what has the request may refuse to be asked for it, such as for another user.
  const refusal = says({ said: 'refused', error: unclear });
  const refused =
    world.budget.refusal > 0 ? [{ world: spend(world, 'refusal'), answers: [refusal] }] : [];
  if (!known) {
    const { number, expiry = 0n } = member.terms;
    const key = process.call.key;
    const made: CustodyRequest = {
      state: 'pending',
      number: number.value,
      expiry: Number(expiry),
      key,
      attempt: index,
    };
    const after = { ...world, custody: { ...world.custody, [requestId]: made } };
    return [
      { world: after, answers: [] },
      ...refused,
      ...(world.budget.lost > 0
        ? [
            { world: spend(after, 'lost'), answers: [says({ said: 'unclear', error: unclear })] },
            { world: spend(world, 'lost'), answers: [says({ said: 'unclear', error: unclear })] },
          ]
        : []),
    ];
  }
  const isOther =
    known.number !== member.terms.number.value || BigInt(known.expiry) !== member.terms.expiry;
  if (isOther) return [{ world, answers: [says({ said: 'conflict', error: unclear })] }];
  const record = recordOf(requestId, known);
  if (known.state === 'signed') {
    const signed = says({ said: 'signed', signatures: record.signatures ?? [] });
    return [{ world, answers: [signed] }, ...refused];
  }
  if (known.state === 'rejected') {
    const error = new SignatureRejectedError({ requestId });
    return [{ world, answers: [says({ said: 'rejected', error, txHash: undefined })] }];
  }
  const updated: Heard = { kind: 'updated', attempt: index, record };
  if (process.isPatient) return [{ world, answers: [updated] }, ...refused];
  return [{ world, answers: [says({ said: 'unclear', error: unclear }, record.providerId)] }];
}

function signedOf({ requestId }: AttemptFacts<string>) {
  return { hash: requestId, blob: requestId };
}

/** Whether nodes have another transaction with a number: some of them then take no other. */
function hasRivalAt({ custody, handed }: World, requestId: string, number: bigint): boolean {
  return handed.some((id) => id !== requestId && custody[id]?.number === number);
}

function sent(scene: Scene, { member, again }: Extract<Doing, { kind: 'send' }>): readonly Fate[] {
  const { world, process, attempt } = scene;
  const { index, requestId } = attempt;
  const own = process.facts && membersOf(process.facts, attempt)[member];
  if (!own) return [];
  const says = (submission: Submission): Heard => {
    return { kind: 'sent', attempt: index, member, submission, startedAt: 0, again };
  };
  const number = `${own.terms.number.value}`;
  const isOpen =
    world.spent[number] === undefined && BigInt(world.epoch) < (own.terms.expiry ?? 0n);
  const handed = [...new Set([...world.handed, requestId])].sort();
  const arrived = isOpen ? { ...world, handed } : world;
  const unclear = says({ state: 'unclear', code: 'no answer' });
  const refused = says({ state: 'refused', code: 'no', message: 'no' });
  const kept = says({ state: 'unclear', code: 'another', hasRival: true });
  const blocked = says({ state: 'open', code: 'not yet', cure: 'more is there', tryForMs: 1 });
  return [
    { world: arrived, answers: [isOpen ? says({ state: 'accepted', code: 'yes' }) : unclear] },
    ...(isOpen && hasRivalAt(world, requestId, own.terms.number.value)
      ? [{ world, answers: [kept] }]
      : []),
    // A node may hold it back, and have it applied by itself later, or not.
    ...(isOpen && world.budget.blocked > 0
      ? [
          { world: spend(arrived, 'blocked'), answers: [blocked] },
          { world: spend(world, 'blocked'), answers: [blocked] },
          { world: spend(world, 'blocked'), answers: [says({ state: 'busy', code: 'later' })] },
        ]
      : []),
    ...(world.budget.lost > 0
      ? [
          { world: spend(arrived, 'lost'), answers: [unclear] },
          { world: spend(world, 'lost'), answers: [unclear] },
          { world: spend(world, 'lost'), answers: [refused] },
        ]
      : []),
  ];
}

/** Each operator that has not answered yet may be the next to do so. */
function looked(
  scene: Scene,
  { member, pauses }: Extract<Doing, { kind: 'look' }>,
): readonly Fate[] {
  const { world, process, attempt, bounds } = scene;
  const { index, requestId } = attempt;
  const own = process.facts && membersOf(process.facts, attempt)[member];
  if (!own) return [];
  const about = { attempt: index, member } as const;
  const isBegun =
    own.look !== undefined &&
    own.look.pauses === pauses &&
    own.look.said.length < bounds.operators.length;
  const heard = isBegun ? (own.look?.said ?? []) : [];
  const begin: readonly Heard[] = isBegun ? [] : [{ ...about, kind: 'look-begun', pauses }];
  const next = bounds.operators.findIndex(
    (_, at) => !heard.some(({ operator }) => operator === `${at}`),
  );
  const kind = bounds.operators[next];
  if (!kind) return [];
  const truth = truthOf(world, requestId, own.terms);
  const says = kind === 'liar' ? liesAbout(requestId) : truth;
  return says.map((status) => {
    const statement = { operator: `${next}`, status };
    return { world, answers: [...begin, { ...about, kind: 'said', statement }] };
  });
}

/** What a node shows that is well, or behind, or can't say. */
function truthOf(
  world: World,
  requestId: string,
  { number, expiry = 0n }: Terms,
): readonly TransactionStatus<string>[] {
  const spender = world.spent[`${number.value}`];
  const behind: TransactionStatus<string> = { state: 'open', seen: false };
  const unknown: TransactionStatus<string> = { state: 'unknown', reason: 'pruned' };
  const now = nowOf(world, requestId, spender, expiry);
  return now.state === 'open' && !now.seen ? [now, unknown] : [now, behind, unknown];
}

function nowOf(
  world: World,
  requestId: string,
  spender: string | undefined,
  expiry: bigint,
): TransactionStatus<string> {
  const isFailed = world.failed.includes(requestId);
  if (spender === requestId && isFailed) {
    return { state: 'failed', hash: requestId, code: 'no', result: 'nothing' };
  }
  if (spender === requestId) return { state: 'confirmed', hash: requestId, result: 'done' };
  if (spender !== undefined) return { state: 'replaced', by: spender };
  if (BigInt(world.epoch) >= expiry) return { state: 'expired' };
  return { state: 'open', seen: world.handed.includes(requestId) };
}

function liesAbout(requestId: string): readonly TransactionStatus<string>[] {
  return [
    { state: 'confirmed', hash: requestId, result: 'done' },
    { state: 'replaced', by: 'a lie' },
    { state: 'expired' },
    { state: 'open', seen: true },
    { state: 'open', seen: false },
    { state: 'unknown', reason: 'a lie' },
  ];
}

function givenUp({ world, attempt: { index, requestId } }: Scene): readonly Fate[] {
  const answer: Heard = { kind: 'given-up', attempt: index };
  const failed: Heard = { kind: 'found', attempt: index, search: { said: 'failed', error: 'no' } };
  if (!world.custody[requestId] && world.budget.silence > 0) {
    return [
      { world, answers: [answer] },
      { world: spend(world, 'silence'), answers: [failed] },
    ];
  }
  const request = world.custody[requestId];
  if (request?.state !== 'pending') return [{ world, answers: [answer] }];
  const custody = { ...world.custody, [requestId]: { ...request, state: 'rejected' } as const };
  // A signature may win the race.
  return [
    { world: { ...world, custody }, answers: [answer] },
    { world, answers: [answer] },
  ];
}

/** What takes the number under a key of its own lands, or it does not. */
function overwritten({ world, process, attempt }: Scene): readonly Fate[] {
  const { index } = attempt;
  const [own] = process.facts ? membersOf(process.facts, attempt) : [];
  if (!own) return [];
  const number = `${own.terms.number.value}`;
  const failed: Heard = { kind: 'overwritten', attempt: index, error: 'not through' };
  const isNext = own.terms.number.kind === 'ticket' || own.terms.number.value === nextOf(world);
  if (world.spent[number] !== undefined || !isNext) return [{ world, answers: [failed] }];
  const spent = { ...world.spent, [number]: 'nothing' };
  return [
    { world: { ...world, spent }, answers: [{ kind: 'overwritten', attempt: index }] },
    { world: { ...world, spent }, answers: [failed] },
    { world, answers: [failed] },
  ];
}
