import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { requestSignerHandler } from '../../../src/handlers.js';
import { type Claim, claims, each } from '../support/claims.js';
import { ask } from '../support/http.js';
import { API_KEY, isSigned, signed, signerOf, verifierOf } from '../support/scheme.js';

const SCHEME = { algorithm: 'hmac-sha256', preEncoding: 'BASE64', postEncoding: 'HEXSTR' };
const POST = { method: 'POST', path: '/v1/withdraw', body: '{"amount":"1","tag":"é😀"}' };
const GET = { method: 'GET', path: '/accounts/A1234/balances?limit=2' };

type Sent = Readonly<Record<string, string | undefined>>;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** The three ways of having a request signed: headers, a whole `Request`, and over HTTP. */
const WAYS: Readonly<Record<string, (asked: Asked) => Promise<Sent>>> = {
  headers: async (asked) => ({ ...(await signerOf(SCHEME).headers(asked)) }),
  sign: async ({ method, path, body }) => {
    const init = { method, ...(body === undefined ? {} : { body }) };
    const { headers } = await signerOf(SCHEME).sign(new Request(`https://p.example${path}`, init));
    const names = ['KEY', 'TIMESTAMP', 'NONCE', 'SIGNATURE'].map((name) => `X-FBAPI-${name}`);
    return Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined]));
  },
  HTTP: async (asked) => {
    const handler = requestSignerHandler(signerOf(SCHEME), { authorize: () => true });
    return (await ask(handler, 'POST /headers', asked)).body;
  },
};

const AT = 'network-link.md, provider-api.md / Authentication';

/** Whether what was signed is these parts in a row. */
function isOver(sent: Sent, ...parts: readonly string[]): boolean {
  const head = `${sent['X-FBAPI-TIMESTAMP']}${sent['X-FBAPI-NONCE']}`;
  return isSigned(head + parts.join(''), sent['X-FBAPI-SIGNATURE'] ?? '', SCHEME);
}

const HEADERS: Readonly<Record<string, (value: string | undefined) => void>> = {
  'X-FBAPI-KEY': (value) => expect(value).toBe(API_KEY),
  'X-FBAPI-SIGNATURE': (value) => expect(value).toMatch(/^[0-9a-f]{64}$/),
  'X-FBAPI-TIMESTAMP': (value) => expect(value).toMatch(/^\d{13}$/),
  'X-FBAPI-NONCE': (value) =>
    expect(value).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
};

