import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Fields } from './fields.js';

const FOLDER = 'test/recorded';

/**
 * What an answer of another's node is made of. Its values stay at the source, since none of its text may be
 * copied. `capture`: the source keeps traffic, for a test; `fixture`: what a server's own tests hold it to;
 * `report`: one of its users quotes it.
 */
const recording = z.strictObject({
  source: z.string().check(z.regex(/^https:\/\/\S+$/)),
  /** When its source was read. */
  read: z.iso.date(),
  /** Of the source. */
  licence: z.string().check(z.minLength(3)),
  kind: z.enum(['documentation', 'capture', 'fixture', 'report']),
  request: z.string().check(z.regex(/^(GET|POST) \//)),
  status: z.int(),
  /** `text` where it is no JSON. */
  form: z.optional(z.literal('text')),
  /** Members that its source leaves out. */
  omits: z.optional(z.array(z.string())),
  /** Words of the protocol, in members that are told apart by them. */
  words: z.optional(z.record(z.string(), z.string())),
  fields: z.record(z.string(), z.string()),
});

export interface Recording extends Omit<z.output<typeof recording>, 'fields'> {
  readonly fields: Fields;
}

/** What is recorded of a Stacks node and of its API, by name. */
export function recordings(): ReadonlyMap<string, Recording> {
  const folder = `${FOLDER}/stacks`;
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => {
      const read = z.parse(recording, JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')));
      const fields = Object.entries(read.fields).map(
        ([at, kinds]) => [at, new Set(kinds.split(' or '))] as const,
      );
      return [file.replace(/\.json$/, ''), { ...read, fields: new Map(fields) }] as const;
    }),
  );
}

/** What has no public sample, by name. */
export function missing(): readonly string[] {
  const text = readFileSync(`${FOLDER}/MISSING.md`, 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('stacks\n')) ?? '';
  return [...section.matchAll(/^- `([\w-]+)`: \w/gm)].map(([, name = '']) => name);
}
