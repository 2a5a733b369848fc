// What an application installs, read from the lockfile and the packages that are here: no registry is asked.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** The packages that come with one, itself among them, and their size in MiB. */
export function installed(name) {
  const start = name === undefined ? '' : `node_modules/${name}`;
  const found = closureOf(start);
  const bytes = [...found].reduce(
    (total, path) => total + (path === '' ? ownBytes() : bytesIn(path)),
    0,
  );
  return { packages: found.size, mebibytes: bytes / 2 ** 20 };
}

function closureOf(start) {
  const found = new Set();
  const queue = [start];
  for (const path of queue) {
    if (found.has(path)) continue;
    found.add(path);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path];
    const required = Object.keys(peerDependencies).filter(
      (one) => !peerDependenciesMeta[one]?.optional,
    );
    for (const one of [...Object.keys(dependencies), ...required]) queue.push(foundFrom(path, one));
    for (const one of Object.keys(optionalDependencies)) {
      const at = foundFrom(path, one);
      if (bytesIn(at) > 0) queue.push(at);
    }
  }
  return found;
}

/** Where Node finds a package, from another one: in the nearest folder that has it. */
function foundFrom(path, name) {
  const owners = path.split(/(?:^|\/)node_modules\//);
  const places = owners.map((_, depth) =>
    [...owners.slice(0, depth + 1), name].join('/node_modules/').slice(1),
  );
  const found = places.findLast((place) => packages[place]);
  if (!found) throw new Error(`The lockfile has no ${name} for ${path}.`);
  return found;
}

/** The package itself is what is packed of it. */
function ownBytes() {
  return ['dist', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'].reduce(
    (total, path) => total + bytesIn(path),
    0,
  );
}

function bytesIn(path) {
  const at = join(root, path);
  const stats = statSync(at, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (stats.isFile()) return stats.size;
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => !entry.parentPath.slice(at.length).includes('node_modules'))
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
}
