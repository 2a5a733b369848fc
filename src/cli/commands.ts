import { didYouMean } from '../core/nearest.js';
import { packageVersion } from '../http/docs/files.js';
import { MISTAKE } from './exit-codes.js';
import { isMistake, Mistakes } from './mistakes.js';
import type { Terminal } from './terminal.js';
import { USAGE } from './usage.js';

type Run = (args: readonly string[], terminal: Terminal) => Promise<number>;

const chain =
  (name: 'xrpl' | 'aptos' | 'stacks'): Run =>
  async (args, terminal) =>
    (await import('./operate/index.js')).runChain(name, args, terminal);

/** Each command loads only what it needs; none but those with a sandbox load one. */
const COMMANDS: Readonly<Record<string, Run>> = {
  demo: async (args, terminal) => (await import('./demo/index.js')).runDemo(args, terminal),
  serve: async (args, terminal) => (await import('./serve/index.js')).runServe(args, terminal),
  xrpl: chain('xrpl'),
  aptos: chain('aptos'),
  stacks: chain('stacks'),
  doctor: async (args, terminal) => (await import('./doctor/index.js')).runDoctor(args, terminal),
  sandbox: async (args, terminal) => (await import('./sandbox.js')).runSandbox(args, terminal),
};

/**
 * Runs a command.
 *
 * @returns its exit code: 0 done, 1 failed, 2 a mistake in the command line or its variables, 3 not known
 *   yet: it waits, or may have had an effect.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  switch (name) {
    case '-h':
    case '--help':
    case 'help':
      return help(rest, terminal);
    case '-v':
    case '--version':
      terminal.out(`${await packageVersion()}\n`);
      return 0;
    case undefined:
      terminal.err(USAGE);
      return MISTAKE;
    default:
      return run(name, rest, terminal);
  }
}

async function run(name: string, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return await command(args, terminal);
    const meant = didYouMean(name, Object.keys(COMMANDS));
    throw new Mistakes([
      `There is no command ${name.slice(0, 64)}${meant || '; --help lists them.'}`,
    ]);
  } catch (error) {
    if (!isMistake(error)) throw error;
    terminal.err(`${error.message}\n`);
    return MISTAKE;
  }
}

/** `help NAME` is `NAME --help`. */
async function help([name]: readonly string[], terminal: Terminal): Promise<number> {
  if (name !== undefined) return run(name, ['--help'], terminal);
  terminal.out(USAGE);
  return 0;
}
