import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { systemClock } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import { API_KEY, signed, verifierOf } from '../support/scheme.js';

const SCHEME = { algorithm: 'hmac-sha512', preEncoding: 'BASE64', postEncoding: 'BASE64' };
const NOW = 1_700_000_000_000;
const clock = { ...systemClock, now: () => NOW };

type Edit = Readonly<Record<string, string | undefined>>;

/** Headers over which the signature is right, with some of them another value or left out. */
function headers(edit: Edit = {}): Edit {
  const timestamp = edit['X-FBAPI-TIMESTAMP'] ?? String(NOW);
  const nonce = edit['X-FBAPI-NONCE'] ?? randomUUID();
  return {
    'X-FBAPI-KEY': API_KEY,
    'X-FBAPI-TIMESTAMP': timestamp,
    'X-FBAPI-NONCE': nonce,
    'X-FBAPI-SIGNATURE': signed(`${timestamp}${nonce}GET/v1/accounts`, SCHEME),
    ...edit,
  };
}

const verifier = (options: object = {}) => verifierOf(SCHEME, { clock, ...options });
const verdict = (edit: Edit, options: object = {}) =>
  verifier(options).verify({ method: 'GET', path: '/v1/accounts', headers: headers(edit) });

const AT = 'network-link.md, provider-api.md / Authentication';
const NAMES = ['X-FBAPI-KEY', 'X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE', 'X-FBAPI-SIGNATURE'] as const;

claims('the headers of a request', [
  ...each(NAMES, (name): Claim[] => [
    {
      where: `${AT} / headers / ${name} / required`,
      holds: async () => {
        const missing = await verdict({ [name]: undefined });
        expect(missing).toMatchObject({ ok: false, reason: 'missing-header', header: name });
        const empty = await verdict({ [name]: '' });
        expect(empty).toMatchObject({ ok: false, reason: 'missing-header', header: name });
      },
    },
    {
      where: `${AT} / headers / ${name} / in any case`,
      holds: async () => {
        const { [name]: value, ...rest } = headers();
        const lower = { ...rest, [name.toLowerCase()]: value };
        const request = { method: 'GET', path: '/v1/accounts', headers: lower };
        expect(await verifier().verify(request)).toMatchObject({ ok: true });
      },
    },
  ]),
  {
    where: `${AT} / X-FBAPI-KEY / identifies the caller`,
    holds: async () => {
      expect(await verdict({})).toEqual({ ok: true, apiKey: API_KEY });
      expect(await verdict({ 'X-FBAPI-KEY': 'key-2' })).toMatchObject({ reason: 'unknown-key' });
    },
  },
  {
    where: `${AT} / X-FBAPI-SIGNATURE / of another secret`,
    holds: async () => {
      const keys = { [API_KEY]: 'another secret' };
      expect(await verdict({}, { keys })).toMatchObject({ reason: 'wrong-signature' });
    },
  },
  ...each(['now', '1700000000', '1700000000000.5', '-1700000000000', '0x18bcfe56800'], (value) => ({
    where: `${AT} / X-FBAPI-TIMESTAMP / milliseconds: not ${value}`,
    holds: async () => {
      const refused = await verdict({ 'X-FBAPI-TIMESTAMP': value });
      expect(refused).toMatchObject({ ok: false, header: 'X-FBAPI-TIMESTAMP' });
    },
  })),
  ...each([5, 10, 60], (seconds): Claim[] => [
    {
      where: `network-link.md / Authentication / rule 1 / a window of ${seconds} seconds / within`,
      holds: async () => {
        for (const off of [-1000 * seconds, 0, 1000 * seconds]) {
          const edit = { 'X-FBAPI-TIMESTAMP': String(NOW + off) };
          expect(await verdict(edit, { clockSkewMs: 1000 * seconds })).toMatchObject({ ok: true });
        }
      },
    },
    {
      where: `network-link.md / Authentication / rule 1 / a window of ${seconds} seconds / too old`,
      holds: async () => {
        const edit = { 'X-FBAPI-TIMESTAMP': String(NOW - 1000 * seconds - 1) };
        const refused = await verdict(edit, { clockSkewMs: 1000 * seconds });
        expect(refused).toMatchObject({ reason: 'timestamp-too-old' });
      },
    },
    {
      where: `network-link.md / Authentication / rule 1 / a window of ${seconds} seconds / ahead`,
      holds: async () => {
        const edit = { 'X-FBAPI-TIMESTAMP': String(NOW + 1000 * seconds + 1) };
        const refused = await verdict(edit, { clockSkewMs: 1000 * seconds });
        expect(refused).toMatchObject({ reason: 'timestamp-in-future' });
      },
    },
  ]),
  {
    where: `${AT} / X-FBAPI-NONCE / unique: the second use is refused`,
    holds: async () => {
      const once = verifier();
      const request = { method: 'GET', path: '/v1/accounts', headers: headers() };
      expect(await once.verify(request)).toMatchObject({ ok: true });
      expect(await once.verify(request)).toMatchObject({ reason: 'nonce-reused' });
      const next = { ...request, headers: headers() };
      expect(await once.verify(next)).toMatchObject({ ok: true });
    },
  },
  {
    where: 'provider-api.md / Authentication / X-FBAPI-NONCE / UUID',
    holds: async () => {
      const refused = await verdict({ 'X-FBAPI-NONCE': '7' });
      expect(refused).toMatchObject({ ok: false, header: 'X-FBAPI-NONCE' });
    },
  },
  {
    where: 'network-link.md / Authentication / X-FBAPI-NONCE / UUID-like',
    holds: async () => {
      const nonce = 'C3D5F400-0E7E-4F94-A199-44B8CC7B6B81';
      expect(await verdict({ 'X-FBAPI-NONCE': nonce })).toMatchObject({ ok: true });
      const noncePattern = /[a-z0-9]{10,}/;
      const random = { 'X-FBAPI-NONCE': 'a1b2c3d4e5f6' };
      expect(await verdict(random, { noncePattern })).toMatchObject({ ok: true });
    },
  },
]);
