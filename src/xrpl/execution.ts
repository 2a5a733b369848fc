import { IdempotencyConflictError, InvalidInputError } from '../core/errors.js';
import { parseInput } from '../core/schema.js';
import { offersNativeTransfers, type SigningRecord } from '../signer/raw-signer.js';
import type { Executed, Receipt, TransactionOptions } from '../transactions/index.js';
import type { XrplExecuteRequest } from './gateway.js';
import { legible } from './legible.js';
import {
  checkedInput,
  isOperationName,
  type OperationName,
  type XrplInput,
} from './operations/index.js';
import { canonicalSubmission } from './operations/submit.js';
import {
  canonicalTransfer,
  checkReach,
  nativeOrderOf,
  xrpTransferSchema,
} from './operations/xrp-transfer.js';
import {
  type CheckedOptions,
  checkOptions,
  type XrplTransactionOptions,
  type XrpTransferOptions,
} from './options.js';
import type { XrplTransactionResult } from './result.js';
import { keyOf, type XrplParts } from './setup.js';

/** A validated transaction, and how it came about. */
export interface XrplConfirmed extends XrplTransactionResult {
  readonly receipt: Receipt;
}

/** A transfer that the custody made by itself, and calls completed. */
export interface XrplNativeTransfer {
  /** The custody's id. */
  readonly id: string;
  /** The custody's word for where it stands. */
  readonly status: string;
  /** The hash on the ledger. */
  readonly txHash: string | undefined;
  readonly receipt: Receipt;
}

/** How a gateway's operations are carried out. */
export class XrplExecution {
  readonly #parts: XrplParts;

  constructor(parts: XrplParts) {
    this.#parts = parts;
  }

  /** An operation whose parameters are the transaction's. */
  async operate(
    operation: Exclude<OperationName, 'xrpTransfer' | 'submit'>,
    vaultAccountId: string,
    params: unknown,
    options: XrplTransactionOptions,
  ): Promise<XrplConfirmed> {
    const input = checkedInput(operation, params);
    return confirmedOf(await this.#execute(vaultAccountId, input, this.#check(options)));
  }

  /** Any transaction. */
  async submit(
    vaultAccountId: string,
    transaction: unknown,
    options: XrplTransactionOptions,
  ): Promise<XrplConfirmed> {
    const { networkId } = this.#parts.network;
    const input = checkedInput('submit', canonicalSubmission(transaction, networkId));
    return confirmedOf(await this.#execute(vaultAccountId, input, this.#check(options)));
  }

  /** XRP, by the custody's own transfer where that is offered and wanted. */
  async transfer(
    vaultAccountId: string,
    given: unknown,
    options: XrpTransferOptions,
  ): Promise<XrplConfirmed | XrplNativeTransfer> {
    const { transactions, network, signer } = this.#parts;
    const params = legible('params', () => parseInput(xrpTransferSchema, given));
    const checked = this.#check(options);
    const isNative = checked.native && offersNativeTransfers(signer);
    checkReach(params, isNative);
    const call = { signal: checked.options.signal };
    const { address } = await transactions.account(vaultAccountId, call);
    const canonical = await canonicalTransfer(params, async (id) => {
      return (await transactions.account(id, call)).address;
    });
    if (canonical.destination === address) {
      throw new InvalidInputError('destination', 'is this account; the ledger refuses that');
    }
    const from = { ...keyOf(vaultAccountId, network, 'asset'), assetId: network.assetId };
    const order = isNative ? { from, ...nativeOrderOf(params.destination, canonical) } : undefined;
    const { note = params.note } = checked.options;
    const noted = { ...checked, options: { ...checked.options, note } };
    const input = checkedInput('xrpTransfer', canonical);
    return resultOf(await this.#execute(vaultAccountId, input, noted, order));
  }

  /** Any operation by its name. */
  async any(request: XrplExecuteRequest): Promise<XrplConfirmed | XrplNativeTransfer> {
    const copy = legible('request', () => ({ ...request }));
    const { vaultAccountId, transactionType: name, params, options = {} } = copy;
    if (!isOperationName(name)) {
      throw new InvalidInputError('transactionType', 'is not the name of an operation');
    }
    if (name === 'xrpTransfer') return this.transfer(vaultAccountId, params, options);
    if (name === 'submit') return this.submit(vaultAccountId, params, options);
    return this.operate(name, vaultAccountId, params, options);
  }

  async resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions,
  ): Promise<XrplConfirmed | XrplNativeTransfer> {
    return resultOf(await this.#parts.transactions.resume(vaultAccountId, idempotencyKey, options));
  }

  #check(options: XrpTransferOptions): CheckedOptions {
    return checkOptions(options, this.#parts.options);
  }

  #execute(
    vaultAccountId: string,
    input: XrplInput,
    { maxFeeDrops, options }: CheckedOptions,
    native?: Parameters<XrplParts['transactions']['execute']>[0]['native'],
  ) {
    const call = { input, maxFeeDrops };
    return this.#parts.transactions.execute({ vaultAccountId, input: call, options, native });
  }
}

type XrplExecuted = Executed<XrplTransactionResult>;

function resultOf(executed: XrplExecuted): XrplConfirmed | XrplNativeTransfer {
  if (executed.kind === 'chain') return { ...executed.result, receipt: executed.receipt };
  return nativeOf(executed.transfer, executed.receipt);
}

function nativeOf(transfer: SigningRecord, receipt: Receipt): XrplNativeTransfer {
  const { providerId: id, status, txHash } = transfer;
  return { id, status, txHash, receipt };
}

/** Only xrpTransfer can be native, and keys are bound to their input; so this is a broken promise. */
function confirmedOf(executed: XrplExecuted): XrplConfirmed {
  const result = resultOf(executed);
  if ('result' in result) return result;
  throw new IdempotencyConflictError('This key was used before, for a native transfer.');
}
