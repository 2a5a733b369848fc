import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, newConsumer } from '../support/consumer.js';

const PACKAGES = [
  'next@16.4.6',
  'react@19.2.0',
  'react-dom@19.2.0',
  // Next.js would install them itself for a route in TypeScript.
  'typescript@6.0.3',
  '@types/node@20.19.43',
  '@types/react@19.2.2',
];

const NEXT = 'node_modules/next/dist/bin/next';
const LAYOUT = `
  export default function Layout({ children }: { children: React.ReactNode }) {
    return <html><body>{children}</body></html>;
  }`;

/** The example as it stands, but for the end, where it calls itself. */
function route(): string {
  const example = new URL('../../examples/serve-with-nextjs.ts', import.meta.url);
  const [text = '', rest] = readFileSync(example, 'utf8').split('// The calls that Next.js makes.');
  if (rest === undefined) throw new Error('The example has no such comment.');
  return text;
}

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer();
  await consumer.install(...PACKAGES);
  consumer.write('app/layout.tsx', LAYOUT);
  consumer.write('app/aptos/[...path]/route.ts', route());
});
afterAll(() => consumer?.remove());

const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };

async function build(bundler: string): Promise<void> {
  rmSync(join(consumer.folder, '.next'), { recursive: true, force: true });
  const options = { cwd: consumer.folder, env, maxBuffer: 1e8 };
  await promisify(execFile)(process.execPath, [NEXT, 'build', bundler], options);
}

/** `next start` on a free port of loopback, while something is done with it. */
async function started(use: (url: string) => Promise<void>): Promise<void> {
  const args = [NEXT, 'start', '--port', '0', '--hostname', '127.0.0.1'];
  const child = spawn(process.execPath, args, { cwd: consumer.folder, env });
  const ended = once(child, 'close');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      const listen = (chunk: unknown) => {
        output += String(chunk);
        const [, found] = /Local: +(http:\/\/\S+).*Ready/s.exec(output) ?? [];
        if (found) resolve(found);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      void ended.then(() => reject(new Error(output)));
    });
    await use(url);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

describe('the example for Next.js', () => {
  test.each(['--turbopack', '--webpack'])(
    'serves its gateway and its documents, built with %s',
    async (bundler) => {
      await build(bundler);
      await started(async (url) => {
        const at = async (path: string, init: RequestInit = {}) => {
          const response = await fetch(`${url}/aptos${path}`, init);
          return { status: response.status, where: response.url, text: await response.text() };
        };
        expect(await at('/api/0/address')).toMatchObject({
          status: 200,
          text: expect.stringMatching(/^\{"address":"0x[0-9a-f]{64}"\}$/),
        });
        const body = JSON.stringify({ recipientAddress: 'nobody', amount: 1 });
        const headers = { 'content-type': 'application/json' };
        const refused = await at('/api/0/transfer/move', { method: 'POST', headers, body });
        expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('"code":') });

        const document = JSON.parse((await at('/api-docs.json')).text);
        const { version } = JSON.parse(
          readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
        );
        expect(document).toMatchObject({ openapi: '3.1.0', info: { version } });

        const page = await at('/api-docs');
        const parts = [...page.text.matchAll(/(?:src|href)="([^":]+)"/g)];
        expect(parts).toHaveLength(4);
        for (const [, part = ''] of parts) {
          expect(await fetch(new URL(part, page.where))).toMatchObject({ status: 200 });
        }

        for (const path of ['/type-docs', '/type-docs/']) {
          const index = `${url}/aptos/type-docs/index.html`;
          expect(await at(path)).toMatchObject({ status: 200, where: index });
        }
        const reference = await at('/type-docs/modules/aptos.html');
        expect(reference).toMatchObject({
          status: 200,
          text: expect.stringContaining('AptosGateway'),
        });
      });
    },
  );
});
