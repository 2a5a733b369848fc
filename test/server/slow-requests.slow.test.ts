import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../src/cli/serve/process.js';

const ARRIVAL_MS = 300;
const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';

let server: Listening;
const endings: string[] = [];

beforeAll(async () => {
  const handler = async (request: Request) => {
    const text = await request.text().catch((error: Error) => {
      endings.push(error.message);
      throw error;
    });
    await pause(4 * ARRIVAL_MS);
    return new Response(text);
  };
  server = await listen(handler, { host: '127.0.0.1', port: 0, arrivalMs: ARRIVAL_MS });
});
afterAll(() => server.stop(() => undefined));

/** Writes a request's beginning, and reads until the server closes the connection. */
async function answerTo(beginning: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  socket.write(beginning);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['a head', HEAD],
  ['a body', `${HEAD}content-length: 7\r\n\r\n{}`],
  ['a chunk of a body', `${HEAD}transfer-encoding: chunked\r\n\r\n7\r\n{}`],
])('%s that never arrives whole is answered with 408', async (_, beginning) => {
  expect(await answerTo(beginning)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a handler learns that the body broke off', async () => {
  endings.length = 0;
  await answerTo(`${HEAD}content-length: 7\r\n\r\n{}`);
  expect(endings).toEqual(['the body broke off']);
});

test('a request that has arrived whole may take longer to be answered', async () => {
  const answer = await fetch(server.url, { method: 'POST', body: 'whole' });
  expect([answer.status, await answer.text()]).toEqual([200, 'whole']);
});

const WHOLE = `${HEAD}content-length: 2\r\n\r\n{}`;

test.each([
  ['bytes that are no request', 'garbage\r\n\r\n'],
  ['a head that is too large', `${HEAD}x: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a request that never arrives whole', HEAD],
])('a request in front of %s is not answered with a refusal of that', async (_, behind) => {
  expect(await answerTo(`${WHOLE}${behind}`)).toBe('');
});

test.each([
  ['bytes that are no request', 'garbage\r\n\r\n', '400 Bad Request'],
  ['a head that is too large', `${HEAD}x: ${'x'.repeat(20_000)}\r\n\r\n`, '431 '],
])('%s alone are refused', async (_, beginning, status) => {
  expect(await answerTo(beginning)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
});
