import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
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
  return { ...parseEnv(textOf(envFile)), ...Object.fromEntries(said) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Mistakes([`--env-file: ${path} can't be read${code}.`]);
  }
}
