// What a browser loads, built by the bundlers that people use, without settings for this package. What they made is then
// run where there is nothing of Node's.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, newConsumer } from '../support/consumer.js';

const PACKAGES = [
  'esbuild@0.28.2',
  'rollup@4.62.3',
  '@rollup/plugin-commonjs@29.0.3',
  '@rollup/plugin-json@6.1.0',
  '@rollup/plugin-node-resolve@16.0.3',
  'vite@8.3.8',
  'webpack@5.112.2',
];

/** What can be loaded without Node, each with one of its names. */
const ENTRIES = {
  requests: 'RequestSigner',
  provider: 'ProviderApiClient',
  netlink: 'NetlinkClient',
  signer: 'LocalRawSigner',
  xrpl: 'XrplGateway',
  aptos: 'AptosGateway',
  stacks: 'StacksGateway',
};

const SOURCE = Object.entries(ENTRIES)
  .map(([entry, name]) => `export { ${name} } from 'custody-gateways/${entry}';`)
  .join('\n');

/** How each bundler is called: from a script of its own, as its documents say. */
const BUNDLERS = {
  esbuild: `
    import { build } from 'esbuild';
    await build({
      entryPoints: ['entry.js'], outdir: 'built', platform: 'browser', format: 'esm',
      bundle: true, splitting: true, logLevel: 'error',
    });`,
  rollup: `
    import { rollup } from 'rollup';
    import commonjs from '@rollup/plugin-commonjs';
    import json from '@rollup/plugin-json';
    import resolve from '@rollup/plugin-node-resolve';
    const plugins = [resolve({ browser: true, preferBuiltins: false }), commonjs(), json()];
    const bundle = await rollup({ input: 'entry.js', plugins });
    await bundle.write({ dir: 'built', format: 'es' });`,
  vite: `
    import { build } from 'vite';
    await build({
      logLevel: 'error',
      build: { outDir: 'built', lib: { entry: 'entry.js', formats: ['es'], fileName: 'entry' } },
    });`,
  webpack: `
    import webpack from 'webpack';
    const stats = await new Promise((resolve, reject) => webpack({
      mode: 'production', target: 'web', entry: './entry.js',
      experiments: { outputModule: true },
      output: { path: process.cwd() + '/built', filename: 'entry.js', library: { type: 'module' } },
    }, (error, done) => (error ? reject(error) : resolve(done))));
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));`,
};

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer();
  await consumer.install(...PACKAGES);
  consumer.write('entry.js', SOURCE);
});
afterAll(() => consumer?.remove());

const built = () => join(consumer.folder, 'built');

describe.each(Object.entries(BUNDLERS))('%s', (name, script) => {
  test('builds every entry that needs no Node, and nothing of Node is in it', async () => {
    rmSync(built(), { recursive: true, force: true });
    await consumer.node(consumer.write(`${name}.mjs`, script));
    const files = readdirSync(built(), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.m?js$/.test(file),
    );
    const wanting = files.filter((file) =>
      /\bfrom ?["']node:|\bimport\(["']node:|\brequire\(["']node:/.test(
        readFileSync(join(built(), file), 'utf8'),
      ),
    );
    expect(wanting).toEqual([]);
    const entry = files.find((file) => /^entry\.m?js$/.test(file));
    // Without Buffer and process, as in a browser; the names are looked at before Node misses them.
    const use = `
      delete globalThis.Buffer;
      const print = console.log;
      const run = async () => {
        const process_ = globalThis.process;
        delete globalThis.process;
        const names = Object.keys(await import('./built/${entry}'));
        globalThis.process = process_;
        print(names.sort().join(' '));
      };
      await run();`;
    const printed = await consumer.node(consumer.write(`use-${name}.mjs`, use));
    expect(printed.trim().split(' ')).toEqual(Object.values(ENTRIES).sort());
  });
});

test('the root and what Fireblocks’ API needs is for a runtime with Node’s modules', async () => {
  const root = `
    import { build } from 'esbuild';
    const stdin = { contents: "export { FireblocksRawSigner } from 'custody-gateways'", resolveDir: '.' };
    const { errors } = await build({
      stdin, bundle: true, platform: 'browser', write: false, logLevel: 'silent',
    }).catch((error) => error);
    console.log([...new Set(errors.map(({ text }) => text))].sort().join('\\n'));`;
  const printed = await consumer.node(consumer.write('root.mjs', root));
  expect(printed).toContain('Could not resolve "node:crypto"');
});
