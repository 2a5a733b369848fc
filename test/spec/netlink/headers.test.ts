import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { API_KEY, netlinkWorld, SECRET } from '../support/netlink.js';
import { inputsOf, NETLINK, requestOf } from '../support/netlink-operations.js';

const AT = 'network-link.md / Authentication';
const NAMES = ['X-FBAPI-KEY', 'X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE', 'X-FBAPI-SIGNATURE'] as const;

claims('the headers of every operation of network link v1', [
  ...each(NETLINK, (operation): Claim[] => [
    {
      where: `${AT} / ${operation.title} / the library sends the four headers, signed`,
      holds: async () => {
        const { client, last } = netlinkWorld();
        const call: Json = Reflect.get(client, operation.name).bind(client);
        await (operation.fields.length === 0 ? call() : call(inputsOf(operation)));
        const { method, url, text, headers } = last();
        const [key, timestamp, nonce, signature] = NAMES.map((name) => headers.get(name));
        const message = `${timestamp}${nonce}${method}${url.pathname}${url.search}${text}`;
        expect(key).toBe(API_KEY);
        expect(timestamp).toMatch(/^\d{13}$/);
        expect(signature).toBe(createHmac('sha512', SECRET).update(message).digest('base64'));
      },
    },
    {
      where: `${AT} / ${operation.title} / answers a request with the four headers`,
      holds: async () => {
        const { line, body } = requestOf(operation);
        expect(await netlinkWorld().raw(line, { body })).toMatchObject({ status: 200 });
      },
    },
    ...each(NAMES, (name) => ({
      where: `network-link.md / Errors / 400000 / ${operation.title} without ${name}`,
      holds: async () => {
        const { raw, got } = netlinkWorld();
        const { line, body } = requestOf(operation);
        const answer = await raw(line, { body, edit: { [name]: undefined } });
        expect(answer).toMatchObject({ status: 400, body: { errorCode: 400000 } });
        expect(answer.body.error).toContain(name);
        expect(got).toEqual({});
      },
    })),
    ...each(
      [
        ['400001 / a nonce that is none', 400001, { 'X-FBAPI-NONCE': '7' }],
        ['400002 / a timestamp that is none', 400002, { 'X-FBAPI-TIMESTAMP': 'now' }],
        ['400002 / rule 1 / an old timestamp', 400002, { 'X-FBAPI-TIMESTAMP': '1700000000000' }],
        ['400002 / rule 1 / a timestamp ahead', 400002, { 'X-FBAPI-TIMESTAMP': '4000000000000' }],
        ['400003 / another signature', 400003, { 'X-FBAPI-SIGNATURE': btoa('x'.repeat(64)) }],
      ] as const,
      ([what, errorCode, edit]) => ({
        where: `network-link.md / Errors / ${what} / ${operation.title}`,
        holds: async () => {
          const { raw, got } = netlinkWorld();
          const { line, body } = requestOf(operation);
          const answer = await raw(line, { body, edit });
          expect(answer).toMatchObject({ status: 400, body: { errorCode } });
          expect(answer.body.error).toEqual(expect.any(String));
          expect(got).toEqual({});
        },
      }),
    ),
    {
      where: `network-link.md / Errors / 400001 / ${operation.title} with a nonce for the second time`,
      holds: async () => {
        const { raw } = netlinkWorld();
        const { line, body } = requestOf(operation);
        const edit = { 'X-FBAPI-NONCE': 'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81' };
        expect(await raw(line, { body, edit })).toMatchObject({ status: 200 });
        const again = await raw(line, { body, edit });
        expect(again).toMatchObject({ status: 400, body: { errorCode: 400001 } });
      },
    },
  ]),
]);
