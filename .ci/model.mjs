// Goes through all that may come of a call, by the decisions that the package itself makes (docs/reliability.md).
//
//   npm run model                   every scenario
//   npm run model -- cancel         those in whose name this is
//   npm run model -- --moves FILE   and holds against them what `npm run simulate -- --moves FILE` has seen
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { imported } from './bundle.mjs';

const { main } = await imported('test/model/main.ts');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { moves: { type: 'string' } },
});
const seen = values.moves ? readFileSync(values.moves, 'utf8').split('\n').filter(Boolean) : [];
if (values.moves && seen.length === 0)
  throw new Error(`the simulation saw no move: ${values.moves}`);
process.exitCode = main(positionals[0] ?? '', seen, console.log) > 0 ? 1 : 0;
