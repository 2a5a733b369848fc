// Sends hostile requests to every handler of the package (docs/security.md): no answer may be 5xx, none may be
// missing, and nothing may be kept of them.
//
//   npm run hostile -- --requests 1000000
//   npm run hostile -- --only webhook --seed 7 --requests 250     what one seed makes, again
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/hostile/${process.pid}.mjs`);
const entry = join(root, 'test/hostile/main.ts');
await bundleTo(outfile, entry, { sourcemap: 'inline' });
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
    only: { type: 'string', default: '' },
  },
});
setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc');
const [requests, seed] = [values.requests, values.seed].map(Number);
console.log(`--seed ${seed}`);
const program = pathToFileURL(outfile);
const { main } = await import(program);
const isFine = await main({ requests, seed, only: values.only, program }, console.log)
  .catch((error) => console.error(error.message))
  .finally(() => rmSync(outfile));
process.exit(isFine === true ? 0 : 1);
