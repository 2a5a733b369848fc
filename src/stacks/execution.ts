import { IdempotencyConflictError, InvalidInputError } from '../core/errors.js';
import { inField } from '../core/field-names.js';
import { isObject } from '../core/json.js';
import { snapshotOf } from '../core/own-fields.js';
import { readInput } from '../core/read-input.js';
import { type BatchResult, batchOf } from '../gateway/batch.js';
import { batchEntries, inParamsOf, namedEntry } from '../gateway/batch-entries.js';
import { type KeyedCall, partsForKey } from '../gateway/loading.js';
import { renamed } from '../gateway/renamed.js';
import { forKey } from '../transactions/for-key.js';
import {
  type Account,
  type BatchMember,
  type Executed,
  type ExecutedBatch,
  type Receipt,
  TransactionNotFoundError,
} from '../transactions/index.js';
import type { StacksConfirmed } from './answer.js';
import { NotReplaceableError, UnknownTransactionError } from './errors.js';
import type { StacksPayment, StacksTokenPayment } from './operations/common-names.js';
import type { ContractCallParams } from './operations/contract-call.js';
import type { StacksInput, Wishes } from './operations/input.js';
import { checkReplacement, intentOf } from './operations/replacement.js';
import { type StacksTransferParams, transferInput } from './operations/transfer.js';
import {
  type CheckedOptions,
  checkOptions,
  type StacksBatchOptions,
  type StacksTransactionOptions,
} from './options.js';
import type { StacksTransactionResult } from './result.js';
import type { StacksSetup } from './setup.js';
import { givenBytes } from './wire/given-transaction.js';

/** A transaction of a batch: one of the gateway's operations, in the fields that it takes. */
export type StacksBatchEntry =
  | {
      /** A transfer of STX; in the specification's fields also of a token. */
      readonly transactionType: 'transfer';
      /** With `to`, the fields that transfers have on every chain; otherwise those of the specification. */
      readonly params: StacksPayment | StacksTransferParams;
    }
  | {
      /** A transfer of a token. */
      readonly transactionType: 'transferToken';
      /** In the fields that transfers of tokens have on every chain. */
      readonly params: StacksTokenPayment;
    }
  | {
      /** A call of a contract's function. */
      readonly transactionType: 'callContract';
      /** The function, its arguments and its post-conditions. */
      readonly params: ContractCallParams;
    };

/** The outcome of one transaction of a batch. */
export type StacksBatchMember = BatchMember<StacksTransactionResult>;

/** A batch whose transactions are all confirmed. */
export interface StacksBatchResult extends BatchResult<StacksBatchMember> {
  /** Always `true`, and `false` in a {@link StacksFailure}. */
  readonly success: true;
}

/** A transaction of a batch, and what its caller calls the recipient. */
interface Member {
  readonly input: StacksInput;
  readonly recipient: 'to' | 'recipientAddress';
}

const commonNames = () => import('./operations/common-names.js');

/** How a gateway's operations are carried out. */
export class StacksExecution {
  readonly #setup: StacksSetup;

  constructor(setup: StacksSetup) {
    this.#setup = setup;
  }

  /** A caller's parameters, read once and at once: its caller may change them afterwards. */
  async inputFor(operation: 'transfer' | 'callContract', params: unknown): Promise<StacksInput> {
    const { network, parts } = this.#setup;
    const copy = snapshotOf(params, 'params');
    if (operation === 'transfer') {
      return transferInput(copy, network, async () => (await parts()).tokens);
    }
    const { contractCallInput } = await import('./operations/contract-call.js');
    return contractCallInput(copy, network);
  }

  check(options: StacksTransactionOptions): CheckedOptions {
    return checkOptions(options, this.#setup.defaults, ['stopOnFailure']);
  }

  /** Makes a transaction, or finds the one that its key has made already. */
  async operate(
    vaultAccountId: string,
    input: StacksInput,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    return this.#operate(vaultAccountId, input, this.check(options));
  }

  async #operate(
    vaultAccountId: string,
    input: StacksInput,
    checked: CheckedOptions,
  ): Promise<StacksConfirmed> {
    if (input.kind === 'transfer' || input.kind === 'composed') {
      checkRecipient(input, await this.account(vaultAccountId, checked));
    }
    return this.execute(vaultAccountId, input, checked);
  }

