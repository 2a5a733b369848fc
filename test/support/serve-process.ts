import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.js';
import { leaksIn, secretsOf } from './leaks.js';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** A line that a server has logged. */
type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

/** `custody-gateways` in a process of its own, with no variables but these. */
export interface CliProcess {
  /** All that it has written so far. */
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** From now on nobody reads what it writes. */
  leaveUnread(): void;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
}

/** `custody-gateways serve`. */
export interface ServeProcess extends CliProcess {
  /** Where it listens; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** What of its output is log. */
  log(): readonly LogLine[];
}

export function launch(
  args: readonly string[],
  variables: Variables = {},
  onOutput: () => void = () => undefined,
): CliProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...variables },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: unknown) => {
      output += String(chunk);
      onOutput();
    });
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const leaveUnread = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return { output: () => output, ended, leaveUnread, signal: (name) => child.kill(name) };
}

export function serve(args: readonly string[], variables: Variables = {}): ServeProcess {
  let listen: () => void = () => undefined;
  const child = launch(['serve', ...args], variables, () => listen());
  const log = () =>
    child
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  const url = new Promise<string>((resolve, reject) => {
    listen = () => {
      const line = log().find(({ msg }) => msg === 'listening');
      if (typeof line?.url === 'string') resolve(line.url);
    };
    child.ended.then((code) => reject(new Error(`ended with ${code}: ${child.output()}`)));
  });
  url.catch(() => undefined);
  return { ...child, url, log };
}

/** What a server has warned of. */
export function warningsOf(server: ServeProcess): unknown[] {
  return server
    .log()
    .filter(({ level }) => level === 40)
    .map(({ msg }) => msg);
}

/** A port that nobody listens at, for a server that has to be found without its log, or again. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** Servers of one test file, on its sandbox. */
export interface Servers {
  /** Where a file for them may be. */
  readonly folder: string;
  readonly keyPath: string;
  /** The variables of the custody. */
  readonly custody: Variables;
  /** Those, and where the XRP Ledger is. */
  readonly xrpl: Variables;
  start(args: readonly string[], variables?: Variables): ServeProcess;
  /** What a server says that can't start; it has to end with 2. */
  refusal(args: readonly string[], variables?: Variables): Promise<string>;
  /** Ends those that run. Whatever a test did: nothing secret was ever written. */
  end(): Promise<void>;
  /** A file in the folder that only its owner can read; gives its path. */
  write(name: string, text: string): string;
  /** Removes the folder. */
  remove(): void;
}

export function serversOn(sandbox: Sandbox): Servers {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'));
  const write: Servers['write'] = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const { apiKey, apiSecret, url } = sandbox.custody;
  const keyPath = write('key.pem', apiSecret);
  const custody = {
    CUSTODY_API_KEY: apiKey,
    CUSTODY_API_PATH_TO_SECRET: keyPath,
    CUSTODY_BASE_PATH: url,
  };
  const running: ServeProcess[] = [];
  const start: Servers['start'] = (args, variables) => {
    const server = serve(args, variables);
    running.push(server);
    return server;
  };
  return {
    folder,
    keyPath,
    custody,
    xrpl: { ...custody, XRPL_URL: sandbox.xrpl.url },
    start,
    refusal: async (args, variables) => {
      const server = start(args, variables);
      expect(await server.ended).toBe(2);
      return server.output();
    },
    end: async () => {
      for (const server of running.splice(0)) {
        server.signal('SIGKILL');
        await server.ended;
        expect(leaksIn(server.output(), secretsOf(sandbox))).toEqual([]);
      }
    },
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
