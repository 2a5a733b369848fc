// The eight algorithms of requests in the runtimes that people deploy to, each by its own program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, newConsumer } from '../support/consumer.js';
import { ALGORITHMS, keysFor, vectors } from '../support/request-vectors.js';
import { oracleVerifies } from '../support/request-verifier.js';
import { installRuntimes, type Runtimes } from '../support/runtimes.js';

const TEST = fileURLToPath(new URL('..', import.meta.url));
const { request } = vectors;
const { method, path, body } = request;
const MESSAGE = Buffer.from(`${request.timestamp}${request.nonce}${method}${path}${body}`);

/** For a runtime that runs a program. */
const PROGRAM = `import { report, signersAtStart } from './runtime-report.mjs';
console.log(await report(signersAtStart()));
`;

const WORKER = `import { report, signersAtStart } from './runtime-report.mjs';
const signers = signersAtStart();
export default { fetch: async () => new Response(await report(signers)) };
`;

interface Answers {
  readonly signature: string;
  readonly right: unknown;
  readonly altered: unknown;
}

let consumer: Consumer;
let runtimes: Runtimes;

beforeAll(async () => {
  consumer = await newConsumer();
  runtimes = await installRuntimes(consumer.folder);
  for (const [from, to] of [
    ['requests/vectors.json', 'vectors.json'],
    ['support/runtime-report.mjs', 'runtime-report.mjs'],
  ] as const) {
    consumer.write(to, readFileSync(join(TEST, from), 'utf8'));
  }
  for (const [name, text] of [
    ['program', PROGRAM],
    ['worker', WORKER],
  ] as const) {
    await build({
      entryPoints: [join(consumer.folder, consumer.write(`${name}.mjs`, text))],
      outfile: join(consumer.folder, `${name}.bundle.mjs`),
      bundle: true,
      format: 'esm',
      // As the tools for Workers do it.
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['workerd', 'worker', 'import'],
      external: ['node:*'],
      logLevel: 'error',
    });
  }
});
afterAll(() => consumer?.remove());

/** Runtimes in which nothing does RSA with SHA3-256. */
const LEAST = { unsupported: ['rsa-sha3-256'] };
const ALL = { unsupported: [] };

const inWorkerd = (date: string, ...flags: string[]) => {
  return () => runtimes.worker('worker.bundle.mjs', { date, flags });
};

describe.each<[string, { readonly unsupported: readonly string[] }, () => Promise<string>]>([
  ['Node', ALL, () => consumer.node('program.bundle.mjs')],
  ['Bun', ALL, () => runtimes.bun('program.bundle.mjs')],
  ['Deno', ALL, () => runtimes.deno('program.bundle.mjs')],
  ['Workers', LEAST, inWorkerd('2024-09-01')],
  // A process without versions.
  ['Workers with the first nodejs_compat', LEAST, inWorkerd('2024-10-01', 'nodejs_compat')],
  ['Workers of today', LEAST, inWorkerd('2026-11-01')],
])('%s', (_, { unsupported }, ask) => {
  test('signs and verifies as OpenSSL does, or refuses at construction', async () => {
    const report = JSON.parse(await ask()) as Record<string, Record<string, Answers>>;
    expect(Object.keys(report).sort()).toEqual([...ALGORITHMS].sort());
    for (const algorithm of ALGORITHMS) {
      const answers = report[algorithm];
      if (unsupported.includes(algorithm)) {
        expect(answers).toEqual({ signer: 'unsupported', verifier: 'unsupported' });
        continue;
      }
      const scheme = { algorithm, preEncoding: 'base64', postEncoding: 'base64' };
      const { key } = keysFor(algorithm);
      for (const name of ['early', 'late', 'frozen']) {
        const expected = {
          signature: expect.any(String),
          right: { ok: true, apiKey: 'key-1' },
          altered: { ok: false, reason: 'wrong-signature', header: 'X-FBAPI-SIGNATURE' },
        };
        expect([algorithm, name, answers?.[name]]).toEqual([algorithm, name, expected]);
        const signature = answers?.[name]?.signature ?? '';
        expect(oracleVerifies(MESSAGE, signature, scheme, key)).toBe(true);
        if (algorithm.startsWith('ecdsa-')) continue;
        expect(signature).toBe(vectors.signatures[algorithm].base64.base64);
      }
    }
  });
});
