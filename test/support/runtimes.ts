import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What is asked of them was last found out with these. */
export const VERSIONS = { workerd: '1.20261117.1', bun: '1.4.5', deno: '2.9.6' };

/** Runtimes other than Node, installed into a folder that has a package of its own. */
export interface Runtimes {
  bun(file: string): Promise<string>;
  deno(file: string): Promise<string>;
  /** What a worker answers a request with. */
  worker(file: string, settings: WorkerSettings): Promise<string>;
  /** Runs a worker for as long as it is used, at an address of its own. */
  served<T>(file: string, settings: WorkerSettings, use: (url: string) => Promise<T>): Promise<T>;
}

interface WorkerSettings {
  readonly date: string;
  readonly flags: readonly string[];
}

export async function installRuntimes(folder: string): Promise<Runtimes> {
  const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const flags = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...flags, ...wanted], { cwd: folder, maxBuffer: 1e8 });
  // Their own packages find the machine's when they are installed, by a script; here it is looked up.
  const inScope = (scope: string, path: string) => {
    const [name, ...others] = readdirSync(join(folder, 'node_modules', scope));
    if (name === undefined || others.length > 0) throw new Error(`Not one package: ${scope}`);
    return join(folder, 'node_modules', scope, name, path);
  };
  const bun = inScope('@oven', 'bin/bun');
  const deno = inScope('@deno', 'deno');
  const workerd = inScope('@cloudflare', 'bin/workerd');
  const output = async (program: string, args: string[]) =>
    (await run(program, args, { cwd: folder, maxBuffer: 1e8 })).stdout;
  const served: Runtimes['served'] = (file, settings, use) =>
    using(workerd, folder, configured(file, settings), use);
  return {
    served,
    bun: (file) => output(bun, [file]),
    deno: (file) => output(deno, ['run', '--no-remote', '--no-npm', '--allow-net=127.0.0.1', file]),
    worker: (file, settings) => served(file, settings, answerOf),
  };
}

function configured(file: string, { date, flags }: WorkerSettings) {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "main", esModule = embed "${file}")],
      compatibilityDate = "${date}",
      compatibilityFlags = ${JSON.stringify(flags)},
    )),
    # A sandbox is on this machine.
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}

async function answerOf(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return text;
}

async function using<T>(
  workerd: string,
  folder: string,
  config: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const file = join(folder, 'worker.capnp');
  writeFileSync(file, config);
  // It tells the port that it was given on the fourth stream.
  const server = spawn(workerd, ['serve', file, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'close');
  let complaints = '';
  server.stderr?.on('data', (chunk) => {
    complaints += String(chunk);
  });
  try {
    let told = '';
    for await (const chunk of server.stdio[3] as Readable) {
      told += String(chunk);
      if (told.includes('\n')) break;
    }
    if (!told.includes('\n')) throw new Error(`It does not serve: ${complaints}`);
    const { port } = JSON.parse(told) as { port: number };
    return await use(`http://127.0.0.1:${port}/`);
  } catch (error) {
    throw new Error(`${String(error)} ${complaints}`, { cause: error });
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
}
