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

/** A value is in quotes where it begins with a quote, or has a `#` that begins no comment; it may have several lines. */
const VARIABLE =
  /^[ \t]*(?:export[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*=(?:[ \t]*(?:"(?<escaped>[^"]*)"|'(?<quoted>[^']*)'|`(?<raw>[^`]*)`|(?<plain>[^\s#"'`](?:[^\r\n#]*[^\s#])?)))?/;
/** What may come behind a variable. */
const END = /^[ \t]*(?:[ \t]#[^\n]*)?(?:\r?\n|$)/;
const NO_VARIABLE = /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/;

/**
 * Not Node's own parser, which skips what it doesn't understand, and may take the next line with it: a server whose token
 * is lost so would serve every caller.
 */
function variablesIn(path: string): Variables {
  const text = textOf(path);
  const variables = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    const variable = VARIABLE.exec(rest);
    const behind = rest.slice(variable?.[0].length);
    const end = (variable ? END : NO_VARIABLE).exec(behind);
    if (!end) throw new Mistakes([unreadable(path, lineOf(text, rest))]);
    const { name, escaped, quoted, raw, plain = '' } = variable?.groups ?? {};
    if (name) variables.set(name, escaped?.replaceAll('\\n', '\n') ?? quoted ?? raw ?? plain);
    rest = behind.slice(end[0].length);
  }
  return Object.fromEntries(variables);
}

/** The number of the line at which the rest of a text begins. */
function lineOf(text: string, rest: string): number {
  return text.slice(0, text.length - rest.length).split('\n').length;
}

function unreadable(path: string, line: number): string {
  const cure = 'it must be NAME=value, with quotes around a value that has a quote or a #';
  return `--env-file: line ${line} of ${path} can't be read: ${cure}.`;
}

function textOf(path: string): string {
  try {
    // Some editors begin a file with a mark of its encoding.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Mistakes([`--env-file: ${path} can't be read${code}.`]);
  }
}
