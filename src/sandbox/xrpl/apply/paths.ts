import { isObject } from '../../../core/json.js';
import type { Transaction } from '../transaction.js';
import type { PathElement } from './flow/strand.js';

const MAX_PATHS = 6;
const MAX_ELEMENTS = 8;

/** The paths of a payment; `undefined` when they are malformed. */
export function readPaths(tx: Transaction): readonly (readonly PathElement[])[] | undefined {
  const paths = tx.json.Paths;
  if (paths === undefined) return [];
  if (!Array.isArray(paths)) return undefined;
  const read: (readonly PathElement[])[] = [];
  for (const path of paths) {
    if (!Array.isArray(path)) return undefined;
    const elements = path.map(readElement);
    if (!elements.every((element) => element !== undefined)) return undefined;
    read.push(elements);
  }
  return read;
}

/** More or longer paths than a node looks at. */
export function pathsAreTooMany(tx: Transaction): boolean {
  const paths = readPaths(tx) ?? [];
  return paths.length > MAX_PATHS || paths.some((path) => path.length > MAX_ELEMENTS);
}

function readElement(element: unknown): PathElement | undefined {
  if (!isObject(element)) return undefined;
  const { account, currency, issuer } = element;
  if (typeof account === 'string') return { account };
  const named = {
    ...(typeof currency === 'string' ? { currency } : {}),
    ...(typeof issuer === 'string' ? { issuer } : {}),
  };
  return Object.keys(named).length === 0 ? undefined : named;
}
