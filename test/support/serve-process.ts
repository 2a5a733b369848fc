import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** A line that a server has logged. */
type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

/** `custody-gateways serve` in a process of its own, with no variables but these. */
export interface ServeProcess {
  /** Where it listens; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** All that it has written so far, and what of it is log. */
  output(): string;
  log(): readonly LogLine[];
  signal(name: NodeJS.Signals): void;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
}

export function serve(args: readonly string[], variables: Variables = {}): ServeProcess {
  const child = spawn(process.execPath, [CLI, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...variables },
  });
  let output = '';
  const log = () =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const url = new Promise<string>((resolve, reject) => {
    const listen = (chunk: unknown) => {
      output += String(chunk);
      const line = log().find(({ msg }) => msg === 'listening');
      if (typeof line?.url === 'string') resolve(line.url);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  url.catch(() => undefined);
  return { url, output: () => output, log, ended, signal: (name) => child.kill(name) };
}
