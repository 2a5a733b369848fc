import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isObject } from '../../src/core/json.js';
import { type Shape, shapeIn } from './shapes.js';

export type Peer = 'aptos' | 'custody' | 'stacks' | 'xrpl';

const facts = z.record(z.string(), z.string());

const word = z.union([z.string().check(z.regex(/^[A-Za-z]\w*$/)), z.number(), z.boolean()]);

/** What may be recorded: of the answers of others their fields, and no values. */
const recording = z.strictObject({
  source: z.string(),
  read: z.iso.date(),
  licence: z.string(),
  notes: z.optional(z.string()),
  /** Hashes of modules, by name. */
  pins: z.optional(facts),
  answers: z.optional(
    z.array(
      z.strictObject({
        /** As the tables of `test/live` name it; `any` where each call may be answered so. */
        call: z.string(),
        status: z.int(),
        /** Where in the source it stands. */
        from: z.string(),
        /** Their names. */
        headers: z.optional(z.array(z.string())),
        /** `text` where it is no JSON. */
        form: z.optional(z.literal('text')),
        /** Words of the protocol, by the member that is told apart by them; a message contains its word. */
        words: z._default(z.record(z.string(), word), {}),
        fields: facts,
      }),
    ),
  ),
  /** Columns of an indexer's tables. */
  tables: z.optional(z.record(z.string(), facts)),
  /** Fields that a vendor's client documents, by what it calls the object. */
  models: z.optional(z.record(z.string(), facts)),
  /** Error codes that a document of an API has. */
  codes: z.optional(z.array(z.string())),
});

type RecordingFile = z.output<typeof recording>;

/** What is known of an answer that a real server has given, as its publication shows it. */
export interface RecordedAnswer
  extends Omit<NonNullable<RecordingFile['answers']>[number], 'fields'> {
  readonly shape: Shape;
  /** The file that has it. */
  readonly file: string;
}

const folder = (peer: Peer) => new URL(`../recorded/${peer}/`, import.meta.url);

/** One file of what is recorded. */
export function recorded(peer: Peer, name: string): RecordingFile {
  return z.parse(recording, JSON.parse(readFileSync(new URL(name, folder(peer)), 'utf8')));
}

export function recordedAnswers(peer: Peer): readonly RecordedAnswer[] {
  const names = readdirSync(folder(peer)).filter((name) => name.endsWith('.json'));
  return names.flatMap((file) =>
    (recorded(peer, file).answers ?? []).map(({ fields, ...answer }) => {
      return { ...answer, shape: shapeIn(fields), file };
    }),
  );
}

/** What `MISSING.md` says that has no public sample. */
export function missingSamples(peer: Peer): readonly string[] {
  const text = readFileSync(new URL('../recorded/MISSING.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`\n## ${peer}\n`);
  const own = section.split('\n## ')[0] ?? '';
  return [...own.matchAll(/^- `([^`]+)`/gm)].map(([, item = '']) => item);
}

export interface Wanted {
  readonly item: string;
  readonly isIn: (answer: RecordedAnswer) => boolean;
}

/** An answer to a call that is no error. */
export const anAnswer = (call: string): Wanted => ({
  item: call,
  isIn: (answer) => answer.call === call && answer.status < 300,
});

/** Which of these stand in `MISSING.md` and are recorded, or do not and are not. */
export function unaccounted(peer: Peer, wanted: readonly Wanted[]): readonly string[] {
  const answers = recordedAnswers(peer);
  const missing = missingSamples(peer);
  const wrong = wanted
    .filter(({ item, isIn }) => answers.some(isIn) === missing.includes(item))
    .map(({ item }) => item);
  const known = wanted.map(({ item }) => item);
  return [...wrong, ...missing.filter((item) => !known.includes(item))];
}

/** A field of a body, wherever it is. */
export function fieldIn(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined;
}
