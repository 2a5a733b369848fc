import { inspect } from 'node:util';
import { vi } from 'vitest';
import type { FaultEffect, Sandbox } from '../../src/sandbox/index.js';

/** What a thing shows, in every way that a log may write it. */
export function shown(thing: unknown): string {
  const views = [
    inspect(thing, { depth: 10, showHidden: true, getters: true, maxStringLength: null }),
    `${thing}`,
    jsonOf(thing),
  ];
  if (thing instanceof Error) {
    views.push(thing.stack ?? '', jsonOf(Object.getOwnPropertyDescriptors(thing)));
    if (thing.cause !== undefined) views.push(shown(thing.cause));
  }
  return views.join('\n');
}

function jsonOf(thing: unknown): string {
  try {
    return JSON.stringify(thing) ?? '';
  } catch {
    return '';
  }
}

/** What must never be seen: the key's text and every line of it, tokens, and their header. */
export function secretsOf({ custody }: Sandbox, ...keys: string[]): (string | RegExp)[] {
  const lines = [custody.apiSecret, ...keys].flatMap((pem) =>
    pem.split('\n').filter((line) => line.length > 10 && !line.startsWith('-----')),
  );
  return [
    custody.apiSecret,
    ...lines,
    custody.apiKey,
    /eyJ[\w-]{5}/,
    /bearer/i,
    /(?<!_)authorization/i,
  ];
}

export function leaksIn(text: string, secrets: readonly (string | RegExp)[]): string[] {
  return secrets
    .filter((secret) => (typeof secret === 'string' ? text.includes(secret) : secret.test(text)))
    .map(String);
}

/** What a proxy makes of a token that it was sent. */
export const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhcGkta2V5In0.c2lnbmF0dXJl';
export const LEAKY_FAULTS: readonly (readonly [string, FaultEffect])[] = [
  ['a broken connection', { kind: 'drop' }],
  ['a lost answer', { kind: 'lose-answer' }],
  ['an answer of another form', { kind: 'answer', status: 200, body: { token: TOKEN } }],
  ['text that repeats the token', { kind: 'answer', status: 502, body: `Bearer ${TOKEN}` }],
  ...[400, 401, 403, 404, 429, 500].map((status) => {
    const body = { message: `denied for ${TOKEN}`, code: -7 };
    return [`HTTP ${status}`, { kind: 'answer', status, body }] as const;
  }),
];

/** All that is written meanwhile, by whatever way. */
export function listenToLogs() {
  const written: unknown[] = [];
  const spies = [
    ...(['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void written.push(words)),
    ),
    ...[process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        written.push(text);
        return true;
      }),
    ),
  ];
  const onWarning = (warning: Error) => void written.push(warning);
  process.on('warning', onWarning);
  return {
    written,
    stop() {
      for (const spy of spies) spy.mockRestore();
      process.off('warning', onWarning);
    },
  };
}

/** Runs something, and gives all that came of it for anybody to see. */
export async function seenOf(work: (seen: unknown[]) => Promise<void>): Promise<unknown[]> {
  const seen: unknown[] = [];
  const logs = listenToLogs();
  try {
    await work(seen);
  } finally {
    logs.stop();
  }
  return [...seen, ...logs.written];
}
