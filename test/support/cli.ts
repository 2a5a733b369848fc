import { runCommand } from '../../src/cli/commands.js';
import type { Terminal } from '../../src/cli/terminal.js';

/** What a command has written, and how it ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The questions that it asked. */
  readonly asked: readonly string[];
}

/** Runs a command in this process; without `answer` there is no terminal to ask on. */
export async function run(
  args: readonly string[],
  { answer, isShown = false }: { readonly answer?: boolean; readonly isShown?: boolean } = {},
): Promise<Ran> {
  const written = { out: '', err: '' };
  const asked: string[] = [];
  const terminal: Terminal = {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    isShown,
    canAsk: answer !== undefined,
    confirm: async (question) => {
      asked.push(question);
      return answer ?? false;
    },
  };
  const code = await runCommand(args, terminal);
  return { code, ...written, asked };
}
