import { IdempotencyConflictError, InvalidInputError } from '../core/errors.js';
import { inField } from '../core/field-names.js';
import { snapshotOf } from '../core/own-fields.js';
import { readInput } from '../core/read-input.js';
import { type BatchResult, batchOf } from '../gateway/batch.js';
import { type KeyedCall, partsForKey } from '../gateway/loading.js';
import { renamed } from '../gateway/renamed.js';
import type { Account, BatchMember, Executed, Receipt } from '../transactions/index.js';
import { checkAccountId } from '../transactions/options.js';
import { type AptosCall, type Cosigners, NOBODY, othersOf } from './operations/building.js';
import { callFor, isInCommonNames } from './operations/calls.js';
import type { AptosTransferParams, AptosTransferTokenParams } from './operations/common-names.js';
import type { AptosInput, MoveCall } from './operations/input.js';
import type { TransferMoveParams } from './operations/transfer-move.js';
import type { TransferTokenParams } from './operations/transfer-token.js';
import {
  type AptosBatchOptions,
  type AptosTransactionOptions,
  type CheckedOptions,
  checkOptions,
} from './options.js';
import type { AptosTransactionResult } from './result.js';
import type { AptosSetup } from './setup.js';
import { type GivenTransaction, parseGivenTransaction } from './wire/given-transaction.js';
import { type Signatory, signatoryOf } from './wire/signatories.js';

/** A transaction that is on the ledger and succeeded, and how it came about. */
export interface AptosConfirmed extends AptosTransactionResult {
  /** On the ledger with its effect; a transaction that ends in any other way is thrown as an error. */
  readonly status: 'confirmed';
  /** What this package knows of it: the idempotency key, the attempt, the custody id. */
  readonly receipt: Receipt;
}

/** A transaction of a batch: one of the gateway's operations, in the fields that it takes. */
export type AptosBatchEntry =
  | {
      /** A transfer of the native coin, as by {@link AptosGateway.transfer}. */
      readonly transactionType: 'transfer';
      /** In the fields that transfers have on every chain. */
      readonly params: AptosTransferParams;
    }
  | {
      /** A transfer of the native coin, or a call of any entry function, as by {@link AptosGateway.transferMove}. */
      readonly transactionType: 'transferMove';
      /** In the specification's fields; with `function`, a call. */
      readonly params: TransferMoveParams;
    }
  | {
      /** A transfer of a token, as by {@link AptosGateway.transferToken}. */
      readonly transactionType: 'transferToken';
      /** In the fields that transfers have on every chain, or in the specification's. */
      readonly params: AptosTransferTokenParams | TransferTokenParams;
    };

/** The outcome of one transaction of a batch. */
export type AptosBatchMember = BatchMember<AptosTransactionResult>;

/** A batch whose transactions are all confirmed. */
export interface AptosBatchResult extends BatchResult<AptosBatchMember> {}

type AptosExecuted = Executed<AptosTransactionResult>;

/** Options of a single transaction that a batch does not take. */
const SINGLE = [
  'accountSequenceNumber',
  'orderless',
  'feePayerVaultAccountId',
  'secondarySignerVaultAccountIds',
] as const;

/** Options whose values a whole transaction already contains. */
const SETTLED = [
  'maxGasAmount',
  'gasUnitPrice',
  'expireTimestamp',
  'accountSequenceNumber',
  'orderless',
] as const;

const commonNames = () => import('./operations/common-names.js');

/** How a gateway's operations are carried out. */
export class AptosExecution {
  readonly #setup: AptosSetup;

  constructor(setup: AptosSetup) {
    this.#setup = setup;
  }

  /** An operation whose parameters become a call of an entry function. */
  async operate(
    operation: 'transferMove' | 'transferToken',
    vaultAccountId: string,
    params: unknown,
    options: AptosTransactionOptions,
  ): Promise<AptosConfirmed> {
    const checked = this.#check(vaultAccountId, options, ['stopOnFailure']);
    const call = await callFor(operation, snapshotOf(params, 'params'));
    return this.#call(vaultAccountId, call, checked);
  }