  /** A call of a contract's function. */
  async call(
    vaultAccountId: string,
    params: unknown,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    const checked = this.check(options);
    return this.#operate(vaultAccountId, await this.inputFor('callContract', params), checked);
  }

  /** A transfer, in the specification's fields. */
  async transfer(
    vaultAccountId: string,
    params: unknown,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    const checked = this.check(options);
    return this.#operate(vaultAccountId, await this.inputFor('transfer', params), checked);
  }

  /** A transfer of STX, in the fields that transfers have on every chain. */
  pay(
    vaultAccountId: string,
    params: unknown,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    return renamed(commonNames, params, options, ({ transferOf }, given, own) =>
      this.transfer(vaultAccountId, transferOf(given), own),
    );
  }

  /** A transfer of a token, in such fields. */
  payToken(
    vaultAccountId: string,
    params: unknown,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    return renamed(commonNames, params, options, ({ tokenTransferOf }, given, own) =>
      this.transfer(vaultAccountId, tokenTransferOf(given), own),
    );
  }

  /** A transaction that was built elsewhere, as it is. */
  async submit(
    vaultAccountId: string,
    given: unknown,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    const { network, defaults } = this.#setup;
    const hex = readInput('transaction', () => givenBytes(given));
    const checked = checkOptions(options, defaults, ['stopOnFailure', 'fee', 'nonce']);
    const { givenInput } = await import('./wire/given-input.js');
    const transaction = givenInput(hex, network);
    const { address } = await this.account(vaultAccountId, checked);
    if (transaction.sender !== address) {
      throw new InvalidInputError('transaction', "must be from the vault account's address");
    }
    const wishes: Wishes = { ...checked.wishes, nonce: transaction.nonce };
    return this.execute(vaultAccountId, { kind: 'given', transaction }, { ...checked, wishes });
  }

  /** A transaction that replaces a waiting one. */
  async replace(
    vaultAccountId: string,
    { txId, changes }: { readonly txId: unknown; readonly changes: unknown },
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    const { network, defaults } = this.#setup;
    const wanted = readInput('changes', () => checkReplacement(txId, changes, network));
    const checked = checkOptions(options, defaults, ['stopOnFailure', 'nonce']);
    const account = await this.account(vaultAccountId, checked);
    const { fee, maxFee } = checked.wishes;
    const { idempotencyKey: key, signal } = checked.options;
    const terms = { network, sender: account.address, fee, maxFee };
    try {
      const input = await forKey(key, async () => {
        const [{ replace }, { ledger }] = await Promise.all([
          import('./operations/replacing.js'),
          this.#setup.parts(),
        ]);
        return replace(ledger, wanted, terms, { signal });
      });
      const wishes = { ...checked.wishes, nonce: input.transaction.nonce, replaces: wanted.txid };
      return await this.execute(vaultAccountId, input, { ...checked, wishes });
    } catch (error) {
      const isGone =
        error instanceof NotReplaceableError || error instanceof UnknownTransactionError;
      if (!isGone || key === undefined) throw error;
      return await this.#earlierAnswer(vaultAccountId, key, checked, intentOf(wanted), error);
    }
  }

