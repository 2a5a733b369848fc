import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { EVERY_CHAIN } from '../support/paying-chains.js';
import { rejectionOf } from '../support/rejections.js';

const ONE = 'https://one.example';
const TWO = 'https://two.example';
/** A host where nobody answers. */
const DOWN = 'https://down.example';
/** A host that is the first to tell of a transaction, and tells the numbers of another. */
const LIAR = 'https://liar.example';
const BEHIND_THE_LIAR_MS = 100;

const HASH = expect.stringMatching(/^(?:0x)?[0-9a-f]{64}$/i);

/** Whether a request asks for one transaction. */
function asksForTransaction(path: string, body: unknown): boolean {
  return (
    /transactions\/(?:wait_)?(?:by_hash\/)?0x/.test(path) || /"method":"tx"/.test(String(body))
  );
}

async function distorted(answer: Response): Promise<Response> {
  const told = /("(?:ledger_index|version|gas_used|height)":\s*"?)\d+/g;
  const text = (await answer.text()).replace(told, '$17');
  const headers = new Headers(answer.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  return new Response(text, { status: answer.status, headers });
}

/** Every host leads to the sandbox's node, but for the one where nobody answers, and the one that lies. */
function hostsOf(base: string) {
  const asked = new Map<string, number>();
  const { origin, pathname } = new URL(base);
  const routed: typeof fetch = async (url, init) => {
    const { origin: host, pathname: path, search } = new URL(String(url));
    asked.set(host, (asked.get(host) ?? 0) + 1);
    if (host === DOWN) throw new TypeError('nobody answers');
    const own = `${origin}${path}${search}`;
    if (!asksForTransaction(path, init?.body)) return fetch(own, init);
    if (host === LIAR) return distorted(await fetch(own, init));
    if (asked.has(LIAR)) await delay(BEHIND_THE_LIAR_MS);
    return fetch(own, init);
  };
  const urlAt = (host: string) => `${host}${pathname}`.replace(/\/$/, '');
  return { asked, fetch: routed, urlAt };
}

describe.each(EVERY_CHAIN)('%s, as several operators show it', async (_, start) => {
  const chain = await start();
  afterAll(() => chain.stop());
  const { asked, fetch, urlAt } = hostsOf(chain.url);
  const pay = (hosts: readonly string[], idempotencyKey: string) =>
    chain.pay({ fetch, urls: hosts.map(urlAt) }, 5n, idempotencyKey);

  test('tells a payment that two of them show', async () => {
    asked.clear();
    expect((await pay([ONE, TWO], 'two')).hash).toEqual(HASH);
    expect([...asked.keys()].sort()).toEqual([ONE, TWO]);
  });

  test('tells it while the third can’t be asked', async () => {
    expect((await pay([DOWN, ONE, TWO], 'three')).hash).toEqual(HASH);
  });

  test('tells nothing final on the word of one of two, and the rest once both speak', async () => {
    const error = await rejectionOf(pay([ONE, DOWN], 'half'));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { idempotencyKey: 'half', hash: expect.any(String) },
    });
    const { hash } = await pay([ONE, TWO], 'half');
    expect(error).toMatchObject({ transaction: { hash } });
  });

  test('tells of it what two say, however soon a third says otherwise', async () => {
    asked.clear();
    const told = await pay([LIAR, ONE, TWO], 'liar-of-three');
    expect(told).toEqual(await pay([ONE, TWO], 'liar-of-three'));
  });

  test('tells nothing of it that one says and another denies', async () => {
    const error = await rejectionOf(pay([LIAR, ONE], 'liar-of-two'));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { idempotencyKey: 'liar-of-two', hash: expect.any(String) },
    });
    asked.clear();
    const { hash } = await pay([ONE, TWO], 'liar-of-two');
    expect(error).toMatchObject({ transaction: { hash } });
  });

  test('takes nodes of one domain for one operator’s, of which the next is asked when one fails', async () => {
    expect((await pay([DOWN, 'https://other.down.example'], 'same')).hash).toEqual(HASH);
  });
});
