import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpHandler, xrplHandler } from '../../src/handlers.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

let world: World;
let decision: ApprovalDecision;
let handler: HttpHandler;

beforeEach(async () => {
  decision = 'approve';
  world = await newWorld({ approvals: () => decision });
  handler = xrplHandler(world.gateway);
});
afterEach(() => world.stop());

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function send(path: string, { method = 'POST', body, headers = {} }: Sent = {}) {
  const response = await handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const json = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, json };
}

const SETTING = { configs: { domain: 'example.com' } };

describe('a write', () => {
  test('answers with the ledger’s result and the key it was made with', async () => {
    const { status, headers, json } = await send('/api/token/accountSet/0', { body: SETTING });
    expect(status).toBe(200);
    expect(json).toMatchObject({ type: 'response', result: { validated: true } });
    expect(headers.get('idempotency-key')).toBe(json.receipt.idempotencyKey);
  });

  test('with two notes that differ is refused, naming them', async () => {
    const destination = await world.gateway.getAddress('1');
    const body = { destination, amount: '1', note: 'rent' };
    const { status, json } = await send('/api/token/xrpTransfer/0?note=rent+of+May', { body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ message: expect.stringMatching(/^note: /) });
    expect(await send('/api/token/xrpTransfer/0?note=rent', { body })).toMatchObject({
      status: 200,
    });
  });

  test('is made once for one key', async () => {
    const call = { body: SETTING, headers: { 'idempotency-key': 'K' } };
    const [one, two] = await Promise.all([
      send('/api/token/accountSet/0', call),
      send('/api/token/accountSet/0', call),
    ]);
    expect(one.json.result.hash).toBe(two.json.result.hash);
    const other = await send('/api/token/accountSet/0', {
      ...call,
      body: { configs: { tickSize: 5 } },
    });
    expect(other.status).toBe(409);
    expect(
      sequencesOf(world.sandbox, world.sandbox.custody.addressOf('0', 'XRP_TEST')),
    ).toHaveLength(1);
  });

  test('that is not approved yet goes on, and is asked for where it says', async () => {
    decision = 'wait';
    const headers = { 'idempotency-key': 'K', prefer: 'respond-async, wait=0' };
    const first = await send('/api/token/accountSet/0', { body: SETTING, headers });
    expect(first.status).toBe(202);
    const location = first.headers.get('location') ?? '';
    expect(location).toBe('/api/requests/0/K');
    const second = await send(location, { method: 'GET' });
    expect(second.status).toBe(202);
  });
});

describe('errors', () => {
  test.each([
    ['POST', '/api/dex/offerCreate'],
    ['POST', '/api/dex/offerCreate/'],
  ])('%s %s lacks its vault account', async (method, path) => {
    const { status, json } = await send(path, { method, body: {} });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: 'Missing vault account ID',
      message: 'Vault account Id is missing from the request URL',
    });
  });

  test('name the field', async () => {
    const { status, json } = await send('/api/dex/offerCreate/0', { body: { sellAmount: '1.5' } });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'sellAmount' } });
  });

  test.each([1_000_000, true, ['1']])(
    'says what an amount is to whoever sends %j',
    async (amount) => {
      const body = { sellAmount: '1', buyAmount: amount };
      const { status, json } = await send('/api/dex/offerCreate/0', { body });
      expect([status, json.details]).toEqual([
        400,
        { field: 'buyAmount', reason: expect.stringMatching(/drops.*currency, issuer and value/) },
      ]);
    },
  );
});
