import type * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { canonicalJson } from '../../core/json.js';
import type { XrplNode } from './node.js';

/** How many lines or offers a page holds: as many as a public node gives at most. */
const PAGE = 400;
/** More pages than an account's owner reserve pays for. */
const MAX_PAGES = 1_000;

/** All pages of a list. */
export async function pagesOf<S extends z.ZodMiniType<{ marker?: unknown }>, T>(
  node: XrplNode,
  command: string,
  params: Readonly<Record<string, unknown>>,
  schema: S,
  entriesOf: (page: z.output<S>) => readonly T[],
  options: CallOptions,
): Promise<T[]> {
  const found: T[] = [];
  const seen = new Set<string>();
  let marker: unknown;
  do {
    const paged = { ...params, limit: PAGE, ...(marker === undefined ? {} : { marker }) };
    const page = await node.read(command, paged, schema, options);
    found.push(...entriesOf(page));
    marker = page.marker;
    const mark = markOf(command, marker);
    if (seen.has(mark) || seen.size >= MAX_PAGES) {
      throw new UnexpectedAnswerError('xrpl', `${command}: it has no end`);
    }
    seen.add(mark);
  } while (marker !== undefined && marker !== null);
  return found;
}

/** A place in a list as text. Nodes have short ones. @throws UnexpectedAnswerError */
export function markOf(command: string, marker: unknown): string {
  try {
    return canonicalJson(marker ?? null);
  } catch {
    throw new UnexpectedAnswerError('xrpl', `${command}: its marker is nested too deep`);
  }
}
