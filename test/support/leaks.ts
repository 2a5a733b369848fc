import { inspect } from 'node:util';
import type { Sandbox } from '../../src/sandbox/index.js';

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
