import { createHmac, verify } from 'node:crypto';
import { expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { API_KEY, answeredWith, PLATFORM, providerWorld, SECRET } from '../support/provider.js';
import { CALLS } from '../support/provider-calls.js';
import { answerOf, bodyOf, lineOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';

const AT = 'provider-api.md / Authentication / Headers';
const NAMES = ['X-FBAPI-KEY', 'X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE', 'X-FBAPI-SIGNATURE'] as const;
const PLATFORM_NAME = 'X-FB-PLATFORM-SIGNATURE';

const WHO = {
  initiatedBy: ['X-FBAPI-INITIATED-BY', 'user 1'],
  approvedBy: ['X-FBAPI-APPROVED-BY', 'user 2'],
  signedBy: ['X-FBAPI-SIGNED-BY', 'user 3'],
} as const;
const IDENTITY = { initiatedBy: 'user 1', approvedBy: 'user 2', signedBy: 'user 3' };

async function sentBy(operation: Documented, options: Json = {}, call: Json = {}) {
  const { client, sent } = answeredWith(answerOf(operation), 200, options);
  await CALLS[operation.title]?.(client, bodyOf(operation), call);
  const last = sent.at(-1);
  if (last === undefined) throw new Error('nothing was sent');
  return last;
}

/** A request over HTTP with some headers changed; whether anything but the account was looked up. */
async function refused(operation: Documented, edit: Json, options: object = {}) {
  const { raw, asked } = providerWorld({}, options);
  const answer = await raw(lineOf(operation), bodyOf(operation), edit);
  expect(asked).toEqual({});
  return answer;
}

const isCreation = ({ title }: Documented) =>
  ['createFiatWithdrawal', 'create blockchain withdrawal'].includes(title) ||
  title.startsWith('create withdrawal') ||
  title.startsWith('create transfer');

const ofAccounts = PROVIDER.filter(
  ({ component }) => !['capabilities', 'collateral'].includes(component),
);

claims('the headers of every operation of the provider API', [
  ...each(PROVIDER, (operation): Claim[] => [
    {
      where: `${AT} / ${operation.title} / the four, signed by the library`,
      holds: async () => {
        const { method, path, headers, text } = await sentBy(operation);
        const [key, timestamp, nonce, signature] = NAMES.map((name) => headers.get(name));
        const message = `${timestamp}${nonce}${method}${path}${text}`;
        const encoded = Buffer.from(message).toString('base64');
        expect(key).toBe(API_KEY);
        expect(timestamp).toMatch(/^\d{13}$/);
        expect(nonce).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        expect(signature).toBe(createHmac('sha512', SECRET).update(encoded).digest('hex'));
      },
    },
    ...each(NAMES, (name) => ({
      where: `${AT} / ${operation.title} / ${name} / required over HTTP`,
      holds: async () => {
        const { status, body } = await refused(operation, { [name]: undefined });
        expect(status).toBe(name === 'X-FBAPI-KEY' ? 401 : 400);
        expect(body.propertyName).toBe(name);
      },
    })),
    {
      where: `${AT} / ${operation.title} / X-FBAPI-SIGNATURE / another is refused over HTTP`,
      holds: async () => {
        const edit = { 'X-FBAPI-SIGNATURE': 'ab'.repeat(64) };
        const { status, body } = await refused(operation, edit);
        expect({ status, name: body.propertyName }).toEqual({
          status: 400,
          name: 'X-FBAPI-SIGNATURE',
        });
      },
    },
  ]),
  ...each(
    PROVIDER.filter(({ offExchange }) => offExchange),
    (operation): Claim[] => [
      {
        where: `${AT} / ${PLATFORM_NAME} / ${operation.title} / sent by the library`,
        holds: async () => {
          const { method, path, headers, text } = await sentBy(operation);
          const [, timestamp, nonce] = NAMES.map((name) => headers.get(name));
          const message = Buffer.from(`${timestamp}${nonce}${method}${path}${text}`);
          const signature = Buffer.from(headers.get(PLATFORM_NAME) ?? '', 'base64');
          expect(verify('sha512', message, PLATFORM.publicKey, signature)).toBe(true);
        },
      },
      {
        where: `${AT} / ${PLATFORM_NAME} / ${operation.title} / required over HTTP`,
        holds: async () => {
          const { status, body } = await refused(operation, { [PLATFORM_NAME]: undefined });
          expect(status).toBe(400);
          expect(body.propertyName).toBe(PLATFORM_NAME);
        },
      },
      {
        where: `${AT} / ${PLATFORM_NAME} / ${operation.title} / another is refused over HTTP`,
        holds: async () => {
          const edit = { [PLATFORM_NAME]: Buffer.alloc(256, 7).toString('base64') };
          const { status, body } = await refused(operation, edit);
          expect({ status, name: body.propertyName }).toEqual({ status: 400, name: PLATFORM_NAME });
        },
      },
    ],
  ),
  ...each(
    PROVIDER.filter(({ offExchange }) => !offExchange),
    (operation) => ({
      where: `${AT} / ${PLATFORM_NAME} / ${operation.title} / only on off-exchange requests`,
      holds: async () => {
        expect((await sentBy(operation)).headers.has(PLATFORM_NAME)).toBe(false);
      },
    }),
  ),
]);

claims('the users behind a call', [
  ...each(ofAccounts, (operation): Claim[] =>
    each(Object.entries(WHO), ([, [name, value]]): Claim[] => {
      const belongs = name === 'X-FBAPI-INITIATED-BY' || isCreation(operation);
      return [
        {
          where: `${AT} / ${name} / ${operation.title} / ${belongs ? 'sent' : 'not sent'} where required`,
          holds: async () => {
            const { headers } = await sentBy(operation, { requirements: 'all' }, IDENTITY);
            expect(headers.get(name)).toBe(belongs ? value : null);
          },
        },
        {
          where: `${AT} / ${name} / ${operation.title} / not sent where not required`,
          holds: async () => {
            const { headers } = await sentBy(operation, { requirements: 'none' }, IDENTITY);
            expect(headers.get(name)).toBeNull();
          },
        },
      ];
    }),
  ),
]);
