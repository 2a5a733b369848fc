import * as z from 'zod/mini';
import { IdempotencyConflictError, InvalidInputError } from '../core/errors.js';
import { inField } from '../core/field-names.js';
import { assertOwnFields, snapshotOf } from '../core/own-fields.js';
import { oneNote, readInput } from '../core/read-input.js';
import { parseInput } from '../core/schema.js';
import { type BatchResult, batchOf } from '../gateway/batch.js';
import { type KeyedCall, partsForKey } from '../gateway/loading.js';
import { renamed } from '../gateway/renamed.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import type {
  BatchMember,
  Executed,
  NativeTransferOrder,
  Receipt,
  TransactionOptions,
} from '../transactions/index.js';
import { ticketCountOf } from './node/tickets.js';
import type { XrplTransferParams, XrplTransferTokenParams } from './operations/common-names.js';
import {
  checkedInput,
  isOperationName,
  type OperationName,
  type XrplInput,
} from './operations/index.js';
import type { XrplTransaction } from './operations/submit.js';
import {
  canonicalTransfer,
  checkReach,
  nativeOrderOf,
  xrpTransferSchema,
} from './operations/xrp-transfer.js';
import {
  type CheckedOptions,
  checkOptions,
  type XrplBatchOptions,
  type XrplTransactionOptions,
  type XrpTransferOptions,
} from './options.js';
import type { XrplTransactionResult } from './result.js';
import { keyOf, NO_TRANSFERS, type XrplSetup } from './setup.js';
import type { XrplExecuteRequest, XrplOperationParams } from './spec.js';
import { checkNetworkOf } from './wire/x-address.js';

/** A validated transaction, and how it came about. */
export interface XrplConfirmed extends XrplTransactionResult {
  /** 64 hexadecimal characters; the same as `result.hash`. */
  readonly hash: string;
  /** Validated with `tesSUCCESS`; a transaction that ends in any other way is thrown as an error. */
  readonly status: 'confirmed';
  /** What this package knows of it: the idempotency key, the attempt, the custody id. */
  readonly receipt: Receipt;
}

/** A transfer that the custody platform made itself, and reports as completed. */
export interface XrplNativeTransfer {
  /** The custody platform's id. */
  readonly id: string;
  /** The hash on the ledger, if the custody platform tells it. */
  readonly hash: string | undefined;
  /** Completed, as the custody platform reports, or seen as confirmed on the ledger. */
  readonly status: 'confirmed';
  /** What this package knows of it: the idempotency key, the attempt, the custody id. */
  readonly receipt: Receipt;
}

/**
 * A transaction of a batch: in the ledger's own form, or an operation of this gateway, in the specification's fields or
 * as `transfer` and `transferToken` take it.
 */
export type XrplBatchEntry =
  | XrplTransaction
  | {
      /** A transfer of XRP, as by {@link XrplGateway.transfer}; in a batch always a raw-signed Payment. */
      readonly transactionType: 'transfer';
      /** In the fields that transfers have on every chain. */
      readonly params: XrplTransferParams;
    }
  | {
      /** A transfer of a token, as by {@link XrplGateway.transferToken}. */
      readonly transactionType: 'transferToken';
      /** In the fields that transfers have on every chain. */
      readonly params: XrplTransferTokenParams;
    }
  | {
      [K in Exclude<keyof XrplOperationParams, 'submit'>]: {
        /** The name of one of the gateway's operations, without `submit`: its transaction is an entry by itself. */
        readonly transactionType: K;
        /** What that operation takes. */
        readonly params: XrplOperationParams[K];
      };
    }[Exclude<keyof XrplOperationParams, 'submit'>];

/** The outcome of one transaction of a batch. */
export type XrplBatchMember = BatchMember<XrplTransactionResult>;

/** A batch whose transactions are all confirmed. */
export interface XrplBatchResult extends BatchResult<XrplBatchMember> {}

const nothing = z.strictObject({});

const commonNames = () => import('./operations/common-names.js');

/** How a gateway's operations are carried out. */
export class XrplExecution {
  readonly #setup: XrplSetup;

  constructor(setup: XrplSetup) {
    this.#setup = setup;
  }

