import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, exportedPaths, newConsumer } from '../support/consumer.js';

const REFERENCE = 'dist/assets/type-docs.js';

/** What the pages of a server are made of. */
const DOCUMENTS = [
  'dist/assets/swagger-ui-script.js',
  'dist/assets/swagger-ui-style.js',
  'dist/assets/version.js',
  REFERENCE,
];

/** Of what others wrote. */
const LICENCES = [
  'dist/assets/swagger-ui.LICENSE.txt',
  'dist/assets/swagger-ui.NOTICE.txt',
  ...[
    'ws',
    'stacks.js',
    'c32check',
    'base-x',
    'noble-hashes',
    'noble-secp256k1',
    'lodash.clonedeep',
  ].map((name) => `dist/sandbox/${name}.LICENSE.txt`),
];

const PAGES = ['/api-docs', '/type-docs/', '/type-docs/modules/http.html'];

let consumer: Consumer;
beforeAll(async () => {
  // What an example of the README has beside the package.
  consumer = await newConsumer(['redis']);
});
afterAll(() => consumer?.remove());

describe('the package that users install', () => {
  test('holds what is needed and nothing else', () => {
    const unexpected = consumer.files.filter(
      (path) => !/^(?:dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/.test(path),
    );
    expect(unexpected).toEqual([]);
    const wanted = ['LICENSE', 'README.md', 'dist/cli/main.js', ...DOCUMENTS, ...LICENCES];
    expect(wanted.filter((path) => !consumer.files.includes(path))).toEqual([]);
  });

  // Scripts of packages don't run here, so that no hook of `npm publish` could see to it.
  test.each(['mjs', 'cjs'])(
    'serves the documents that it holds, and says which it was robbed of (%s)',
    async (ending) => {
      const load = ending === 'mjs' ? 'await import' : 'require';
      const text = `
      const run = async () => {
        const { LocalRawSigner, XrplGateway } = ${load}('custody-gateways');
        const { xrplHandler } = ${load}('custody-gateways/http');
        const signer = new LocalRawSigner({ seed: 'x', quiet: true });
        const handler = xrplHandler(new XrplGateway({ signer, network: 'testnet' }));
        for (const path of ${JSON.stringify(PAGES)}) {
          const response = await handler(new Request('http://localhost' + path));
          const isHtml = response.headers.get('content-type').startsWith('text/html');
          const body = isHtml ? (await response.text()).slice(0, 9) : (await response.json()).message;
          console.log(response.status, body);
        }
      };
      ${ending === 'mjs' ? 'await run();' : 'run();'}`;
      const name = consumer.write(`documents.${ending}`, text);
      const whole = (await consumer.node(name)).toLowerCase().trim().split('\n');
      expect(whole).toEqual(PAGES.map(() => '200 <!doctype'));

      const reference = join(consumer.folder, 'node_modules/custody-gateways', REFERENCE);
      renameSync(reference, `${reference}.away`);
      const robbed = await consumer.node(name).finally(() => {
        renameSync(`${reference}.away`, reference);
      });
      expect(robbed.toLowerCase()).toBe(
        `200 <!doctype\n${'404 the reference is not part of this build.\n'.repeat(2)}`,
      );
    },
  );

  test('A-D20: can be imported and required by every path it exports', async () => {
    const paths = exportedPaths();
    const imports = paths.map(
      (path) => `console.log(Object.keys(await import('${path}')).length > 0);`,
    );
    const requires = paths.map(
      (path) => `console.log(Object.keys(require('${path}')).length > 0);`,
    );
    const esm = await consumer.node(consumer.write('all.mjs', imports.join('\n')));
    const cjs = await consumer.node(consumer.write('all.cjs', requires.join('\n')));
    expect(esm.trim().split('\n')).toEqual(paths.map(() => 'true'));
    expect(cjs.trim().split('\n')).toEqual(paths.map(() => 'true'));
  });

  test.each(['mjs', 'cjs'])(
    'has one class of each error, whichever path it came by (%s)',
    async (ending) => {
      const load = ending === 'mjs' ? 'await import' : 'require';
      const text = `
      const run = async () => {
        const { GatewayError, XrplGateway, LocalRawSigner } = ${load}('custody-gateways');
        const xrpl = ${load}('custody-gateways/xrpl');
        const signer = ${load}('custody-gateways/signer');
        const local = new LocalRawSigner({ seed: 'x', quiet: true });
        const gateway = new xrpl.XrplGateway({ signer: local, network: 'testnet' });
        const error = await gateway.offerCancel('0', {}).catch((e) => e);
        console.log(error instanceof GatewayError, gateway instanceof XrplGateway);
        console.log(new signer.SignaturePendingError({ requestId: 'a' }) instanceof GatewayError);
      };
      ${ending === 'mjs' ? 'await run();' : 'run();'}`;
      const printed = await consumer.node(consumer.write(`classes.${ending}`, text));
      expect(printed.trim()).toBe('true true\ntrue');
    },
  );

  // What a service in CommonJS makes, an application of modules catches, and the other way round.
  test.each([
    ['cjs', 'mjs'],
    ['mjs', 'cjs'],
  ])('takes what waits for a signature as pending, made in %s and caught in %s', async (of, by) => {
    const load = (ending: string) => (ending === 'mjs' ? 'await import' : 'require');
    const maker = `
      const make = async () => {
        const { startSandbox } = ${load(of)}('custody-gateways/sandbox');
        const { FireblocksRawSigner } = ${load(of)}('custody-gateways/fireblocks');
        const { XrplGateway } = ${load(of)}('custody-gateways/xrpl');
        const sandbox = await startSandbox({ approvals: 'manual' });
        const { apiKey, apiSecret, url: basePath } = sandbox.custody;
        const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath });
        const gateway = new XrplGateway({ signer, network: sandbox.xrpl });
        await sandbox.xrpl.fund(await gateway.getAddress('0'), 100_000_000n);
        return { sandbox, gateway };
      };
      ${of === 'mjs' ? 'export { make }' : 'module.exports = { make }'};`;
    const catcher = `
      const run = async () => {
        const { SignaturePendingError } = ${load(by)}('custody-gateways');
        const { make } = await import('./made-in.${of}');
        const { sandbox, gateway } = await make();
        const set = { configs: { domain: 'example.com' } };
        await gateway.accountSet('0', set, { signatureTimeoutMs: 50 }).catch((error) => {
          console.log(error instanceof SignaturePendingError ? 'pending' : 'failed', error.code);
        });
        await sandbox.stop();
      };
      run();`;
    consumer.write(`made-in.${of}`, maker);
    const printed = await consumer.node(consumer.write(`caught-in.${by}`, catcher));
    expect(printed.trim()).toBe('pending SIGNATURE_PENDING');
  });

  test.each([
    ['node16, ESM', 'consumer.mts', { module: 'node16' }],
    ['node16, CommonJS', 'consumer.cts', { module: 'node16' }],
    ['a bundler', 'consumer.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('has types for %s, without skipLibCheck', async (_, name, options) => {
    const lines = exportedPaths().map((path, index) => `import * as m${index} from '${path}';`);
    const uses = exportedPaths().map((_path, index) => `export const n${index} = m${index};`);
    const typed = `
      import { XrplGateway, type XrplConfirmed } from 'custody-gateways/xrpl';
      declare const gateway: XrplGateway;
      export const paid: Promise<XrplConfirmed> = gateway.offerCancel('0', { offerSequence: 1 });
      // @ts-expect-error: a float is no amount
      gateway.xrpTransfer('0', { destination: 'r', amount: 1.5 });
      // @ts-expect-error: freeze has no default
      gateway.freezeToken('0', { holder: 'r', currency: 'USD' });
    `;
    consumer.write(name, [...lines, ...uses, typed].join('\n'));
    await consumer.check([name], options);
  });

  test('runs as a command', async () => {
    const cli = 'node_modules/custody-gateways/dist/cli/main.js';
    consumer.write('help.mjs', `process.argv.push('--help'); await import('./${cli}');`);
    expect(await consumer.node('help.mjs')).toContain('custody-gateways <command>');
  });
});

describe('the README', () => {
  const examples = [
    ...readFileSync(new URL('../../README.md', import.meta.url), 'utf8').matchAll(
      /```ts\n([\s\S]*?)```/g,
    ),
  ].map(([, code = '']) => code);

  test.each(examples.map((code, index) => [index + 1, code] as const))(
    'has an example %s that compiles and runs as it stands',
    async (number, code) => {
      const name = consumer.write(`readme-${number}.mts`, code);
      await consumer.check([name], { module: 'node16' });
      const { outputText } = ts.transpileModule(code, {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
      });
      await consumer.node(consumer.write(`readme-${number}.mjs`, outputText));
    },
  );

  test('has at least one example', () => {
    expect(examples.length).toBeGreaterThan(0);
  });
});
