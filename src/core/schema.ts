import * as z from 'zod/mini';
import { InvalidInputError, type Peer, UnexpectedAnswerError } from './errors.js';

type Issue = z.core.$ZodIssue;

const MAX_NAME = 64;

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
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const { path, reason } = describe(result.error.issues[0]);
  throw new InvalidInputError(formatPath(path, name), reason);
}

/**
 * Checks `value` for what the schema takes, and changes nothing: for whoever hands it on to somebody who
 * checks it as well.
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
 * Reads what a peer answered, in the schema's output form.
 *
 * @throws UnexpectedAnswerError naming the first thing that is not as documented, and no value.
 */
export function parseAnswer<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  peer: Peer,
  { asked, details = {} }: { asked?: string; details?: Readonly<Record<string, unknown>> } = {},
): z.output<S> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const { path } = describe(result.error.issues[0]);
  const prefix = asked === undefined ? '' : `${asked}: `;
  const field = formatPath(path, 'the body');
  throw new UnexpectedAnswerError(peer, `${prefix}${field} is not as documented`, { details });
}

/** Something that is not as a schema has it. */
export interface Deviation {
  /** Where, such as `quotes[0].toAmount`. */
  readonly field: string;
  /** What is wrong there, without the value. */
  readonly reason: string;
}

/** Everything about `value` that is not as the schema has it. */
export function deviationsOf(
  schema: z.ZodMiniType,
  value: unknown,
  name: string,
): readonly Deviation[] {
  const result = z.safeParse(schema, value, { reportInput: true });
  const issues: readonly Issue[] = result.success ? [] : result.error.issues;
  return issues.map((issue) => {
    const { path, reason } = describe(issue);
    return { field: formatPath(path, name), reason };
  });
}

interface Finding {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

function describe(issue: Issue | undefined): Finding {
  if (issue === undefined) return { path: [], reason: 'is not acceptable' };
  if (issue.code === 'invalid_union' && issue.input !== undefined) {
    const inner = closestBranch(issue.errors);
    if (inner !== undefined) {
      const finding = describe(inner);
      return { path: [...issue.path, ...finding.path], reason: finding.reason };
    }
  }
  if (issue.code === 'unrecognized_keys') {
    return { path: [...issue.path, String(issue.keys[0])], reason: 'is not a known field' };
  }
  return { path: issue.path, reason: reasonOf(issue) };
}

/** Of a union's branches, the one that got past its own type: what the caller meant to write. */
function closestBranch(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const ofThatKind = branches.filter((issues) => !issues.some(isOtherKind));
  const firsts = [...ofThatKind, ...branches].flatMap((issues) => issues.slice(0, 1));
  return firsts.find(isPastItsType);
}

/** Whether a branch is for another kind: its literal, or all of its literals, are not the value's. */
function isOtherKind(issue: Issue): boolean {
  if (issue.code === 'invalid_union' && issue.path.length === 0) {
    return issue.errors.every((branch) => branch.some(isOtherKind));
  }
  if (issue.path.length !== 1 || issue.input === undefined) return false;
  if (issue.code === 'invalid_union') return issue.errors.length === 0;
  return issue.code === 'invalid_value' && issue.values.length === 1;
}

/** A union inside a branch is no closer than its own branches are. */
function isPastItsType(issue: Issue): boolean {
  if (issue.path.length > 0) return true;
  if (issue.code !== 'invalid_union') return issue.code !== 'invalid_type';
  return issue.errors.some(([first]) => first !== undefined && isPastItsType(first));
}

function reasonOf(issue: Issue): string {
  if (issue.input === undefined) return 'is required';
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return 'is not acceptable';
  }
}

/** A name may be the caller's own, and so of any length. */
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
