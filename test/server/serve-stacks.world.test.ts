import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newStacksWorld, type StacksTestWorld } from '../stacks/support/world.js';
import { type Servers, serve, serversOn } from '../support/serve-process.js';

let world: StacksTestWorld;
let servers: Servers;

beforeAll(async () => {
  world = await newStacksWorld();
  servers = serversOn(world.sandbox);
});
afterEach(() => servers.end());
afterAll(async () => {
  servers?.remove();
  await world?.stop();
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function post(url: string, body: unknown) {
  const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test('acts on the node that STACKS_URL names', async () => {
  const { url: STACKS_URL } = world.sandbox.stacks;
  const variables = { ...servers.custody, STACKS_URL, STACKS_NETWORK: 'TESTNET' };
  const server = servers.start(['stacks'], variables);
  const url = await server.url;
  expect(server.log().at(-1)?.network).toBe(`Stacks: testnet, at ${new URL(STACKS_URL).host}`);
  const body = { recipientAddress: world.addresses[2], amount: 1 };
  expect(await post(`${url}/api/0/transfer`, body)).toMatchObject({
    status: 200,
    json: { success: true, status: 'confirmed' },
  });
});

test('signs nothing where that is a node of another network', async () => {
  const before = world.sandbox.custody.transactions.length;
  const variables = { ...servers.custody, STACKS_URL: world.sandbox.stacks.url };
  const url = await servers.start(['stacks'], variables).url;
  const body = { recipientAddress: 'SP000000000000000000002Q6VF78', amount: 1 };
  expect(await post(`${url}/api/0/transfer`, body)).toMatchObject({
    status: 502,
    json: { success: false, code: 'WRONG_NETWORK' },
  });
  expect(world.sandbox.custody.transactions).toHaveLength(before);
});

test('shows a node its key, and writes neither that nor what may be one in its URL', async () => {
  const seen = new Set<unknown>();
  const node = createServer((request, response) => {
    seen.add(request.headers['x-api-key']);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  const key = 'a-key-of-the-node';
  const server = servers.start(['stacks'], {
    ...servers.custody,
    NETWORK: 'TESTNET',
    STACKS_URL: `http://127.0.0.1:${port}`,
    STACKS_API_KEY: key,
    SDK_LOG_LEVEL: 'debug',
  });
  const response = await fetch(`${await server.url}/api/0/balance`);
  expect(response.status).toBe(502);
  expect([...seen]).toEqual([key]);
  expect(`${await response.text()}${server.output()}`).not.toContain(key);
  await new Promise((resolve) => node.close(resolve));
});

test('doesn’t start with a URL or a key that can’t be one', async () => {
  const said = await servers.refusal(['stacks'], {
    ...servers.custody,
    STACKS_URL: 'http://node.example',
    STACKS_API_KEY: 'a kéy',
  });
  expect(said).toBe(
    'STACKS_URL must be an https URL.\nSTACKS_API_KEY must be visible ASCII characters.\n',
  );
});

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly example?: string }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly example: unknown } };
  };
}

/** What needs a transaction that waits, or pox-4. */
const NOT_BY_THEMSELVES = ['replace-transaction', 'solo/increase', 'solo/extend'];

test('on a sandbox every body of its documents works as it stands', async () => {
  const server = serve(['stacks', '--sandbox']);
  try {
    const url = await server.url;
    const document = JSON.parse(await (await fetch(`${url}/api-docs.json`)).text());
    const paths = Object.entries(document.paths as Record<string, { readonly post?: Operation }>);
    const sent = paths.flatMap(([path, { post: operation }]) => {
      if (!operation?.requestBody || /stack\/solo$|\/preview$/.test(path)) return [];
      const vault = operation.parameters.find(({ name }) => name === 'vaultId')?.example ?? '';
      const { example } = operation.requestBody.content['application/json'];
      return [{ path, url: url + path.replace('{vaultId}', vault), example }];
    });
    expect(sent.length).toBeGreaterThan(14);
    const answers = await Promise.all(
      sent.map(async ({ path, url: to, example }) => [path, (await post(to, example)).json]),
    );
    for (const [path, json] of answers) {
      const isAlone = !NOT_BY_THEMSELVES.some((end) => String(path).endsWith(end));
      expect([path, json]).toMatchObject([path, { success: isAlone }]);
    }
  } finally {
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  }
});
