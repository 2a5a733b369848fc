import { describe, expect, test } from 'vitest';
import { LocalRawSigner } from '../../src/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { leaksIn, shown } from '../support/leaks.js';
import { rejectionOf } from '../support/rejections.js';

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

const gatewayOver = (fetch: typeof globalThis.fetch) =>
  new XrplGateway({
    signer: new LocalRawSigner({ seed: 'leaks', quiet: true }),
    network: {
      url: [
        {
          url: `https://node.example/${KEY_IN_PATH}?key=${KEY_IN_QUERY}`,
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
});
