import { parseArgs } from 'node:util';
import { didYouMean } from '../core/nearest.js';
import { Mistakes } from './mistakes.js';

/** A flag of a command, as `parseArgs` of Node takes it. */
export interface FlagType {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Whether it may be given several times. Default `false`. */
  readonly multiple?: boolean;
}

/** The flags of one command line, and what else it has. */
export interface Parsed {
  readonly positionals: readonly string[];
  /** The text of a flag that has one. */
  text(name: string): string | undefined;
  /** The texts of a flag that may be given several times. */
  texts(name: string): readonly string[];
  has(name: string): boolean;
}

/**
 * Reads a command line. `--name value` and `--name=value` are the same; a value that begins with a dash needs the
 * second form, so that a forgotten value does not swallow the next flag.
 *
 * @throws Mistakes naming every flag that is unknown, lacks its value, has one too many or comes twice.
 */
export function parseFlags(
  args: readonly string[],
  flags: Readonly<Record<string, FlagType>>,
): Parsed {
  // Not strict: Node's own messages end with advice about other programs, and know no nearest name.
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) {
      problems.push(`There is no ${rawName}${didYouMean(name, Object.keys(flags), '--')}`);
    } else if (flag.type === 'boolean' && value !== undefined) {
      problems.push(`--${name} takes no value.`);
    } else if (flag.type === 'string' && (value === undefined || isNextFlag(value, inlineValue))) {
      problems.push(
        `--${name} needs a value; one that begins with a dash is given as --${name}=...`,
      );
    } else if (values.has(name) && flag.type === 'string' && !flag.multiple) {
      problems.push(`--${name} must be given once.`);
    } else values.set(name, [...(values.get(name) ?? []), value ?? '']);
  }
  if (problems.length > 0) throw new Mistakes(problems.map(withStop));
  return {
    positionals,
    text: (name) => values.get(name)?.[0],
    texts: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  };
}

/** @throws Mistakes naming the first of what a command has no place for. */
export function refuseMore([extra]: readonly string[], advice = 'see --help'): void {
  if (extra !== undefined) throw new Mistakes([`${extra.slice(0, 64)} is too much: ${advice}.`]);
}

function isNextFlag(value: string, isInline: boolean | undefined): boolean {
  return !isInline && /^-./.test(value);
}

function withStop(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
