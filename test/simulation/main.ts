import { optionsIn } from './commands/options.js';
import { runFixed } from './commands/run-fixed.js';
import { runSeeds } from './commands/run-seeds.js';
import { runShrink } from './commands/run-shrink.js';
import { runSystematic } from './commands/run-systematic.js';
import type { Product } from './product.js';

export { shareSeams } from './seams/mode.js';
export { MOVES } from './seams/watched-fold.js';

/** The command line; resolves with the exit code. */
export async function main(args: readonly string[], beside?: Product): Promise<number> {
  const options = optionsIn(args);
  // A pipe is a resource, made when it is first touched: no schedule is to be the one that does.
  process.stdout.write('');
  process.stderr.write('');
  if (options.fixed) return runFixed(options);
  if (options.systematic) return runSystematic(options);
  return options.shrink ? runShrink(options, beside) : runSeeds(options, beside);
}