  /** A transfer of the native coin, in the fields that transfers have on every chain. */
  pay(
    vaultAccountId: string,
    params: unknown,
    options: AptosTransactionOptions,
  ): Promise<AptosConfirmed> {
    return renamed(commonNames, params, options, async ({ transferMoveOf }, given, own) => {
      const checked = this.#check(vaultAccountId, own, ['stopOnFailure']);
      const call = await this.#forChain(checked, (chainId) =>
        callFor('transferMove', transferMoveOf(given, chainId)),
      );
      return this.#call(vaultAccountId, call, checked);
    });
  }

  /** A transfer of a token, in such fields or in the specification's. */
  payToken(
    vaultAccountId: string,
    params: unknown,
    options: AptosTransactionOptions,
  ): Promise<AptosConfirmed> {
    if (!readInput('params', () => isInCommonNames(params))) {
      return this.operate('transferToken', vaultAccountId, params, options);
    }
    return renamed(commonNames, params, options, ({ transferTokenOf }, given, own) =>
      this.operate('transferToken', vaultAccountId, transferTokenOf(given), own),
    );
  }

  /** A transaction that was built elsewhere, as it is. */
  async submit(
    vaultAccountId: string,
    given: GivenTransaction,
    options: AptosTransactionOptions,
  ): Promise<AptosConfirmed> {
    // Objects that write their own BCS write it now.
    const parsed = readInput('transaction', () =>
      parseGivenTransaction(snapshotOf(given, 'transaction')),
    );
    const checked = this.#check(vaultAccountId, options, ['stopOnFailure', ...SETTLED]);
    const { address, cosigners } = await this.#signers(vaultAccountId, checked);
    const { givenTransaction } = await import('./operations/given-transaction.js');
    const { chainId } = await this.#setup.parts();
    const transaction = givenTransaction(parsed, { chainId, address, cosigners });
    return this.#execute(vaultAccountId, { kind: 'given', transaction }, cosigners, {
      ...checked,
      accountSequenceNumber: transaction.sequenceNumber,
    });
  }

  /** Several transactions with one approval. */
  async batch(
    vaultAccountId: string,
    given: unknown,
    options: AptosBatchOptions,
  ): Promise<AptosBatchResult> {
    const checked = this.#check(vaultAccountId, options, SINGLE);
    const entries = snapshotOf(given, 'transactions');
    const { membersOf } = await import('./operations/batch.js');
    const members = await this.#forChain(checked, (chainId) => membersOf(entries, chainId));
    const { address } = await this.#account(vaultAccountId, checked);
    const inputs = members.map(({ call, place }) => {
      checkRecipient(call, address, place.fieldOf('recipientAddress'));
      return { ...callOf({ kind: 'call', call }, NOBODY, checked), place };
    });
    const { options: common, stopOnFailure } = checked;
    const call = { vaultAccountId, inputs, options: common, stopOnFailure };
    const { transactions } = await this.#setup.parts();
    return batchOf(await transactions.executeBatch(call));
  }

  async resume(...call: KeyedCall): Promise<AptosConfirmed | AptosBatchResult> {
    const { transactions, checked } = await this.#forKey(call);
    const executed = await transactions.resume(...checked);
    return executed.kind === 'batch' ? batchOf(executed) : confirmedOf(executed);
  }

  async cancel(...call: KeyedCall): Promise<Receipt> {
    const { transactions, checked } = await this.#forKey(call);
    return transactions.cancel(...checked);
  }

  #check(
    vaultAccountId: string,
    options: AptosTransactionOptions,
    foreign: Parameters<typeof checkOptions>[2],
  ) {
    checkAccountId(vaultAccountId);
    return checkOptions(options, this.#setup.options, foreign);
  }

  #forKey(call: KeyedCall) {
    return partsForKey(this.#setup.parts, call, this.#setup.options.defaults);
  }

  /**
   * Reads input in which the chain's coin has its name. Everything but that name is checked before a node is asked
   * which chain it is.
   */
  async #forChain<T>(
    { options }: CheckedOptions,
    read: (chainId: number | undefined) => Promise<T>,
  ): Promise<T> {
    const { chainId } = this.#setup;
    const input = await read(chainId);
    if (chainId !== undefined) return input;
    return read((await this.#setup.parts(options)).chainId);
  }

  async #account(vaultAccountId: string, { options }: CheckedOptions): Promise<Account> {
    const { transactions } = await this.#setup.parts(options);
    return transactions.account(vaultAccountId, options);
  }

  /**
   * The sender's address and the other signers; all of their keys are requested at once.
   *
   * @throws InvalidInputError when an account is named twice: it signs only once.
   */
  async #signers(
    vaultAccountId: string,
    checked: CheckedOptions,
  ): Promise<{ readonly address: string; readonly cosigners: Cosigners }> {
    const { feePayerVaultAccountId: payerId, secondarySignerVaultAccountIds: ids = [] } = checked;
    const [{ address }, secondary, feePayer] = await Promise.all([
      this.#account(vaultAccountId, checked),
      Promise.all(
        ids.map((id, index) =>
          this.#cosigner(id, `secondarySignerVaultAccountIds[${index}]`, checked),
        ),
      ),
      payerId === undefined
        ? undefined
        : this.#cosigner(payerId, 'feePayerVaultAccountId', checked),
    ]);
    const addresses = [address, ...secondary.map(({ address }) => address)];
    if (new Set(addresses).size < addresses.length) {
      throw new InvalidInputError('secondarySignerVaultAccountIds', 'names an account twice');
    }
    if (feePayer && addresses.includes(feePayer.address)) {
      throw new InvalidInputError('feePayerVaultAccountId', 'must be an account of its own');
    }
    return { address, cosigners: { secondary, feePayer } };
  }

  #cosigner(id: string, field: string, checked: CheckedOptions): Promise<Signatory> {
    return inField(
      () => field,
      async () => {
        const { transactions } = await this.#setup.parts(checked.options);
        return signatoryOf(await transactions.account(id, checked.options));
      },
    );
  }

  async #call(
    vaultAccountId: string,
    call: MoveCall,
    checked: CheckedOptions,
  ): Promise<AptosConfirmed> {
    const { address, cosigners } = await this.#signers(vaultAccountId, checked);
    checkRecipient(call, address);
    return this.#execute(vaultAccountId, { kind: 'call', call }, cosigners, checked);
  }

  async #execute(
    vaultAccountId: string,
    input: AptosInput,
    cosigners: Cosigners,
    checked: CheckedOptions,
  ): Promise<AptosConfirmed> {
    const { accountSequenceNumber: value, options, wishes } = checked;
    const { transactions } = await this.#setup.parts();
    const executed = await transactions.execute({
      vaultAccountId,
      input: callOf(input, cosigners, checked),
      options,
      useTickets: wishes.orderless,
      number: value === undefined ? undefined : { kind: 'sequence', value },
      participants: othersOf(cosigners).map((signatory) => signatory.vaultAccountId),
    });
    return confirmedOf(executed);
  }
}

function callOf(
  input: AptosInput,
  cosigners: Cosigners,
  { wishes, accountSequenceNumber: chosenNumber }: CheckedOptions,
): AptosCall {
  return { input, wishes, cosigners, chosenNumber };
}

/** A payment to the own address costs gas and has no other effect; it is a mistake. */
function checkRecipient({ pays }: MoveCall, sender: string, field = 'recipientAddress'): void {
  if (pays !== sender) return;
  throw new InvalidInputError(field, 'is the address of this vault account');
}

/** A key is bound to its input, so no call can end what a different one began. */
function confirmedOf(executed: AptosExecuted): AptosConfirmed {
  const { receipt } = executed;
  if (executed.kind === 'chain') return { ...executed.result, status: 'confirmed', receipt };
  throw new IdempotencyConflictError('This key was used before, for another kind of transaction.');
}
