// What is weighed, and what it should weigh at most.
import { execFileSync } from 'node:child_process';
import { bundled } from './bundled.mjs';
import { installed } from './installed.mjs';
import { root } from './root.mjs';

/** The package's own entries, in KB: at once, and with all that they load on use. */
const ENTRIES = {
  requests: [10, 30],
  xrpl: [60, 122],
  aptos: [48, 85],
  stacks: [65, 130],
  provider: undefined,
  netlink: undefined,
  signer: undefined,
};

/** What others do similar things with. */
const OTHERS = [
  'xrpl',
  '@aptos-labs/ts-sdk',
  '@stacks/transactions',
  '@fireblocks/ts-sdk',
  'fireblocks-sdk',
];

/** The classes that most import from the root, each beside its own entry. */
const FROM_ROOT = { XrplGateway: 'xrpl', AptosGateway: 'aptos', StacksGateway: 'stacks' };

/** Rows of name, figures and goals; KB of 1,000 bytes, minified and gzipped. */
export async function bundles() {
  const rows = [];
  const own = new Map();
  for (const [entry, goals] of Object.entries(ENTRIES)) {
    const { atOnce, all } = await bundled(`export * from './dist/${entry}/index.js';`);
    own.set(entry, atOnce);
    rows.push({ name: `/${entry}`, figures: [atOnce, all], goals });
  }
  for (const [name, entry] of Object.entries(FROM_ROOT)) {
    const { atOnce, all } = await bundled(`export { ${name} } from './dist/index.js';`);
    rows.push({
      name: `${name} from the root`,
      figures: [atOnce, all],
      goals: [own.get(entry) + 1],
    });
  }
  for (const name of OTHERS) {
    const { atOnce, all } = await bundled(`export * from '${name}';`);
    rows.push({ name, figures: [atOnce, all] });
  }
  return rows;
}

/** MiB on disk, and packages, without what is only for development; read from the lockfile. */
export function installs() {
  return [undefined, ...OTHERS].map((name) => {
    const { mebibytes, packages } = installed(name);
    const goals = name === undefined ? [20] : undefined;
    return { name: name ?? 'this package', figures: [mebibytes, packages], goals };
  });
}

/** MB of 1,000,000 bytes. */
export function tarball() {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const [{ size }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], options));
  return { name: 'what npm downloads of this package', figures: [size / 1e6], goals: [1.7] };
}
