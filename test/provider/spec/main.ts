import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from '../../../src/core/json.js';
import { providerDocument } from '../../../src/provider/openapi.js';
import { allOperations } from '../../../src/provider/operations/all.js';
import type { Json } from './alternatives.js';
import { changesBetween } from './changes.js';
import { reasonFor } from './known.js';

const USAGE = `Usage: npm run check:spec -- path/to/fb-unified-openapi.yaml

Holds operations, fields, required ones and enumerations of this release against a newer document.
  +  is in the document, and not here      -  is here, and not in the document
Exits with 1 where something changed that nobody has looked at.
`;

/** What this release has, as a document. */
export function ownDocument(): Json {
  const operations = allOperations().map((operation) => ({ operation, status: '2XX' }));
  return providerDocument({
    ...{ title: 'This release', version: '0.5.1', description: '', access: 'signed', operations },
  });
}

/** Prints what changed; 1 where something is not known, 2 where there is no document. */
export function main([path, ...more]: readonly string[]): number {
  if (path === undefined || more.length > 0 || path.startsWith('-')) {
    process.stderr.write(USAGE);
    return 2;
  }
  const theirs = documentAt(path);
  if (theirs === undefined) {
    process.stderr.write(`${path} is no OpenAPI document in YAML or JSON.\n`);
    return 2;
  }
  const changes = changesBetween({ theirs, ours: ownDocument() });
  const isNew = (change: string) => reasonFor(change) === undefined;
  process.stdout.write(told(changes));
  return changes.some(isNew) ? 1 : 0;
}

/** @returns What changed, then what is known of, by its reason. */
export function told(changes: readonly string[]): string {
  const byReason = new Map<string, string[]>();
  for (const change of changes) {
    const reason = reasonFor(change) ?? '';
    byReason.set(reason, [...(byReason.get(reason) ?? []), change]);
  }
  const { length } = byReason.get('') ?? [];
  const headings = [...byReason.keys()].filter((reason) => reason !== '').sort();
  return ['', ...headings]
    .flatMap((reason) => {
      const heading = reason === '' ? `${length} changed` : `known: ${reason}`;
      return [heading, ...(byReason.get(reason) ?? []).map((change) => `  ${change}`), ''];
    })
    .join('\n');
}

function documentAt(path: string): Json | undefined {
  try {
    const document: unknown = parse(readFileSync(path, 'utf8'));
    return isObject(document) && isObject(document.paths) ? document : undefined;
  } catch {
    return undefined;
  }
}
