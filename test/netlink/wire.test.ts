import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { API_KEY, answeringProvider, handlerFor, listen, SECRET } from './support/netlink.js';

/** Path and query on the wire, and those that the signature is over. */
interface Spelling {
  readonly wire: string;
  readonly signed: string;
}

/** Sends the very bytes; gives the status. */
function statusOf(url: string, { wire, signed }: Spelling, apiKey: string, secret: string) {
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  const signature = createHmac('sha512', secret)
    .update(`${timestamp}${nonce}GET${signed}`)
    .digest('base64');
  const { port } = new URL(url);
  return new Promise<number>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `GET ${wire} HTTP/1.1\r\nHost: exchange.example\r\nConnection: close\r\n` +
          `X-FBAPI-KEY: ${apiKey}\r\nX-FBAPI-TIMESTAMP: ${timestamp}\r\n` +
          `X-FBAPI-NONCE: ${nonce}\r\nX-FBAPI-SIGNATURE: ${signature}\r\n\r\n`,
      );
    });
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(answer.split(' ')[1])));
  });
}

const HASH = '/v1/transactionByHash?network=Bitcoin&txHash=';

/** As an honest client may send and sign it. */
const HONEST = [
  '/v1/accounts',
  '/v1/accounts?',
  '/v1/accounts?later=1',
  `${HASH}a'b`,
  `${HASH}a%27b`,
  `${HASH}a|b{c}`,
  `${HASH}a%62`,
];

/** `/v1/…` on the wire is behind the base path. */
const ATTACKS: readonly Spelling[] = [
  { wire: '/x/../v1/accounts', signed: '/v1/accounts' },
  { wire: '/v1/./accounts', signed: '/v1/accounts' },
  { wire: '/v1/%2e/accounts', signed: '/v1/accounts' },
  { wire: '/x/%2E%2e/v1/accounts', signed: '/v1/accounts' },
  { wire: '/v1/x/..%2faccounts', signed: '/v1/accounts' },
  { wire: '\\v1\\accounts', signed: '/v1/accounts' },
  { wire: '/v1\\accounts', signed: '/v1/accounts' },
  { wire: '/v1/accounts#frag', signed: '/v1/accounts' },
  { wire: '/v1/accounts?#frag', signed: '/v1/accounts?' },
  { wire: '/v1/accounts?', signed: '/v1/accounts' },
  { wire: '/v1/accounts', signed: '/v1/accounts?' },
  { wire: '/v1/accounts/', signed: '/v1/accounts' },
  { wire: '/v1//accounts', signed: '/v1/accounts' },
  { wire: '/v1/%61ccounts', signed: '/v1/accounts' },
  { wire: '/V1/accounts', signed: '/v1/accounts' },
  { wire: `${HASH}a'b`, signed: `${HASH}a%27b` },
  { wire: `${HASH}a%27b`, signed: `${HASH}a'b` },
  { wire: `${HASH}a"b`, signed: `${HASH}a%22b` },
  { wire: `${HASH}a%62`, signed: `${HASH}ab` },
  { wire: `${HASH}a#b`, signed: `${HASH}a` },
  { wire: `${HASH}a+b`, signed: `${HASH}a%20b` },
];

describe.each(['kit', 'sandbox'] as const)('the bytes on the wire, to the %s', (which) => {
  let send: (spelling: Spelling, prefix?: string) => Promise<number>;
  let stop: () => Promise<void>;
  const asked: [string, unknown][] = [];
  beforeAll(async () => {
    if (which === 'kit') {
      const server = await listen(handlerFor(answeringProvider(asked)));
      send = ({ wire, signed }, prefix = '') =>
        statusOf(server.url, { wire: `${prefix}/api${wire}`, signed }, API_KEY, SECRET);
      stop = server.stop;
    } else {
      const sandbox: Sandbox = await startSandbox();
      const { url, credentials } = sandbox.netlink;
      send = ({ wire, signed }, prefix = '') =>
        statusOf(url, { wire: prefix + wire, signed }, credentials.apiKey, credentials.secret);
      stop = () => sandbox.stop();
    }
  });
  afterAll(() => stop());

  it.each(HONEST)('verify as they were sent: %s', async (path) => {
    expect(await send({ wire: path, signed: path })).toBe(200);
  });

  it('verify in the form that proxies use, without scheme and host', async () => {
    const path = `${HASH}a'b`;
    expect(await send({ wire: path, signed: path }, 'http://exchange.example')).toBe(200);
  });

  it.each(ATTACKS)('$wire is refused under a signature for $signed', async (spelling) => {
    const before = asked.length;
    const status = await send(spelling);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(asked).toHaveLength(before);
  });
});

it('reaches the provider as it was written', async () => {
  const asked: [string, unknown][] = [];
  const server = await listen(handlerFor(answeringProvider(asked)));
  const path = `${HASH}a'b|%20c+d`;
  expect(await statusOf(server.url, { wire: `/api${path}`, signed: path }, API_KEY, SECRET)).toBe(
    200,
  );
  expect(asked).toEqual([['getTransactionByHash', { network: 'Bitcoin', txHash: `a'b| c d` }]]);
  await server.stop();
});

it.each(['a"b', '<a>'])('is refused where no URL could have brought it: %s', async (hash) => {
  const asked: [string, unknown][] = [];
  const server = await listen(handlerFor(answeringProvider(asked)));
  const path = HASH + hash;
  const spelling = { wire: `/api${path}`, signed: path };
  expect(await statusOf(server.url, spelling, API_KEY, SECRET)).toBe(400);
  expect(asked).toEqual([]);
  await server.stop();
});
