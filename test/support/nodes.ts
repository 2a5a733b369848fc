import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One of each line that the package runs on. */
const VERSIONS = ['20.20.2', '22.23.3', '24.19.0'] as const;

/** A Node of its own. */
interface InstalledNode {
  readonly version: string;
  readonly program: string;
}

/** Installs Nodes into an empty folder. */
export async function installNodes(folder: string): Promise<readonly InstalledNode[]> {
  const isWindows = process.platform === 'win32';
  const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
  const nameOf = (version: string) => `node-${version}`;
  const wanted = VERSIONS.map((version) => `${nameOf(version)}@npm:node-${platform}@${version}`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...flags, ...wanted], { cwd: folder, maxBuffer: 1e8 });
  return VERSIONS.map((version) => {
    const program = join('node_modules', nameOf(version), 'bin', isWindows ? 'node.exe' : 'node');
    return { version, program: join(folder, program) };
  });
}
