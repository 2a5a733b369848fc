import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '../../src/core/json.js';

type Peer = 'aptos' | 'custody' | 'stacks' | 'xrpl';

/** What a real server has answered, as somebody has published it. */
export interface RecordedAnswer {
  /** As the tables of `test/live` name it; `any` where each call may be answered so. */
  readonly call: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where in the source it stands. */
  readonly from: string;
  readonly body: unknown;
  /** The file that has it. */
  readonly file: string;
}

const folder = (peer: Peer) => new URL(`../recorded/${peer}/`, import.meta.url);

/** Every file of recorded values, by name, as it is. */
function recordedFiles(peer: Peer): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const names = readdirSync(folder(peer)).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [name, recorded(peer, name)]));
}

/** One of them. */
export function recorded(peer: Peer, name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(new URL(name, folder(peer)), 'utf8'));
}

export function recordedAnswers(peer: Peer): readonly RecordedAnswer[] {
  return [...recordedFiles(peer)].flatMap(([file, { answers }]) =>
    Array.isArray(answers) ? answers.map((answer) => ({ ...answer, file })) : [],
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
