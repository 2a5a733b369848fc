import * as z from 'zod/mini';
import { isObject } from '../core/json.js';

type Issue = z.core.$ZodIssue;

/** What is wrong with a body or a query, in words that client and server share. */
export interface Finding {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

/** A value in its schema's form, or what is wrong with it first of all. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly finding: Finding };

/** A branch whose own name is not the one that was given is not the one that was meant. */
const OTHER_KIND = 100;
const MISSING = 'is required';

export function checked<T>(schema: z.ZodMiniType<T>, value: unknown): Checked<T> {
  const result = z.safeParse(schema, value, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, finding: findingOf(result.error.issues) };
}

interface Ranked extends Finding {
  readonly rank: Rank;
}

/** That it is of another kind says most, then what that kind can't have, then what it lacks. */
type Rank = 0 | 1 | 2 | 3;

function findingOf(issues: readonly Issue[]): Ranked {
  const [first, ...others] = issues.map(resolved);
  if (first === undefined) return { path: [], reason: 'is not acceptable', rank: 3 };
  return others.reduce((best, each) => (each.rank < best.rank ? each : best), first);
}

function resolved(issue: Issue): Ranked {
  const branch = issue.code === 'invalid_union' ? closest(issue) : undefined;
  if (branch !== undefined) {
    const inner = findingOf(branch);
    return { ...inner, path: [...issue.path, ...inner.path] };
  }
  // That two exclude one another is the fault of what has both.
  if (issue.code === 'invalid_type' && issue.expected === 'never') {
    const name = String(issue.path.at(-1)).slice(0, 64);
    const reason = `has "${name}", which ${issue.message}`;
    return { path: issue.path.slice(0, -1), reason, rank: 1 };
  }
  if (issue.code === 'invalid_union' && isObject(issue.input)) {
    const kind = issue.input[String(issue.path.at(-1))];
    return kind === undefined
      ? { path: issue.path, reason: MISSING, rank: 2 }
      : { path: issue.path, reason: 'is none that is known here', rank: 0 };
  }
  if (issue.code === 'custom') {
    return { path: issue.path.slice(0, -1), reason: issue.message, rank: 3 };
  }
  if (issue.input === undefined) return { path: issue.path, reason: MISSING, rank: 2 };
  return { path: issue.path, reason: reasonOf(issue), rank: isOfOtherKind(issue) ? 0 : 3 };
}

function isOfOtherKind(issue: Issue): boolean {
  return issue.code === 'invalid_value' && issue.values.length === 1;
}

/**
 * Of a union's branches, the one with the least wrong. None where what was given is no object at all,
 * or is told apart by a property: then the issue is about that.
 */
function closest(issue: z.core.$ZodIssueInvalidUnion): readonly Issue[] | undefined {
  if (!isObject(issue.input)) return undefined;
  const [first, ...others] = issue.errors;
  if (first === undefined) return undefined;
  return others.reduce((best, branch) => (weight(branch) < weight(best) ? branch : best), first);
}

function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + weightOf(issue), 0);
}

function weightOf(issue: Issue): number {
  if (isOfOtherKind(issue)) return OTHER_KIND;
  if (issue.code !== 'invalid_union') return 1;
  const weights = issue.errors.map(weight);
  return weights.length === 0 ? OTHER_KIND : Math.min(...weights);
}

function reasonOf(issue: Issue): string {
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ');
      return issue.values.length === 1 ? `must be ${values}` : `must be one of ${values}`;
    }
    default:
      return 'is not acceptable';
  }
}
