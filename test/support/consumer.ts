import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An empty project with the packed package installed, as a user has it. */
export interface Consumer {
  readonly folder: string;
  /** The files in the tarball. */
  readonly files: readonly string[];
  write(name: string, text: string): string;
  /** Installs what only a long run wants, as `name@version`. */
  install(...packages: readonly string[]): Promise<void>;
  /** Runs a file with this Node; resolves with what it printed. */
  node(file: string, ...flags: string[]): Promise<string>;
  /** Type-checks files under a module resolution; rejects with the compiler's words. */
  check(files: readonly string[], options: Readonly<Record<string, unknown>>): Promise<void>;
  remove(): void;
}

export async function newConsumer(extra: readonly string[] = []): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  const npm = (args: string[], cwd: string) => run('npm', args, { cwd, maxBuffer: 1e8 });
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], ROOT);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (!packed) throw new Error('npm packed nothing');
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const versions = extra.map((name) => `${name}@${installedVersion(name)}`);
  await npm(['install', ...flags, join(folder, packed.filename), ...versions], folder);

  return {
    folder,
    files: packed.files.map(({ path }) => path),
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      return name;
    },
    async install(...packages) {
      await npm(['install', ...flags, ...packages], folder);
    },
    async node(file, ...flags_) {
      const options = { cwd: folder, maxBuffer: 1e8 };
      return (await run(process.execPath, [...flags_, file], options)).stdout;
    },
    async check(files, options) {
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2023'],
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        ...options,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      await run(process.execPath, [tsc, '-p', folder], { cwd: folder, maxBuffer: 1e8 }).catch(
        (error: { stdout?: string }) => {
          throw new Error(error.stdout ?? String(error));
        },
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function installedVersion(name: string): string {
  const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The subpaths that the package exports, such as `custody-gateways/xrpl`. */
export function exportedPaths(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(manifest.exports)
    .filter((path) => path !== './package.json')
    .map((path) => path.replace(/^\./, 'custody-gateways'));
}