claims('the message that is signed', [
  ...each(Object.entries(WAYS), ([way, sign]): Claim[] => [
    ...each(Object.entries(HEADERS), ([name, check]) => ({
      where: `${AT} / headers / ${name} (${way})`,
      holds: async () => check((await sign(GET))[name]),
    })),
    {
      where: `${AT} / nonce / unique (${way})`,
      holds: async () => {
        const nonces = await Promise.all([1, 2, 3].map(() => sign(GET)));
        expect(new Set(nonces.map((sent) => sent['X-FBAPI-NONCE'])).size).toBe(3);
      },
    },
    {
      where: `${AT} / message / timestamp, nonce, method, URL, body, without separators (${way})`,
      holds: async () => {
        const sent = await sign(POST);
        expect(isOver(sent, 'POST', POST.path, POST.body)).toBe(true);
        expect(isOver(sent, 'POST', ' ', POST.path, POST.body)).toBe(false);
      },
    },
    {
      where: `${AT} / message / the body is the sent one, in UTF-8 (${way})`,
      holds: async () => {
        const body = '{ "b": 1,\n "a": "ü" }';
        expect(isOver(await sign({ ...POST, body }), 'POST', POST.path, body)).toBe(true);
      },
    },
    {
      where: `${AT} / message / the query string on GET (${way})`,
      holds: async () => {
        const sent = await sign(GET);
        expect(isOver(sent, 'GET', '/accounts/A1234/balances?limit=2')).toBe(true);
        expect(isOver(sent, 'GET', '/accounts/A1234/balances')).toBe(false);
      },
    },
    {
      where: `${AT} / message / the body is empty where there is none (${way})`,
      holds: async () => {
        const sent = await sign({ method: 'POST', path: '/v1/withdraw' });
        expect(isOver(sent, 'POST', '/v1/withdraw')).toBe(true);
      },
    },
    {
      where: `${AT} / message / the method in upper case (${way})`,
      holds: async () => {
        const sent = await sign({ ...POST, method: 'post' });
        expect(isOver(sent, 'POST', POST.path, POST.body)).toBe(true);
      },
    },
  ]),
  {
    where: 'network-link.md / Authentication / rule 5 / the timestamp equals the header',
    holds: async () => {
      const sent = await signerOf(SCHEME).headers({ ...GET, timestamp: 1_691_606_624_184 });
      expect(sent['X-FBAPI-TIMESTAMP']).toBe('1691606624184');
      expect(isOver({ ...sent }, 'GET', GET.path)).toBe(true);
    },
  },
  {
    where: `${AT} / X-FBAPI-TIMESTAMP / milliseconds since the epoch, UTC`,
    holds: async () => {
      const clock = { now: () => Date.UTC(2023, 7, 9, 18, 43, 44, 184) };
      const sent = await signerOf(SCHEME, { clock }).headers(GET);
      expect(sent['X-FBAPI-TIMESTAMP']).toBe('1691606624184');
    },
  },
  ...each(['', '/fireblocks', '/api/x'], (pathPrefix) => ({
    where: `network-link.md / Authentication / rule 6 / extra path prefix ${pathPrefix || 'none'}`,
    holds: async () => {
      const sent = await signerOf(SCHEME, { pathPrefix }).headers({
        method: 'GET',
        path: '/v1/accounts',
      });
      expect(isOver({ ...sent }, 'GET', `${pathPrefix}/v1/accounts`)).toBe(true);
    },
  })),
  ...each(['/v2', '/api/v2'], (basePath) => ({
    where: `provider-api.md / Message to sign / the URL without prefixes: ${basePath}`,
    holds: async () => {
      const sent = await signerOf(SCHEME, { basePath }).headers({
        method: 'GET',
        path: `${basePath}/accounts/A1234/balances?limit=2`,
      });
      expect(isOver({ ...sent }, 'GET', GET.path)).toBe(true);
    },
  })),
]);

/** A request of a peer, and what is made of it. */
async function verdict(sent: Asked & { readonly overPath?: string }, options: object = {}) {
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const { method, path, overPath = path, body } = sent;
  const message = `${timestamp}${nonce}${method.toUpperCase()}${overPath}${body ?? ''}`;
  return verifierOf(SCHEME, options).verify({
    ...sent,
    headers: {
      'x-fbapi-key': API_KEY,
      'x-fbapi-timestamp': timestamp,
      'x-fbapi-nonce': nonce,
      'x-fbapi-signature': signed(message, SCHEME),
    },
  });
}

claims('the message that is verified', [
  {
    where: `${AT} / message / method, URL with query, body, verified`,
    holds: async () => {
      expect(await verdict(GET)).toMatchObject({ ok: true, apiKey: API_KEY });
      expect(await verdict(POST)).toMatchObject({ ok: true });
    },
  },
  ...each(
    ['/v1/accounts', '/accounts/A1234/balances', '/accounts/A1234/balances?limit=3'],
    (overPath) => ({
      where: `${AT} / message / signed over ${overPath} and not the sent URL`,
      holds: async () => {
        expect(await verdict({ ...GET, overPath })).toMatchObject({ reason: 'wrong-signature' });
      },
    }),
  ),
  {
    where: 'network-link.md / Authentication / rule 6 / extra path prefix, verified',
    holds: async () => {
      const sent = { method: 'GET', path: '/v1/accounts', overPath: '/fireblocks/v1/accounts' };
      expect(await verdict(sent, { pathPrefix: '/fireblocks' })).toMatchObject({ ok: true });
      expect(await verdict(sent)).toMatchObject({ ok: false });
    },
  },
  {
    where: 'provider-api.md / Message to sign / the URL without prefixes, verified',
    holds: async () => {
      const sent = { method: 'GET', path: '/v2/accounts/1', overPath: '/accounts/1' };
      expect(await verdict(sent, { basePath: '/v2' })).toMatchObject({ ok: true });
      expect(await verdict(sent)).toMatchObject({ ok: false });
    },
  },
]);
