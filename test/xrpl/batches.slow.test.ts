import { beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { rejectionOf } from '../support/rejections.js';
import { VirtualTime } from '../support/virtual-time.js';
import { Capture } from './support/capture.js';

let capture: Capture;
beforeEach(async () => {
  capture = await Capture.start();
});

const pay = (amount: string) =>
  ({
    transactionType: 'xrpTransfer',
    params: { destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf', amount },
  }) as const;

describe('submitBatch', () => {
  it('asks for as many signatures at once as the custody takes, which is 127', async () => {
    const time = new VirtualTime();
    try {
      const entries = Array.from({ length: 130 }, () => pay('1'));
      const { members } = await time.run(capture.gateway.submitBatch('0', entries));
      expect(new Set(members.map(({ state }) => state))).toEqual(new Set(['confirmed']));
      const { requests } = capture.signer;
      expect(requests.map(({ messages }) => messages.length)).toEqual([127, 3]);
      const sequences = requests.flatMap(({ unhashedPayload }) =>
        (unhashedPayload as { Sequence: number }[]).map(({ Sequence }) => Sequence),
      );
      expect(sequences).toEqual(sequences.map((_, at) => capture.node.firstSequence + at));
      expect(capture.node.sent.map(({ fields }) => fields.Sequence)).toEqual(sequences);
    } finally {
      time.end();
    }
  });

  it('may hold any operation, and any transaction', async () => {
    const { members } = await capture.gateway.submitBatch('0', [
      { transactionType: 'accountSet', params: { configs: { tickSize: 5 } } },
      { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' },
      pay('2'),
    ]);
    expect(members.map((m) => m.state === 'confirmed' && m.result.result.tx_json)).toMatchObject([
      { TransactionType: 'AccountSet', TickSize: 5 },
      { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' },
      { TransactionType: 'Payment' },
    ]);
  });

  it.each([
    ['no array', 'transactions', () => ({})],
    ['nothing', 'transactions', () => []],
    ['no object', 'transactions[1]', () => [pay('1'), 7]],
    ['a bad amount', 'transactions[1].params.amount', () => [pay('1'), pay('1.0000001')]],
    [
      'an unknown operation',
      'transactions[0].transactionType',
      () => [{ transactionType: 'toString' }],
    ],
    [
      'a number',
      'transactions[0].Sequence',
      () => [{ TransactionType: 'AccountSet', Sequence: 1 }],
    ],
    [
      'an unreadable field',
      'transactions[0].Nope',
      () => [{ TransactionType: 'AccountSet', Nope: 1 }],
    ],
    ['Tickets', 'transactions[0]', () => [{ TransactionType: 'TicketCreate', TicketCount: 2 }]],
  ])('refuses %s by the field’s name', async (_, field, entries) => {
    const error = await rejectionOf(capture.gateway.submitBatch('0', entries() as never));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect(capture.signer.requests).toEqual([]);
    expect(capture.node.requests).toEqual([]);
  });

  it('reads all operations before it asks for the account’s address', async () => {
    const before = capture.signer.calls.length;
    const set = { transactionType: 'accountSet', params: { configs: { tickSize: 5 } } } as const;
    const wrong = { transactionType: 'accountSet', params: { configs: { tickSize: 99 } } } as const;
    const error = await rejectionOf(capture.gateway.submitBatch('0', [set, wrong]));
    expect(error).toMatchObject({ field: expect.stringMatching(/^transactions\[1\]\.params\./) });
    expect(capture.signer.calls).toHaveLength(before);
  });
});
