import { createInterface } from 'node:readline/promises';

/** Where a command writes, and where it can ask. */
export interface Terminal {
  /** Writes a result. */
  out(text: string): void;
  /** Writes what is about the result: questions, progress, errors. */
  err(text: string): void;
  /** Whether a person reads the results: then there are colours, and headings. */
  readonly isShown: boolean;
  /** Whether a person can answer a question. */
  readonly canAsk: boolean;
  /** Asks for a yes; everything else is a no. */
  confirm(question: string): Promise<boolean>;
}

/** The terminal of this process, or the pipes in its place. */
export function ownTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  // Nobody may read it any more, or a disk be full: what was begun goes on, and its exit code says how it ended.
  for (const output of [stdout, stderr]) output.on('error', () => undefined);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    isShown: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    confirm: async (question) => {
      // On stderr: what stdout has may be for another program.
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return /^y(?:es)?$/i.test((await reader.question(question)).trim());
      } catch {
        // The input ended.
        return false;
      } finally {
        reader.close();
      }
    },
  };
}
