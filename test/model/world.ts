import type { AttemptFacts, Facts, Wanted } from '../../src/transactions/life/facts.js';

/** What a request at the custody is for: one transaction, told by the request's id. */
export interface CustodyRequest {
  readonly state: 'pending' | 'signed' | 'rejected';
  readonly number: bigint;
  /** The epoch from which on it is expired. */
  readonly expiry: number;
  readonly key: string;
  readonly attempt: number;
}

/** Who has which numbers; nobody but the processes that share it knows of it. */
type Lane = Readonly<Record<string, readonly bigint[]>>;

/** A call, and how often it may be made again, killed, or run out of patience. */
export interface Call {
  readonly name: string;
  readonly key: string;
  readonly purpose: Wanted['purpose'];
  /** Processes of one lane share it. */
  readonly lane: string;
  readonly newAttempt?: number;
  readonly resigns?: boolean;
  readonly usesTicket?: boolean;
  /** Goes on with what the key began, and makes nothing. */
  readonly resumes?: boolean;
}

export interface Process {
  readonly call: Call;
  /** Absent before it begins, and after it has ended. */
  readonly facts?: Facts<string, string> | undefined;
  readonly isPatient: boolean;
  /** How often it may begin anew, after it has ended or was killed. */
  readonly lives: number;
}

export interface World {
  readonly custody: Readonly<Record<string, CustodyRequest>>;
  /** The request whose transaction spent each number; of Tickets too. */
  readonly spent: Readonly<Record<string, string>>;
  /** Requests whose transaction was applied without its effect. */
  readonly failed: readonly string[];
  /** Requests whose signed transaction nodes have. */
  readonly handed: readonly string[];
  readonly lanes: Readonly<Record<string, Lane>>;
  readonly epoch: number;
  readonly processes: readonly Process[];
  /** What keys were told for good. */
  readonly told: Readonly<Record<string, readonly string[]>>;
  /** How many more times each of these may happen. */
  readonly budget: Readonly<Record<Mishap, number>>;
}

/** What may go wrong, or come about, so many times. */
export type Mishap =
  | 'rival'
  | 'epoch'
  | 'hidden'
  | 'lost'
  | 'refusal'
  | 'kill'
  | 'drop'
  /** A question that the signer does not answer. */
  | 'silence'
  /** A transaction that can't land yet. */
  | 'blocked'
  /** A transaction that is applied without its effect. */
  | 'failure';

/** The operators that are asked: of a liar each answer is possible. */
export interface Bounds {
  readonly operators: readonly ('honest' | 'liar')[];
  readonly agree: number;
  readonly maxAttempts: number;
}

export const CHAIN = 'model';
export const ADDRESS = 'a';
/** The Ticket that the account has. */
export const TICKET = 100n;

/** The account's next number, as validated. */
export function nextOf({ spent }: World): bigint {
  let next = 1n;
  while (spent[`${next}`] !== undefined) next += 1n;
  return next;
}

export function ticketsOf({ spent }: World): readonly bigint[] {
  return spent[`${TICKET}`] === undefined ? [TICKET] : [];
}

/** The keys of everything that was applied, by the requests that it was. */
export function appliedOf(world: World): readonly CustodyRequest[] {
  return Object.values(world.spent).flatMap((id) => world.custody[id] ?? []);
}

export function withProcess(world: World, at: number, known: Partial<Process>): World {
  const processes = world.processes.map((one, index) =>
    index === at ? { ...one, ...known } : one,
  );
  return { ...world, processes };
}

export function spend(world: World, mishap: Mishap): World {
  return { ...world, budget: { ...world.budget, [mishap]: world.budget[mishap] - 1 } };
}

/** One text for all states that can't be told apart. */
export function canonical(world: World): string {
  const processes = world.processes.map(({ call, facts, ...rest }) => ({
    ...rest,
    call: call.name,
    facts: facts && heardIn(facts),
  }));
  return JSON.stringify({ ...world, processes }, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Facts without what each step puts there anew: what is wanted, and the time. */
function heardIn({ request: { wanted: _, time: __, ...request }, members }: Facts<string, string>) {
  return { request, members };
}

/** Facts with nothing in them that grows for ever: answers count by their order, pauses by whether there was one since. */
export function ranked(facts: Facts<string, string>): Facts<string, string> {
  const { request, members } = facts;
  const heard = [
    ...request.attempts.flatMap((one) => [one.heard, one.reading?.heard ?? 0]),
    ...members.map(({ look }) => look?.heard ?? 0),
    request.heard,
  ];
  const order = [...new Set(heard)].sort((one, other) => one - other);
  const rank = (value: number) => order.indexOf(value);
  const { pauses } = request;
  const age = (value: number | undefined) =>
    value === undefined ? undefined : value < pauses ? 0 : 1;
  const time = { monotonic: request.time.monotonic, wall: 0, signer: undefined };
  const attempts = request.attempts.map((one): AttemptFacts<string> => {
    const { reading } = one;
    return {
      ...one,
      heard: rank(one.heard),
      startedAt: 0,
      soughtAt: one.soughtAt === -1 ? -1 : age(one.soughtAt),
      reading: reading && { ...reading, heard: rank(reading.heard) },
    };
  });
  return {
    request: {
      ...request,
      attempts,
      time,
      heard: rank(request.heard),
      pauses: 1,
      pause: request.pause && { ...request.pause, since: 0, count: 1 },
    },
    members: members.map((one) => ({
      ...one,
      sent: one.sent && { ...one.sent, firstAt: 0, lastAt: 0, pauses: age(one.sent.pauses) ?? 0 },
      look: one.look && {
        ...one.look,
        heard: rank(one.look.heard),
        pauses: age(one.look.pauses) ?? 0,
      },
    })),
  };
}
