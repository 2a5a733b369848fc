import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** What every chain is built on. */
const BASE = ['core', 'store', 'signer', 'transactions', 'gateway'];

/**
 * The rooms of a chain, lowest first: each may import from those before it. The files at the top that they share say
 * what the chain is; the others put the rooms together, and no room may import from them.
 */
const ROOMS = {
  xrpl: ['wire', 'operations', 'node'],
  aptos: ['wire', 'operations', 'node'],
  stacks: ['wire', 'node', 'operations', 'reads', 'stacking'],
} as const;
const SHARED = ['answer.ts', 'errors.ts', 'network.ts', 'options.ts', 'result.ts'];
/** A gateway of its own, on the parts of the other. */
const APART: Readonly<Record<string, readonly string[]>> = { 'stacks/stacking': ['stacks'] };

function layersOf(chain: keyof typeof ROOMS): readonly (readonly [string, readonly string[]])[] {
  const rooms = ROOMS[chain].map((room) => `${chain}/${room}`);
  const shared = SHARED.map((file) => `${chain}/${file}`);
  return [
    [chain, [...BASE, ...rooms, ...shared]],
    ...rooms.map((room, index) => {
      const before = rooms.slice(0, index);
      return [room, [...BASE, ...before, ...shared, ...(APART[room] ?? [])]] as const;
    }),
    ...shared.map((file) => [file, [...BASE, ...rooms, ...shared]] as const),
    // What serves a chain is apart from it, so that the chain does without.
    [`${chain}/routes`, ['core', 'server', chain, ...rooms, ...shared]],
    [`${chain}/handler.ts`, ['http', 'server', chain, `${chain}/routes`]],
  ];
}

/** Which folders each folder of `src` may import from. Downwards only. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  http: ['core'],
  store: ['core'],
  signer: ['core', 'store'],
  fireblocks: [
    'core',
    'http',
    'signer',
    'store',
    'fireblocks/rest',
    'fireblocks/webhooks',
    'fireblocks/requests',
    'fireblocks/callback',
  ],
  'fireblocks/rest': ['core', 'http', 'signer', 'store', 'fireblocks'],
  'fireblocks/webhooks': ['core', 'http', 'signer', 'store', 'fireblocks'],
  'fireblocks/requests': [
    'core',
    'http',
    'signer',
    'store',
    'fireblocks',
    'fireblocks/rest',
    'fireblocks/webhooks',
  ],
  'fireblocks/callback': ['core', 'http', 'signer', 'store', 'fireblocks', 'fireblocks/rest'],
  requests: ['core', 'store', 'signer'],
  transactions: [
    'core',
    'store',
    'signer',
    'transactions/errors.ts',
    'transactions/lanes',
    'transactions/records',
  ],
  // A lane knows numbers and the requests that hold them, and nothing of attempts, records or chains.
  'transactions/lanes': ['core', 'store', 'signer', 'transactions/errors.ts'],
  'transactions/errors.ts': ['core', 'signer', 'transactions/lanes'],
  'transactions/records': ['core', 'signer', 'transactions'],
  gateway: ['core', 'store', 'signer', 'transactions'],
  server: ['core', 'http', 'signer', 'transactions', 'gateway'],
  ...Object.fromEntries([...layersOf('xrpl'), ...layersOf('aptos'), ...layersOf('stacks')]),
  provider: ['core', 'http', 'requests', 'store'],
  netlink: ['core', 'http', 'requests'],
  // The entry `/http`: it only hands on what others have built.
  'handlers.ts': [
    'aptos/handler.ts',
    'http',
    'netlink',
    'provider',
    'server',
    'stacks/handler.ts',
    'xrpl/handler.ts',
  ],
  sandbox: ['core', 'http', 'netlink', 'provider'],
  cli: [
    'aptos',
    'aptos/network.ts',
    'aptos/options.ts',
    'aptos/routes',
    'core',
    'fireblocks',
    'gateway',
    'http',
    'handlers.ts',
    'netlink',
    'provider',
    'requests',
    'sandbox',
    'server',
    'signer',
    'stacks',
    'stacks/network.ts',
    'stacks/routes',
    'store',
    'transactions',
    'xrpl',
    'xrpl/network.ts',
    'xrpl/routes',
  ],
  // The root hands on what users switch on and bring: errors, stacking, and the socket of a ledger.
  '': [
    'aptos',
    'aptos/errors.ts',
    'core',
    'fireblocks',
    'netlink',
    'provider',
    'requests',
    'signer',
    'stacks',
    'stacks/errors.ts',
    'stacks/stacking',
    'store',
    'transactions',
    'xrpl',
    'xrpl/errors.ts',
    'xrpl/node',
  ],
};

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const sources = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

const withoutComments = (text: string) => text.replace(/^\s*\*.*$/gm, '');

const withoutTypes = (text: string) =>
  withoutComments(text).replace(/(?:import|export) type [^;]*;/g, '');

function importsOf(file: string, kind: 'all' | 'values' = 'all'): string[] {
  const source = readFileSync(file, 'utf8');
  const text = kind === 'values' ? withoutTypes(source) : withoutComments(source);
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target);
}

/** Who may import from a folder may import from its rooms. */
const mayReach = (own: string, folder: string): boolean => {
  const allowed = ALLOWED[own] ?? [];
  const [first = ''] = folder.split('/');
  return allowed.includes(folder) || (first === 'transactions' && allowed.includes(first));
};

