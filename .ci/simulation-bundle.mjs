// The simulation as a bundle (docs/reliability.md), since only a bundle can have other modules in the place of the
// curves and of node:crypto: stubs of signatures, which the package itself can't switch on.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SEAMS = join(root, 'test/simulation/seams');

/** Who is given which stand-in. */
const STAND_INS = {
  'node:crypto': {
    by: 'node-crypto.ts',
    for: [
      'src/fireblocks/rest/jwt.ts',
      'src/sandbox/custody/jws.ts',
      'src/sandbox/custody/jwt.ts',
      'src/sandbox/xrpl/signature.ts',
      'src/sandbox/aptos/transaction/authenticator.ts',
      'src/sandbox/stacks/wire/signature.ts',
    ],
  },
  '@noble/curves/secp256k1.js': {
    by: 'secp256k1.ts',
    for: ['src/signer/ecdsa.ts', 'src/signer/local-raw-signer.ts', 'src/sandbox/signing-key.ts'],
  },
  '@noble/curves/ed25519.js': {
    by: 'ed25519.ts',
    for: ['src/signer/local-raw-signer.ts', 'src/sandbox/signing-key.ts'],
  },
  '@stacks/transactions': {
    by: 'stacks-transactions.ts',
    for: ['src/sandbox/stacks/wire/signature.ts'],
    // Versions before had no code of their own for what Stacks has on the wire.
    before: ['src/stacks/node/spender.ts'],
  },
  './ed25519.js': { by: 'ed25519.ts', for: ['src/signer/verify-ed25519.ts'] },
  '../../signer/ed25519.js': { by: 'ed25519.ts', for: ['src/aptos/node/spender.ts'] },
};

const standInsFor = (tree, isWhole) => ({
  name: 'stand-ins',
  setup({ onResolve, onEnd }) {
    const given = new Set();
    const escaped = Object.keys(STAND_INS).map((name) => name.replace(/[.]/g, '\\.'));
    onResolve({ filter: new RegExp(`^(?:${escaped.join('|')})$`) }, ({ path, importer }) => {
      const { by, for: files, before = [] } = STAND_INS[path];
      const importing = relative(tree, importer);
      if (![...files, ...before].includes(importing)) return undefined;
      given.add(`${path} in ${importing}`);
      return { path: join(SEAMS, by) };
    });
    // A file that was moved would verify with the real thing what the stand-in has signed.
    onEnd(() => {
      const all = Object.entries(STAND_INS).flatMap(([name, { for: files }]) =>
        files.map((file) => `${name} in ${file}`),
      );
      const missing = all.filter((one) => !given.has(one));
      if (isWhole && missing.length > 0) {
        throw new Error(`nothing stands in for ${missing.join(', ')}`);
      }
    });
  },
});

/** What the driver of a life hears is written down. */
const watched = {
  name: 'watched',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/fold\.js$/ }, ({ importer }) =>
      relative(root, importer) === 'src/transactions/life/driver.ts'
        ? { path: join(SEAMS, 'watched-fold.ts') }
        : undefined,
    );
  },
};

/** Makes the bundle, with some sources in the place of the package's own. */
export async function bundleSimulation(entry, outfile, sources = new Map(), isWatched = false) {
  const inPlace = {
    name: 'sources',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const contents = sources.get(relative(root, path));
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      }),
  };
  await bundleTo(outfile, join(root, 'test/simulation', entry), {
    sourcemap: 'inline',
    plugins: [standInsFor(root, true), inPlace, ...(isWatched ? [watched] : [])],
  });
}

/** Makes a bundle of what a process runs of the package, from the sources of another version, which lie in a folder. */
export async function bundleProduct(outfile, tree) {
  const entry = join(root, 'test/simulation/product.ts');
  const another = {
    name: 'another version',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/src\// }, ({ path, importer }) =>
        importer === entry
          ? { path: join(tree, path.replace('../../', '').replace(/\.js$/, '.ts')) }
          : undefined,
      ),
  };
  await bundleTo(outfile, entry, {
    sourcemap: 'inline',
    plugins: [standInsFor(tree, false), another],
  });
}
