import * as z from 'zod/mini';
import { isObject } from '../../core/json.js';
import type { ProviderRequestPart } from '../errors.js';
import { ProviderRefusal } from './refusal.js';

type Issue = z.core.$ZodIssue;

/** What is wrong with a part of a request. */
interface Finding {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

const MAX_PATH = 256;
/** A branch whose own name is not the one that was given is not the one that was meant. */
const OTHER_KIND = 100;

/**
 * A part of a request in its schema's form.
 *
 * @throws ProviderRefusal `schema-property-error` naming the property with slashes, or `schema-error`
 * when it is the part as a whole that is wrong.
 */
export function checkedPart<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  requestPart: ProviderRequestPart,
): T {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const { path, reason } = findingOf(result.error.issues);
  throw schemaRefusal(requestPart, path, reason);
}

export function schemaRefusal(
  requestPart: ProviderRequestPart,
  path: readonly PropertyKey[],
  reason: string,
): ProviderRefusal {
  if (path.length === 0) {
    return new ProviderRefusal('schema-error', { requestPart, message: `The part ${reason}.` });
  }
  const propertyName = `/${path.map(String).join('/')}`.slice(0, MAX_PATH);
  const message = `${propertyName} ${reason}.`;
  return new ProviderRefusal('schema-property-error', { requestPart, propertyName, message });
}

/** What is missing comes before what is wrong. */
function findingOf(issues: readonly Issue[]): Finding {
  const found = issues.map(resolved);
  const missing = found.find(({ reason }) => reason === MISSING);
  return missing ?? found[0] ?? { path: [], reason: 'is not acceptable' };
}

const MISSING = 'is required';

function resolved(issue: Issue): Finding {
  const branch = issue.code === 'invalid_union' ? closest(issue) : undefined;
  if (branch !== undefined) {
    const inner = findingOf(branch);
    return { path: [...issue.path, ...inner.path], reason: inner.reason };
  }
  // That two exclude one another is the fault of what has both.
  if (issue.code === 'invalid_type' && issue.expected === 'never') {
    const name = String(issue.path.at(-1)).slice(0, 64);
    return { path: issue.path.slice(0, -1), reason: `has "${name}", which ${issue.message}` };
  }
  if (issue.code === 'invalid_union' && isObject(issue.input)) {
    const kind = issue.input[String(issue.path.at(-1))];
    if (kind === undefined) return { path: issue.path, reason: MISSING };
  }
  if (issue.code === 'custom') return { path: issue.path.slice(0, -1), reason: issue.message };
  return { path: issue.path, reason: reasonOf(issue) };
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
  if (issue.code === 'invalid_value' && issue.values.length === 1) return OTHER_KIND;
  if (issue.code !== 'invalid_union') return 1;
  const weights = issue.errors.map(weight);
  return weights.length === 0 ? OTHER_KIND : Math.min(...weights);
}

function reasonOf(issue: Issue): string {
  if (issue.input === undefined) return MISSING;
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    default:
      return 'is not acceptable';
  }
}