const folderOf = (file: string): string => {
  const path = relative(SRC, file).replace(/\.js$/, '.ts');
  const [first = '', ...rest] = path.split('/');
  const part = [path, `${first}/${rest[0]}`].find((each) => Object.hasOwn(ALLOWED, each));
  if (part !== undefined) return part;
  return rest.length === 0 ? '' : first;
};

describe('imports', () => {
  test.each(sources.map((file) => [relative(SRC, file), file] as const))(
    '%s imports downwards only',
    (_, file) => {
      const own = folderOf(file);
      const reached = importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => folderOf(resolve(file, '..', target)));
      const forbidden = reached.filter((folder) => folder !== own && !mayReach(own, folder));
      expect(forbidden).toEqual([]);
    },
  );

  // Types may refer to each other; values would not be there yet when they are needed.
  test('no module is imported in a circle', () => {
    const graph = new Map(
      sources.map((file) => [
        file,
        importsOf(file, 'values')
          .filter((target) => target.startsWith('.'))
          .map((target) => resolve(file, '..', target).replace(/\.js$/, '.ts')),
      ]),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file))
        circles.push(
          [...path.slice(path.indexOf(file)), file].map((each) => relative(SRC, each)).join(' -> '),
        );
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('what most do without is loaded only where somebody uses it', () => {
    const OPTIONAL = /^@opentelemetry\//;
    const importers = sources.filter((file) => {
      const text = readFileSync(file, 'utf8').replace(/^import type [^;]*;/gm, '');
      return [...text.matchAll(/\bfrom\s*'([^']+)'/g)].some(([, name = '']) => OPTIONAL.test(name));
    });
    expect(importers.filter((file) => folderOf(file) !== 'cli')).toEqual([]);
    const loaders = sources.filter((file) =>
      /\bimport\(\s*'@opentelemetry\/api'/.test(readFileSync(file, 'utf8')),
    );
    expect(loaders.map((file) => relative(SRC, file))).toEqual(['server/tracing.ts']);
  });

  test('nothing reaches the sandbox but what the command loads when it is asked for one', () => {
    const SANDBOX = /(?:from|import)\s*'[^']*\/sandbox\/index\.js'/;
    const LOADED_SANDBOX = /import\(\s*'[^']*\/sandbox\/index\.js'/;
    const outside = sources.filter((file) => folderOf(file) !== 'sandbox');
    const having = (pattern: RegExp) =>
      outside
        .filter((file) => pattern.test(withoutTypes(readFileSync(file, 'utf8'))))
        .map((file) => relative(SRC, file))
        .sort();
    expect(having(/'[^']*\/sandbox\/(?!index\.js)/)).toEqual([]);
    expect(having(SANDBOX)).toEqual(['cli/demo/index.ts', 'cli/sandbox.ts']);
    expect(having(LOADED_SANDBOX)).toEqual(['cli/operate/connection.ts', 'cli/serve/index.ts']);
    expect(having(/(?:from|import)\s*'[^']*\/(?:demo\/index|sandbox)\.js'/)).toEqual([]);
    expect(having(/import\(\s*'[^']*\/(?:demo\/index|sandbox)\.js'/)).toEqual(['cli/commands.ts']);
  });

  test('the ledger’s own libraries read for the sandbox what the package writes without them', () => {
    const importers = sources.filter((file) =>
      importsOf(file).some((target) => target.startsWith('ripple-')),
    );
    expect(importers.map((file) => relative(SRC, file))).toEqual(['sandbox/xrpl/ripple.ts']);
  });

  test('nothing but the command reads the environment', () => {
    const readers = sources.filter(
      (file) => folderOf(file) !== 'cli' && /process\.env/.test(readFileSync(file, 'utf8')),
    );
    expect(readers.map((file) => relative(SRC, file))).toEqual([]);
  });
});
