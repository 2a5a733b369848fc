import { afterEach, describe, expect, test } from 'vitest';
import type { RawSigner, SigningRecord } from '../../src/signer/index.js';
import { SignaturePendingError, withJournal } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { EVERY_CHAIN, type PayingChain } from '../support/paying-chains.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

/** What a signer does with what it is given, and what it says of a request later, decides nothing that is sent. */

/** Has a payment signed at the custody, and its caller told that nobody has signed it yet. */
async function signed({ pay, newSigner }: PayingChain, amount: bigint, key: string) {
  const own = newSigner();
  let requestId = '';
  const signer = stubSigner(own, {
    list: async () => [],
    sign: async (request, options) => {
      requestId = request.idempotencyKey;
      await own.sign(request, options);
      throw new SignaturePendingError({ requestId });
    },
  });
  expect(await rejectionOf(pay({ signer }, amount, key))).toMatchObject({
    code: 'SIGNATURE_PENDING',
  });
  const record = await own.find?.(requestId);
  if (record?.state !== 'signed') throw new Error('It is not signed.');
  return record;
}

/** A custody that shows one request's record as another says. */
function showing(chain: PayingChain, record: SigningRecord): RawSigner {
  const own = chain.newSigner();
  const find: RawSigner['find'] = async (id) =>
    id === record.idempotencyKey ? record : own.find?.(id);
  return stubSigner(own, { find, list: async () => [], sign: async () => record.signatures ?? [] });
}

describe.each(EVERY_CHAIN)('%s', (_, start) => {
  let chain: PayingChain;
  afterEach(() => chain.stop());

  test('a payment that the custody shows as another one is not sent as that, nor told', async () => {
    chain = await start();
    const large = await signed(chain, 5_000n, 'large');
    const small = await signed(chain, 1n, 'small');
    const { idempotencyKey, providerId, note = '' } = small;
    const swapped = showing(chain, { ...large, idempotencyKey, providerId, note });
    const error = await rejectionOf(chain.pay({ signer: swapped }, 1n, 'small'));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { status: 'unknown' },
    });
    expect(chain.received()).toBe(0n);
    await chain.pay({ signer: showing(chain, small) }, 1n, 'small');
    expect(chain.received()).toBe(1n);
  });

  test('a request for a signature that it shows as its own transfer is told as neither done nor failed', async () => {
    chain = await start();
    const { signatures: __, ...record } = await signed(chain, 1n, 'K');
    const foreign = { ...record, kind: 'native-transfer', txHash: 'AA'.repeat(32) } as const;
    const error = await rejectionOf(chain.pay({ signer: showing(chain, foreign) }, 1n, 'K'));
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
