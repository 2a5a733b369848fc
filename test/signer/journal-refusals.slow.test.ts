import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { happenedOf, isGatewayError } from '../../src/core/known-error.js';
import { JournalError, SignatureRejectedError, withJournal } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { ForgetfulSigner, JOURNAL_KEY as KEY, processOn, requestFor } from '../support/journal.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

const refusal = (requestId: string, details: object = {}) =>
  new SignatureRejectedError({ requestId, status: 'DENIED', subStatus: 'BY_POLICY', ...details });

/** A signer that refuses, on a store. */
function refusingOn(store: Store) {
  const signer = new ForgetfulSigner();
  signer.beforeSigning = () => {
    throw refusal('a');
  };
  return { signer, journaled: withJournal(signer, store) };
}

describe('withJournal, a refusal', () => {
  it('is remembered: every later process hears of it, and nothing is signed', async () => {
    const store = memoryStore();
    const { journaled } = refusingOn(store);
    await rejectionOf(journaled.sign(requestFor('a')));
    const later = new ForgetfulSigner();
    for (const process of [journaled, withJournal(later, store)]) {
      const error = await rejectionOf(process.sign(requestFor('a')));
      expect(error).toBeInstanceOf(SignatureRejectedError);
      expect(error).toMatchObject({
        request: { requestId: 'a', status: 'DENIED', subStatus: 'BY_POLICY' },
      });
      const record = { state: 'rejected', status: 'DENIED', subStatus: 'BY_POLICY' };
      expect(await process.find?.('a')).toMatchObject(record);
      expect(await process.list?.(KEY)).toMatchObject([record]);
    }
    expect(later.asked).toEqual([]);
  });

  it('is remembered though others write to the journal meanwhile', async () => {
    const store = memoryStore();
    let losses = 3;
    const contested: Store = {
      ...store,
      compareAndSet: async (...args) => losses-- <= 0 && (await store.compareAndSet(...args)),
    };
    await rejectionOf(refusingOn(contested).journaled.sign(requestFor('a')));
    expect(losses).toBeLessThan(0);
    expect((await processOn(store).find?.('a'))?.state).toBe('rejected');
  });

  it('that the store never takes is an error of the journal', async () => {
    const store: Store = { ...memoryStore(), compareAndSet: async () => false };
    const error = await rejectionOf(refusingOn(store).journaled.sign(requestFor('a')));
    expect(error).toBeInstanceOf(JournalError);
  });

  it('undoes no signature that another process has been given', async () => {
    const store = memoryStore();
    const { signer, journaled } = refusingOn(store);
    const given: unknown[] = [];
    signer.beforeSigning = async () => {
      given.push(await processOn(store).sign(requestFor('a')));
      throw refusal('a');
    };
    await rejectionOf(journaled.sign(requestFor('a')));
    expect(await journaled.sign(requestFor('a'))).toEqual(given[0]);
    expect((await journaled.find?.('a'))?.state).toBe('signed');
  });

  it('is what an error that is none is not', async () => {
    const store = memoryStore();
    const { signer, journaled } = refusingOn(store);
    signer.beforeSigning = () => {
      throw new Error('no connection');
    };
    await rejectionOf(journaled.sign(requestFor('a')));
    expect((await journaled.find?.('a'))?.state).toBe('pending');
    expect(await processOn(store).sign(requestFor('a'))).toHaveLength(1);
  });
});

describe('withJournal, a request that the signer could not take', () => {
  const disabled = () => {
    throw new ConfigurationError('key', 'the key is disabled');
  };

  it('is as if it had never been asked for', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    const journaled = withJournal(signer, store);
    signer.beforeSigning = disabled;
    const error = await rejectionOf(journaled.sign(requestFor('a')));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(await journaled.find?.('a')).toBeUndefined();
    expect(await journaled.list?.(KEY)).toEqual([]);
    signer.beforeSigning = undefined;
    expect(await journaled.sign(requestFor('a'))).toHaveLength(1);
  });

  it('is signed by no process that was signing it meanwhile', async () => {
    const store = memoryStore();
    const other = new ForgetfulSigner();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = disabled;
    other.beforeSigning = async () => {
      await rejectionOf(withJournal(signer, store).sign(requestFor('a')));
    };
    const error = await rejectionOf(withJournal(other, store).sign(requestFor('a')));
    expect(error).toBeInstanceOf(JournalError);
    expect(await processOn(store).find?.('a')).toBeUndefined();
  });

  it('is not said to be refused where another process has signed it, or the store fails', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = async () => {
      await processOn(store).sign(requestFor('a'));
      disabled();
    };
    const error = await rejectionOf(withJournal(signer, store).sign(requestFor('a')));
    expect([error instanceof JournalError, error]).toMatchObject([true, { retryable: true }]);
    const failing: Store = {
      ...memoryStore(),
      delete: async () => {
        throw new Error('no connection');
      },
    };
    signer.beforeSigning = disabled;
    const unsure = await rejectionOf(withJournal(signer, failing).sign(requestFor('b')));
    expect(unsure).not.toBeInstanceOf(ConfigurationError);
  });
});

