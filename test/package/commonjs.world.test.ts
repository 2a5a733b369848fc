import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, exportedPaths, newConsumer } from '../support/consumer.js';

// What docs/commonjs.md says, by what it says it of.

const run = promisify(execFile);

const FLOOR = '20.19.0';
const JEST = [
  'jest@30.5.2',
  'babel-jest@30.5.2',
  '@babel/core@7.29.13',
  '@babel/preset-env@7.29.14',
];

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer();
});
afterAll(() => consumer?.remove());

/** A transaction on the sandbox, and an error that is an instance of what another path exports. */
const FLOW = `
  async function flow() {
    const sandbox = await startSandbox({ ledgerCloseMs: 50 });
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath });
    const gateway = new XrplGateway({ signer, network: sandbox.xrpl });
    await sandbox.xrpl.fund(String(await gateway.getAddress('0')), 100_000_000n);
    const { result } = await gateway.accountSet('0', { configs: { domain: 'example.com' } });
    const error = await gateway.accountSet('0', {} as never).catch((thrown) => thrown);
    await sandbox.stop();
    return [result.meta.TransactionResult, error instanceof GatewayError].join(' ');
  }`;

const NAMES = {
  '': 'FireblocksRawSigner, GatewayError',
  '/xrpl': 'XrplGateway',
  '/sandbox': 'startSandbox',
};

const imports = Object.entries(NAMES).map(
  ([path, names]) => `import { ${names} } from 'custody-gateways${path}';`,
);
const requires = Object.entries(NAMES).map(
  ([path, names]) => `const { ${names} } = require('custody-gateways${path}');`,
);

describe('TypeScript that becomes CommonJS', () => {
  test.each([
    ['node16', { module: 'node16' }],
    ['node20', { module: 'node20' }],
    ['commonjs', { module: 'commonjs', moduleResolution: 'bundler' }],
  ])('has types, and runs, with module %s', async (_, options) => {
    const everything = exportedPaths().map(
      (path, index) => `import * as m${index} from '${path}';`,
    );
    const uses = exportedPaths().map((_path, index) => `void m${index};`);
    const program = [...everything, ...imports, FLOW, ...uses, 'flow().then(console.log);'];
    const file = consumer.write('emitted.cts', program.join('\n'));
    await consumer.check([file], { ...options, noEmit: false });
    expect(readFileSync(join(consumer.folder, 'emitted.cjs'), 'utf8')).toContain('require(');
    expect((await consumer.node('emitted.cjs')).trim()).toBe('tesSUCCESS true');
  });
});

describe('the oldest Node that the package allows', () => {
  let node: string;
  beforeAll(async () => {
    const manifest = readFileSync(
      join(consumer.folder, 'node_modules/custody-gateways/package.json'),
    );
    expect(`>=${FLOOR}`).toBe(`${JSON.parse(String(manifest)).engines.node}.0`);
    const system = process.platform === 'win32' ? 'win' : process.platform;
    await consumer.install(`node-${system}-${process.arch}@${FLOOR}`);
    const path = system === 'win' ? 'bin/node.exe' : 'bin/node';
    node = join(consumer.folder, `node_modules/node-${system}-${process.arch}`, path);
  });

  const loading = (path: string, ending: string) =>
    ending === 'mjs' ? `import '${path}';` : `require('${path}');`;

  // It takes for a circle what waits for its turn, so each path comes first once.
  const all = exportedPaths();
  const cases = all.flatMap((path) => [[path], [path, ...all.filter((other) => other !== path)]]);

  test.each(['mjs', 'cjs'])('loads every path, alone and with others, from %s', async (ending) => {
    for (const paths of cases) {
      const text = paths.map((path) => loading(path, ending)).join('\n');
      const file = consumer.write(`loads.${ending}`, `${text}\nconsole.log('loaded');`);
      const printed = await run(node, [file], { cwd: consumer.folder });
      // And it says nothing of experiments.
      expect([paths, printed]).toEqual([paths, { stdout: 'loaded\n', stderr: '' }]);
    }
  });
});

describe('Jest', () => {
  beforeAll(() => consumer.install(...JEST));

  const jest = (name: string) =>
    run(process.execPath, ['node_modules/jest/bin/jest.js', '-c', name], { cwd: consumer.folder });

  test('takes it with the settings of the documents', async () => {
    const documents = readFileSync(new URL('../../docs/commonjs.md', import.meta.url), 'utf8');
    const [, settings = ''] = /```js\n\/\/ jest\.config\.cjs\n(.*?)```/s.exec(documents) ?? [];
    consumer.write('jest.config.cjs', settings);
    const flow = FLOW.replace(' as never', '');
    const body = `${flow}\ntest('pays', async () => expect(await flow()).toBe('tesSUCCESS true'), 60_000);`;
    consumer.write('required.test.js', `${requires.join('\n')}\n${body}`);
    consumer.write('imported.test.js', `${imports.join('\n')}\n${body}`);
    const { stderr } = await jest('jest.config.cjs');
    expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  });

  // When this fails, the documents can forget about Jest.
  test('takes it not without them', async () => {
    consumer.write('bare.config.cjs', 'module.exports = {};');
    await expect(jest('bare.config.cjs')).rejects.toThrow('Must use import to load ES Module');
  });
});
