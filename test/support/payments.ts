import type { AptosCall } from '../../src/aptos/building.js';
import type { AptosSnapshot } from '../../src/aptos/reading.js';
import type { StacksCall } from '../../src/stacks/input.js';
import type { StacksSnapshot } from '../../src/stacks/reading.js';
import type { Chain, Snapshot } from '../../src/transactions/index.js';
import { Salt } from '../../src/transactions/salt.js';
import type { XrplCall } from '../../src/xrpl/chain.js';
import type { XrplSnapshot } from '../../src/xrpl/reading.js';
import { accountOn, aptosChain, stacksChain, xrplChain } from './chains.js';

/** The same payment again and again, as a gateway would build it for one request id after another. */
export interface Payment<T> {
  build(requestId: string): T;
  /** The terms of what is built. */
  termsOf(requestId: string): { readonly fee: bigint; readonly expiry: bigint | undefined };
  /** The digests of what is built, and of what is built anew from its terms when the ledger has moved on. */
  digestsOf(requestId: string): readonly [string, string];
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
): Promise<Payment<T>> {
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
  const digestOf = (transaction: T) => {
    const [message] = chain.messagesOf(transaction, account);
    const content = message?.kind === 'digest' ? message.digest : message?.bytes;
    return Buffer.from(content ?? []).toString('hex');
  };
  return {
    build,
    termsOf: (requestId) => chain.termsOf(build(requestId)),
    digestsOf: (requestId) => {
      const transaction = build(requestId);
      const terms = chain.termsOf(transaction);
      const rebuilt = chain.rebuildFrom({ account, input, snapshot: later, terms });
      return [digestOf(transaction), digestOf(rebuilt)];
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
  readonly maxFeeDrops?: bigint;
  readonly approvalSeconds?: number;
}

export function xrplPayment({
  transaction = {},
  maxFeeDrops = 100_000n,
  approvalSeconds,
}: XrplTerms = {}) {
  const fields = {
    TransactionType: 'Payment',
    Destination: 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf',
    Amount: '1500000',
    ...transaction,
  };
  const input: XrplCall = {
    input: { operation: 'submit', params: { transaction: fields } },
    maxFeeDrops,
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
    wishes: { ...stacksChain.noop.wishes, outruns: false, ...wishes },
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