describe('withJournal, a cancelled request', () => {
  it('is refused from then on, here and elsewhere', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = () => {
      throw new Error('no connection');
    };
    await rejectionOf(withJournal(signer, store).sign(requestFor('a')));
    await processOn(store).cancel?.('a');
    const later = new ForgetfulSigner();
    const error = await rejectionOf(withJournal(later, store).sign(requestFor('a')));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { status: 'CANCELLED' } });
    expect(later.asked).toEqual([]);
  });

  it('gives nobody a signature that comes too late', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = async () => processOn(store).cancel?.('a');
    const error = await rejectionOf(withJournal(signer, store).sign(requestFor('a')));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(signer.asked).toHaveLength(1);
    expect(await processOn(store).find?.('a')).not.toHaveProperty('signatures');
  });

  it('stays signed when the signature came first', async () => {
    const store = memoryStore();
    const signatures = await processOn(store).sign(requestFor('a'));
    await processOn(store).cancel?.('a');
    expect(await processOn(store).sign(requestFor('a'))).toEqual(signatures);
  });

  it('need not exist', async () => {
    const store = memoryStore();
    await processOn(store).cancel?.('a');
    expect(await processOn(store).find?.('a')).toBeUndefined();
    expect(await processOn(store).sign(requestFor('a'))).toHaveLength(1);
  });
});

describe('a transaction whose signer refused, by its journal', () => {
  let world: World;
  beforeEach(async () => {
    world = await newWorld({ funded: ['1'] });
  });
  afterEach(() => world.stop());

  const pay = (gateway: XrplGateway, idempotencyKey: string) =>
    gateway.xrpTransfer(
      '0',
      { destination: world.sandbox.custody.addressOf('1', 'XRP_TEST'), amount: '500' },
      { idempotencyKey },
    );

  it('is not asked for, signed or sent again by a process with other work', async () => {
    const signer = new ForgetfulSigner();
    const journal = memoryStore();
    signer.beforeSigning = () => {
      throw refusal('denied');
    };
    const gateway = world.another({ signer, journal });
    const address = await gateway.getAddress('0');
    await world.sandbox.xrpl.fund(address, 1_000_000_000n);
    expect(await rejectionOf(pay(gateway, 'denied'))).toBeInstanceOf(SignatureRejectedError);
    signer.beforeSigning = undefined;
    const later = world.another({ signer, journal });
    expect(await later.pending('0')).toEqual([]);
    await later.accountSet('0', { configs: { tickSize: 6 } }, { laneTimeoutMs: 500 });
    expect(await rejectionOf(pay(later, 'denied'))).toBeInstanceOf(SignatureRejectedError);
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    expect(signer.asked).toHaveLength(2);
  });

  it('is not paid by the next call either, where the signer could not take it', async () => {
    const signer = new ForgetfulSigner();
    const journal = memoryStore();
    signer.beforeSigning = () => {
      throw new ConfigurationError('key', 'the key is disabled');
    };
    const gateway = world.another({ signer, journal });
    const address = await gateway.getAddress('0');
    await world.sandbox.xrpl.fund(address, 1_000_000_000n);
    const error = await rejectionOf(pay(gateway, 'disabled'));
    expect([isGatewayError(error) && happenedOf(error), error]).toMatchObject([
      'nothing',
      { code: 'CONFIGURATION' },
    ]);
    signer.beforeSigning = undefined;
    await pay(world.another({ signer, journal }), 'another');
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  it('can be cancelled before it is signed, and then never is', async () => {
    const signer = new ForgetfulSigner();
    const journal = memoryStore();
    signer.beforeSigning = () => {
      throw new Error('no connection');
    };
    const gateway = world.another({ signer, journal });
    const address = await gateway.getAddress('0');
    await world.sandbox.xrpl.fund(address, 1_000_000_000n);
    await rejectionOf(pay(gateway, 'unwanted'));
    signer.beforeSigning = undefined;
    const later = world.another({ signer, journal });
    await later.cancel('0', 'unwanted');
    await later.cancel('0', 'unwanted');
    for (const process of [gateway, later]) {
      await expect(pay(process, 'unwanted')).rejects.toMatchObject({
        code: 'SIGNATURE_REJECTED',
        request: { status: 'CANCELLED' },
      });
      await process.accountSet('0', { configs: { tickSize: 5 } }, { laneTimeoutMs: 500 });
    }
    expect(sequencesOf(world.sandbox, address)).toHaveLength(2);
    expect(signer.asked).toHaveLength(3);
  });
});
