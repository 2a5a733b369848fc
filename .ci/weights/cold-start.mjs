// How long a process lives that only imports an entry, beside one that does nothing. The shortest of several, in turns:
// whatever else the machine does makes each only longer.
import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

const ROUNDS = 7;

const GOALS = {
  '/requests': 2.5,
  '/signer': 2.5,
  '/xrpl': 2.5,
  '/aptos': 2.5,
  '/stacks': 3,
  '/provider': 2.5,
  '/netlink': 2.5,
  '/store': 2.5,
  '/fireblocks': 3,
  '/http': 3,
  '': 4,
};

export function coldStarts() {
  const shortest = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of [undefined, ...Object.keys(GOALS)]) {
      const ms = lifetimeOf(entry === undefined ? '0' : `import 'custody-gateways${entry}'`);
      shortest.set(entry, Math.min(ms, shortest.get(entry) ?? ms));
    }
  }
  const empty = shortest.get(undefined);
  return Object.entries(GOALS).map(([entry, goal]) => ({
    name: entry === '' ? 'the root' : entry,
    figures: [shortest.get(entry) / empty],
    goals: [goal],
  }));
}

function lifetimeOf(code) {
  const start = performance.now();
  const args = ['--input-type=module', '--eval', code];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}
