import { expect, test } from 'vitest';
import { written } from './connection.js';

const REQUEST = {
  method: 'POST',
  target: '/',
  body: Buffer.from('{}'),
  cutAt: undefined,
  isSigned: false,
  isRaw: true,
};

test('a request of which less comes than it announces has an answer, and its handler an end', async () => {
  const headers = [['content-length', '7']] as const;
  const endings: unknown[] = [];
  const handler = async (request: Request) => {
    endings.push(await request.text().catch(({ message }) => message));
    return new Response(null, { status: 400 });
  };
  const { text, statuses } = await written(handler, { ...REQUEST, headers });
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(statuses).toEqual([400]);
  expect(endings).toEqual(['the body broke off']);
});
