import type { AptosSnapshot } from '../../src/aptos/node/reading.js';
import type { AptosCall } from '../../src/aptos/operations/building.js';
import { contentOf } from '../../src/signer/messages.js';
import type { StacksCall } from '../../src/stacks/operations/input.js';
import type { StacksSnapshot } from '../../src/stacks/operations/reading.js';
import type { Chain, Snapshot, Terms } from '../../src/transactions/index.js';
import { fingerprintOf } from '../../src/transactions/records/request-id.js';
import { Salt } from '../../src/transactions/salt.js';
import type { XrplCall } from '../../src/xrpl/chain.js';
import type { XrplSnapshot } from '../../src/xrpl/node/reading.js';
import { inputOfTransaction } from '../../src/xrpl/operations/index.js';
import { accountOn, aptosChain, stacksChain, xrplChain } from './chains.js';

/** The same payment again and again, as a gateway would build it for one request id after another. */
export interface Payment {
  /** What keys are bound to. */
  readonly fingerprint: string;
  /** The terms of what is built. */
  termsOf(requestId: string): Terms;
  /** The digest of what is built. */
  digestOf(requestId: string): string;
  /** The digest of what is built anew from terms, when the ledger has moved on. */
  digestOfTerms(terms: Terms): string;
  /** The digest of what a payload holds. */
  digestOfPayload(payload: unknown): Promise<string | undefined>;
}

interface Given<I, S> {
  readonly input: I;
  readonly snapshot: S;
  /** What the ledger looks like when it is built anew. */
  readonly later: S;
  readonly algorithm: 'ecdsa-secp256k1' | 'eddsa-ed25519';
  /** Default: those of a custody that may take two hours. */
  readonly approvalSeconds?: number | undefined;
}

async function paymentOn<I, S extends Snapshot, T, R>(
  chain: Chain<I, S, T, R>,
  { input, snapshot, later, algorithm, approvalSeconds = 7_200 }: Given<I, S>,
): Promise<Payment> {
  const account = await accountOn(chain, algorithm);
  const number = { kind: 'sequence', value: snapshot.nextNumber } as const;
  const lifetimeSeconds = approvalSeconds + 300;
  const build = (requestId: string) => {
    const salt = new Salt(requestId);
    return chain.build({
      account,
      input,
      snapshot,
      number,
      salt,
      approvalSeconds,
      lifetimeSeconds,
    });
  };
  const digestIn = (transaction: T) => {
    const [message] = chain.messagesOf(transaction, account);
    return Buffer.from(message ? contentOf(message) : []).toString('hex');
  };
  return {
    fingerprint: fingerprintOf(chain.id, account.address, chain.canonicalOf(input)),
    termsOf: (requestId) => chain.termsOf(build(requestId)),
    digestOf: (requestId) => digestIn(build(requestId)),
    digestOfTerms: (terms) =>
      digestIn(chain.rebuildFrom({ account, input, snapshot: later, terms })),
    digestOfPayload: async (payload) => {
      const transaction = await chain.rebuild(payload, account);
      return transaction && digestIn(transaction);
    },
  };
}

const XRPL_SNAPSHOT: XrplSnapshot = {
  nextNumber: 7n,
  ledgerIndex: 90_000_000,
  levels: { minimum: 10n, openLedger: 10n, reserveIncrement: undefined },
  facts: { lineLimit: '0' },
};

interface XrplTerms {
  readonly transaction?: Readonly<Record<string, unknown>>;
  readonly maxFee?: bigint;
  readonly approvalSeconds?: number;
}

export function xrplPayment({
  transaction = {},
  maxFee = 100_000n,
  approvalSeconds,
}: XrplTerms = {}) {
  const fields = {
    TransactionType: 'Payment',
    Destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf',
    Amount: '1500000',
    ...transaction,
  };
  const input: XrplCall = {
    input: inputOfTransaction(fields),
    maxFee,
  };
  const later = { ...XRPL_SNAPSHOT, nextNumber: 8n, ledgerIndex: 90_000_400 };
  const algorithm = 'ecdsa-secp256k1';
  return paymentOn(xrplChain, {
    input,
    snapshot: XRPL_SNAPSHOT,
    later,
    algorithm,
    approvalSeconds,
  });
}

const APTOS_SNAPSHOT: AptosSnapshot = {
  nextNumber: 7n,
  timestamp: 1_800_000_000n,
  payload: {
    kind: 'entry-function',
    function: '0x1::aptos_account::transfer',
    typeArguments: [],
    arguments: [`0x${'2'.padStart(64, '0')}`, '0x0500000000000000'],
  },
  gas: { gasUsed: 18n, gasUnitPrice: 100n },
};

interface AptosTerms {
  readonly wishes?: Partial<AptosCall['wishes']>;
  readonly approvalSeconds?: number;
}

export function aptosPayment({ wishes = {}, approvalSeconds }: AptosTerms = {}) {
  const input: AptosCall = { ...aptosChain.noop, wishes: { ...aptosChain.noop.wishes, ...wishes } };
  const later = { ...APTOS_SNAPSHOT, nextNumber: 8n, timestamp: 1_800_000_900n };
  const algorithm = 'eddsa-ed25519';
  return paymentOn(aptosChain, {
    input,
    snapshot: APTOS_SNAPSHOT,
    later,
    algorithm,
    approvalSeconds,
  });
}

interface StacksTerms {
  readonly wishes?: Partial<StacksCall['wishes']>;
  readonly gross?: boolean;
  readonly snapshot?: Partial<StacksSnapshot>;
}

const STX_PAYMENT = {
  kind: 'transfer',
  recipient: 'SPEVEEN757F2944XBP0D6PSVW58C5XY25ES6ZC6B',
  amount: 1_500_000n,
  memo: '',
} as const;

export function stacksPayment({ wishes = {}, gross = false, snapshot = {} }: StacksTerms = {}) {
  const input: StacksCall = {
    input: { ...STX_PAYMENT, gross },
    wishes: { ...stacksChain.noop.wishes, replaces: false, ...wishes },
  };
  const now: StacksSnapshot = {
    nextNumber: 7n,
    content: STX_PAYMENT,
    fee: 3_000n,
    room: { least: 180n, most: gross ? 3_000n : 1_000_000n },
    offers: new Map(),
    ...snapshot,
  };
  const later = { ...now, nextNumber: 8n, fee: 9_000n };
  return paymentOn(stacksChain, { input, snapshot: now, later, algorithm: 'ecdsa-secp256k1' });
}
