import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { happenedOf, isGatewayError } from '../../src/index.js';
import type { RawSigner } from '../../src/signer/index.js';
import { EVERY_CHAIN, type PayingChain } from '../support/paying-chains.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

/** Opens once, for all that wait. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

describe.each(EVERY_CHAIN)('a replica whose node on %s is slow', (_, start) => {
  let chain: PayingChain;
  let own: RawSigner;

  beforeEach(async () => {
    chain = await start();
    own = chain.newSigner();
  });
  afterEach(() => chain.stop());

  /** Calls first, learns that the custody has no such request, and reads of its node only after `meanwhile`. */
  async function late<T>(
    call: (settings: { signer: RawSigner; fetch: typeof fetch }) => Promise<T>,
    meanwhile: () => Promise<unknown>,
    find: NonNullable<RawSigner['find']> = async (id, options) => own.find?.(id, options),
  ): Promise<T> {
    const sought = gate();
    const reading = gate();
    const signer = stubSigner(own, {
      find: async (id, options) => {
        const record = await find(id, options);
        sought.open();
        return record;
      },
    });
    const slow: typeof fetch = async (...request) => {
      await reading.opened;
      return fetch(...request);
    };
    const called = call({ signer, fetch: slow });
    called.catch(() => undefined);
    await sought.opened;
    await meanwhile();
    reading.open();
    return called;
  }

  it('is told of the payment that another has made with its key meanwhile', async () => {
    const amount = (chain.balance() * 3n) / 5n;
    const other = { hash: '' };
    const paid = await late(
      (settings) => chain.pay(settings, amount, 'one'),
      async () => Object.assign(other, await chain.pay({ signer: own }, amount, 'one')),
    );
    expect(paid.hash).toBe(other.hash);
    expect(chain.received()).toBe(amount);
  });

  it('and of a batch', async () => {
    const amounts = [chain.balance() / 2n, chain.balance() / 5n];
    await late(
      (settings) => chain.payAll(settings, amounts, 'all'),
      () => chain.payAll({ signer: own }, amounts, 'all'),
    );
    expect(chain.received()).toBe((amounts[0] ?? 0n) + (amounts[1] ?? 0n));
  });

  it('is refused nothing where the custody does not say whether it has the request', async () => {
    const amount = (chain.balance() * 3n) / 5n;
    let asked = 0;
    const find: NonNullable<RawSigner['find']> = async () => {
      if (asked++ > 0) throw new Error('no answer');
      return undefined;
    };
    const call = late(
      (settings) => chain.pay(settings, amount, 'one'),
      () => chain.pay({ signer: own }, amount, 'one'),
      find,
    );
    // Paid, where the balance is not read before the custody is asked.
    const happened = await call.then(
      () => 'paid',
      (error: unknown) => isGatewayError(error) && happenedOf(error),
    );
    expect(['paid', 'maybe']).toContain(happened);
    expect(chain.received()).toBe(amount);
  });

  it('is refused where nobody has made the payment', async () => {
    const more = chain.balance() * 2n;
    const error = await rejectionOf(chain.pay({ signer: own }, more, 'too much'));
    expect(error).toMatchObject({ retryable: false });
    expect(chain.received()).toBe(0n);
  });
});
