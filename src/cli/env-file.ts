import { readFileSync } from 'node:fs';
import { Mistakes } from './mistakes.js';

/** The variables of a command, by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables of the file that `--env-file` names; those of the process that are not empty take precedence. Without
 * the flag no file is read, so that a folder with a `.env` in it changes nothing.
 *
 * @throws Mistakes naming the flag and the file.
 */
export function variablesOf(envFile: string | undefined, own: Variables = process.env): Variables {
  if (envFile === undefined) return own;
  const said = Object.entries(own).filter(([, value]) => value?.trim());
  return { ...variablesIn(envFile), ...Object.fromEntries(said) };
}

const NAME = String.raw`(?:export[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*=[ \t]*`;
const IN_QUOTES = String.raw`"(?<escaped>[^"]*)"|'(?<quoted>[^']*)'|\`(?<raw>[^\`]*)\``;
/** It begins with no quote, and a `#` in it begins a comment. */
const PLAIN = String.raw`(?<plain>[^\s#"'\`](?:[^\r\n#]*[^\s#])?)`;
const END = String.raw`(?:[ \t]+|(?=[\r\n]|$))`;
/** A line, or several with a quoted value: empty, a comment, or a variable. */
const LINE = String.raw`[ \t]*(?:${NAME}(?:${IN_QUOTES}|${PLAIN})?${END})?(?:#[^\n]*)?(?:\r?\n|$)`;

/**
 * Not Node's own parser, which skips what it doesn't understand, and may take the next line with it: a server whose token
 * is lost so would serve every caller.
 */
function variablesIn(path: string): Variables {
  const text = textOf(path);
  const variables = new Map<string, string>();
  const line = new RegExp(LINE, 'y');
  for (let at = 0; at < text.length; at = line.lastIndex) {
    line.lastIndex = at;
    const groups = line.exec(text)?.groups;
    if (!groups) throw new Mistakes([unreadable(path, text.slice(0, at).split('\n').length)]);
    const { name, escaped, quoted, raw, plain = '' } = groups;
    if (name) variables.set(name, escaped?.replaceAll('\\n', '\n') ?? quoted ?? raw ?? plain);
  }
  return Object.fromEntries(variables);
}

function unreadable(path: string, line: number): string {
  const cure = 'it must be NAME=value, with quotes around a value that has a quote or a #';
  return `--env-file: line ${line} of ${path} can't be read: ${cure}.`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Mistakes([`--env-file: ${path} can't be read${code}.`]);
  }
}
