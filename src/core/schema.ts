import * as z from 'zod/mini';
import { InvalidInputError, type Peer, UnexpectedAnswerError } from './errors.js';

type Issue = z.core.$ZodIssue;

const MAX_NAME = 64;

/** The words are ours, where a schema has none of its own: an application may have given zod a language. */
const READING = { reportInput: true, error: reasonOf } as const;

/**
 * Checks `value` and returns it in the schema's output form.
 *
 * @throws InvalidInputError whose `field` is the path of the first thing wrong. The value itself is
 * never repeated in the message: it may be huge, and it may be a secret in the wrong place.
 */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  name = 'params',
): z.output<S> {
  return parsed(
    schema,
    value,
    ({ path, reason }) => new InvalidInputError(formatPath(path, name), reason),
    firstOf,
  );
}

/** A value in its schema's form. @throws the error that `refuse` makes of the most telling finding. */
export function parsed<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  refuse: (finding: Finding) => Error,
  choose = mostTelling,
): z.output<S> {
  const result = z.safeParse(schema, value, READING);
  if (result.success) return result.data;
  throw refuse(choose(result.error.issues));
}

/**
 * Checks `value` against the schema and changes nothing: for a value that is passed on to code that checks it again.
 *
 * @throws InvalidInputError as {@link parseInput}.
 */
export function assertInput<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  name?: string,
): asserts value is z.input<S> {
  parseInput(schema, value, name);
}

/**
 * Reads a peer's answer, in the schema's output form.
 *
 * @throws UnexpectedAnswerError naming the first field that is not as documented, and no value.
 */
export function parseAnswer<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  peer: Peer,
  { asked, details = {} }: { asked?: string; details?: Readonly<Record<string, unknown>> } = {},
): z.output<S> {
  const refuse = ({ path }: Finding) => {
    const prefix = asked === undefined ? '' : `${asked}: `;
    const field = formatPath(path, 'the body');
    return new UnexpectedAnswerError(peer, `${prefix}${field} is not as documented`, { details });
  };
  return parsed(schema, value, refuse, firstOf);
}

/** A difference between a value and its schema. */
export interface Deviation {
  /** Where, such as `quotes[0].toAmount`. */
  readonly field: string;
  /** What is wrong there, without the value. */
  readonly reason: string;
}

/** Every difference between `value` and the schema. */
export function deviationsOf(
  schema: z.ZodMiniType,
  value: unknown,
  name: string,
): readonly Deviation[] {
  const result = z.safeParse(schema, value, READING);
  const issues: readonly Issue[] = result.success ? [] : result.error.issues;
  return issues.map((issue) => {
    const { path, reason } = describe(issue);
    return { field: formatPath(path, name), reason };
  });
}

/** What is wrong with a value, in words that repeat no part of it. */
export interface Finding {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
  /**
   * How much it explains, the most first: the value is of another kind, it has what that kind excludes, it lacks
   * something, anything else.
   */
  readonly rank: 0 | 1 | 2 | 3;
  /** Whether it is a rule about the whole object, reported at one field: such as one field that excludes another. */
  readonly isRule?: boolean;
}

/** The weight of a branch whose discriminating value is not the given one: the caller did not mean this branch. */
const OTHER_KIND = 100;

/** The first issue: most schemas are read from the top. */
function firstOf(issues: readonly Issue[]): Finding {
  return mostTelling(issues.slice(0, 1));
}

function mostTelling(issues: readonly Issue[]): Finding {
  return issues.map(describe).reduce((best, each) => (each.rank < best.rank ? each : best));
}

function describe(issue: Issue): Finding {
  const { path, code, input } = issue;
  if (code === 'invalid_union' && isRecord(input)) {
    // An empty object is as close to the first branch as to the others.
    const branch = closestBranch(
      Object.keys(input).length ? issue.errors : issue.errors.slice(0, 1),
    );
    if (branch !== undefined) {
      const inner = mostTelling(branch);
      return { ...inner, path: [...path, ...inner.path] };
    }
    // The property that selects the branch is missing.
    if (issue.errors.length === 0 && !(String(path.at(-1)) in input)) return missing(path);
  }
  if (code === 'unrecognized_keys') {
    return { path: [...path, String(issue.keys[0])], reason: 'is not a known field', rank: 3 };
  }
  if (input === undefined) return missing(path);
  const isExcluded = code === 'invalid_type' && issue.expected === 'never';
  const rank = isExcluded ? 1 : weightOf(issue) === OTHER_KIND ? 0 : 3;
  return { path, reason: issue.message, rank, isRule: isExcluded || code === 'custom' };
}

function missing(path: readonly PropertyKey[]): Finding {
  return { path, reason: 'is required', rank: 2 };
}

/** The branch of a union with the least wrong, if any branch is for this type of value at all. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const weights = branches.map(weight);
  const least = Math.min(...weights);
  return Number.isFinite(least) ? branches[weights.indexOf(least)] : undefined;
}

function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + weightOf(issue), 0);
}

function weightOf(issue: Issue): number {
  switch (issue.code) {
    // For text, for example, where an object was given.
    case 'invalid_type':
      return issue.path.length === 0 ? Number.POSITIVE_INFINITY : 1;
    case 'invalid_value':
      return issue.values.length === 1 ? OTHER_KIND : 1;
    case 'invalid_union': {
      const least = Math.min(...issue.errors.map(weight));
      if (issue.errors.length === 0) return OTHER_KIND;
      return issue.path.length > 0 && !Number.isFinite(least) ? 1 : least;
    }
    default:
      return 1;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function reasonOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ');
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${values}`;
    }
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return 'is not acceptable';
  }
}

/** A name may come from the caller, and so have any length. */
function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name;
}

function article(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

/** A path as it is written in code, such as `quotes[0].toAmount`; `name` where it is empty. */
export function formatPath(path: readonly PropertyKey[], name: string): string {
  if (path.length === 0) return name;
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${shortened(String(part))}`))
    .join('')
    .replace(/^\./, '');
}
