// What docs/runtimes.md says, tried in each runtime: `npm run docs:runtimes` writes it.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Consumer, newConsumer } from '../support/consumer.js';
import { installNodes } from '../support/nodes.js';
import { ALGORITHMS } from '../support/request-vectors.js';
import { installRuntimes, VERSIONS } from '../support/runtimes.js';
import { bundlePrograms, fundedSandbox, PARTS, type Part } from './support/runtime-parts.js';

type Ask = (part: Part) => Promise<string>;

let consumer: Consumer;
let sandbox: Awaited<ReturnType<typeof fundedSandbox>>;
beforeAll(async () => {
  sandbox = await fundedSandbox();
  consumer = await newConsumer();
  await bundlePrograms(consumer, sandbox.settings);
});
afterAll(async () => {
  consumer?.remove();
  await sandbox?.stop();
});

/** By their date of compatibility: today's have Node's modules, those of before only where they are asked for. */
const WORKERS = [
  { date: '2026-11-01', flags: [] },
  { date: '2024-10-01', flags: ['nodejs_compat'] },
  { date: '2024-09-01', flags: [] },
];

/** The runtimes, each with how it runs the program of a part. */
async function runtimes(): Promise<ReadonlyMap<string, Ask>> {
  const { bun, deno, worker } = await installRuntimes(consumer.folder);
  const apart = join(consumer.folder, 'nodes');
  mkdirSync(apart);
  const nodes = await installNodes(apart);
  const by = (program: string) => async (part: Part) => {
    const args = [`${part}.program.bundle.mjs`];
    return (await promisify(execFile)(program, args, { cwd: consumer.folder })).stdout;
  };
  const workerd =
    (date: string, ...flags: string[]): Ask =>
    (part) =>
      worker(`${part}.worker.bundle.mjs`, { date, flags });
  return new Map<string, Ask>([
    ...nodes.map(({ version, program }) => [`Node ${version}`, by(program)] as const),
    [`Bun ${VERSIONS.bun}`, (part) => bun(`${part}.program.bundle.mjs`)],
    [`Deno ${VERSIONS.deno}`, (part) => deno(`${part}.program.bundle.mjs`)],
    ...WORKERS.map(({ date, flags }) => {
      const name = [
        'workerd',
        VERSIONS.workerd,
        'of',
        date,
        ...flags.map((one) => `with \`${one}\``),
      ];
      return [name.join(' '), workerd(date, ...flags)] as const;
    }),
  ]);
}

/** What a part's program said, in a cell. */
function cellOf(part: Part, text: string): string {
  const said: Record<string, unknown> = JSON.parse(text);
  if (part !== 'requests') {
    const failed = Object.entries(said).filter(([, word]) => word !== 'confirmed');
    return failed.length === 0
      ? 'yes'
      : failed.map(([chain, word]) => `${chain}: ${word}`).join('; ');
  }
  const without = ALGORITHMS.filter((name) => JSON.stringify(said[name]).includes('unsupported'));
  return without.length === 0
    ? 'all'
    : `all but ${without.map((name) => `\`${name}\``).join(', ')}`;
}

const INTRODUCTION = `# Where it runs

Made by \`npm run docs:runtimes\`, which runs the packed package in each of these; a test does it again and expects the
same. Each program is one file, bundled as the tools for Workers do it; the sandbox that it talks to is another process.

- **Requests**: which algorithms of signed requests it signs and verifies.
- **Own signer**: a transfer on each of the three chains, confirmed, signed by a \`RawSigner\` that is not Fireblocks.
- **Fireblocks**: the same, signed by \`FireblocksRawSigner\`. It needs \`node:crypto\`.

Workers are named by their date of compatibility, and by the flags beside it.

| runtime | requests | own signer | Fireblocks |
| --- | --- | --- | --- |
`;

const OTHERS = `
Beside these, tests of their own build and run the package with [Next.js](guides/serving.md), and build it for browsers
with esbuild, Rollup, Vite and webpack: \`/requests\`, \`/provider\`, \`/netlink\`, \`/signer\`, \`/xrpl\`, \`/aptos\` and
\`/stacks\` need nothing of Node's and no settings there. The root, \`/fireblocks\` and \`/http\` are for runtimes with
Node's modules. Not run: a browser, AWS Lambda.

**In Workers** make a gateway, and a handler of this package, for each request: \`fetch: (request) =>
handlerOf(env)(request)\`. A worker stops what a request has begun as soon as that is answered, without a word, so a
gateway that outlives it would wait for ever for what was stopped. Fireblocks and the chain keep what is needed: after a
202 the next call with the key, or one that waits behind it, goes on. A provider of the two APIs needs a \`store\` there.
Elsewhere one gateway serves all requests.
`;

test('docs/runtimes.md says what each runtime does: `npm run docs:runtimes`', async () => {
  const rows: string[] = [];
  for (const [name, ask] of await runtimes()) {
    const cells: string[] = [];
    for (const part of PARTS) {
      const text = await ask(part).catch((error: Error) => error);
      cells.push(typeof text === 'string' ? cellOf(part, text) : 'no');
    }
    rows.push(`| ${[name, ...cells].join(' | ')} |`);
  }
  const page = `${INTRODUCTION}${rows.join('\n')}\n${OTHERS}`;
  await expect(page).toMatchFileSnapshot('../../docs/runtimes.md');
});
