import { expect, test } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import { gatewayHandler } from '../../src/server/handler.js';
import type { PreviewingGateway } from '../../src/server/preview.js';
import type { TransactionGateway } from '../../src/server/route.js';
import { xrplApi } from '../../src/xrpl/routes/index.js';

const CALLS = 50;

/** A server of a gateway whose transactions take for ever to be read. */
function waiting(stop: AbortSignal) {
  const running = new Set<AbortSignal>();
  const gateway: TransactionGateway & PreviewingGateway<never> = {
    resume: async () => null,
    pending: (_, { signal } = {}) =>
      new Promise((_, reject) => {
        if (!signal) return reject(new Error('no signal'));
        running.add(signal);
        const onAbort = () => {
          running.delete(signal);
          reject(new AbortedError(signal));
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort);
      }),
    cancel: async () => null,
    previewOf: async () => ({ summary: '', transactions: [] }),
  };
  const handler = gatewayHandler(gateway, { ...xrplApi(), routes: [] }, { signal: stop });
  const ask = (signal?: AbortSignal) =>
    handler(new Request('http://localhost/api/requests/0', signal ? { signal } : {}));
  return { running, ask };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a server that stops ends all that waits, and all that comes later', async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on('warning', onWarning);
  const stop = new AbortController();
  const { running, ask } = waiting(stop.signal);
  const answers = Array.from({ length: CALLS }, () => ask());
  await turn();
  expect(running.size).toBe(CALLS);
  stop.abort();
  for (const answer of [...answers, ask()]) {
    expect(await (await answer).json()).toMatchObject({ code: 'ABORTED' });
  }
  expect(running.size).toBe(0);
  await turn();
  process.off('warning', onWarning);
  // Such as that of a leak, by more than ten listeners on one signal.
  expect(warnings).toEqual([]);
});

test('a client that goes away ends its own call alone', async () => {
  const stop = new AbortController();
  const { running, ask } = waiting(stop.signal);
  const client = new AbortController();
  const left = ask(client.signal);
  const stays = ask();
  await turn();
  client.abort();
  expect(await (await left).json()).toMatchObject({ code: 'ABORTED' });
  expect(running.size).toBe(1);
  stop.abort();
  await stays;
});
