import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isObject } from '../../src/core/json.js';
import type { RecordedAnswer } from './recorded.js';
import { type Objects, type Shape, shapeOf, unlike } from './shapes.js';

/** A file of a repository at one commit; a tree's files are named by the answers themselves. */
const FILE = /^https:\/\/github\.com\/([^/]+)\/([^/]+)\/(?:blob|tree)\/([\da-f]{40})(?:\/(.+))?$/;

/** Whether an answer's source is a file of a repository, so that its values are to be had. */
export const isOfRepository = (source: string) => FILE.test(source);

/**
 * The answer itself, with its values, out of a local clone of the repository that it was read in: what has exactly
 * the fields and words that are recorded. `undefined` where the source has nothing of the kind as JSON.
 *
 * @param folder - Has a clone of each repository, as `owner+name`.
 */
export function valueAt(
  folder: string,
  source: string,
  answer: RecordedAnswer,
  objects: Objects = {},
): unknown {
  const [, owner = '', name = '', commit = '', file = answer.from.replace(/#.*/, '')] =
    FILE.exec(source) ?? [];
  const clone = `${folder}/${owner}+${name}`;
  if (!existsSync(clone)) throw new Error(`there is no ${clone}`);
  const text = execFileSync('git', ['-C', clone, 'show', `${commit}:${decodeURI(file)}`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return jsonsIn(text)
    .flatMap(withMembers)
    .find((value) => isRecordedAs(value, answer, objects));
}

/** Each JSON object and list of a text, the outermost ones. */
function jsonsIn(text: string): readonly unknown[] {
  const found: unknown[] = [];
  for (let from = 0; from < text.length; from++) {
    if (text[from] !== '{' && text[from] !== '[') continue;
    const to = endOf(text, from);
    const value = to === undefined ? undefined : parsed(text.slice(from, to));
    if (value === undefined || to === undefined) continue;
    found.push(value);
    from = to - 1;
  }
  return found;
}

/** Behind the bracket that closes the one here. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs;
  tokens.lastIndex = from;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (/^[[{]/.test(token[0])) depth++;
    else if (/^[\]}]/.test(token[0]) && --depth === 0) return tokens.lastIndex;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer may stand in what carries it: a list of several, or the envelope of a request. */
const withMembers = (value: unknown) => [value, ...(isObject(value) ? Object.values(value) : [])];

function isRecordedAs(value: unknown, { shape, words }: RecordedAnswer, objects: Objects): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const own = shapeOf([value], closedIn(shape), objects);
  const both = [...unlike(own, shape), ...unlike(shape, own)];
  return both.length === 0 && Object.entries(words).every(([path, word]) => has(value, path, word));
}

/** Of these there is more in the source, which is somebody's content and is not recorded. */
function closedIn({ fields }: Shape): readonly RegExp[] {
  const paths = [...fields.keys()];
  const closed = paths.filter((path) => !paths.some((other) => isWithin(other, path)));
  return closed.map((path) => new RegExp(`^${path.replace(/[^\w]/g, '\\$&')}$`));
}

const isWithin = (path: string, at: string) =>
  path !== at && path.startsWith(at) && (at === '' || /^[.[{<]/.test(path.slice(at.length)));

/** A message contains its word. */
function has(value: unknown, path: string, word: unknown): boolean {
  const found = path.split('.').reduce<unknown>((at, name) => Object(at)[name], value);
  return path.endsWith('message') ? String(found).includes(String(word)) : found === word;
}