  /** The outcome of a key that replaced a transaction; the node may have forgotten the original since. */
  async #earlierAnswer(
    vaultAccountId: string,
    key: string,
    { options }: CheckedOptions,
    intent: ReturnType<typeof intentOf>,
    otherwise: Error,
  ): Promise<StacksConfirmed> {
    const { idempotencyKey: _, ...rest } = options;
    try {
      const { transactions } = await this.#setup.parts({ idempotencyKey: key });
      return confirmedOf(await transactions.resume(vaultAccountId, key, rest, intent));
    } catch (error) {
      throw error instanceof TransactionNotFoundError ? otherwise : error;
    }
  }

  /** Several transactions with one approval. */
  async batch(
    vaultAccountId: string,
    given: unknown,
    options: StacksBatchOptions,
  ): Promise<StacksBatchResult> {
    const entries = batchEntries(given);
    const checked = checkOptions(options, this.#setup.defaults, ['nonce']);
    const members = await Promise.all(entries.map((entry, index) => this.#member(entry, index)));
    const account = await this.account(vaultAccountId, checked);
    for (const [index, { input, recipient }] of members.entries()) {
      checkRecipient(input, account, `transactions[${index}].params.${recipient}`);
    }
    const { options: common, stopOnFailure, wishes } = checked;
    const inputs = members.map(({ input }) => ({ input, wishes }));
    const call = { vaultAccountId, inputs, options: common, stopOnFailure };
    const { transactions } = await this.#setup.parts(common);
    return resultOf(await transactions.executeBatch(call));
  }

  /** Read at once, before anything is awaited: its caller may change it afterwards. */
  async #member(entry: unknown, index: number): Promise<Member> {
    const field = `transactions[${index}]`;
    const { transactionType: name, params } = namedEntry(entry, field);
    if (name !== 'transfer' && name !== 'transferToken' && name !== 'callContract') {
      const reason = 'must be transfer, transferToken or callContract';
      throw new InvalidInputError(`${field}.transactionType`, reason);
    }
    return inField(inParamsOf(field), async (): Promise<Member> => {
      const isCommon =
        name === 'transferToken' ||
        (name === 'transfer' && readInput('params', () => isObject(params) && 'to' in params));
      if (!isCommon) {
        return { input: await this.inputFor(name, params), recipient: 'recipientAddress' };
      }
      const input = await renamed(commonNames, params, {}, async (names, given) => {
        const { tokenTransferOf, transferOf } = names;
        const params = name === 'transfer' ? transferOf(given) : tokenTransferOf(given);
        return this.inputFor('transfer', params);
      });
      return { input, recipient: 'to' };
    });
  }

  async resume(...call: KeyedCall): Promise<StacksConfirmed | StacksBatchResult> {
    const { transactions, checked } = await this.#forKey(call);
    const executed = await transactions.resume(...checked);
    return executed.kind === 'batch' ? resultOf(executed) : confirmedOf(executed);
  }

  async cancel(...call: KeyedCall): Promise<Receipt> {
    const { transactions, checked } = await this.#forKey(call);
    return transactions.cancel(...checked);
  }

  #forKey(call: KeyedCall) {
    return partsForKey(this.#setup.parts, call, this.#setup.defaults.defaults);
  }

  async account(vaultAccountId: string, { options }: CheckedOptions): Promise<Account> {
    const { transactions } = await this.#setup.parts(options);
    return transactions.account(vaultAccountId, options);
  }

  /** Has a transaction made whose options, and payee, were checked. */
  async execute(
    vaultAccountId: string,
    input: StacksInput,
    { wishes, options }: CheckedOptions,
  ): Promise<StacksConfirmed> {
    const { nonce, replaces } = wishes;
    const number = nonce === undefined ? undefined : ({ kind: 'sequence', value: nonce } as const);
    const { transactions } = await this.#setup.parts(options);
    const executed = await transactions.execute({
      vaultAccountId,
      input: { input, wishes },
      options,
      replaces: number && replaces !== false ? { numbers: [number.value] } : undefined,
      number,
    });
    return confirmedOf(executed);
  }
}

/** The chain refuses STX for the own address, and a token for the own address costs a fee without an effect. */
function checkRecipient(
  input: StacksInput,
  { address }: Account,
  field = 'recipientAddress',
): void {
  const recipient =
    input.kind === 'transfer'
      ? input.recipient
      : input.kind === 'composed'
        ? input.intent.recipient
        : undefined;
  if (recipient !== address) return;
  throw new InvalidInputError(field, 'is the address of this vault account');
}

function resultOf(executed: ExecutedBatch<StacksTransactionResult>): StacksBatchResult {
  return { success: true, ...batchOf(executed) };
}

/** A key is bound to its input, so no call can end what a different one began. */
function confirmedOf(executed: Executed<StacksTransactionResult>): StacksConfirmed {
  if (executed.kind !== 'chain') {
    throw new IdempotencyConflictError(
      'This key was used before, for another kind of transaction.',
    );
  }
  const { result: data, receipt } = executed;
  const { tx_id: hash } = data;
  return { success: true, status: 'confirmed', hash, txHash: hash, data, receipt };
}
