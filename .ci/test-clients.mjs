// The tests of what a user may bring, with each SDK that may be brought instead of our own client.
// With --older also with the older versions that .ci/sdks lists, of the xrpl package too.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sdks = join(root, '.ci/sdks');

const ofClients = testsThatImport('test/fireblocks', ['support/clients']);
const ofTransports = testsThatImport('test/xrpl', ['support/transports']);
// The others do not reach the custody, and are the same whoever carries what it is asked.
const ofLedger = testsThatImport('test/xrpl', ['support/world', 'support/transports']);

/** Where the tests connect each SDK, and which of them say whether it works. */
const custodyClient = { connect: 'test/support/clients.ts', tests: [...ofClients, ...ofLedger] };
const SDKS = {
  'fireblocks-sdk': custodyClient,
  '@fireblocks/ts-sdk': custodyClient,
  xrpl: { connect: 'test/xrpl/support/transports.ts', tests: ofTransports },
};

for (const sdk of ['fireblocks-sdk', '@fireblocks/ts-sdk']) {
  console.error(`> ${sdk}`);
  test(sdk, ['--reporter=dot']);
}
if (process.argv.includes('--older')) {
  run('npm', ['ci'], { cwd: sdks });
  const { dependencies } = JSON.parse(read('.ci/sdks/package.json'));
  for (const [alias, wanted] of Object.entries(dependencies)) {
    const [, sdk = '', version] = /^npm:(.+)@(.+)$/.exec(wanted) ?? [];
    console.error(`> ${sdk} ${version}`);
    compile(sdk, alias);
    const env = { OLDER_SDK: sdk, OLDER_SDK_ALIAS: alias };
    test(sdk, ['--config', '.ci/sdks/vitest.config.mjs'], env);
  }
}

function test(sdk, args, env = {}) {
  const { tests } = SDKS[sdk];
  const client = SDKS[sdk] === custodyClient ? { CUSTODY_CLIENT: sdk } : {};
  run('npx', ['vitest', 'run', ...args, ...tests], { env: { ...process.env, ...env, ...client } });
}

/** What connects an SDK has to compile against this version of it, as a user's own code has to. */
function compile(sdk, alias) {
  const folder = mkdtempSync(join(tmpdir(), 'older-sdk-'));
  const compilerOptions = {
    paths: { [sdk]: [join(sdks, 'node_modules', alias)] },
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const files = [join(root, SDKS[sdk].connect)];
  // What it leads to may use what the build makes, which is declared apart.
  const include = [join(root, 'src/**/*.d.ts')];
  const project = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  run('npx', ['tsc', '--project', folder]);
  rmSync(folder, { recursive: true });
}

function run(command, args, options = {}) {
  const shell = process.platform === 'win32';
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell,
    ...options,
  });
  if (status !== 0) process.exit(status ?? 1);
}

function testsThatImport(folder, modules) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`)
    .filter((path) => modules.some((module) => read(path).includes(`${module}.js'`)));
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
