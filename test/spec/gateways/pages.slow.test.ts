import { afterAll, beforeAll, expect } from 'vitest';
import type { HttpHandler } from '../../../src/handlers.js';
import { claims, each } from '../support/claims.js';
import { type EveryWorld, everyWorld } from '../support/gateways.js';
import { ask } from '../support/http.js';

let worlds: EveryWorld;

beforeAll(async () => {
  worlds = await everyWorld();
});
afterAll(async () => {
  await Promise.all(Object.values(worlds).map((world) => world.stop()));
});

const handlerOf = (gateway: keyof typeof worlds): HttpHandler => worlds[gateway].handler;
const AT = 'gateways.md / What the service does';

claims('what each server shows', [
  ...each(['A', 'B', 'C'] as const, (gateway) => [
    {
      where: `${AT} / Gateway ${gateway} / interactive documentation at /api-docs`,
      holds: async () => {
        const { status, headers, text } = await ask(handlerOf(gateway), 'GET /api-docs');
        expect(status).toBe(200);
        expect(headers.get('content-type')).toContain('text/html');
        expect(text).toContain('<script');
      },
    },
    {
      where: `gateways.md / Authentication / Gateway ${gateway} / no endpoint returns the private key file`,
      holds: async () => {
        const secret = worlds[gateway].sandbox.custody.apiSecret.split('\n')[1] ?? '';
        const lines = ['/api-docs', '/api-docs.json', '/type-docs', '/api/metrics', '/key.pem'];
        for (const line of [...lines, '/api/0/address', '/readyz']) {
          const { text } = await ask(handlerOf(gateway), `GET ${line}`);
          expect(text).not.toContain('PRIVATE KEY');
          expect(text).not.toContain(secret);
        }
      },
    },
  ]),
  {
    where: `${AT} / Gateway A / SDK reference at /type-docs`,
    holds: async () => {
      const first = await ask(handlerOf('A'), 'GET /type-docs');
      const moved = first.headers.get('location');
      const { status, headers } =
        moved === null ? first : await ask(handlerOf('A'), `GET /${moved.replace(/^\//, '')}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/html');
    },
  },
  ...each(['B', 'C'] as const, (gateway) => ({
    where: `gateways.md / Endpoints / Gateway ${gateway} / GET /api/metrics / text exposition format`,
    holds: async () => {
      const { status, headers, text } = await ask(handlerOf(gateway), 'GET /api/metrics');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/plain');
      expect(text).toMatch(/^# TYPE \w+ (counter|gauge|histogram)$/m);
    },
  })),
]);
