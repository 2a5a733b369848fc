import { bytesToHex, equalBytes } from '../core/bytes.js';
import type { CallOptions, Clock } from '../core/clock.js';
import { isObject } from '../core/json.js';
import type { PollPace } from '../core/poll.js';
import type { PublicKey, SigningMessage } from '../signer/raw-signer.js';
import { secp256k1In, type VerifiedSignature } from '../signer/verify.js';
import type {
  Account,
  BuildRequest,
  Chain,
  LookUpRequest,
  ReadRequest,
  RebuildRequest,
  Signed,
  Terms,
  TicketSource,
} from '../transactions/index.js';
import { ofOperator } from '../transactions/operators.js';
import type { OtherKeys } from '../transactions/records/other-keys.js';
import { draftOf, isForeign } from './draft.js';
import { networkIdField } from './network.js';
import type { Ledger } from './node/ledger.js';
import { LEAST_LEDGER_MS } from './node/ledger-index.js';
import { lookUp } from './node/lookup.js';
import { type Draft, expiryOf, readLedger, type XrplSnapshot } from './node/reading.js';
import { submitBlob } from './node/submission.js';
import { MAX_TICKETS, spanOf, ticketCountOf, ticketCreation } from './node/tickets.js';
import { inputOfTransaction, type XrplInput } from './operations/index.js';
import type { Trial } from './options.js';
import type { XrplTransactionResult } from './result.js';
import {
  addressOfKey,
  encodeSigned,
  sha512Half,
  signingBytes,
  type TransactionFields,
  type UnsignedTransaction,
  unsignedIn,
} from './wire/codec.js';
import { chooseFee } from './wire/fees.js';

/** An operation, and how much it may cost. */
export interface XrplCall {
  readonly input: XrplInput;
  readonly maxFee: bigint;
  /** Whether it is tried first, if the caller has chosen. */
  readonly trial?: Trial | undefined;
}

export interface XrplChainSettings {
  readonly ledger: Ledger;
  /** How many operators have to agree on what Tickets there are. */
  readonly agree: number;
  readonly networkId: number;
  readonly otherKeys: OtherKeys | undefined;
  /** The shortest time that a ledger takes, in seconds; lifetimes are counted in ledgers. */
  readonly secondsPerLedger: number;
  readonly polling: PollPace | undefined;
  /** The most that a transaction may cost that no caller asked for by itself: one that cancels another. */
  readonly maxFee: bigint;
  readonly clock: Clock;
  /** Whether a transaction is tried first if its caller has not chosen. */
  readonly trial: Trial;
}

/** A ledger takes three to five seconds; a stream announces each, so polling is only a fallback. */
const POLLING: PollPace = { firstMs: 500, steadyMs: 10_000, factor: 1.3, maxMs: 4_000 };
const STREAMING: PollPace = { firstMs: 20_000, factor: 1, maxMs: 20_000 };

const ticketList = () => import('./node/ticket-list.js');
const custodyTransfer = () => import('./node/custody-transfer.js');

/** A node keeps a transaction for a few ledgers before it forgets it. */
const LEDGERS_BEFORE_RESUBMISSION = 5;

