import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, newConsumer } from '../support/consumer.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PREAMBLE = join(ROOT, 'test/support/examples-preamble.mts');

interface Example {
  readonly where: string;
  readonly code: string;
}

/** Every block of TypeScript in the documentation comments of a file, or in Markdown. */
function examplesIn(path: string): Example[] {
  const text = readFileSync(path, 'utf8').replace(/^ *\* ?/gm, '');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ''], index) => ({
    where: `${relative(ROOT, path)} ${index + 1}`,
    code,
  }));
}

function filesIn(folder: string, ending: string): string[] {
  return (
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map((entry) => join(entry.parentPath, entry.name))
      // The pages of operations are made of the comments' own examples, which can't all run twice.
      .filter((path) => !/docs\/(?:reference|operations)/.test(path))
  );
}

/** The files in `examples`, each a program of its own. */
const programs = filesIn('examples', '.ts').map((path) => ({
  where: relative(ROOT, path),
  code: readFileSync(path, 'utf8'),
}));

const examples = [
  ...[join(ROOT, 'README.md'), ...filesIn('src', '.ts'), ...filesIn('docs', '.md')].flatMap(
    examplesIn,
  ),
  ...programs,
];

/** What the preamble gives to examples, by the name that they have for it. */
const GIVEN = {
  xrpl: ['gateway', 'vaultAddress', 'issuerAddress', 'holderAddress', 'sharedAddress', 'sandbox'],
  aptos: ['aptosGateway as gateway', 'friendAddress', 'tokenAddress', 'aptos'],
  stacks: ['stacksGateway as gateway', 'stacksFriend as friendAddress', 'sandbox', 'tokenContract'],
} as const;

/** Whose gateway an example is about, where it makes none itself. */
function chainOf(where: string): keyof typeof GIVEN {
  const [, folder] = where.split('/');
  return folder === 'aptos' || folder === 'stacks' ? folder : 'xrpl';
}

/** A module of its own, with what the preamble gives where the example doesn't define it. */
function moduleOf({ code, where }: Example): string {
  const wanted = GIVEN[chainOf(where)].filter((given) => {
    const name = given.split(' ').at(-1);
    return new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`const ${name}\\b`).test(code);
  });
  const imports =
    wanted.length > 0 ? `import { ${wanted.join(', ')} } from './preamble.mjs';\n` : '';
  return `${imports}${code}\nexport {};\n`;
}

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer([
    '@noble/curves',
    'xrpl',
    '@aptos-labs/ts-sdk',
    '@stacks/transactions',
    'redis',
    'fireblocks-sdk',
    '@fireblocks/ts-sdk',
    'sql.js',
    '@types/sql.js',
    'express',
    '@types/express',
    'fastify',
    'hono',
  ]);
});
afterAll(() => consumer?.remove());

describe('the examples of the documentation', () => {
  test('compile against the installed package and run as they stand', async () => {
    expect(examples.length).toBeGreaterThan(50);
    const options = {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
    };
    const sources = [
      ['preamble', readFileSync(PREAMBLE, 'utf8')] as const,
      ...examples.map((example, index) => [`example-${index}`, moduleOf(example)] as const),
    ];
    for (const [name, text] of sources) {
      consumer.write(`${name}.mts`, text);
      consumer.write(`${name}.mjs`, ts.transpileModule(text, options).outputText);
    }
    await consumer.check(
      sources.map(([name]) => `${name}.mts`),
      // The xrpl package's own declarations want the DOM.
      { module: 'node16', lib: ['es2023', 'dom'], skipLibCheck: true },
    );
    const runner = [
      "import { sandbox } from './preamble.mjs';",
      ...examples.map(
        ({ where }, index) =>
          `await import('./example-${index}.mjs').catch((error) => { console.log(${JSON.stringify(where)}, error); });`,
      ),
      'await sandbox.stop();',
      "console.log('all ran');",
    ];
    const printed = await consumer.node(consumer.write('run.mjs', runner.join('\n')));
    expect(printed.trim().split('\n').at(-1)).toBe('all ran');
    expect(printed).not.toMatch(/Error/);
  });
});
