// What the package weighs, beside what others do similar things with. Prints it, and fails where docs/weights.md says
// something else.
//
//   npm run weights
//   npm run docs:weights   writes docs/weights.md; also measures how long a process takes to start, which nothing checks
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coldStarts } from './weights/cold-start.mjs';
import { bundles, installs, tarball } from './weights/measured.mjs';
import { cellsIn, isSame, rowOf, weightsDocument } from './weights/page.mjs';
import { root } from './weights/root.mjs';

const FILE = join(root, 'docs/weights.md');

const weighed = { bundles: await bundles(), installs: installs(), tarball: [tarball()] };
if (process.argv.includes('--write')) {
  writeFileSync(FILE, weightsDocument({ ...weighed, starts: coldStarts() }));
} else {
  const rows = Object.values(weighed).flat();
  for (const row of rows) console.log(rowOf(row));
  const written = readFileSync(FILE, 'utf8').split('\n').map(cellsIn);
  const isThere = (row) => written.some((cells) => isSame(cells, cellsIn(rowOf(row))));
  const stale = rows.filter((row) => !isThere(row)).map(({ name }) => name);
  if (stale.length > 0) {
    console.error(`docs/weights.md says otherwise of ${stale.join(', ')}: npm run docs:weights`);
    process.exitCode = 1;
  }
}
