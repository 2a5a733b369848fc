import { afterEach, describe, expect, test } from 'vitest';
import { type SigningRecord, withJournal } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { EVERY_CHAIN, type PayingChain } from '../support/paying-chains.js';
import { rejectionOf } from '../support/rejections.js';
import { refusing, showing, shownAs, signedUnseen } from '../support/shown-records.js';
import { stubSigner } from '../support/stub-signer.js';

/** What a signer does with what it is given, and what it says of a request later, decides nothing that is sent. */

const signed = ({ pay, newSigner }: PayingChain, amount: bigint, key: string) =>
  signedUnseen(newSigner(), (signer) => pay({ signer }, amount, key));

const AGAIN = { newAttempt: 2 };

/** The record of a batch, with some of its payments. */
function of(places: readonly number[], { messages, signatures = [], ...record }: SigningRecord) {
  const chosen = <T>(all: readonly T[]) => places.flatMap((at) => all.slice(at, at + 1));
  const payload = record.unhashedPayload;
  return {
    ...record,
    messages: chosen(messages),
    signatures: chosen(signatures),
    unhashedPayload: Array.isArray(payload) ? chosen(payload) : payload,
  };
}

describe.each(EVERY_CHAIN)('%s', (_, start) => {
  let chain: PayingChain;
  afterEach(() => chain.stop());

  test('a payment that the custody shows as another one is not sent as that, nor told', async () => {
    chain = await start();
    const large = await signed(chain, 5_000n, 'large');
    const small = await signed(chain, 1n, 'small');
    const swapped = showing(chain.newSigner(), shownAs(small, large));
    const error = await rejectionOf(chain.pay({ signer: swapped }, 1n, 'small'));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { status: 'unknown' },
    });
    expect(chain.received()).toBe(0n);
    await chain.pay({ signer: showing(chain.newSigner(), small) }, 1n, 'small');
    expect(chain.received()).toBe(1n);
  });

  test('a payment is not told by the record of an equal one', async () => {
    chain = await start();
    const one = await signed(chain, 1n, 'one');
    await chain.pay({ signer: showing(chain.newSigner(), one) }, 1n, 'one');
    const other = await signed(chain, 1n, 'other');
    const { idempotencyKey, providerId, note = '' } = other;
    const swapped = showing(chain.newSigner(), { ...one, idempotencyKey, providerId, note });
    expect(await rejectionOf(chain.pay({ signer: swapped }, 1n, 'other'))).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { status: 'unknown' },
    });
    await chain.pay({ signer: showing(chain.newSigner(), other) }, 1n, 'other');
    expect(chain.received()).toBe(2n);
  });

  test.each<[string, (all: SigningRecord) => SigningRecord]>([
    ['shorter', (all) => of([0], all)],
    ['with one payment twice', (all) => of([0, 0], all)],
    ['in another order', (all) => of([1, 0], all)],
  ])('a batch that is shown %s is not paid again', async (__, distorted) => {
    chain = await start();
    const { pay, payAll, received, newSigner } = chain;
    const amounts = [2n, 2n];
    const all = await signedUnseen(newSigner(), (signer) => payAll({ signer }, amounts, 'all'));
    await payAll({ signer: showing(newSigner(), all) }, amounts, 'all');
    const shown = showing(newSigner(), distorted(all));
    const error = await rejectionOf(payAll({ signer: shown }, amounts, 'all'));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { status: 'unknown' },
    });
    await pay({}, 1n, 'after');
    expect(received()).toBe(5n);
  });

  test.each<[string, (all: SigningRecord) => Partial<SigningRecord>]>([
    ['without what was to be signed', () => ({ messages: [], unhashedPayload: undefined })],
    ['with something else to be signed', () => ({ messages: [new Uint8Array(32)] })],
    [
      'with a later number in its note',
      ({ note = '' }) => ({
        note: note.replace(/(?<= [st])\d+/, (number) => `${BigInt(number) + 1n}`),
      }),
    ],
  ])(
    'a payment that has landed, and is shown as refused %s, is not paid by another attempt',
    async (__, shown) => {
      chain = await start();
      const { pay, newSigner, received } = chain;
      const record = await signed(chain, 1n, 'K');
      await pay({ signer: showing(newSigner(), record) }, 1n, 'K');
      const signer = refusing(newSigner(), record, shown(record));
      expect(await rejectionOf(pay({ signer, call: AGAIN }, 1n, 'K'))).toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
        details: { status: 'unknown' },
      });
      expect(received()).toBe(1n);
    },
  );

  test('a payment that has landed, and is shown as refused, is found by another attempt', async () => {
    chain = await start();
    const { pay, newSigner, received } = chain;
    const record = await signed(chain, 1n, 'K');
    const { hash } = await pay({ signer: showing(newSigner(), record) }, 1n, 'K');
    const again = await pay({ signer: refusing(newSigner(), record), call: AGAIN }, 1n, 'K');
    expect(again.hash).toBe(hash);
    expect(received()).toBe(1n);
  });

  test('a batch that has landed, and is shown as refused, is found whole by another attempt', async () => {
    chain = await start();
    const { payAll, newSigner, received } = chain;
    const amounts = [2n, 2n, 2n];
    const all = await signedUnseen(newSigner(), (signer) => payAll({ signer }, amounts, 'all'));
    await payAll({ signer: showing(newSigner(), all) }, amounts, 'all');
    const refused = refusing(newSigner(), all);
    const again = await payAll({ signer: refused, call: AGAIN }, amounts, 'all');
    const confirmed = amounts.map((__, index) => ({ index, state: 'confirmed' }));
    expect(again).toMatchObject({ members: confirmed });
    expect(received()).toBe(6n);
  });

  test('a request for a signature that it shows as its own transfer is told as neither done nor failed', async () => {
    chain = await start();
    const { signatures: __, ...record } = await signed(chain, 1n, 'K');
    const foreign = { ...record, kind: 'native-transfer', txHash: 'AA'.repeat(32) } as const;
    const error = await rejectionOf(
      chain.pay({ signer: showing(chain.newSigner(), foreign) }, 1n, 'K'),
    );
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { status: 'unknown' },
    });
  });

  test('a signer that changes what it is given to sign changes nothing that is sent', async () => {
    chain = await start();
    const own = chain.newSigner();
    const redacting = stubSigner(own, {
      sign: async (request, options) => {
        const signatures = await own.sign(structuredClone(request), options);
        for (const value of [request.unhashedPayload, ...request.messages]) {
          for (const name of Object.keys(value ?? {})) Reflect.deleteProperty(value ?? {}, name);
        }
        return signatures;
      },
    });
    await chain.pay({ signer: redacting }, 1n, 'K');
    expect(chain.received()).toBe(1n);
  });

  test('what else a signer puts into a signature is left out of its journal', async () => {
    chain = await start();
    const own = chain.newSigner();
    const { find: _, list: __, cancel: ___, ...forgetful } = stubSigner(own, {});
    const decorating = stubSigner(forgetful, {
      capabilities: { ...own.capabilities, remembers: false },
      sign: async (request, options) => {
        const signatures = await own.sign(request, options);
        return signatures.map((one) => ({ ...one, at: new Date(), use: () => one }));
      },
    });
    await chain.pay({ signer: withJournal(decorating, memoryStore()) }, 1n, 'K');
    expect(chain.received()).toBe(1n);
  });

  test('a public key in another form than its own is no key', async () => {
    chain = await start();
    const own = chain.newSigner();
    const uncompressed = stubSigner(own, {
      getPublicKey: async (key, options) => {
        const { algorithm, bytes } = await own.getPublicKey(key, options);
        return { algorithm, bytes: Uint8Array.from([4, ...bytes, ...bytes.slice(1)]) };
      },
    });
    expect(await rejectionOf(chain.pay({ signer: uncompressed }, 1n, 'K'))).toMatchObject({
      code: 'CONFIGURATION',
      setting: 'signer',
    });
  });
});