  /** An operation whose parameters are the transaction's. */
  async operate(
    operation: Exclude<OperationName, 'xrpTransfer' | 'submit'>,
    vaultAccountId: string,
    params: unknown,
    options: XrplTransactionOptions,
  ): Promise<XrplConfirmed> {
    const checked = this.#check(options, ['native', 'stopOnFailure']);
    const input = await this.#checked(operation, params);
    return confirmedOf(await this.#execute(vaultAccountId, input, checked));
  }

  /** Any transaction. */
  async submit(
    vaultAccountId: string,
    transaction: unknown,
    options: XrplTransactionOptions,
  ): Promise<XrplConfirmed> {
    const checked = this.#check(options, ['native', 'stopOnFailure']);
    const asksForTicket = options.useTickets === true;
    const input = await this.#submission(transaction);
    const createsTickets = ticketCountOf(input) > 0;
    if (createsTickets && asksForTicket) {
      throw new InvalidInputError('options.useTickets', 'is not for a TicketCreate');
    }
    const useTickets = checked.useTickets && !createsTickets;
    return confirmedOf(await this.#execute(vaultAccountId, input, { ...checked, useTickets }));
  }

  /** Several transactions with one approval. */
  async batch(
    vaultAccountId: string,
    given: unknown,
    options: XrplBatchOptions,
  ): Promise<XrplBatchResult> {
    const entries = snapshotOf(given, 'transactions');
    const checked = this.#check(options, ['native', 'useTickets', 'trial']);
    const { executeBatch } = await import('./batch.js');
    return executeBatch(this.#setup, vaultAccountId, checked, entries, {
      submission: (transaction) => this.#submission(transaction),
      transfer: (params) => this.#transferOf(vaultAccountId, params, false, checked.options),
    });
  }

  async #submission(transaction: unknown): Promise<XrplInput> {
    const given = snapshotOf(transaction, 'transaction');
    const { networkId } = this.#setup.network;
    const { canonicalSubmission } = await import('./given-transaction.js');
    return this.#checked('submit', canonicalSubmission(given, networkId));
  }

  #checked(operation: OperationName, params: unknown): Promise<XrplInput> {
    return checkedInput(operation, params, this.#setup.network.networkId);
  }

  /** Sends XRP, by the custody platform's own transfer where the signer offers it and the caller wants it. */
  async transfer(
    vaultAccountId: string,
    given: unknown,
    options: XrpTransferOptions,
  ): Promise<XrplConfirmed | XrplNativeTransfer> {
    const { offersTransfers } = this.#setup;
    const checked = this.#check(options, ['stopOnFailure']);
    if (options.native && !offersTransfers) {
      throw new InvalidInputError('options.native', NO_TRANSFERS);
    }
    const native = checked.native && offersTransfers;
    const call = checked.options;
    const transfer = await this.#transferOf(vaultAccountId, given, native, call, options.native);
    const { input, note, ...terms } = transfer;
    const noted = { ...checked, options: { ...call, note } };
    return singleOf(await this.#execute(vaultAccountId, input, noted, terms));
  }

  /**
   * A transfer of XRP, in the form that its idempotency key is bound to.
   *
   * @param isWanted - Whether only the custody platform's own transfer will do.
   */
  async #transferOf(
    vaultAccountId: string,
    given: unknown,
    mayBeNative: boolean,
    call: TransactionOptions,
    isWanted?: boolean,
  ) {
    const { network } = this.#setup;
    const params = readInput('params', () => parseInput(xrpTransferSchema, given));
    checkNetworkOf(params, network.networkId);
    const { credentialIds } = params;
    const note = oneNote(params.note, call.note);
    if (isWanted && credentialIds) {
      throw new InvalidInputError('credentialIds', 'are not for a native transfer');
    }
    // The custody platform's own form has no place for them.
    const isNative = mayBeNative && !credentialIds;
    checkReach(params, isNative);
    const { transactions } = await this.#setup.parts(call);
    const { address } = await transactions.account(vaultAccountId, call);
    const participants: string[] = [];
    const canonical = await canonicalTransfer(params, (id) => {
      participants.push(id);
      return inField(
        () => 'destination.id',
        async () => (await transactions.account(id, call)).address,
      );
    });
    if (canonical.destination === address) {
      throw new InvalidInputError('destination', 'is this account');
    }
    const input = await this.#checked('xrpTransfer', canonical);
    const from = { ...keyOf(vaultAccountId, network), assetId: network.assetId };
    const native = isNative ? { from, ...nativeOrderOf(params.destination, canonical) } : undefined;
    return { input, note, native, participants };
  }