/** The XRP Ledger's part in the life of a transaction. */
export class XrplChain
  implements Chain<XrplCall, XrplSnapshot, UnsignedTransaction, XrplTransactionResult>
{
  readonly id: string;
  readonly confirmPace: PollPace;
  readonly expiries: { readonly leastMs: number; readonly usualMs: number };
  readonly resubmitAfterMs: number;
  readonly onLedger: ((wake: () => void) => () => void) | undefined;
  readonly noop: XrplCall;
  readonly tickets: TicketSource<XrplCall, XrplTransactionResult> = {
    limit: MAX_TICKETS,
    list: async ({ address }, options) => {
      const tickets = await ticketList();
      return tickets.readTickets(this.#settings, address, options);
    },
    creation: (count) => ({ ...this.noop, input: ticketCreation(count) }),
    createdBy: async (result) => (await ticketList()).ticketsCreatedBy(result),
  };
  readonly #settings: XrplChainSettings;

  constructor(settings: XrplChainSettings) {
    this.#settings = settings;
    const { maxFee } = settings;
    const input = inputOfTransaction({ TransactionType: 'AccountSet' });
    this.noop = { input, maxFee, trial: 'off' };
    this.id = `xrpl:${settings.networkId}`;
    const usualMs = settings.secondsPerLedger * 1_000;
    this.expiries = { leastMs: Math.min(LEAST_LEDGER_MS, usualMs), usualMs };
    this.resubmitAfterMs = settings.secondsPerLedger * LEDGERS_BEFORE_RESUBMISSION * 1_000;
    this.onLedger = settings.ledger.onLedger;
    this.confirmPace = settings.polling ?? (this.onLedger ? STREAMING : POLLING);
  }

  addressOf(publicKey: PublicKey): string {
    return addressOfKey(publicKey.bytes);
  }

  canonicalOf({ input: { operation, params } }: XrplCall): unknown {
    return { operation, params };
  }

  async read(
    { account, inputs, operator }: ReadRequest<XrplCall>,
    options: CallOptions,
  ): Promise<readonly XrplSnapshot[]> {
    const { address } = account;
    // Whatever can be refused without a request is refused here.
    const drafts = inputs.map(({ input }) => draftOf(input, address));
    const trial = await this.#trialOf(inputs, drafts, account);
    const isTried = trial !== undefined;
    return ofOperator(this.#settings.ledger, operator).ask(options, async (node) => {
      const [snapshots, reached, concern] = await Promise.all([
        readLedger({ node, address, drafts }, options),
        inputs.some(({ input }) => ticketCountOf(input)) &&
          ticketList().then((tickets) => tickets.readReached(this.#settings, address, options)),
        trial?.(node, options),
      ]);
      return snapshots.map((snapshot) => ({
        ...snapshot,
        nextNumber: reached || snapshot.nextNumber,
        concern,
        isTried,
      }));
    });
  }

  /** How a transaction is tried, if it is. Members of a batch may depend on each other, so they are not. */
  async #trialOf(
    [call, ...others]: readonly XrplCall[],
    [draft]: readonly Draft[],
    account: Account,
  ) {
    const { clock, networkId, trial: usual } = this.#settings;
    const trial = call?.trial ?? usual;
    if (!draft || trial === 'off' || others.length > 0 || isForeign(draft.input)) return undefined;
    const { trialOf } = await import('./node/trial.js');
    const isChosen = call?.trial !== undefined;
    return trialOf({ clock, networkId, account, fields: draft.fields, trial, isChosen });
  }

  build(request: BuildRequest<XrplCall, XrplSnapshot>): UnsignedTransaction {
    const { account, input: call, snapshot, number, salt } = request;
    const { approvalSeconds, lifetimeSeconds } = request;
    const fields = call.input.build(account.address, snapshot.facts);
    const { secondsPerLedger } = this.#settings;
    const fee = chooseFee(fields, snapshot.levels, call.maxFee, { salt });
    const expiry = expiryOf(
      fields,
      snapshot,
      {
        least: Math.ceil(approvalSeconds / secondsPerLedger),
        usual: Math.ceil(lifetimeSeconds / secondsPerLedger),
      },
      salt,
    );
    return this.#complete(account, fields, { number, fee, expiry: BigInt(expiry) });
  }

  rebuildFrom(request: RebuildRequest<XrplCall, XrplSnapshot>): UnsignedTransaction {
    const { account, input: call, snapshot, terms } = request;
    const fields = call.input.build(account.address, snapshot.facts);
    return this.#complete(account, fields, terms);
  }

  #complete(account: Account, fields: TransactionFields, terms: Terms): UnsignedTransaction {
    const { networkId } = this.#settings;
    const { number, fee, expiry = 0n } = terms;
    const ticket = number.kind === 'ticket';
    return {
      ...fields,
      Account: account.address,
      Fee: fee.toString(),
      Sequence: ticket ? 0 : Number(number.value),
      ...(ticket ? { TicketSequence: Number(number.value) } : {}),
      LastLedgerSequence: Number(expiry),
      ...networkIdField(networkId),
      SigningPubKey: bytesToHex(account.publicKey.bytes).toUpperCase(),
    };
  }

  termsOf(transaction: UnsignedTransaction): Terms {
    const { Fee, LastLedgerSequence, Sequence, TicketSequence } = transaction;
    return {
      number:
        TicketSequence === undefined
          ? { kind: 'sequence', value: BigInt(Sequence) }
          : { kind: 'ticket', value: BigInt(TicketSequence) },
      fee: BigInt(Fee),
      expiry: BigInt(LastLedgerSequence),
      span: spanOf(transaction),
    };
  }

  /** TicketCreate sets a row of numbers aside, right behind its own. */
  spanOf({ input }: XrplCall): number {
    return 1 + ticketCountOf(input);
  }

  messagesOf(transaction: UnsignedTransaction, account: Account): readonly SigningMessage[] {
    const preimage = signingBytes(transaction);
    const digest = sha512Half(preimage);
    return [{ kind: 'digest', key: account.key, digest, hash: 'sha512-half', preimage }];
  }

  payloadOf(transaction: UnsignedTransaction): unknown {
    return transaction;
  }

  async explain(payload: unknown) {
    const { xrplCodec } = await import('./wire/transaction-codec.js');
    return xrplCodec.explain(payload);
  }

  rebuild(payload: unknown): UnsignedTransaction | undefined {
    return unsignedIn(payload);
  }

  fits({ input }: XrplCall, transaction: UnsignedTransaction, account: Account): boolean {
    const { LimitAmount: limit } = transaction;
    // What was read of a line then is in the transaction itself.
    const lineLimit = isObject(limit) && typeof limit.value === 'string' ? limit.value : '0';
    const fields = input.build(account.address, { lineLimit });
    const own = this.#complete(account, fields, this.termsOf(transaction));
    return equalBytes(signingBytes(own), signingBytes(transaction));
  }

  assemble(transaction: UnsignedTransaction, signatures: readonly VerifiedSignature[]): Signed {
    const TxnSignature = bytesToHex(secp256k1In(signatures).der).toUpperCase();
    return encodeSigned({ ...transaction, TxnSignature });
  }

  submit(signed: Signed, options: CallOptions) {
    return this.#settings.ledger.once((node) => submitBlob(node, signed.blob, options));
  }

  lookUp(request: LookUpRequest<UnsignedTransaction>, options: CallOptions) {
    const { ledger, networkId, otherKeys } = this.#settings;
    return ledger.ask(options, (node) => lookUp({ node, networkId, otherKeys }, request, options));
  }

  async nextNumber(account: Account, options: CallOptions): Promise<bigint> {
    const info = await this.#settings.ledger.ask(options, (node) =>
      node.accountInfo(account.address, 'validated', options),
    );
    return BigInt(info?.account_data.Sequence ?? 0);
  }

  async lookUpHash(hash: string, { address }: Pick<Account, 'address'>, options: CallOptions) {
    const { ledger, networkId } = this.#settings;
    const found = { hash, address };
    const { lookUpHash } = await custodyTransfer();
    return ledger.ask(options, (node) => lookUpHash(node, networkId, found, options));
  }

  async isOf(call: XrplCall | undefined, result: XrplTransactionResult): Promise<boolean> {
    const { isPaymentOf } = await custodyTransfer();
    return isPaymentOf(call?.input.params, result);
  }
}
