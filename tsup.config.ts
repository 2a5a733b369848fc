import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const NAMES = [
  'index',
  'xrpl/index',
  'aptos/index',
  'stacks/index',
  'signer/index',
  'requests/index',
  'provider/index',
  'netlink/index',
  'fireblocks/index',
  'handlers',
  'store/index',
  'sandbox/index',
];

const from = (folder: string, ending: string) =>
  Object.fromEntries(NAMES.map((name) => [name, `${folder}/${name}${ending}`]));

const library = from('src', '.ts');

/**
 * No entries of the package: each gets a chunk of its own by being one here, which a bundler leaves out as a whole
 * where something else is asked for: of `/http` another handler, of the root a gateway without stacking.
 */
const apart = Object.fromEntries(
  ['xrpl/handler', 'aptos/handler', 'stacks/handler', 'stacks/stacking/errors'].map((name) => [
    name,
    `src/${name}.ts`,
  ]),
);

/**
 * What the sandbox is made of is CommonJS in parts, and becomes a part of modules, where there is no `require` for what
 * Node brings.
 */
const builtinsForCommonJs: Plugin = {
  name: 'builtins-for-commonjs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/** CommonJS that is a part of the sandbox gets copies of what this package depends on, since it can't import it. */
const dependenciesForCommonJs: Plugin = {
  name: 'dependencies-for-commonjs',
  setup({ onLoad }) {
    const filter = /node_modules\/(?:@xrplf\/isomorphic|ripple-\w+-codec)\/.*\.js$/;
    onLoad({ filter }, ({ path }) => {
      const { resolve } = createRequire(path);
      // By its path, since what is asked for by its name is left to the package's own dependencies.
      const contents = readFileSync(path, 'utf8').replace(
        /require\("(@(?:noble|scure)\/[^"]+)"\)/g,
        (_, name) => `require(${JSON.stringify(resolve(name))})`,
      );
      return { contents };
    });
  },
};

// Rolled up from what the compiler wrote: from the sources it would take minutes, since every entry would
// be type-checked by itself.
const declarations = from('dist/.declarations', '.d.ts');

/** There is one build: what `require` gets is written by `.ci/build.mjs`. */
const common: Options = {
  format: 'esm',
  target: 'es2022',
  platform: 'node',
  // Shared chunks: an error thrown by one entry must be an instance of the class that another exports.
  splitting: true,
  removeNodeProtocol: false,
};

export default defineConfig([
  {
    ...common,
    entry: { ...library, ...apart, 'cli/main': 'src/cli/main.ts' },
    // What the build itself makes: see `src/http/docs/assets.d.ts`.
    external: [/^#assets\//],
    // What the sandbox's own library of Stacks has beneath it: it is for an older version than this package's.
    noExternal: [/^@noble\/hashes\/\w+$/],
    esbuildPlugins: [builtinsForCommonJs, dependenciesForCommonJs],
    // Else ws would read the environment, and look for two optional packages.
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    esbuildOptions(options) {
      // A module that waits can't be required.
      options.supported = { ...options.supported, 'top-level-await': false };
    },
  },
  {
    ...common,
    entry: library,
    dts: { only: true, entry: declarations, compilerOptions: { ignoreDeprecations: '6.0' } },
  },
]);
