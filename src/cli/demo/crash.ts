import type { Fetch } from '../../core/http.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { XrplGateway } from '../../xrpl/index.js';
import type { DemoRun } from './run.js';

/** A gateway as another process has it: it shares nothing with others but the custody platform and the ledger. */
export type NewGateway = (fetch: Fetch) => XrplGateway;

const KEY = 'invoice-7';

/** A payment whose process ends between signature and submission. */
export async function crashDemo(
  run: DemoRun,
  { custody, xrpl }: Sandbox,
  newGateway: NewGateway,
): Promise<void> {
  const { reporter } = run;
  const askedBefore = signaturesAskedOf(custody);
  await run.step(
    'A process ends between signature and submission; another resumes its payment by the key.',
    async () => {
      const hash = await signAndEnd(newGateway);
      const second = newGateway(fetch);
      const sender = await second.getAddress('0');
      const onLedger = () =>
        xrpl.transactionsOf(sender).filter((each) => each.hash === hash).length;
      const isThere = onLedger() === 0 ? 'not on the ledger' : 'on the ledger';
      reporter.detail(`the process has ended: ${hash} is signed, and ${isThere}`);
      const outcome = await second.resume('0', KEY);
      const asked = times(signaturesAskedOf(custody) - askedBefore);
      reporter.detail(
        `resumed with "${KEY}": in all, the custody platform was asked ${asked}, and the ledger has the payment ${times(onLedger())}`,
      );
      return outcome;
    },
  );
}

/** Gives the hash that was signed. */
async function signAndEnd(newGateway: NewGateway): Promise<string | undefined> {
  const life = new AbortController();
  const { signal } = life;
  const gateway = newGateway((url, init) => {
    signal.throwIfAborted();
    return fetch(url, init);
  });
  const destination = await gateway.getAddress('1');
  let hash: string | undefined;
  try {
    await gateway.xrpTransfer(
      '0',
      { destination, amount: '8' },
      {
        idempotencyKey: KEY,
        native: false,
        signal,
        onEvent: (event) => {
          if (event.type !== 'signed') return;
          hash = event.hash;
          // What has not been sent by now never is; with the signal, nothing waits for it either.
          life.abort();
        },
      },
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return hash;
}

function signaturesAskedOf({ messages }: Sandbox['custody']): number {
  return messages.filter(({ method, path }) => method === 'POST' && path === '/v1/transactions')
    .length;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
