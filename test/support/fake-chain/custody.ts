import type { Clock } from '../../../src/core/clock.js';
import type { NativeTransferRequest, SigningRecord } from '../../../src/signer/index.js';
import { type Asked, type FakeRequest, recordOf } from './custody-request.js';
import type { FakeLedger } from './ledger.js';
import { addressOf, digestOf, type FakeTransaction, hashOf, writeBlob } from './transaction.js';
import { publicKeyOf, sign, signDigest } from './vault-keys.js';

/** How long an approval may take where the request doesn't say. */
const WINDOW_MS = 7_200_000;
/** How long it takes to find out whether something could still be cancelled. */
const CANCELLING_MS = 500;
/** How long a transfer of the custody's own stays valid, in seconds. */
const TRANSFER_LIFE_SECONDS = 600;

type DecisionKind = 'approve' | 'reject' | 'block' | 'fail' | 'expire' | 'wait';

/** What becomes of a request, and after how long; at once by default. `wait`: a test says so later. */
export type Decision = DecisionKind | { readonly decision: DecisionKind; readonly afterMs: number };

const REFUSALS = {
  reject: ['REJECTED', 'REJECTED_BY_USER'],
  block: ['BLOCKED', 'BLOCKED_BY_POLICY'],
  fail: ['FAILED', 'INTERNAL_ERROR'],
  expire: ['FAILED', 'TIMEOUT'],
} as const;

/** Under which id something is asked for, and for how long. */
interface Terms {
  readonly externalId: string;
  readonly note: string | undefined;
  readonly expiresAfterSeconds: number | undefined;
}

/** What is to happen to a request, and when. */
interface Due {
  readonly at: number;
  act(): void;
}

/**
 * A custody in memory: it keeps every request for ever under the id that it came with, signs only
 * what is approved, and gives up what nobody approves in time. A test approves and refuses, or says by
 * {@link MemoryCustody.decide} how that goes by itself.
 */
export class MemoryCustody {
  decide: (request: FakeRequest) => Decision = () => 'approve';
  /** What it tells of a request, where that is not the truth. */
  told: (record: SigningRecord) => SigningRecord = (record) => record;
  /** Whether a signature is there before a cancellation. */
  signaturesWin = false;
  readonly clock: Clock;
  readonly #ledger: FakeLedger;
  readonly #requests: FakeRequest[] = [];
  readonly #due = new Map<FakeRequest, Due>();

  constructor(clock: Clock, ledger: FakeLedger) {
    this.clock = clock;
    this.#ledger = ledger;
  }

  /** Everything that it was ever asked for, oldest first, as it is now. */
  get requests(): readonly FakeRequest[] {
    for (const request of this.#requests) this.#catchUp(request);
    return this.#requests;
  }

  /** The request that was made last. */
  get latest(): FakeRequest {
    const request = this.requests.at(-1);
    if (!request) throw new Error('The custody was asked for nothing.');
    return request;
  }

  /** Those that wait for somebody to decide. */
  get waiting(): readonly FakeRequest[] {
    return this.requests.filter(({ status }) => status === 'PENDING_AUTHORIZATION');
  }

  addressOf(vault: string): string {
    return addressOf(publicKeyOf(vault));
  }

  find(externalId: string): FakeRequest | undefined {
    return this.requests.find((request) => request.externalId === externalId);
  }

  tell(request: FakeRequest): SigningRecord {
    return this.told(recordOf(request));
  }

  read(externalId: string): SigningRecord | undefined {
    const request = this.find(externalId);
    return request && this.tell(request);
  }

  /** Takes a request, unless it has one under this id already; resolves with the one it has. */
  open({ externalId, note, expiresAfterSeconds }: Terms, asked: Asked): FakeRequest {
    const known = this.find(externalId);
    if (known) return known;
    const now = this.clock.now();
    const windowMs = expiresAfterSeconds === undefined ? WINDOW_MS : expiresAfterSeconds * 1_000;
    const request: FakeRequest = {
      id: `custody-${this.#requests.length + 1}`,
      externalId,
      note,
      asked,
      createdAt: now,
      expiresAt: now + windowMs,
      status: 'PENDING_AUTHORIZATION',
      subStatus: undefined,
      signatures: undefined,
      txHash: undefined,
    };
    this.#requests.push(request);
    this.#await(request, windowMs);
    this.#catchUp(request);
    return request;
  }

  #await(request: FakeRequest, windowMs: number): void {
    const said = this.decide(request);
    const { decision, afterMs } = typeof said === 'string' ? { decision: said, afterMs: 0 } : said;
    if (decision === 'wait') {
      this.#expect(request, windowMs, () => this.#become(request, ...REFUSALS.expire));
    } else if (decision === 'approve') {
      this.#expect(request, afterMs, () => this.approve(request));
    } else {
      const [status, subStatus] = REFUSALS[decision];
      this.#expect(request, afterMs, () => this.#become(request, status, subStatus));
    }
  }