  /** A transfer of XRP, in the fields that transfers have on every chain. */
  pay(
    vaultAccountId: string,
    params: unknown,
    options: XrpTransferOptions,
  ): Promise<XrplConfirmed | XrplNativeTransfer> {
    return renamed(commonNames, params, options, ({ xrpTransferOf }, given, own) =>
      this.transfer(vaultAccountId, xrpTransferOf(given), own),
    );
  }

  /** A transfer of a token, in such fields. */
  payToken(
    vaultAccountId: string,
    params: unknown,
    options: XrplTransactionOptions,
  ): Promise<XrplConfirmed> {
    return renamed(commonNames, params, options, ({ tokenTransferOf }, given, own) =>
      this.operate('tokenTransfer', vaultAccountId, tokenTransferOf(given), own),
    );
  }

  /** Any operation by its name. */
  async any(request: XrplExecuteRequest): Promise<XrplConfirmed | XrplNativeTransfer> {
    assertOwnFields(request, 'request');
    const copy = readInput('request', () => ({ ...request }));
    const { vaultAccountId, transactionType: name, params, options = {}, ...others } = copy;
    if (!isOperationName(name)) {
      throw new InvalidInputError('transactionType', 'is not the name of an operation');
    }
    // Nobody would read it: an idempotency key beside the options would be none.
    parseInput(nothing, others);
    if (name === 'xrpTransfer') return this.transfer(vaultAccountId, params, options);
    if (name === 'submit') return this.submit(vaultAccountId, params, options);
    return this.operate(name, vaultAccountId, params, options);
  }

  async resume(...call: KeyedCall): Promise<XrplConfirmed | XrplNativeTransfer | XrplBatchResult> {
    const { transactions, checked } = await this.#forKey(call);
    return resultOf(await transactions.resume(...checked));
  }

  async cancel(...call: KeyedCall): Promise<Receipt> {
    const { transactions, checked } = await this.#forKey(call);
    return transactions.cancel(...checked);
  }

  #forKey(call: KeyedCall) {
    return partsForKey(this.#setup.parts, call, this.#setup.options.defaults);
  }

  #check(
    options: XrpTransferOptions & XrplBatchOptions,
    foreign: Parameters<typeof checkOptions>[2],
  ): CheckedOptions {
    return checkOptions(options, this.#setup.options, foreign);
  }

  async #execute(
    vaultAccountId: string,
    input: XrplInput,
    { maxFee, options, useTickets, trial }: CheckedOptions,
    terms?: TransferTerms,
  ) {
    const { transactions } = await this.#setup.parts(options);
    const call = { input, maxFee, trial };
    return transactions.execute({ vaultAccountId, input: call, options, useTickets, ...terms });
  }
}

/** What only transfers of XRP have. */
interface TransferTerms {
  readonly native: NativeTransferOrder | undefined;
  readonly participants: readonly string[];
}

type XrplExecuted = Executed<XrplTransactionResult>;

function resultOf(executed: XrplExecuted): XrplConfirmed | XrplNativeTransfer | XrplBatchResult {
  const { receipt } = executed;
  if (executed.kind === 'batch') return batchOf(executed);
  if (executed.kind === 'native') return nativeOf(executed.transfer, receipt);
  const { result } = executed;
  return { ...result, hash: result.result.hash, status: 'confirmed', receipt };
}

/** Keys are bound to their input, so no call can end what a different one began. */
function otherKind(): IdempotencyConflictError {
  return new IdempotencyConflictError('This key was used before, for another kind of transaction.');
}

function singleOf(executed: XrplExecuted): XrplConfirmed | XrplNativeTransfer {
  const result = resultOf(executed);
  if (!('members' in result)) return result;
  throw otherKind();
}

function nativeOf(transfer: SigningRecord, receipt: Receipt): XrplNativeTransfer {
  const { providerId: id, txHash: hash = receipt.hash } = transfer;
  return { id, hash, status: 'confirmed', receipt };
}

function confirmedOf(executed: XrplExecuted): XrplConfirmed {
  const result = resultOf(executed);
  if ('result' in result) return result;
  throw otherKind();
}
