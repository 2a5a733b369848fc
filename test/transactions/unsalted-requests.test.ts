import { describe, expect, test } from 'vitest';
import { readNote } from '../../src/transactions/records/note.js';
import { aptosPayment, type Payment, stacksPayment, xrplPayment } from '../support/payments.js';

/** What the custody keeps of a request of the release that had no salt, word for word. */
interface Kept {
  readonly requestId: string;
  readonly note: string;
  readonly payload: unknown;
  readonly digest: string;
}

/** SHA3-256 of `APTOS::RawTransaction`, in front of what is signed. */
const PREFIX = 'b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193';
const BCS =
  'a756fa59da16820dfa5a5cb6b21a19e78aa7a490a50f330eb08e23613ff873a907000000000000000200000000000000000000000000000000000000000000000000000000000000010d6170746f735f6163636f756e74087472616e736665720002200000000000000000000000000000000000000000000000000000000000000002080500000000000000240000000000000064000000000000004cef496b0000000002';

const XRPL: Kept = {
  requestId: 'cg-7e853134facc962e77ec8e8d65c03c05c85c7ea5',
  note: 'rent [cg1 2b836530e917224fbd501241dc24e36a s7 12 90002500 1 frozen-1]',
  payload: {
    TransactionType: 'Payment',
    Destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf',
    Amount: '1500000',
    Account: 'rJKWtRMjCPVd2YcmttTc7i4SAaSfSCver4',
    Fee: '12',
    Sequence: 7,
    LastLedgerSequence: 90002500,
    SigningPubKey: '027AF7F7D01CC48D6871F5275CB32507C7FA9208A93F6B329808E564CC844A730C',
  },
  digest: '806e54e33aaa8f3378f4a85755b5387d3badf635ac09109080d022876240fde9',
};

const APTOS: Kept = {
  requestId: 'cg-2261c9b0c82a1a341a76aab5a69b89db5917d27f',
  note: 'rent [cg1 de146485ad4f5cb17145d82b5c552614 s7 3600 1800007500 1 frozen-1]',
  payload: {
    type: 'RawTransaction',
    bcs: `0x${BCS}`,
    transaction: {
      sender: '0xa756fa59da16820dfa5a5cb6b21a19e78aa7a490a50f330eb08e23613ff873a9',
      sequenceNumber: '7',
      payload: {
        kind: 'entry-function',
        function: '0x1::aptos_account::transfer',
        typeArguments: [],
        arguments: [
          '0x0000000000000000000000000000000000000000000000000000000000000002',
          '0x0500000000000000',
        ],
        functionArguments: [
          '0x0000000000000000000000000000000000000000000000000000000000000002',
          '5',
        ],
      },
      maxGasAmount: '36',
      gasUnitPrice: '100',
      expirationTimestampSecs: '1800007500',
      chainId: 2,
    },
  },
  digest: `${PREFIX}${BCS}`,
};

const STACKS: Kept = {
  requestId: 'cg-bf47f88167cef40e4ed60778f22d1ca2173e1445',
  note: 'rent [cg1 843c793a88997e3966211b9e4a540c87 s7 3000 - 1 frozen-1]',
  payload: {
    type: 'StacksTransaction',
    hex: '0x00000000010400bdfa92dc38b3e50af373c19570326bbcd77bacd900000000000000070000000000000bb80000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000302000000000005161db73aa729de24909d5d80d35b3be150c2f7c22b000000000016e36000000000000000000000000000000000000000000000000000000000000000000000',
    transaction: {
      kind: 'transaction',
      network: 'mainnet',
      chainId: 1,
      sender: 'SP2YZN4PW72SYA2QKEF0SAW1JDEYDEYXCV73N159S',
      nonce: '7',
      fee: '3000',
      postConditionMode: 'deny',
      postConditions: [],
      content: {
        kind: 'transfer',
        recipient: 'SPEVEEN757F2944XBP0D6PSVW58C5XY25ES6ZC6B',
        amount: '1500000',
        memo: '',
      },
    },
  },
  digest: '7aa005eb53a10d1cd4cf51228e7973cd6ca77cf8a033d9693f67cb163cb044c6',
};

describe('a request of the release before is gone on with as it is', () => {
  test.each<readonly [string, Kept, () => Promise<Payment>]>([
    ['on the XRP Ledger', XRPL, xrplPayment],
    ['on Aptos', APTOS, aptosPayment],
    ['on Stacks', STACKS, stacksPayment],
  ])('%s', async (_, { requestId, note, payload, digest }, make) => {
    const payment = await make();
    const record = readNote(note);
    if (!record?.terms) throw new Error('The note has terms.');
    expect(record.fingerprint).toBe(payment.fingerprint);
    expect(await payment.digestOfPayload(payload)).toBe(digest);
    expect(payment.digestOfTerms(record.terms)).toBe(digest);
    // Now its key would make another of it, which nobody asks of what exists.
    expect(payment.digestOf(requestId)).not.toBe(digest);
  });
});