  approve(request = this.latest): void {
    this.#requireOpen(request);
    const { asked } = request;
    if (asked.kind === 'native-transfer') {
      this.#transfer(request, asked.transfer);
    } else {
      request.signatures = asked.messages.map(sign);
      this.#become(request, 'COMPLETED');
    }
  }

  reject(request = this.latest): void {
    this.#requireOpen(request);
    this.#become(request, ...REFUSALS.reject);
  }

  block(request = this.latest): void {
    this.#requireOpen(request);
    this.#become(request, ...REFUSALS.block);
  }

  cancel(externalId: string): void {
    const request = this.find(externalId);
    if (request?.status !== 'PENDING_AUTHORIZATION') return;
    request.status = 'CANCELLING';
    this.#expect(request, CANCELLING_MS, () => {
      if (this.signaturesWin) this.approve(request);
      else this.#become(request, 'CANCELLED', 'CANCELLED_BY_USER');
    });
  }

  /** Builds, signs and broadcasts by itself, with the number that is next now. */
  #transfer(request: FakeRequest, { from, to, amount }: NativeTransferRequest): void {
    const publicKey = publicKeyOf(from.id);
    const account = addressOf(publicKey);
    const known = this.#ledger.account(account);
    const transaction: FakeTransaction = {
      network: this.#ledger.network,
      account,
      publicKey: Buffer.from(publicKey).toString('hex'),
      number: { kind: 'sequence', value: `${known?.nextOpen ?? 1n}` },
      fee: `${this.#ledger.fees().open}`,
      expiry: `${(known?.ledgerTime ?? 0) + TRANSFER_LIFE_SECONDS}`,
      action: {
        type: 'pay',
        to: to.type === 'address' ? to.address : this.addressOf(to.id),
        amount,
      },
    };
    const signature = signDigest(digestOf(transaction), from.id);
    const blob = writeBlob(transaction, signature.slice(1));
    const { state, code } = this.#ledger.submit(blob);
    if (state === 'accepted') {
      this.#become(request, 'BROADCASTING');
      request.txHash = hashOf(blob);
    } else {
      this.#become(request, 'FAILED', code);
    }
  }

  #expect(request: FakeRequest, inMs: number, act: () => void): void {
    this.#due.set(request, { at: this.clock.now() + inMs, act });
  }

  #become(request: FakeRequest, status: string, subStatus?: string): void {
    this.#due.delete(request);
    request.status = status;
    request.subStatus = subStatus;
  }

  /** Does what was to happen to a request since somebody looked last. */
  #catchUp(request: FakeRequest): void {
    const due = this.#due.get(request);
    if (due && due.at <= this.clock.now()) {
      this.#due.delete(request);
      due.act();
    }
    if (request.status !== 'BROADCASTING' || request.txHash === undefined) return;
    const applied = this.#ledger.transaction(request.txHash)?.applied;
    if (applied?.result === 'DONE') this.#become(request, 'COMPLETED');
    else if (applied) this.#become(request, 'FAILED', applied.result);
  }

  #requireOpen({ id, status }: FakeRequest): void {
    if (status === 'PENDING_AUTHORIZATION' || status === 'CANCELLING') return;
    throw new Error(`${id} is ${status} already.`);
  }
}
