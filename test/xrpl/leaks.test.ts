import { describe, expect, test } from 'vitest';
import { LocalRawSigner } from '../../src/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { leaksIn, seenOf, shown } from '../support/leaks.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld } from '../support/world.js';

const KEY_IN_PATH = 'a-key-in-the-path-of-20';
const KEY_IN_QUERY = 'a-key-in-the-query-of-20';
const TOKEN = 'a-token-of-ours';
const HASH = '0'.repeat(64);

/** Repeats what it was sent, as a proxy in front of a node may. */
const repeating =
  (answer: (said: string) => object): typeof fetch =>
  async (url, init) => {
    const said = `no: ${String(url)} ${JSON.stringify([...new Headers(init?.headers)])}`;
    return Response.json({ result: answer(said) });
  };

const gatewayOver = (fetch: typeof globalThis.fetch, key = KEY_IN_PATH) =>
  new XrplGateway({
    signer: new LocalRawSigner({ seed: 'leaks', quiet: true }),
    network: {
      url: [
        {
          url: `https://node.example/v2/jsonrpc/${key}?key=${KEY_IN_QUERY}`,
          headers: { authorization: `Bearer ${TOKEN}` },
        },
      ],
      networkId: 1,
    },
    fetch,
  });

describe('a node that repeats what it was sent', () => {
  test.each([
    ['in its message', (said: string) => ({ error: 'forbidden', error_message: said })],
    ['in what it throws', (said: string) => ({ error: 'forbidden', error_exception: said })],
    ['in place of its error', (said: string) => ({ error: said })],
  ])('%s has no key shown', async (_, answer) => {
    const error = await rejectionOf(gatewayOver(repeating(answer)).getTransaction(HASH));
    expect(error).toMatchObject({ code: 'XRPL_NODE', message: expect.stringContaining('***') });
    expect(leaksIn(shown(error), [KEY_IN_PATH, KEY_IN_QUERY, TOKEN])).toEqual([]);
  });

  test.each(['MY-NODE-KEY', '7f3a', 'Secret', 'hunter2'])(
    '%s as a key is not shown',
    async (key) => {
      const answer = (said: string) => ({ error: 'forbidden', error_message: said });
      const error = await rejectionOf(gatewayOver(repeating(answer), key).getTransaction(HASH));
      const message = expect.stringContaining('node.example/v2/jsonrpc/***?key=***');
      expect(error).toMatchObject({ message });
      expect(leaksIn(shown(error), [key])).toEqual([]);
    },
  );
});

describe('a node that repeats what it was sent, of a transaction', () => {
  test.each([
    ['as a reason to refuse it', 'submit', 'temREDUNDANT'],
    ['as a reason why it would fail', 'simulate', 'tecNO_DST'],
    ['in place of the code', 'simulate', undefined],
  ])('%s has no key shown', async (_, command, code) => {
    const world = await newWorld({ seed: 'leaks of a transaction' });
    const { url, networkId } = world.sandbox.xrpl;
    const said = `no: ${KEY_IN_QUERY} Bearer ${TOKEN}`;
    const node = {
      url: `${url}?key=${KEY_IN_QUERY}`,
      headers: { authorization: `Bearer ${TOKEN}` },
    };
    const seen = await seenOf(async (seen) => {
      const gateway = world.another({
        network: { url: [node], networkId },
        onEvent: (event) => seen.push(event),
        fetch: async (input, init) => {
          if (!String(init?.body).includes(`"method":"${command}"`)) return fetch(input, init);
          const result = { engine_result: code ?? said, engine_result_message: said };
          return Response.json({ result });
        },
      });
      const options = { confirmTimeoutMs: 100 };
      seen.push(await gateway.accountSet('0', { configs: { tickSize: 5 } }, options).catch(shown));
    });
    await world.stop();
    const text = seen.map(shown).join('\n');
    expect(text).toContain('***');
    expect(leaksIn(text, [KEY_IN_QUERY, TOKEN])).toEqual([]);
  });
});
