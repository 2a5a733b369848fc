import { encode } from 'xrpl';
import { requestIdOf } from './case.js';
import type {
  AppliedEvidence,
  CustodyEvidence,
  Evidence,
  Facts,
  KeyEvidence,
  OutcomeEvidence,
  SendEvidence,
} from './evidence.js';
import { readXrpl } from './reading/xrpl.js';

export const ACCOUNT = 'rMBzp8CgpE441cp5PVyA9rpVV7oT8hP3ys';
export const PAYEE = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const RESULT = 'tesSUCCESS';

/** A payment as it is signed and applied; the signature is nobody's, since the judge needs none. */
export interface Sample {
  readonly blob: string;
  readonly hash: string;
  readonly digests: readonly string[];
  readonly payload: unknown;
}

export function sampleOf(fields: Readonly<Record<string, unknown>> = {}): Sample {
  const payload = {
    TransactionType: 'Payment',
    Account: ACCOUNT,
    Destination: PAYEE,
    Amount: '1000',
    Fee: '12',
    Sequence: 5,
    LastLedgerSequence: 100,
    SigningPubKey: `02${'ab'.repeat(32)}`,
    ...fields,
  };
  const blob = encode({ ...payload, TxnSignature: '30'.repeat(70) } as never);
  const { hash, messages } = readXrpl(blob);
  return { blob, hash, digests: messages, payload };
}

export const PAYMENT = sampleOf();

/** The time at which everything in a sample is over. */
const END = 1_000;

export const confirmed: OutcomeEvidence = {
  at: END,
  process: 'one',
  kind: 'confirmed',
  hash: PAYMENT.hash,
};

export function keyOf(name: string, more: Partial<KeyEvidence> = {}): KeyEvidence {
  return {
    chain: 'xrpl',
    chainId: 'xrpl:1',
    vault: '0',
    idempotencyKey: name,
    account: ACCOUNT,
    exclusive: true,
    payments: [{ destination: PAYEE, amount: '1000' }],
    outcomes: [confirmed],
    ...more,
  };
}

export function requestOf(
  key: KeyEvidence,
  { digests, payload }: Sample,
  more: Partial<CustodyEvidence> = {},
): CustodyEvidence {
  return {
    at: 10,
    externalTxId: requestIdOf(key, key.idempotencyKey),
    id: 'c1',
    digests,
    payload,
    status: 'COMPLETED',
    signed: true,
    ...more,
  };
}

export function appliedOf(
  { blob, hash }: Sample,
  more: Partial<AppliedEvidence> = {},
): AppliedEvidence {
  return { at: 500, blob, hash, result: RESULT, ...more };
}

const FACTS: Facts = {
  storeShared: true,
  storeLostWrites: false,
  faultsStoppedAt: 800,
  unhandledRejections: 0,
  timersLeft: 0,
};

export interface Parts {
  readonly keys?: readonly KeyEvidence[];
  readonly custody?: readonly CustodyEvidence[];
  readonly applied?: readonly AppliedEvidence[];
  readonly heads?: readonly { readonly at: number; readonly height: number }[];
  readonly supply?: { readonly before: string; readonly after: string; readonly burned: string };
  readonly sends?: readonly SendEvidence[];
  readonly facts?: Partial<Facts>;
}

/** A schedule in which a payment was asked for, signed, applied and confirmed, but for the given parts. */
export function evidenceOf({
  keys,
  custody,
  applied,
  heads,
  supply,
  sends,
  facts,
}: Parts = {}): Evidence {
  const [key = keyOf('a')] = keys ?? [];
  return {
    keys: keys ?? [key],
    custody: custody ?? [requestOf(key, PAYMENT)],
    ledgers: {
      xrpl: {
        applied: applied ?? [appliedOf(PAYMENT)],
        heads: heads ?? [
          { at: 0, height: 50 },
          { at: 600, height: 60 },
          { at: END + 1, height: 200 },
        ],
        ...(supply && { supply }),
      },
    },
    sends,
    facts: { ...FACTS, ...facts },
  };
}
