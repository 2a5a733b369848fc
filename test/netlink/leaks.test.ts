import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NetlinkClient, type NetlinkClientOptions } from '../../src/netlink/index.js';
import { API_KEY, CALLS, handlerFor, SECRET, signer } from './support/netlink.js';

/** What a thing shows, in every way that a log may write it, and what an error tells on request. */
function shown(thing: unknown): string {
  const views = [
    inspect(thing, { depth: 10, showHidden: true, getters: true, maxStringLength: null }),
    `${thing}`,
    JSON.stringify(thing) ?? '',
  ];
  if (thing instanceof Error) {
    views.push(thing.stack ?? '', JSON.stringify(Object.getOwnPropertyDescriptors(thing)));
    if ('body' in thing) views.push(String(thing.body));
    if (thing.cause !== undefined) views.push(shown(thing.cause));
  }
  return views.join('\n');
}

type Answer = NonNullable<NetlinkClientOptions['fetch']>;

/** Providers and clients that repeat what they were sent. */
const ANSWERS: readonly (readonly [string, Answer])[] = [
  [
    'headers in the error',
    async (_, { headers }) => Response.json({ error: JSON.stringify(headers) }, { status: 400 }),
  ],
  [
    'headers in the body',
    async (_, { headers }) => new Response(inspect(headers), { status: 403 }),
  ],
  [
    'slashes escaped',
    async (_, { headers }) =>
      new Response(JSON.stringify(headers).replaceAll('/', '\\/'), { status: 400 }),
  ],
  [
    'more escaped than has to be, in a text within the text',
    async (_, { headers }) => {
      const escaped = (text: string) =>
        text.replace(/[^\w {}:",]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
      return Response.json({ error: escaped(JSON.stringify(headers)) }, { status: 400 });
    },
  ],
  [
    'headers in a message',
    async (_, { headers }) => Response.json({ message: inspect(headers) }, { status: 429 }),
  ],
  ['headers in a success', async (_, { headers }) => Response.json({ headers })],
  ['headers in what is no JSON', async (_, { headers }) => new Response(inspect(headers))],
  [
    'a fetch that puts its request into its error',
    async (url, init) =>
      Promise.reject(Object.assign(new TypeError(`${url} failed`), { cause: { init }, init })),
  ],
  [
    'a fetch that throws',
    (_, init) => {
      throw new Error(inspect(init));
    },
  ],
];

describe('credentials', () => {
  it('would be found where they are shown', () => {
    const error = Object.assign(new Error('x'), {
      request: { headers: { 'X-FBAPI-KEY': API_KEY } },
    });
    expect(shown(error)).toContain(API_KEY);
    expect(shown(new Error('x', { cause: new Error(API_KEY) }))).toContain(API_KEY);
  });

  it.each(ANSWERS)('are in no error and no event: %s', async (_, answer) => {
    const signatures: string[] = [];
    const things: unknown[] = [];
    const client = new NetlinkClient({
      baseUrl: 'https://exchange.example',
      signer: signer(),
      retry: { attempts: 2, baseMs: 1, maxMs: 1 },
      fetch: (url, init) => {
        signatures.push(new Headers(init.headers).get('x-fbapi-signature') ?? '');
        return answer(url, init);
      },
      onRequest: (event) => things.push(event),
      onResponse: (event) => things.push(event),
    });
    things.push(client);
    for (const call of Object.values(CALLS)) {
      await call(client).catch((error: unknown) => things.push(error));
    }
    expect(things.filter((thing) => thing instanceof Error).length).toBeGreaterThanOrEqual(12);
    expect(signatures.length).toBeGreaterThanOrEqual(12);
    for (const text of things.map(shown)) {
      // Without what may be escaped: of a signature the longest part.
      const parts = signatures.flatMap((one) =>
        one
          .split(/\W/)
          .sort((a, b) => b.length - a.length)
          .slice(0, 1),
      );
      for (const secret of [API_KEY, SECRET, ...parts]) expect(text).not.toContain(secret);
    }
  });

  it('are in nothing that the server answers or tells', async () => {
    const told: unknown[] = [];
    const handler = handlerFor(undefined, { onError: (failure) => told.push(failure) });
    const headers = { ...(await signer().headers({ method: 'GET', path: '/v1/accounts' })) };
    for (const path of ['/v1/accounts?a=b', '/v1/supportedAssets', '/v1/nowhere']) {
      const response = await handler(
        new Request(`https://exchange.example/api${path}`, { headers }),
      );
      expect(response.status).toBeGreaterThanOrEqual(400);
      told.push(await response.text(), Object.fromEntries(response.headers));
    }
    expect(told).toHaveLength(9);
    for (const text of told.map(shown)) {
      for (const secret of [API_KEY, SECRET, headers['X-FBAPI-SIGNATURE']]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});
