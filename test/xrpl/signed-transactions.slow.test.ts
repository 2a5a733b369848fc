import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { encode, encodeForSigning, hashes } from 'xrpl';
import { many } from '../support/runs.js';
import { Capture, hexOf, isSignature, sha512Half } from './support/capture.js';
import { OPERATIONS, type OperationName, SAMPLES } from './support/operations.js';
import type { Sample } from './support/samples.js';

/** Each signs, verifies and submits, which takes longer than all else that is tried so often. */
const numRuns = many(1_000, 10);

let capture: Capture;

beforeEach(async () => {
  capture = await Capture.start();
});

/** Calls an operation by its method. */
function call(name: OperationName, given: Sample['given']) {
  const { gateway } = capture;
  return gateway[name]('0', given as never);
}

describe('what is signed is what the documentation promises', () => {
  it.each(OPERATIONS)('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(SAMPLES[name] as fc.Arbitrary<Sample>, async (sample) => {
        const { node, address, publicKey } = capture;
        node.on('account_lines', ({ peer }) => linesFor(sample, peer));
        const Sequence = node.sequenceOf(address);
        const outcome = await call(name, sample.given);
        const { signed, preimage, digest, payload, transaction } = capture.take();

        // Nothing but what was asked for, and what every transaction has.
        expect(signed).toEqual({
          ...sample.fields,
          Account: address,
          // Their key decides: 12 drops and up to 63, 100 ledgers and up to a quarter more.
          Fee: expect.stringMatching(/^(?:1[2-9]|[2-6]\d|7[0-5])$/),
          Sequence,
          LastLedgerSequence: expect.toSatisfy(isWithin(node.ledgerIndex + 1 + 100, 25)),
          SigningPubKey: publicKey,
        });
        expect(hexOf(digest)).toBe(hexOf(sha512Half(preimage)));
        expect(hexOf(preimage).slice(0, 8)).toBe('53545800');
        expect(hexOf(preimage)).toBe(encodeForSigning(signed as never));

        // The custody is shown the very transaction, in a form that survives JSON.
        const shown = JSON.parse(JSON.stringify(payload));
        expect(encodeForSigning(shown)).toBe(hexOf(preimage));

        // What is sent is what was signed, and the signature.
        const { TxnSignature, ...others } = transaction.fields;
        expect(others).toEqual(signed);
        expect(isSignature(publicKey, preimage, String(TxnSignature))).toBe(true);
        expect(transaction.blob).toBe(encode(transaction.fields as never));
        const hash = hexOf(sha512Half('TXN\0', Buffer.from(transaction.blob, 'hex')));
        expect(hashes.hashSignedTx(transaction.blob)).toBe(hash);
        expect(outcome).toMatchObject({ result: { hash } });
      }),
      { numRuns },
    );
  });
});

function isWithin(least: number, more: number) {
  return (value: number): boolean => value >= least && value <= least + more;
}

/** What a node says of the vault's line to a holder, behind a line of another currency. */
function linesFor({ limit, given, fields }: Sample, peer: unknown) {
  if (peer !== given.holder || limit === undefined) return { lines: [] };
  const { currency } = fields.LimitAmount as { currency: string };
  const line = { account: peer, balance: '-5', limit_peer: '9' };
  return {
    lines: [
      { ...line, currency: 'ZZZ', limit: '1' },
      { ...line, currency, limit },
    ],
  };
}
