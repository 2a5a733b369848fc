import { defineConfig, type Options } from 'tsup';

const library = {
  index: 'src/index.ts',
  'xrpl/index': 'src/xrpl/index.ts',
  'signer/index': 'src/signer/index.ts',
  'requests/index': 'src/requests/index.ts',
  'provider/index': 'src/provider/index.ts',
  'netlink/index': 'src/netlink/index.ts',
  'custody/index': 'src/custody/index.ts',
  'http/index': 'src/http/index.ts',
  'store/index': 'src/store/index.ts',
  'sandbox/index': 'src/sandbox/index.ts',
};

const common: Options = {
  target: 'es2022',
  platform: 'node',
  // Shared chunks, also for CommonJS: an error thrown by one entry must be an instance of the class
  // that another one exports.
  splitting: true,
  removeNodeProtocol: false,
  dts: { entry: library, compilerOptions: { ignoreDeprecations: '6.0' } },
};

export default defineConfig([
  { ...common, format: 'esm', entry: { ...library, 'cli/main': 'src/cli/main.ts' } },
  { ...common, format: 'cjs', entry: library },
]);
